//! Seats for those who paid, or were corrected to an exam, after its seats were published.

use crate::{Reconciler, Summary};
use time::OffsetDateTime;

impl Reconciler {
    /// Goes on with the exams whose seats are published, and with the mails about these. What goes wrong here only waits for
    /// the next run.
    pub(crate) async fn seat(&self, until: OffsetDateTime, summary: &mut Summary) {
        match self.seating_plans.keep_up(|| self.clock.now() < until).await {
            Ok(late) => {
                summary.seats = late.seated + late.freed;
                summary.unseated = late.unseated;
            }
            Err(error) => tracing::warn!(%error, "those who came later have no seats yet"),
        }
        let told = self.seating_plans.tell_seated(|| self.clock.now() < until).await;
        if let Err(error) = told {
            tracing::warn!(%error, "those whose seats were published are not all told yet");
        }
    }
}
