//! A till as the calls answer it. Amounts are rupees.

use domain::till::{Closing, Entry, TillLine, lines, total};
use serde::Serialize;
use serde_json::Number;
use std::collections::BTreeMap;
use store::Till;
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// What came in and went out, and what was counted.
#[derive(Serialize, ToSchema)]
pub(crate) struct TillSums {
    /// How many payments and repayments.
    entries: u64,
    #[schema(value_type = f64)]
    paid: Number,
    #[schema(value_type = f64)]
    paid_back: Number,
    /// What was in the till before, as the last closing says.
    #[schema(value_type = f64)]
    opening: Number,
    /// What should be in it by now.
    #[schema(value_type = f64)]
    expected: Number,
    /// What was counted by the last closing; null before there is one.
    #[schema(value_type = Option<f64>)]
    counted: Option<Number>,
    /// `counted` less what the last closing expected, in all; null before there is a closing.
    #[schema(value_type = Option<f64>)]
    difference: Option<Number>,
    /// What the last closing found missing, mode by mode: too much in one makes up for nothing in another.
    #[schema(value_type = f64)]
    missing: Number,
    /// What the last closing found too much.
    #[schema(value_type = f64)]
    surplus: Number,
    /// What came in less what went out since the last closing.
    #[schema(value_type = f64)]
    since_closing: Number,
}

/// One mode of a till.
#[derive(Serialize, ToSchema)]
pub(crate) struct TillMode {
    /// `cash`, `card` or `upi`.
    mode: String,
    #[serde(flatten)]
    sums: TillSums,
}

/// What was counted of one mode.
#[derive(Serialize, ToSchema)]
pub(crate) struct TillCount {
    mode: String,
    #[schema(value_type = f64)]
    opening: Number,
    #[schema(value_type = f64)]
    expected: Number,
    #[schema(value_type = f64)]
    counted: Number,
    #[schema(value_type = f64)]
    difference: Number,
}

/// A closing of a till. It never changes.
#[derive(Serialize, ToSchema)]
pub(crate) struct TillClosing {
    /// 1 for the first closing of the day; each correction is one more.
    number: u32,
    closed_by: String,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    closed_at: OffsetDateTime,
    counts: Vec<TillCount>,
}

/// One payment or repayment.
#[derive(Serialize, ToSchema)]
pub(crate) struct TillEntry {
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// `paid` or `paid_back`.
    kind: String,
    mode: String,
    /// Negative where money went out.
    #[schema(value_type = f64)]
    amount: Number,
    receipt_no: String,
    customer_id: String,
}

/// One clerk's till.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClerkTill {
    clerk: String,
    #[serde(flatten)]
    sums: TillSums,
    modes: Vec<TillMode>,
    /// The first one first.
    closings: Vec<TillClosing>,
    /// The earliest first; left out where several tills are listed.
    #[serde(rename = "payments", skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<TillEntry>>,
}

/// The tills of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DayTills {
    /// `YYYY-MM-DD`, in the event's time zone.
    day: String,
    /// Of all these tills.
    #[serde(flatten)]
    sums: TillSums,
    modes: Vec<TillMode>,
    /// By name.
    tills: Vec<ClerkTill>,
}

/// A till, with its clerk's name.
pub(crate) struct TillOf {
    pub(crate) clerk: String,
    pub(crate) till: Till,
}

impl DayTills {
    /// `entries_too` lists each payment, for one till.
    pub(crate) fn of(day: &str, tills: &[TillOf], entries_too: bool) -> Self {
        let mut modes: BTreeMap<String, TillLine> = BTreeMap::new();
        for TillOf { till, .. } in tills {
            for (mode, line) in lines(&till.entries, till.closings.last()) {
                modes
                    .entry(mode)
                    .and_modify(|sum| *sum = sum.with(line))
                    .or_insert(line);
            }
        }
        Self {
            day: day.to_owned(),
            sums: total(modes.values()).into(),
            modes: of_modes(modes),
            tills: tills
                .iter()
                .map(|TillOf { clerk, till }| ClerkTill::of(clerk, till, entries_too))
                .collect(),
        }
    }
}

impl ClerkTill {
    pub(crate) fn of(clerk: &str, till: &Till, entries_too: bool) -> Self {
        let modes = lines(&till.entries, till.closings.last());
        Self {
            clerk: clerk.to_owned(),
            sums: total(modes.values()).into(),
            modes: of_modes(modes),
            closings: till.closings.iter().map(TillClosing::from).collect(),
            listed: entries_too.then(|| till.entries.iter().map(TillEntry::from).collect()),
        }
    }
}

fn of_modes(modes: BTreeMap<String, TillLine>) -> Vec<TillMode> {
    let modes = modes.into_iter();
    modes
        .map(|(mode, line)| TillMode {
            mode,
            sums: line.into(),
        })
        .collect()
}

impl From<TillLine> for TillSums {
    fn from(line: TillLine) -> Self {
        let difference = line.difference();
        let TillLine {
            entries,
            paid,
            paid_back,
            opening,
            expected,
            counted,
            missing,
            surplus,
            since_closing,
        } = line;
        Self {
            entries,
            paid: paid.to_json(),
            paid_back: paid_back.to_json(),
            opening: opening.to_json(),
            expected: expected.to_json(),
            counted: counted.map(domain::Balance::to_json),
            difference: difference.map(domain::Balance::to_json),
            missing: missing.to_json(),
            surplus: surplus.to_json(),
            since_closing: since_closing.to_json(),
        }
    }
}

impl From<&Closing> for TillClosing {
    fn from(closing: &Closing) -> Self {
        let counts = closing.counts.iter().map(|(mode, count)| TillCount {
            mode: mode.clone(),
            opening: count.opening.to_json(),
            expected: count.expected.to_json(),
            counted: count.counted.to_json(),
            difference: count.difference().to_json(),
        });
        Self {
            number: closing.number,
            closed_by: closing.closed_by.clone(),
            closed_at: closing.closed_at,
            counts: counts.collect(),
        }
    }
}

impl From<&Entry> for TillEntry {
    fn from(entry: &Entry) -> Self {
        Self {
            at: entry.at,
            kind: entry.movement.as_str().to_owned(),
            mode: entry.mode.as_str().to_owned(),
            amount: entry.amount.to_json(),
            receipt_no: entry.receipt_no.to_string(),
            customer_id: entry.customer_id.to_string(),
        }
    }
}
