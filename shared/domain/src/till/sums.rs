//! The sums of a till: a line for each mode, and what a closing records of it.

use super::{Closing, Entry, MODES, ModeCount};
use crate::{Balance, Paise, registration::PaymentMode};
use std::collections::BTreeMap;

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
