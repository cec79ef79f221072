//! Indian mobile numbers.

use crate::Invalid;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Ten digits, the first of them 6 to 9. Stored and shown without the country's prefix.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct IndianPhone(String);

impl IndianPhone {
    /// Reads a primary number; `+91`, a leading `0`, spaces and hyphens are forgiven.
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

fn read(text: &str) -> Option<IndianPhone> {
    let compact: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let digits = match compact.strip_prefix("+91") {
        Some(rest) => rest,
        None if compact.len() == 12 => compact.strip_prefix("91")?,
        None if compact.len() == 11 => compact.strip_prefix('0')?,
        None => &compact,
    };
    let fits = digits.len() == 10
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits
            .bytes()
            .next()
            .is_some_and(|first| (b'6'..=b'9').contains(&first));
    fits.then(|| IndianPhone(digits.to_owned()))
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
            "९८७६५४३२१०",
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
