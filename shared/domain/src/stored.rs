//! A word of an enum as an item has it, which another release may have written.
//!
//! Where money or an identity depends on a word, an item with one that is not known is not read at all. Where it is only
//! shown, it is kept as it is, shown as unknown, and never acted on.

use serde::{Deserialize, Serialize};

/// An enum of which the variants are words of the table.
pub trait Word: Copy {
    /// The variant as the interface and the table spell it.
    fn as_str(self) -> &'static str;
}

/// A word that this release knows, or one that it does not, which it writes back as it was.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Stored<T> {
    /// One of the variants.
    Known(T),
    /// The word of another release.
    Unrecognised(String),
}

impl<T: Word> Stored<T> {
    /// The variant; None for a word that is not known.
    #[must_use]
    pub const fn known(&self) -> Option<T> {
        match self {
            Self::Known(word) => Some(*word),
            Self::Unrecognised(_) => None,
        }
    }

    /// The word as the table has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(word) => word.as_str(),
            Self::Unrecognised(word) => word,
        }
    }

    /// The word for a person: `unknown` for one that is not known.
    #[must_use]
    pub fn shown(&self) -> &'static str {
        match self {
            Self::Known(word) => word.as_str(),
            Self::Unrecognised(_) => "unknown",
        }
    }
}

impl<T> From<T> for Stored<T> {
    fn from(known: T) -> Self {
        Self::Known(known)
    }
}

/// No word is equal to one that is not known.
impl<T: PartialEq> PartialEq<T> for Stored<T> {
    fn eq(&self, other: &T) -> bool {
        match self {
            Self::Known(word) => word == other,
            Self::Unrecognised(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::PaymentMode;

    #[test]
    fn a_word_is_written_back_as_it_was_read_whether_it_is_known_or_not() {
        for (json, shown, is_upi) in [(r#""upi""#, "upi", true), (r#""cheque""#, "unknown", false)] {
            let word: Stored<PaymentMode> = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&word).unwrap(), json);
            assert_eq!(word.shown(), shown);
            assert_eq!(word.as_str(), json.trim_matches('"'));
            assert_eq!(word.known(), is_upi.then_some(PaymentMode::Upi));
            assert_eq!(word == PaymentMode::Upi, is_upi);
        }
        for json in ["null", "1", r#"["upi"]"#] {
            assert!(
                serde_json::from_str::<Stored<PaymentMode>>(json).is_err(),
                "{json}"
            );
        }
    }
}
