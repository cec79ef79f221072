//! What is left after a run, measured.

use crate::{LOOK_FOR, Reconciler};
use store::{
    StoreError,
    registrations::waiting::{Backlog, FlagsWaiting, WaitingWork},
};
use telemetry::Metric;
use time::OffsetDateTime;
use tokio::time::timeout;

impl Reconciler {
    /// Measures what is left of what was waiting, which is read again if some of it was done, the flags, and whether people may register.
    pub(crate) async fn measure(&self, waiting: WaitingWork, nothing_was_done: bool, until: OffsetDateTime) {
        let still_waiting = if nothing_was_done {
            waiting
        } else {
            // A count that is too high is better than none.
            let look = self.inspect("the backlog", until, self.registrations.waiting());
            look.await.unwrap_or(waiting)
        };
        self.measure_backlog(&still_waiting);
        let flags = self.inspect("the flags", until, self.registrations.flags_waiting());
        if let Some(FlagsWaiting { count, unreadable }) = flags.await {
            telemetry::gauge(Metric::NeedsAttention, count);
            self.release(unreadable, until).await;
        }
        // Without an answer there is no value, so no alarm takes a table that is down for hours of sale without sales.
        if let Some(sale) = self
            .inspect("the sale window", until, self.registrations.sale())
            .await
        {
            let open = sale.is_in_announced_hours(self.clock.now());
            telemetry::gauge(Metric::RegistrationOpen, u64::from(open));
        }
    }

    /// What a look into a table finds, unless it is too late for it or there is no answer in time.
    pub(crate) async fn inspect<T>(
        &self,
        what: &'static str,
        until: OffsetDateTime,
        look: impl Future<Output = Result<T, StoreError>>,
    ) -> Option<T> {
        if self.clock.now() > until {
            return None;
        }
        match timeout(LOOK_FOR, look).await {
            Ok(Ok(found)) => return Some(found),
            Ok(Err(error)) => tracing::warn!(what, cause = %error, "a look into a table failed"),
            Err(_) => tracing::warn!(what, "a look into a table was not answered in time"),
        }
        None
    }

    fn measure_backlog(&self, waiting: &WaitingWork) {
        let now = self.clock.now();
        let age = |since: Option<OffsetDateTime>| {
            let age = since.map_or(0, |since| (now - since).whole_seconds());
            u64::try_from(age).unwrap_or_default()
        };
        let Backlog {
            oldest_open_order,
            mails,
            oldest_mail,
        } = waiting.backlog(now);
        telemetry::gauge(Metric::OldestOpenOrderAge, age(oldest_open_order));
        telemetry::gauge(Metric::MailsWaiting, mails);
        telemetry::gauge(Metric::OldestMailWaitingAge, age(oldest_mail));
    }
}
