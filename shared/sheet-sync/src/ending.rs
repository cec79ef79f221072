//! How a call of the worker ends, written into the job's state.

use crate::event::{SyncEvent, SyncTicket};
use crate::worker::{Hold, SyncOutcome, WorkError, Worker};
use store::{SyncState, Write, WrittenSheet};

impl Worker {
    pub(crate) async fn finish(
        &self,
        state: SyncState,
        written: WrittenSheet,
    ) -> Result<SyncOutcome, WorkError> {
        let finished = SyncState {
            running: false,
            written: Some(written),
            reached: None,
            last_sync: Some(self.clock.now()),
            error: None,
            waiting: None,
            ..state.clone()
        };
        self.conclude(&state, &finished, SyncOutcome::Finished).await
    }

    pub(crate) async fn fail(&self, state: SyncState, error: String) -> Result<SyncOutcome, WorkError> {
        let failed = SyncState {
            running: false,
            error: Some(error),
            // Whoever asks for a sync later wants the candidates of that day.
            reached: None,
            waiting: None,
            ..state.clone()
        };
        self.conclude(&state, &failed, SyncOutcome::Failed).await
    }

    pub(crate) async fn hand_over(&self, hold: Hold) -> Result<SyncOutcome, WorkError> {
        let Hold { state, .. } = hold;
        let next = SyncState {
            lease: self.entropy.symbols(16),
            heartbeat: self.clock.now().unix_timestamp(),
            ..state.clone()
        };
        let outcome = self.conclude(&state, &next, SyncOutcome::HandedOver).await?;
        if outcome == SyncOutcome::HandedOver {
            let ticket = SyncTicket { lease: next.lease };
            self.invoker.invoke(&SyncEvent { sync: ticket }).await?;
        }
        Ok(outcome)
    }

    async fn conclude(
        &self,
        state: &SyncState,
        next: &SyncState,
        outcome: SyncOutcome,
    ) -> Result<SyncOutcome, WorkError> {
        Ok(match self.jobs.replace(&state.lease, next).await? {
            Write::Done => outcome,
            Write::Stale => SyncOutcome::Superseded,
        })
    }
}
