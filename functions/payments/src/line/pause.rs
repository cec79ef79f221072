//! The provider is too busy for any order.

use super::{Halt, TRIES, Turn, Waiting, contended, skipped};
use domain::line::{HELD, Micros};
use http_api::ApiError;
use std::time::Duration;
use store::{StoreError, Write};
use telemetry::Metric;

impl Turn<'_> {
    /// The provider wants no order for a while. The line stands still so that this turn's moment comes when that is
    /// over; other requests that get a 429 at the same time move it no further.
    pub(crate) async fn postpone(&mut self, retry_after: Duration) -> Halt {
        match self.stand_still(retry_after).await {
            Ok(waiting) => {
                telemetry::count(Metric::LineMoved);
                Halt::Wait(waiting)
            }
            Err(error) => {
                skipped(&error);
                ApiError::too_many(retry_after).into()
            }
        }
    }

    async fn stand_still(&mut self, retry_after: Duration) -> Result<Waiting, StoreError> {
        let pause = Micros::try_from(retry_after.as_micros())
            .unwrap_or(HELD)
            .min(HELD);
        for _ in 0..TRIES {
            let mut seen = self.look().await?;
            let now = self.now();
            // Who went by the line has the moment at which it goes on, whichever request stopped it: one of its own would
            // move everybody once more.
            let moment = self.moment.unwrap_or(now.max(seen.closed_until) - seen.shift);
            let shift = seen.shift.max(now + pause - moment);
            let closed_until = seen.closed_until.max(now + pause);
            if (shift, closed_until) != (seen.shift, seen.closed_until) {
                match self.state.line.stand_still(&seen, shift, closed_until).await? {
                    Write::Done => (seen.shift, seen.closed_until) = (shift, closed_until),
                    Write::Stale => continue,
                }
            }
            let waits = self.place(&seen).filter(|place| !place.used).cloned();
            if let Some(place) = waits {
                return Ok(self.waiting(&seen, &place));
            }
            let place = self.new_place(&seen, moment, None);
            if let Some(waiting) = self.keep(&seen, place).await? {
                return Ok(waiting);
            }
        }
        Err(contended())
    }
}
