//! What a list of candidates is narrowed to.

use super::{
    days::RegistrationDays,
    reversed::Reversed,
    row::{Course, Row},
};
use domain::{
    PackageId,
    payment::Status,
    registration::{ExamPreference, PaymentMode},
};

/// Which candidates a list shows. Nothing set: every one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowFilter {
    /// With this status.
    pub status: Option<Status>,
    /// Who have paid, and of whom this was reversed.
    pub reversed: Option<Reversed>,
    /// Paid in this mode.
    pub payment_mode: Option<PaymentMode>,
    /// Registered for this.
    pub course: Option<Course>,
    /// Registered with this package.
    pub package: Option<PackageId>,
    /// Take the exam there.
    pub exam_preference: Option<ExamPreference>,
    /// Registered on one of these days.
    pub days: RegistrationDays,
}

impl RowFilter {
    /// The candidates of a word of the interface: a status, `WITHDRAWN` or `REFUNDED`; None for any other.
    #[must_use]
    pub fn of_status(word: &str) -> Option<Self> {
        let status = Status::ALL.into_iter().find(|status| status.as_str() == word);
        let reversed = Reversed::ALL
            .into_iter()
            .find(|reversed| reversed.as_str() == word);
        let is_known = status.is_some() || reversed.is_some();
        is_known.then(|| Self {
            status,
            reversed,
            ..Self::default()
        })
    }

    /// The same of any status.
    #[must_use]
    pub fn of_any_status(&self) -> Self {
        Self {
            status: None,
            reversed: None,
            ..self.clone()
        }
    }

    /// Whether a row belongs to the list.
    #[must_use]
    pub fn admits(&self, row: &Row) -> bool {
        self.has_status_of(row)
            && self.payment_mode.is_none_or(|mode| row.payment_mode == mode)
            && self
                .course
                .as_ref()
                .is_none_or(|course| *course == Course::of(&row.selection))
            && self
                .package
                .as_ref()
                .is_none_or(|package| package == row.selection.package_id())
            && self
                .exam_preference
                .is_none_or(|preference| row.exam_preference == preference)
            && self.days.have(row.created_at)
    }

    /// Whether a row has the status, whatever else is asked for.
    #[must_use]
    pub fn has_status_of(&self, row: &Row) -> bool {
        self.status.is_none_or(|status| status == row.status)
            && self.reversed.is_none_or(|reversed| reversed.is_of(row))
    }

    /// Whether the aggregates know how many candidates it admits. They count by status, mode and course.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.package.is_none() && self.exam_preference.is_none() && self.days == RegistrationDays::default()
    }
}
