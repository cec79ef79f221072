//! Results as the interface shows them to staff.

use domain::ResultsState;
use serde::Serialize;
use store::registrations::results::ResultsHead;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// How far the results of an exam are.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResultsStateOut {
    /// There are none.
    None,
    /// Staff see them, and nobody else.
    Draft,
    /// They will be seen from `publish_at` on.
    Scheduled,
    /// Each candidate sees their own.
    Published,
}

impl From<ResultsState> for ResultsStateOut {
    fn from(state: ResultsState) -> Self {
        match state {
            ResultsState::None => Self::None,
            ResultsState::Draft => Self::Draft,
            ResultsState::Scheduled => Self::Scheduled,
            ResultsState::Published => Self::Published,
        }
    }
}

/// Where the results of an exam are from, and how far they are.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultsHeadOut {
    state: ResultsStateOut,
    /// To be sent with a change; 0 while there are none.
    version: u64,
    /// How many candidates have a result.
    total: u32,
    /// How many corrections were made since the file was taken.
    corrected: u32,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    uploaded_at: Option<OffsetDateTime>,
    #[schema(required = true)]
    uploaded_by: Option<String>,
    /// From when on each candidate sees their own.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    publish_at: Option<OffsetDateTime>,
    /// Who has decided that.
    #[schema(required = true)]
    published_by: Option<String>,
    /// The message that goes to the candidates with it; null where none does.
    #[schema(required = true)]
    message_id: Option<String>,
}

impl ResultsHeadOut {
    pub(crate) fn of(head: Option<&ResultsHead>, now: OffsetDateTime) -> Self {
        Self {
            state: head.map_or(ResultsState::None, |head| head.state(now)).into(),
            version: head.map_or(0, |head| head.version),
            total: head.map_or(0, |head| head.rows),
            corrected: head.map_or(0, |head| head.corrections),
            uploaded_at: head.map(|head| head.uploaded_at),
            uploaded_by: head.map(|head| head.uploaded_by.clone()),
            publish_at: head.and_then(|head| head.publish_at),
            published_by: head.and_then(|head| head.published_by.clone()),
            message_id: head
                .and_then(|head| head.message.as_ref())
                .map(ToString::to_string),
        }
    }
}
