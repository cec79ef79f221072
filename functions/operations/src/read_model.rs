//! The read model again, in slices: a rebuild takes longer than an invocation may.

use crate::{Answer, BY, Failure, Operations};
use serde_json::{Value, json};
use store::{AuditEntry, read_model::Slice};
use time::Duration;

/// How much of a rebuild an invocation does.
#[derive(Debug, Clone, Copy)]
pub struct SliceSize {
    /// How many items of the table are read at once. How far the rebuild is, is noted after each such page.
    pub items: u16,
    /// How long it begins further pages. With the last page it is far below the function's time-out, and below the
    /// minute for which the AWS CLI waits for an answer.
    pub lasting: Duration,
}

impl Default for SliceSize {
    fn default() -> Self {
        Self {
            items: 1_000,
            lasting: Duration::seconds(20),
        }
    }
}

impl Operations {
    pub(crate) async fn begin_rebuild(&self) -> Result<Answer, Failure> {
        let generation = self.registrations.begin_rebuild(self.clock.now()).await?;
        let entry = self.entry("read_model.rebuild_started", generation, Value::Null);
        self.audit_log.keep(&entry).await?;
        self.continue_rebuild(generation).await
    }

    pub(crate) async fn continue_rebuild(&self, generation: u32) -> Result<Answer, Failure> {
        let until = self.clock.now() + self.slice.lasting;
        let goes_on = || self.clock.now() < until;
        let slice = self
            .registrations
            .rebuild_slice(generation, self.slice.items, &self.clock, goes_on);
        let rebuilt = match slice.await? {
            Slice::Unfinished(rebuilt) => {
                return Ok(Answer {
                    next: Some(json!({ "action": "rebuild", "resume": generation })),
                    ..Answer::of(format!("{} candidates counted so far", rebuilt.candidates))
                });
            }
            Slice::Done(rebuilt) => rebuilt,
            Slice::Superseded => return Err(Failure::Superseded(generation)),
        };
        let found = json!({
            "candidates": rebuilt.candidates,
            "mended": rebuilt.mended,
            "removed": rebuilt.removed,
        });
        let entry = self.entry("read_model.rebuilt", generation, found);
        self.audit_log.keep(&entry).await?;
        Ok(Answer::of(format!(
            "{} candidates counted; {} projections and entries mended, {} removed.",
            rebuilt.candidates, rebuilt.mended, rebuilt.removed
        )))
    }

    fn entry(&self, action: &str, generation: u32, after: Value) -> AuditEntry {
        let subject = generation.to_string();
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            BY,
            action,
            &subject,
            Value::Null,
            after,
        )
    }
}
