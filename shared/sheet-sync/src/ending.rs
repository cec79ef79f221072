//! How a call of the worker ends, written into the job's state.

use crate::event::{JobEvent, SyncTicket};
use crate::worker::{Hold, Outcome, WorkError, Worker};
use store::{SyncState, Write, Written};

impl Worker {
    pub(crate) async fn finish(&self, state: SyncState, written: Written) -> Result<Outcome, WorkError> {
        let finished = SyncState {
            running: false,
            written: Some(written),
            reached: None,
            last_sync: Some(self.clock.now()),
            error: None,
            waiting: None,
            ..state.clone()
        };
        self.conclude(&state, &finished, Outcome::Finished).await
    }

    pub(crate) async fn fail(&self, state: SyncState, error: String) -> Result<Outcome, WorkError> {
        let failed = SyncState {
            running: false,
            error: Some(error),
            // Whoever asks for a sync later wants the candidates of that day.
            reached: None,
            waiting: None,
            ..state.clone()
        };
        self.conclude(&state, &failed, Outcome::Failed).await
    }

    pub(crate) async fn hand_over(&self, hold: Hold) -> Result<Outcome, WorkError> {
        let Hold { state, .. } = hold;
        let next = SyncState {
            lease: self.entropy.symbols(16),
            heartbeat: self.clock.now().unix_timestamp(),
            ..state.clone()
        };
        let outcome = self.conclude(&state, &next, Outcome::HandedOver).await?;
        if outcome == Outcome::HandedOver {
            let ticket = SyncTicket { lease: next.lease };
            self.invoker.invoke(&JobEvent { sync: ticket }).await?;
        }
        Ok(outcome)
    }

    async fn conclude(
        &self,
        state: &SyncState,
        next: &SyncState,
        outcome: Outcome,
    ) -> Result<Outcome, WorkError> {
        Ok(match self.jobs.replace(&state.lease, next).await? {
            Write::Done => outcome,
            Write::Stale => Outcome::Superseded,
        })
    }
}
