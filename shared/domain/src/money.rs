//! Money: integer paise inside, rupees only where a request or a person is met.

use serde::{Deserialize, Serialize};
use std::{
    fmt,
    iter::Sum,
    ops::{Add, Sub},
};

/// An amount in paise, never negative. A hundred paise are one rupee.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Paise(u64);

/// The currency of every amount here, in the provider's spelling.
pub const CURRENCY: &str = "INR";

/// The largest amount taken of one person: Rs 1,00,00,000.
const MOST: u64 = 1_000_000_000;

/// The largest sum of many: Rs 99,99,99,999. It keeps every amount exact as a JSON number.
const MOST_IN_ALL: u64 = 99_999_999_900;

impl Paise {
    /// An amount of so many paise.
    #[must_use]
    pub const fn new(paise: u64) -> Self {
        Self(paise)
    }

    /// The number of paise.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// What is left after `other`; nothing where that is more.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Reads rupees written as a decimal: digits, at most two of them behind the point that are not zero.
    /// None for anything else: signs, exponents, a third decimal, more than Rs 1,00,00,000.
    #[must_use]
    pub fn from_rupees(text: &str) -> Option<Self> {
        Self::up_to(MOST, text)
    }

    fn up_to(most: u64, text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let fraction = fraction.trim_end_matches('0');
        if whole.is_empty()
            || whole.len() > 9
            || fraction.len() > 2
            || !all_digits(whole)
            || !all_digits(fraction)
        {
            return None;
        }
        let rupees: u64 = whole.parse().ok()?;
        let paise: u64 = format!("{fraction:0<2}").parse().ok()?;
        let total = rupees * 100 + paise;
        (total <= most).then_some(Self(total))
    }

    /// Reads rupees from a JSON number, through its shortest decimal text, so that 1850, 1850.0 and
    /// 1850.00 are one amount and no binary fraction is rounded.
    #[must_use]
    pub fn from_json(number: &serde_json::Number) -> Option<Self> {
        Self::from_rupees(&number.to_string())
    }

    /// Reads what many paid together, a list or a day's till, in the same way: up to Rs 99,99,99,999.
    #[must_use]
    pub fn sum_from_json(number: &serde_json::Number) -> Option<Self> {
        Self::up_to(MOST_IN_ALL, &number.to_string())
    }

    /// The amount as a person reads it, in India's groups of digits and with a space that no line breaks at: `Rs 1,85,000`,
    /// or `Rs 99.50`.
    #[must_use]
    pub fn in_words(self) -> String {
        let whole = (self.0 / 100).to_string();
        let (crores, last) = whole.split_at(whole.len().saturating_sub(3));
        let mut text = String::from("Rs\u{a0}");
        for (at, digit) in crores.char_indices() {
            text.push(digit);
            // In pairs from the right: the last stands before a comma.
            if (crores.len() - at) % 2 == 1 {
                text.push(',');
            }
        }
        text.push_str(last);
        if !self.0.is_multiple_of(100) {
            text.push_str(&format!(".{:02}", self.0 % 100));
        }
        text
    }

    /// The amount as a JSON number of rupees: whole where it is whole, else with its decimals.
    #[must_use]
    pub fn to_json(self) -> serde_json::Number {
        // Digits with a point always read back as a number; zero would be shown rather than a crash.
        let text = self.to_string();
        text.parse().unwrap_or_else(|_| serde_json::Number::from(0))
    }
}

/// Rupees as a decimal, for machines: `1850`, or `1850.50`.
impl fmt::Display for Paise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_multiple_of(100) {
            write!(f, "{}", self.0 / 100)
        } else {
            write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
        }
    }
}

impl Sum for Paise {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        Self(amounts.map(Self::get).sum())
    }
}

/// An amount in paise that may be negative: what came in less what went out, or what is missing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Balance(i64);

impl Balance {
    /// A balance of so many paise.
    #[must_use]
    pub const fn new(paise: i64) -> Self {
        Self(paise)
    }

    /// The number of paise.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The balance as a JSON number of rupees.
    #[must_use]
    pub fn to_json(self) -> serde_json::Number {
        let amount = Paise(self.0.unsigned_abs()).to_json();
        let signed = if self.0 < 0 {
            format!("-{amount}")
        } else {
            amount.to_string()
        };
        signed.parse().unwrap_or(amount)
    }
}

impl From<Paise> for Balance {
    fn from(amount: Paise) -> Self {
        Self(i64::try_from(amount.0).unwrap_or(i64::MAX))
    }
}

impl Add for Balance {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Balance {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Sum for Balance {
    fn sum<I: Iterator<Item = Self>>(balances: I) -> Self {
        balances.fold(Self::default(), Add::add)
    }
}

/// An amount that is rupees in JSON: `#[serde(with = "domain::money::rupees")]`.
pub mod rupees {
    use super::Paise;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    /// Writes rupees.
    ///
    /// # Errors
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(amount: &Paise, serializer: S) -> Result<S::Ok, S::Error> {
        amount.to_json().serialize(serializer)
    }

    /// Reads rupees.
    ///
    /// # Errors
    /// When it is not a number, is negative, or has more than two decimals.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Paise, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        Paise::from_json(&number).ok_or_else(|| D::Error::custom("is not an amount in rupees"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_shown_in_rupees_and_kept_in_paise() {
        for (paise, shown) in [(185_000, "1850"), (5, "0.05"), (185_050, "1850.50"), (0, "0")] {
            assert_eq!(Paise::new(paise).to_string(), shown);
            assert_eq!(Paise::new(paise).get(), paise);
        }
        let rupees = |json: &str| rupees::deserialize(&mut serde_json::Deserializer::from_str(json));
        assert_eq!(rupees("18.5").unwrap(), Paise::new(1_850));
        assert!(rupees("-1").is_err());
        assert_eq!(
            Paise::from_rupees("100000000"),
            None,
            "nine digits are read and too many"
        );
        assert_eq!(Paise::from_rupees("1000000000"), None);
    }

    #[test]
    fn an_amount_is_written_for_people_in_the_groups_of_india_and_in_one_piece() {
        for (paise, words) in [
            (0, "Rs 0"),
            (5, "Rs 0.05"),
            (9_950, "Rs 99.50"),
            (99_900, "Rs 999"),
            (185_000, "Rs 1,850"),
            (1_234_500, "Rs 12,345"),
            (12_345_678, "Rs 1,23,456.78"),
            (123_456_700, "Rs 12,34,567"),
            (MOST, "Rs 1,00,00,000"),
        ] {
            assert_eq!(Paise::new(paise).in_words(), words.replace(' ', "\u{a0}"));
        }
    }

    #[test]
    fn a_balance_is_rupees_with_its_sign() {
        for (paise, rupees) in [
            (185_000, "1850"),
            (-50, "-0.50"),
            (0, "0"),
            (-100_001, "-1000.01"),
        ] {
            let expected: serde_json::Number = rupees.parse().unwrap();
            assert_eq!(Balance::new(paise).to_json(), expected);
        }
        let balances = [Balance::from(Paise::new(5)), Balance::new(-7)];
        assert_eq!(balances.into_iter().sum::<Balance>(), Balance::new(-2));
        assert_eq!(balances[1] - balances[0], Balance::new(-12));
        assert_eq!(Balance::new(i64::MIN) - Balance::new(1), Balance::new(i64::MIN));
    }

    #[test]
    fn rupees_are_read_exactly() {
        for (text, paise) in [
            ("0", 0),
            ("1", 100),
            ("1850", 185_000),
            ("1850.0", 185_000),
            ("170.00", 17_000),
            ("1.8", 180),
            ("0.01", 1),
        ] {
            assert_eq!(Paise::from_rupees(text), Some(Paise(paise)), "{text}");
        }
        for text in [
            "",
            ".5",
            "-1",
            "+1",
            "1e3",
            "1.001",
            "1,850",
            "NaN",
            "10000000.01",
            "99999999999999999999",
        ] {
            assert_eq!(Paise::from_rupees(text), None, "{text}");
        }
    }

    #[test]
    fn a_json_number_keeps_every_paisa_both_ways() {
        for paise in (0..=200_000).chain([MOST - 1, MOST]) {
            let json = serde_json::to_string(&Paise(paise).to_json()).unwrap();
            let number: serde_json::Number = serde_json::from_str(&json).unwrap();
            assert_eq!(Paise::from_json(&number), Some(Paise(paise)), "{json}");
        }
        let of = |number: u64| serde_json::Number::from(number);
        assert_eq!(Paise::from_json(&of(10_000_001)), None);
        assert_eq!(Paise::sum_from_json(&of(999_999_999)), Some(Paise(MOST_IN_ALL)));
        assert_eq!(Paise::sum_from_json(&of(1_000_000_000)), None);
        let drifted = serde_json::Number::from_f64(0.1 + 0.2).unwrap();
        assert_eq!(Paise::from_json(&drifted), None);
    }
}
