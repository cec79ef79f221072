//! Webhooks, from the event to the last try.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A webhook on its way to one endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Delivery {
    pub(crate) id: u64,
    pub(crate) order_id: Option<String>,
    pub(crate) event: String,
    pub(crate) url: String,
    pub(crate) version: String,
    pub(crate) body: String,
    pub(crate) wrong_signature: bool,
    /// The try that comes next, or was the last: 1 is the first.
    pub(crate) attempt: u32,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) due_at: OffsetDateTime,
    pub(crate) stage: Stage,
    /// The status the last try was answered with; 0 for no answer.
    pub(crate) last_status: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    Queued,
    UnderWay,
    Delivered,
    Taken,
    GivenUp,
}

impl Delivery {
    pub(crate) fn requeue_if_under_way(&mut self) {
        if self.stage == Stage::UnderWay {
            self.stage = Stage::Queued;
        }
    }
}
