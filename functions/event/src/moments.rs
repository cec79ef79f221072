//! The words and moments that the answers have in common.

use domain::Phase;
use serde::Serialize;
use utoipa::ToSchema;

/// Whether people may register.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
#[schema(as = RegistrationPhase)]
pub(crate) enum PhaseOut {
    NotYet,
    Open,
    Closed,
}

impl From<Phase> for PhaseOut {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::NotYet => Self::NotYet,
            Phase::Open => Self::Open,
            Phase::Closed => Self::Closed,
        }
    }
}
