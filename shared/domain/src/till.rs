//! A clerk's till: the money that was taken and paid back at the counter in one day, and what was counted at its end.

mod sums;

pub use sums::{TillLine, count, lines, total};

use crate::{
    Balance, CustomerId, OrderId, Paise, Stored, Word,
    payment::{Order, RefundId},
    registration::PaymentMode,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};
use time::{Date, OffsetDateTime, macros::offset};

/// The modes that a counter takes, in the order of a till.
pub const MODES: [PaymentMode; 3] = [PaymentMode::Cash, PaymentMode::Card, PaymentMode::Upi];

/// The day of a moment where the event is.
#[must_use]
pub fn day_of(moment: OffsetDateTime) -> Date {
    moment.to_offset(offset!(+5:30)).date()
}

/// The moment at which a day begins where the event is.
#[must_use]
pub fn start_of(day: Date) -> OffsetDateTime {
    day.midnight().assume_offset(offset!(+5:30))
}

/// The number of the receipt for a payment at the counter: the pass number behind an R, so that it finds the candidate.
/// A candidate pays at the counter once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReceiptNo(String);

impl ReceiptNo {
    /// The number of this candidate's receipt: `R-CZ6S-4932-KF26`.
    #[must_use]
    pub fn of(candidate: &CustomerId) -> Self {
        let mut number = "R".to_owned();
        for (place, symbol) in candidate.as_str().chars().enumerate() {
            if place % 4 == 0 {
                number.push('-');
            }
            number.push(symbol);
        }
        Self(number)
    }
}

impl fmt::Display for ReceiptNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why money moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// A candidate paid.
    Paid,
    /// A candidate got money back.
    PaidBack,
}

impl Word for Movement {
    fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::PaidBack => "paid_back",
        }
    }
}

/// One movement of money in a till. It belongs to the day of `at`: for the money of a list, when the list was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Whose till it is.
    pub clerk: String,
    /// Why. A word that is not known changes nothing about the sum.
    pub movement: Stored<Movement>,
    /// By what.
    pub mode: Stored<PaymentMode>,
    /// What the till gained; negative where money went out.
    pub amount: Balance,
    /// Which payment or refund it is: of one movement there is one entry for each reference.
    pub reference: String,
    /// The order that it is about.
    pub order_id: OrderId,
    /// The candidate of that order.
    pub customer_id: CustomerId,
    /// The number on the receipt.
    pub receipt_no: ReceiptNo,
}

impl Entry {
    /// A clerk takes the money of an order.
    #[must_use]
    pub fn paid(order: &Order, mode: Stored<PaymentMode>, clerk: &str, at: OffsetDateTime) -> Self {
        Self {
            at,
            clerk: clerk.to_owned(),
            movement: Movement::Paid.into(),
            mode,
            amount: order.amount.into(),
            reference: order.order_id.to_string(),
            order_id: order.order_id.clone(),
            customer_id: order.customer_id.clone(),
            receipt_no: ReceiptNo::of(&order.customer_id),
        }
    }

    /// A clerk gives money of an order back, in the mode that it goes by.
    #[must_use]
    pub fn paid_back(
        order: &Order,
        refund: &RefundId,
        amount: Paise,
        mode: Stored<PaymentMode>,
        clerk: &str,
        at: OffsetDateTime,
    ) -> Self {
        Self {
            at,
            clerk: clerk.to_owned(),
            movement: Movement::PaidBack.into(),
            mode,
            amount: Balance::default() - amount.into(),
            reference: refund.as_str().to_owned(),
            order_id: order.order_id.clone(),
            customer_id: order.customer_id.clone(),
            receipt_no: ReceiptNo::of(&order.customer_id),
        }
    }
}

/// What was counted of one mode when a till was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeCount {
    /// What was in the till before its first payment.
    pub opening: Paise,
    /// What should have been in it: the opening and all entries that were known.
    pub expected: Balance,
    /// What was in it.
    pub counted: Paise,
}

impl ModeCount {
    /// Too much, or too little when negative.
    #[must_use]
    pub fn difference(&self) -> Balance {
        Balance::from(self.counted) - self.expected
    }
}

/// A till that was counted and closed. It is never changed: a correction is the next closing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    /// 1 for the first closing of the day, 2 for its correction.
    pub number: u32,
    /// Whose till it is.
    pub clerk: String,
    /// Who closed it.
    pub closed_by: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub closed_at: OffsetDateTime,
    /// What was counted, by mode.
    pub counts: BTreeMap<String, ModeCount>,
}

#[cfg(test)]
mod tests;
