//! Who registers.

use crate::{Email, IndianPhone, Invalid};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A person's name as typed: 1 to 100 characters, no control characters, spaces around it dropped.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PersonName(String);

impl PersonName {
    /// Reads a name.
    ///
    /// # Errors
    /// On `customer_name`, when it is empty, longer than 100 characters or not printable.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let printable = !text.chars().any(char::is_control);
        if text.is_empty() {
            Err(Invalid::new("customer_name", "Please fill all required fields"))
        } else if text.chars().count() > 100 || !printable {
            Err(Invalid::new(
                "customer_name",
                "Please enter a name of at most 100 characters",
            ))
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PersonName {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<PersonName> for String {
    fn from(name: PersonName) -> Self {
        name.0
    }
}

/// Names are personal data, so a debug print does not show them.
impl fmt::Debug for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonName(…)")
    }
}

/// The person of a registration, as a pass shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Full name.
    pub name: PersonName,
    /// Where the pass is sent.
    pub email: Email,
    /// Primary phone.
    pub phone: IndianPhone,
    /// Alternate phone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone2: Option<IndianPhone>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_are_taken_and_unprintable_ones_refused() {
        for text in ["Asha Rao", " ആശ റാവു ", "=HYPERLINK(\"x\")", "O'Brien-Nair", "A"] {
            assert_eq!(PersonName::parse(text).unwrap().as_str(), text.trim());
        }
        for text in ["", "   ", "Asha\nRao", "Asha\u{0}", &"a".repeat(101)] {
            assert_eq!(
                PersonName::parse(text).unwrap_err().field,
                "customer_name",
                "{text:?}"
            );
        }
    }
}
