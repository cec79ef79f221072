//! A cell of an export, and the head of a column.

pub(super) use domain::cell::Column;
use domain::{Balance, Paise, exam_result::Hundredths};
use time::{Date, OffsetDateTime, PrimitiveDateTime, macros::offset};

/// What a cell has. Identifiers and phone numbers are text: as numbers they would lose their zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Text(String),
    /// Marks, or a percentage.
    Number(Hundredths),
    /// A rank, or how often something happened.
    Count(u32),
    /// In rupees.
    Amount(Balance),
    /// A moment by the clock on the wall in India.
    Moment(PrimitiveDateTime),
    Day(Date),
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Text(text)
        }
    }

    pub(super) fn maybe(text: Option<&str>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }

    pub(super) fn paise(amount: Paise) -> Self {
        Self::Amount(amount.into())
    }

    pub(super) fn moment(moment: OffsetDateTime) -> Self {
        let wall = moment.to_offset(offset!(+5:30));
        Self::Moment(PrimitiveDateTime::new(wall.date(), wall.time()))
    }
}
