//! E-mail addresses.

use crate::{Invalid, typed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// An address that mail can be sent to: ASCII, lower-cased, at most 100 characters (the provider's limit).
///
/// Lower-casing makes `Asha@Example.com` and `asha@example.com` one person for the duplicate check.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Email(String);

impl Email {
    /// Reads an address of the ordinary pattern `local@domain.tld`, with what comes along when one is copied forgiven
    /// ([`typed::address`]).
    ///
    /// # Errors
    /// "Please enter a valid email address", on `customer_email`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = typed::address(text).to_ascii_lowercase();
        if is_ordinary(&text) {
            Ok(Self(text))
        } else {
            Err(Invalid::new(
                "customer_email",
                "Please enter a valid email address",
            ))
        }
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_ordinary(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let local_fits = (1..=64).contains(&local.len())
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~.-".contains(&byte));
    let labels: Vec<&str> = domain.split('.').collect();
    let domain_fits = labels.len() >= 2
        && labels.iter().all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
        && labels
            .last()
            .is_some_and(|tld| tld.len() >= 2 && !tld.bytes().all(|byte| byte.is_ascii_digit()));
    text.len() <= 100 && local_fits && domain_fits
}

impl TryFrom<String> for Email {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

/// Addresses are personal data, so a debug print does not show them.
impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_addresses_are_taken_trimmed_and_lower_cased() {
        for (text, stored) in [
            ("asha@example.com", "asha@example.com"),
            ("  Asha.Rao+expo@Example.CO.IN ", "asha.rao+expo@example.co.in"),
            ("o'brien@mail-1.example.org", "o'brien@mail-1.example.org"),
        ] {
            assert_eq!(Email::parse(text).unwrap().as_str(), stored);
        }
    }

    #[test]
    fn anything_else_is_refused_in_the_specifications_words() {
        let long = format!("{}@example.com", "a".repeat(90));
        for text in [
            "",
            "asha",
            "asha@",
            "@example.com",
            "asha@example",
            "asha@@example.com",
            "a b@example.com",
            "asha@example..com",
            ".asha@example.com",
            "asha@-example.com",
            "asha@example.c",
            "asha@10.0.0.1",
            "ആശ@example.com",
            "asha@example.com\nBcc: x@example.com",
            &long,
        ] {
            let refused = Email::parse(text).unwrap_err();
            assert_eq!(
                refused,
                Invalid::new("customer_email", "Please enter a valid email address"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_debug_print_keeps_the_address_private() {
        assert!(!format!("{:?}", Email::parse("asha@example.com").unwrap()).contains("asha"));
    }
}
