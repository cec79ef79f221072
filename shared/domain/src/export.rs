//! Exports: files with candidates, money, admissions or the audit log that people of the organisers ask for.

use crate::{Entropy, Word};
use serde::{Deserialize, Serialize};
use std::fmt;
use time::OffsetDateTime;

/// How long the file of an export can be fetched after its end. The bucket's lifecycle rule deletes it later.
pub const KEPT_FOR: time::Duration = time::Duration::hours(24);

/// What is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportKind {
    /// A line for each candidate.
    Candidates,
    /// A line for each payment and each refund.
    Payments,
    /// A line for each movement of money at the counter, and for each mode of a closing.
    Till,
    /// A line for each admission at the door.
    Attendance,
    /// A line for each entry of the audit log.
    Audit,
}

impl ExportKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Candidates,
        Self::Payments,
        Self::Till,
        Self::Attendance,
        Self::Audit,
    ];
}

impl Word for ExportKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Candidates => "candidates",
            Self::Payments => "payments",
            Self::Till => "till",
            Self::Attendance => "attendance",
            Self::Audit => "audit",
        }
    }
}

/// As which file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Text that every program reads.
    Csv,
    /// A workbook of Excel.
    Xlsx,
}

impl ExportFormat {
    /// Every format.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Xlsx];
}

impl Word for ExportFormat {
    fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }
}

/// How an export is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportState {
    /// A worker is at it, or was when it died.
    Running,
    /// The file is whole.
    Done,
    /// There is no file, and a reason is given.
    Failed,
    /// Somebody did not want it any more.
    Cancelled,
}

impl Word for ExportState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What an export leaves out, as it was asked for. A member that is not set leaves nothing out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportFilters {
    /// The beginning of the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// What the candidates are searched by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The payment mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_mode: Option<String>,
    /// The identifier of an exam, or `allColleges`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course_category: Option<String>,
    /// The status of the candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The first day, `YYYY-MM-DD` in India.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Whose till, or whose changes: a name, in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The list that people are checked in to: `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
}

impl ExportFilters {
    /// What may be kept and shown of them when the work is over: that something of a person was typed, but not what.
    #[must_use]
    pub fn without_personal_data(&self) -> Self {
        let hidden = |text: &Option<String>| text.as_ref().map(|_| "…".to_owned());
        Self {
            email: hidden(&self.email),
            search: hidden(&self.search),
            ..self.clone()
        }
    }
}

/// The identifier of an export: its moment, so that the newest come last, and a random part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExportId(String);

/// Digits of the moment, in milliseconds.
const MOMENT: usize = 14;
const RANDOM: usize = 16;

impl ExportId {
    /// A new identifier, of this moment.
    #[must_use]
    pub fn generate(now: OffsetDateTime, entropy: &Entropy) -> Self {
        Self(format!("{}-{}", Self::first_of(now), entropy.symbols(RANDOM)))
    }

    /// What is less than the identifiers of this moment and later ones.
    #[must_use]
    pub fn first_of(moment: OffsetDateTime) -> String {
        let millis = moment.unix_timestamp_nanos() / 1_000_000;
        format!("{millis:014}")
    }

    /// Reads an identifier; None for a text that is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (moment, random) = text.split_once('-')?;
        let fits = moment.len() == MOMENT
            && moment.bytes().all(|byte| byte.is_ascii_digit())
            && random.len() == RANDOM
            && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Self(text.to_owned()))
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ExportId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn words_are_spelled_in_the_table_as_they_are_read() {
        for kind in ExportKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        for format in ExportFormat::ALL {
            assert_eq!(serde_json::to_value(format).unwrap(), format.as_str());
        }
        for state in [
            ExportState::Running,
            ExportState::Done,
            ExportState::Failed,
            ExportState::Cancelled,
        ] {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }

    #[test]
    fn an_identifier_is_read_as_it_was_written_and_sorts_by_its_moment() {
        let moment = datetime!(2025-05-20 10:00 UTC);
        let id = ExportId::generate(moment, &Entropy::system());
        assert_eq!(ExportId::parse(id.as_str()), Some(id.clone()));
        assert!(id.as_str() > ExportId::first_of(moment).as_str());
        assert!(*id.as_str() < *ExportId::first_of(moment + time::Duration::milliseconds(1)));
        for text in [
            "",
            "1-A",
            "01747735200000",
            "01747735200000-ABC",
            "0174773520000x-0123456789ABCDEF",
        ] {
            assert_eq!(ExportId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_was_typed_of_a_person_is_not_kept() {
        let filters = ExportFilters {
            email: Some("asha@example.com".to_owned()),
            status: Some("PAID".to_owned()),
            ..ExportFilters::default()
        };
        let kept = filters.without_personal_data();
        assert_eq!(kept.email.as_deref(), Some("…"));
        assert_eq!((kept.status.as_deref(), kept.search), (Some("PAID"), None));
    }
}
