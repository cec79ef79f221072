//! Exports: files with candidates, money, admissions or the audit log that people of the organisers ask for.

use crate::{CustomerId, Word};
use serde::{Deserialize, Serialize};

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
    /// A line for each candidate of an exam who has a seat or a result.
    Results,
    /// A line for each entry of the audit log.
    Audit,
}

impl ExportKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Candidates,
        Self::Payments,
        Self::Till,
        Self::Attendance,
        Self::Results,
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
            Self::Results => "results",
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
    /// The status of the candidate, or what was reversed of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The identifier of a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// Where the exam is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exam_preference: Option<String>,
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
    /// The candidates who were picked; everybody when nobody was. None are kept when the work is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub customer_ids: Vec<CustomerId>,
    /// How many were picked.
    #[serde(skip_serializing_if = "is_nobody")]
    pub picked: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_nobody(picked: &u32) -> bool {
    *picked == 0
}

impl ExportFilters {
    /// What may be kept and shown of them when the work is over: that something of a person was typed, but not what.
    #[must_use]
    pub fn without_personal_data(&self) -> Self {
        let hidden = |text: &Option<String>| text.as_ref().map(|_| "…".to_owned());
        Self {
            email: hidden(&self.email),
            search: hidden(&self.search),
            customer_ids: Vec::new(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spelled_in_the_table_as_they_are_read() {
        for kind in ExportKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        for format in ExportFormat::ALL {
            assert_eq!(serde_json::to_value(format).unwrap(), format.as_str());
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
