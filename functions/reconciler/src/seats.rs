//! Seats for those who paid, or were corrected to an exam, after its seats were published.

use crate::{Reconciler, Summary};
use time::{Duration, OffsetDateTime};

/// How long a run gives seats, and finds those who are to be told of theirs, at most: the mails about these go out in what is left.
const SEAT_FOR: Duration = Duration::seconds(8);
const TELL_FOR: Duration = Duration::seconds(4);

/// Until when since a run began: what comes behind has time, too.
const SEAT_UNTIL: Duration = Duration::seconds(41);
const TELL_UNTIL: Duration = Duration::seconds(43);

impl Reconciler {
    /// Goes on with the exams whose seats are published, and with the mails about these. What goes wrong here only waits for
    /// the next run.
    pub(crate) async fn seat(&self, started: OffsetDateTime, summary: &mut Summary) {
        let until = (self.clock.now() + SEAT_FOR).min(started + SEAT_UNTIL);
        match self.seating_plans.keep_up(|| self.clock.now() < until).await {
            Ok(late) => {
                summary.seats = late.seated + late.freed;
                summary.unseated = late.unseated;
            }
            Err(error) => tracing::warn!(%error, "those who came later have no seats yet"),
        }
        let until = (self.clock.now() + TELL_FOR).min(started + TELL_UNTIL);
        let told = self.seating_plans.tell_seated(|| self.clock.now() < until).await;
        if let Err(error) = told {
            tracing::warn!(%error, "those whose seats were published are not all told yet");
        }
    }
}
