//! What came of an exam for one candidate: marks, rank and scholarship, or that they were absent; and when it may be seen.

mod decimal;
mod fields;

pub use decimal::Hundredths;
pub use fields::{LONGEST_REMARK, ResultFault, ResultFields};

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The result of a candidate in an exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExamResult {
    /// What came of it.
    pub outcome: ExamOutcome,
    /// What the examiners say beside it; empty where they say nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

/// What came of an exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExamOutcome {
    /// The candidate did not sit it.
    Absent,
    /// The candidate sat it.
    Sat(ExamScore),
}

/// What a candidate reached who sat an exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExamScore {
    /// At most `out_of`.
    pub marks: Hundredths,
    /// The most marks that can be reached; more than none.
    pub out_of: Hundredths,
    /// From 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// At most 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scholarship_percent: Option<Hundredths>,
}

/// How far the results of an exam are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultsState {
    /// There are none.
    None,
    /// Staff see them, and nobody else.
    Draft,
    /// They will be seen from a moment on.
    Scheduled,
    /// Each candidate sees their own.
    Published,
}

impl ResultsState {
    /// How far existing results are at a moment. Nothing runs when that of their publication comes: each reader compares it
    /// with the clock.
    #[must_use]
    pub fn of(publish_at: Option<OffsetDateTime>, now: OffsetDateTime) -> Self {
        match publish_at {
            None => Self::Draft,
            Some(at) if at > now => Self::Scheduled,
            Some(_) => Self::Published,
        }
    }

    /// The word of the interface.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Published => "published",
        }
    }
}

impl ExamResult {
    /// The score; None for who was absent.
    #[must_use]
    pub const fn score(&self) -> Option<&ExamScore> {
        match &self.outcome {
            ExamOutcome::Absent => None,
            ExamOutcome::Sat(score) => Some(score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::{Duration, macros::datetime};

    #[test]
    fn results_are_published_at_their_moment_and_not_a_nanosecond_before() {
        let at = datetime!(2025-06-15 04:30 UTC);
        let state = |now| ResultsState::of(Some(at), now);
        assert_eq!(state(at - Duration::nanoseconds(1)), ResultsState::Scheduled);
        assert_eq!(state(at), ResultsState::Published);
        assert_eq!(state(at + Duration::days(400)), ResultsState::Published);
        assert_eq!(ResultsState::of(None, at), ResultsState::Draft);
    }

    #[test]
    fn a_result_is_read_as_it_is_written() {
        let sat = ExamOutcome::Sat(ExamScore {
            marks: Hundredths::new(8_750),
            out_of: Hundredths::new(10_000),
            rank: Some(3),
            scholarship_percent: None,
        });
        for outcome in [ExamOutcome::Absent, sat] {
            let result = ExamResult {
                outcome,
                remark: String::new(),
            };
            let written = serde_json::to_value(&result).unwrap();
            assert_eq!(serde_json::from_value::<ExamResult>(written).unwrap(), result);
        }
    }
}
