//! A clerk's till: the money that was taken and paid back at the counter in one day, and what was counted at its end.

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

/// One mode, or all modes, of a till.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TillLine {
    /// How many entries.
    pub entries: u64,
    /// What came in.
    pub paid: Balance,
    /// What went out.
    pub paid_back: Balance,
    /// What was in the till before, as the last closing says.
    pub opening: Balance,
    /// What should be in it by now.
    pub expected: Balance,
    /// What was counted by the last closing.
    pub counted: Option<Balance>,
    /// What the last closing found missing. Too much elsewhere makes up for none of it.
    pub missing: Balance,
    /// What the last closing found too much.
    pub surplus: Balance,
    /// What should be in it by now, less what the last closing expected.
    pub since_closing: Balance,
}

impl TillLine {
    /// What was counted less what should have been there at that moment; none before it is closed. What came since is
    /// another thing: nobody has counted it.
    #[must_use]
    pub fn difference(&self) -> Option<Balance> {
        self.counted.map(|_| self.surplus - self.missing)
    }

    /// Two lines as one. It is counted when both are.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            entries: self.entries + other.entries,
            paid: self.paid + other.paid,
            paid_back: self.paid_back + other.paid_back,
            opening: self.opening + other.opening,
            expected: self.expected + other.expected,
            counted: self.counted.zip(other.counted).map(|(one, two)| one + two),
            missing: self.missing + other.missing,
            surplus: self.surplus + other.surplus,
            since_closing: self.since_closing + other.since_closing,
        }
    }

    fn of(mode: &str, entries: &[Entry], last: Option<&Closing>) -> Self {
        let of_mode = entries.iter().filter(|entry| entry.mode.as_str() == mode);
        let amounts: Vec<Balance> = of_mode.map(|entry| entry.amount).collect();
        let sum = |wanted: fn(&Balance) -> bool| amounts.iter().copied().filter(wanted).sum::<Balance>();
        let nothing = Balance::default();
        // The sign decides, whatever the movement is called: so the lines add up although a release adds one.
        let (paid, negative) = (
            sum(|amount| *amount > Balance::default()),
            sum(|amount| *amount < Balance::default()),
        );
        let count = last.and_then(|closing| closing.counts.get(mode));
        let opening = count.map_or(nothing, |count| count.opening.into());
        let expected = opening + paid + negative;
        let difference = count.map_or(nothing, ModeCount::difference);
        Self {
            entries: amounts.len() as u64,
            paid,
            paid_back: nothing - negative,
            opening,
            expected,
            // A mode that nobody counted because nothing was in it.
            counted: last.map(|_| count.map_or(nothing, |count| count.counted.into())),
            missing: nothing - difference.min(nothing),
            surplus: difference.max(nothing),
            since_closing: last.map_or(nothing, |_| {
                expected - count.map_or(nothing, |count| count.expected)
            }),
        }
    }
}

/// Each mode of a till with its line: those that a counter takes, and any other that has an entry or a count.
#[must_use]
pub fn lines(entries: &[Entry], last: Option<&Closing>) -> BTreeMap<String, TillLine> {
    let taken = MODES.iter().map(|mode| mode.as_str());
    let entered = entries.iter().map(|entry| entry.mode.as_str());
    let counted = last.into_iter().flat_map(|closing| closing.counts.keys());
    let modes = taken.chain(entered).chain(counted.map(String::as_str));
    modes
        .map(|mode| (mode.to_owned(), TillLine::of(mode, entries, last)))
        .collect()
}

/// All lines as one; an empty till when there is none.
#[must_use]
pub fn total<'a>(lines: impl IntoIterator<Item = &'a TillLine>) -> TillLine {
    lines
        .into_iter()
        .copied()
        .reduce(TillLine::with)
        .unwrap_or_default()
}

/// What a closing records of each mode, given what was in the till before and what was counted. The error is a mode in
/// which money moved and which was not counted.
///
/// # Errors
/// The first mode that must be counted and was not.
pub fn count(
    entries: &[Entry],
    opening: &BTreeMap<PaymentMode, Paise>,
    counted: &BTreeMap<PaymentMode, Paise>,
) -> Result<BTreeMap<String, ModeCount>, PaymentMode> {
    let mut counts = BTreeMap::new();
    for mode in MODES {
        let line = TillLine::of(mode.as_str(), entries, None);
        let opening = opening.get(&mode).copied().unwrap_or_default();
        let counted = match counted.get(&mode) {
            Some(counted) => *counted,
            None if line.entries == 0 && opening == Paise::default() => Paise::default(),
            None => return Err(mode),
        };
        let expected = Balance::from(opening) + line.expected;
        counts.insert(
            mode.as_str().to_owned(),
            ModeCount {
                opening,
                expected,
                counted,
            },
        );
    }
    Ok(counts)
}

#[cfg(test)]
mod tests;
