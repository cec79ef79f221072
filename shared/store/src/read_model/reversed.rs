//! What was reversed of candidates who have paid, which the list shows apart and the aggregates count.

use super::{
    filter::RowFilter,
    row::{Course, PaidPart, Row},
};
use domain::{Paise, Stored, payment::PassValidity, registration::PaymentMode};

/// What was reversed of a candidate who has paid. Both may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reversed {
    /// The pass: none is accepted any more.
    Withdrawn,
    /// The payment: some or all of the money went back, or was lost in a dispute.
    Refunded,
}

/// The candidates of one kind of whom something was reversed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReversedTotals {
    /// What.
    pub reversed: Reversed,
    /// In this mode.
    pub payment_mode: Stored<PaymentMode>,
    /// For this.
    pub course: Course,
    /// So many.
    pub count: u64,
}

impl Reversed {
    /// Everything that can be.
    pub const ALL: [Self; 2] = [Self::Withdrawn, Self::Refunded];

    /// As the interface and the table spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Withdrawn => "WITHDRAWN",
            Self::Refunded => "REFUNDED",
        }
    }

    /// Whether it was reversed of this candidate.
    #[must_use]
    pub fn is_of(self, row: &Row) -> bool {
        match self {
            Self::Withdrawn => row.validity() == Some(PassValidity::Withdrawn),
            Self::Refunded => row.paid.iter().any(has_gone_back),
        }
    }

    /// All that was reversed of a candidate.
    pub(super) fn all_of(row: &Row) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|reversed| reversed.is_of(row))
    }
}

impl ReversedTotals {
    /// Reads `<what>#<mode>#<course>`; None for what this release does not know.
    pub(super) fn read(text: &str, count: u64, mode_of: fn(&str) -> Stored<PaymentMode>) -> Option<Self> {
        let mut parts = text.splitn(3, '#');
        let (reversed, mode) = (parts.next()?, parts.next()?);
        Some(Self {
            reversed: Reversed::ALL
                .into_iter()
                .find(|known| known.as_str() == reversed)?,
            payment_mode: mode_of(mode),
            course: Course::parse(parts.next()?)?,
            count,
        })
    }

    /// Whether a filter admits them. All of them have paid.
    pub(super) fn is_admitted(&self, filter: &RowFilter) -> bool {
        filter.reversed == Some(self.reversed)
            && filter
                .status
                .is_none_or(|status| status == domain::payment::Status::Paid)
            && filter.payment_mode.is_none_or(|mode| self.payment_mode == mode)
            && filter.course.as_ref().is_none_or(|course| *course == self.course)
    }
}

fn has_gone_back(part: &PaidPart) -> bool {
    part.refunded != Paise::default() || part.lost != Paise::default()
}
