//! What a person registers for.

mod choice;

use crate::{Invalid, Paise, Person, Stored, Word, job::JobId};
use serde::{Deserialize, Serialize};

pub use choice::{Choice, Selection};

/// Where the exam is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ExamPreference {
    /// At the venue.
    #[default]
    Offline,
    /// On the web.
    Online,
}

impl Stored<ExamPreference> {
    /// Whether the exams are taken on the web: who does so sits in no hall.
    #[must_use]
    pub fn is_online(&self) -> bool {
        self.known() == Some(ExamPreference::Online)
    }
}

impl ExamPreference {
    /// The preference as the interface spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Offline => "Offline",
            Self::Online => "Online",
        }
    }

    /// Reads `Online` or `Offline`.
    ///
    /// # Errors
    /// On `exam_preference`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        match text {
            "Offline" => Ok(Self::Offline),
            "Online" => Ok(Self::Online),
            _ => Err(Invalid::new("exam_preference", "Please choose Online or Offline")),
        }
    }
}

impl Word for ExamPreference {
    fn as_str(self) -> &'static str {
        Self::as_str(self)
    }
}

/// The school by whose list a person is registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchoolGroup {
    /// The job that took the list.
    pub list: JobId,
    /// What the clerk called it.
    pub name: String,
}

/// How a registration is paid: on the site, or at the counter by card, cash or UPI. A form of the site may also
/// ask for card or UPI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaymentMode {
    /// On the site, by whatever the provider offers.
    Online,
    /// By card.
    Card,
    /// By UPI.
    Upi,
    /// In cash.
    Cash,
}

impl PaymentMode {
    /// Every mode.
    pub const ALL: [Self; 4] = [Self::Online, Self::Card, Self::Upi, Self::Cash];

    /// Reads the spelling of the interface; None for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == text)
    }

    /// The mode as the interface and the table spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Card => "card",
            Self::Upi => "upi",
            Self::Cash => "cash",
        }
    }
}

impl Word for PaymentMode {
    fn as_str(self) -> &'static str {
        Self::as_str(self)
    }
}

/// Which text of the terms stood under the button that was pressed: `2025-05-01`, or whatever the site calls it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TermsVersion(String);

impl TermsVersion {
    /// Reads a version: 1 to 20 of `A-Z a-z 0-9 . -`.
    ///
    /// # Errors
    /// On `terms_version`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let is_version = (1..=20).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-');
        if is_version {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::new(
                "terms_version",
                "The version of the terms is not valid",
            ))
        }
    }

    /// The version as the site calls it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for TermsVersion {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<TermsVersion> for String {
    fn from(version: TermsVersion) -> Self {
        version.0
    }
}

/// What a registration consists of: a form that was found in order, before the catalogue has confirmed it.
///
/// What a form says of a person is in [`Person`]. Both are taken apart without `..` wherever a registration is
/// fingerprinted, stored, listed, searched, copied into the sheet, shown, mailed or audited, so that a new member stops
/// the build in each of these places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// Who.
    pub person: Person,
    /// For what.
    pub choice: Choice,
    /// Where the exam is taken.
    pub exam_preference: ExamPreference,
    /// How it is paid.
    pub payment_mode: PaymentMode,
    /// The price that was shown.
    pub amount: Paise,
    /// The terms that were shown; None where a form shows none.
    pub terms: Option<TermsVersion>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_and_a_mode_are_read_as_they_are_written() {
        for preference in [ExamPreference::Offline, ExamPreference::Online] {
            let word = preference.as_str();
            assert_eq!(serde_json::to_value(preference).unwrap(), word);
            assert_eq!(Word::as_str(preference), word);
            assert_eq!(ExamPreference::parse(word), Ok(preference));
        }
        for mode in PaymentMode::ALL {
            let word = mode.as_str();
            assert_eq!(serde_json::to_value(mode).unwrap(), word);
            assert_eq!(Word::as_str(mode), word);
            assert_eq!(PaymentMode::parse(word), Some(mode));
        }
        let refused = ExamPreference::parse("online").unwrap_err();
        assert_eq!(refused.field, "exam_preference");
        assert_eq!(PaymentMode::parse("Card"), None);
    }

    #[test]
    fn a_version_of_the_terms_is_short_and_plain() {
        for text in ["2025-05-01", "1.2", "a"] {
            assert_eq!(TermsVersion::parse(text).unwrap().as_str(), text);
        }
        for text in ["", "a b", "<1>", "123456789012345678901", "മ"] {
            assert_eq!(
                TermsVersion::parse(text).unwrap_err().field,
                "terms_version",
                "{text}"
            );
        }
        let stored: TermsVersion = serde_json::from_str(r#""2025-05-01""#).unwrap();
        assert_eq!(serde_json::to_value(stored).unwrap(), "2025-05-01");
    }
}
