//! Indian mobile numbers.

use crate::{Invalid, typed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Ten digits, the first of them 6 to 9. Stored and shown without the country's prefix.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct IndianPhone(String);

impl IndianPhone {
    /// Reads a primary number; `+91`, `0091`, a leading `0`, what groups the digits and what comes along when a number is
    /// copied are forgiven ([`typed::number`]).
    ///
    /// # Errors
    /// "Please enter a valid 10-digit Indian phone number", on `customer_phone`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        read(text).ok_or(Invalid::new(
            "customer_phone",
            "Please enter a valid 10-digit Indian phone number",
        ))
    }

    /// Reads an alternate number by the same rule.
    ///
    /// # Errors
    /// "Please enter a valid 10-digit Indian secondary phone number", on `secondary_phone`.
    pub fn parse_secondary(text: &str) -> Result<Self, Invalid> {
        read(text).ok_or(Invalid::new(
            "secondary_phone",
            "Please enter a valid 10-digit Indian secondary phone number",
        ))
    }

    /// The ten digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What may stand before the ten digits, beside the 0 of calls within India.
const PREFIXES: [&str; 5] = ["", "91", "091", "0091", "+91"];

fn read(text: &str) -> Option<IndianPhone> {
    let number = typed::number(text);
    let national = PREFIXES.into_iter().find_map(|prefix| {
        let rest = number.strip_prefix(prefix)?;
        let digits = rest.strip_prefix('0').unwrap_or(rest);
        is_national(digits).then(|| digits.to_owned())
    });
    national.map(IndianPhone)
}

fn is_national(digits: &str) -> bool {
    digits.len() == 10
        && digits.starts_with(['6', '7', '8', '9'])
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl TryFrom<String> for IndianPhone {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<IndianPhone> for String {
    fn from(phone: IndianPhone) -> Self {
        phone.0
    }
}

/// Numbers are personal data, so a debug print does not show them.
impl fmt::Debug for IndianPhone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IndianPhone(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_digits_from_six_to_nine_are_taken_with_or_without_the_prefix() {
        for text in [
            "9876543210",
            "+91 98765 43210",
            "919876543210",
            "09876543210",
            "98765-43210",
            "+919876543210",
        ] {
            assert_eq!(
                IndianPhone::parse(text).unwrap().as_str(),
                "9876543210",
                "{text:?}"
            );
        }
        assert!(IndianPhone::parse("6000000000").is_ok());
    }

    #[test]
    fn anything_else_is_refused_in_the_words_for_its_field() {
        for text in [
            "",
            "5876543210",
            "987654321",
            "98765432100",
            "98765a3210",
            "+19876543210",
        ] {
            assert_eq!(
                IndianPhone::parse(text).unwrap_err().message,
                "Please enter a valid 10-digit Indian phone number",
                "{text:?}"
            );
        }
        let refused = IndianPhone::parse_secondary("12").unwrap_err();
        assert_eq!(refused.field, "secondary_phone");
        assert_eq!(
            refused.message,
            "Please enter a valid 10-digit Indian secondary phone number"
        );
    }
}
