//! Marks and percents: numbers with at most two decimals, exact.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A number of hundredths: 87.5 is 8,750 of them. Never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hundredths(u32);

/// The largest number: it keeps a sum of marks within reason, and every number exact in JSON.
const MOST: u32 = 10_000;

impl Hundredths {
    /// So many hundredths.
    #[must_use]
    pub const fn new(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// How many hundredths.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Reads a decimal: digits, at most two of them behind the point that are not zero. None for anything else: signs,
    /// exponents, commas, a third decimal, more than 10,000.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let fraction = fraction.trim_end_matches('0');
        if whole.is_empty()
            || whole.len() > 5
            || fraction.len() > 2
            || !all_digits(whole)
            || !all_digits(fraction)
        {
            return None;
        }
        let whole: u32 = whole.parse().ok()?;
        let fraction: u32 = format!("{fraction:0<2}").parse().ok()?;
        let total = whole * 100 + fraction;
        (total <= MOST * 100).then_some(Self(total))
    }

    /// The number in JSON: whole where it is whole, else with its decimals.
    #[must_use]
    pub fn to_json(self) -> serde_json::Number {
        // Digits with a point always read back as a number; zero would be shown rather than a crash.
        let number = self.to_string().parse();
        number.unwrap_or_else(|_| serde_json::Number::from(0))
    }
}

/// As people write it: `87`, `87.5`, `87.25`.
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenths) if tenths % 10 == 0 => write!(f, "{whole}.{}", tenths / 10),
            (whole, fraction) => write!(f, "{whole}.{fraction:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_read_exactly_and_written_as_people_write_it() {
        for (text, hundredths, shown) in [
            ("0", 0, "0"),
            ("87", 8_700, "87"),
            ("087", 8_700, "87"),
            ("87.5", 8_750, "87.5"),
            ("87.50", 8_750, "87.5"),
            ("87.05", 8_705, "87.05"),
            ("33.330", 3_333, "33.33"),
            ("10000", 1_000_000, "10000"),
        ] {
            let read = Hundredths::read(text).unwrap();
            assert_eq!(read.get(), hundredths, "{text}");
            assert_eq!(read.to_string(), shown, "{text}");
            assert_eq!(read.to_json().to_string(), shown, "{text}");
        }
        for text in [
            "", "-1", "+1", "1,5", "1e2", ".5", "33.333", "10000.01", "100000", "२", " 1", "1.5.5",
        ] {
            assert_eq!(Hundredths::read(text), None, "{text:?}");
        }
    }
}
