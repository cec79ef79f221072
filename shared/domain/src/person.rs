//! Who registers.

use crate::cell::Column;
use crate::name_words::NameWords;
use crate::nfc::nfc;
use crate::text::{is_invisible, is_joiner, is_mark, takes_joiner};
use crate::{Email, IndianPhone, Invalid};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most characters of a person's name.
pub const LONGEST_NAME: usize = 100;

/// A person's name: 1 to 100 characters in Unicode's normal form C with at least one letter of any script. Marks that come
/// along when a name is copied are left out. It has no control or invisible characters and no web address in it.
///
/// What is read back from a table is taken as it is: the rule may have been another one when it was written.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonName(String);

impl PersonName {
    /// Reads a name.
    ///
    /// # Errors
    /// On `customer_name`, with what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = nfc(&without_marks(text));
        let refused = |message| Err(Invalid::new("customer_name", message));
        if text.is_empty() {
            refused("Please fill all required fields")
        } else if text.chars().count() > LONGEST_NAME {
            refused("Please enter a name of at most 100 characters")
        } else if !all_seen(&text) {
            refused("Please enter a name without line breaks or invisible characters")
        } else if !text.chars().any(char::is_alphabetic) {
            refused("Please enter a name with at least one letter")
        } else if has_address(&text) {
            refused("Please enter a name without a web address")
        } else {
            Ok(Self(text))
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is compared with another.
    #[must_use]
    pub fn words(&self) -> NameWords {
        NameWords::of(&self.0)
    }

    /// Enough of the name for who knows its bearer, and not the whole of it: the first word that is more than initials, and
    /// the initials of those behind it. `Anand N.`, `K. P. Zubaida`.
    #[must_use]
    pub fn shortened(&self) -> String {
        let mut words = Vec::new();
        let mut is_called = false;
        for word in self.0.split_whitespace() {
            match word.chars().next() {
                Some(initial) if is_called => words.push(format!("{initial}.")),
                _ => words.push(word.to_owned()),
            }
            is_called |= has_letters_together(word);
        }
        words.join(" ")
    }
}

fn has_letters_together(word: &str) -> bool {
    let mut parts = word.split(|one: char| !one.is_alphanumeric());
    parts.any(|part| part.chars().count() > 1)
}

/// The name without what comes along when one is copied: marks that nobody sees, and blanks of other kinds and more of
/// them than one. Joiners stay behind a letter or mark of a script that has them: Malayalam and Devanagari names are
/// written with them.
fn without_marks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut before = ' ';
    for character in text.chars() {
        let is_blank = character.is_whitespace() && (!is_invisible(character) || character == '\t');
        let character = if is_blank { ' ' } else { character };
        let goes = if is_joiner(character) {
            !takes_joiner(before)
        } else {
            is_mark(character) || is_blank && before == ' '
        };
        if !goes {
            kept.push(character);
            before = character;
        }
    }
    kept.trim().to_owned()
}

/// Whether each character shows.
fn all_seen(text: &str) -> bool {
    text.chars()
        .all(|character| is_joiner(character) || !is_invisible(character))
}

fn has_address(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("://") || text.contains("www.")
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

impl Person {
    /// Whether both have one name, however it is written. Two of one address and two names are most likely two people.
    #[must_use]
    pub fn is_called_as(&self, other: &Self) -> bool {
        self.name.words().joined() == other.name.words().joined()
    }

    /// The columns of a person, in a sheet and in a file of candidates.
    pub const COLUMNS: [Column; 4] = [
        ("Name", 28),
        ("Email", 32),
        ("Phone", 12),
        ("Alternate Phone", 14),
    ];

    /// What this person has in those columns, empty where there is nothing.
    #[must_use]
    pub fn cells(&self) -> [&str; Self::COLUMNS.len()] {
        let Self {
            name,
            email,
            phone,
            phone2,
        } = self;
        [
            name.as_str(),
            email.as_str(),
            phone.as_str(),
            phone2.as_ref().map_or("", IndianPhone::as_str),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        /// What it is read as, where that is another text than its normal form.
        read: Option<String>,
        refused: Option<String>,
    }

    #[test]
    fn names_with_a_letter_of_any_script_are_taken_and_invisible_text_and_addresses_refused() {
        // The web's forms are tested with the same table.
        let cases: Vec<Case> = serde_json::from_str(include_str!("names.json")).unwrap();
        for Case {
            name,
            read: expected,
            refused,
        } in cases
        {
            match (PersonName::parse(&name), refused) {
                (Ok(read), None) => assert_eq!(read.as_str(), expected.unwrap_or_else(|| nfc(name.trim()))),
                (Err(said), Some(refused)) => {
                    assert_eq!(
                        (said.field, said.message),
                        ("customer_name", &*refused),
                        "{name:?}"
                    );
                }
                (said, refused) => panic!("{name:?}: {said:?}, not {refused:?}"),
            }
        }
    }

    #[test]
    fn a_name_is_stored_in_normal_form_c_and_counted_in_it() {
        for (typed, stored) in [
            ("Jose\u{301}", "José"),
            ("ക\u{d46}\u{d3e}ച്ചി", "കൊച്ചി"),
            ("\u{958}ासिम", "क\u{93c}ासिम"),
            ("\u{212b}sa", "Åsa"),
        ] {
            assert_eq!(PersonName::parse(typed).unwrap().as_str(), stored);
        }
    }

    #[test]
    fn a_shortened_name_tells_siblings_apart_and_leaves_out_what_strangers_need_not_know() {
        for (name, shortened) in [
            ("Anand Nair", "Anand N."),
            ("Muhammed Rafi", "Muhammed R."),
            ("K. P. Zubaida", "K. P. Zubaida"),
            ("A.P.J. Abdul Kalam Azad", "A.P.J. Abdul K. A."),
            ("Zubaida K P", "Zubaida K. P."),
            ("Asha", "Asha"),
            ("李", "李"),
            ("ആനന്ദ് നായർ", "ആനന്ദ് ന."),
        ] {
            assert_eq!(PersonName::parse(name).unwrap().shortened(), shortened);
        }
    }

    #[test]
    fn who_is_written_in_another_way_is_called_the_same() {
        let person = |name: &str| Person {
            name: PersonName::parse(name).unwrap(),
            email: Email::parse("family@example.com").unwrap(),
            phone: IndianPhone::parse("9876543210").unwrap(),
            phone2: None,
        };
        for (one, other, expected) in [
            ("Asha Nair", "ASHA  NAIR", true),
            ("A. P. J. Abdul", "APJ Abdul", true),
            ("Asha Nair", "Anand Nair", false),
            ("Asha", "Asha Nair", false),
        ] {
            assert_eq!(
                person(one).is_called_as(&person(other)),
                expected,
                "{one}: {other}"
            );
        }
    }

    #[test]
    fn a_name_that_would_be_refused_today_can_still_be_read() {
        for stored in ["007", "Asha\u{202e}Rao", "http://x", "Jose\u{301}"] {
            let name: PersonName = serde_json::from_value(stored.into()).unwrap();
            assert_eq!(name.as_str(), stored);
        }
    }
}
