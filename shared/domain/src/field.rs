//! How a text of a form is read: trimmed, with a limit in characters that counts the blanks around it, too. And candidates who
//! were picked one by one.

use crate::text::turns_direction;
use crate::{CustomerId, Invalid};

/// The message for a text over the limit.
pub const TOO_LONG: &str = "This is too long.";

/// The message for a text with invisible characters.
pub const UNSHOWN: &str = "Please leave out control characters.";

const NOBODY: &str = "Nobody was picked. Leave it out for everybody";
const TOO_MANY: &str = "These are more than 1,000. Please use a filter";

/// The most candidates who are picked.
const PICKED: usize = 1_000;

/// The most characters of a name.
pub const NAME: usize = 120;
/// The most characters of a description.
pub const DESCRIPTION: usize = 2_000;

/// A text that must be there.
///
/// # Errors
/// Names the field: `missing` when there is none or a blank one, [`TOO_LONG`] over `most` characters, [`UNSHOWN`] with
/// characters that control the writing.
pub fn required(
    name: &'static str,
    given: Option<String>,
    most: usize,
    missing: &'static str,
) -> Result<String, Invalid> {
    let text = optional(name, given, most)?;
    if text.is_empty() {
        return Err(Invalid::new(name, missing));
    }
    Ok(text)
}

/// A text that may be left out, and then is empty.
///
/// # Errors
/// Names the field over `most` characters, or with characters that control the writing.
pub fn optional(name: &'static str, given: Option<String>, most: usize) -> Result<String, Invalid> {
    let text = given.unwrap_or_default();
    if text.chars().count() > most {
        return Err(Invalid::new(name, TOO_LONG));
    }
    // They come along with a number or an address that is copied, and a person would not find them.
    let text: String = text.chars().filter(|one| !turns_direction(*one)).collect();
    let text = text.trim();
    if text.chars().any(controls) {
        return Err(Invalid::new(name, UNSHOWN));
    }
    Ok(text.to_owned())
}

/// Candidates who were picked one by one; none where the field is left out.
///
/// # Errors
/// Names the field with nobody, who would pass for everybody, with more than an item of the table holds, or with what is no
/// candidate.
pub fn picked(name: &'static str, given: Option<Vec<String>>) -> Result<Vec<CustomerId>, Invalid> {
    let Some(ids) = given else {
        return Ok(Vec::new());
    };
    if ids.is_empty() {
        return Err(Invalid::new(name, NOBODY));
    }
    if ids.len() > PICKED {
        return Err(Invalid::new(name, TOO_MANY));
    }
    let ids = ids.iter().map(|id| CustomerId::parse(id));
    ids.collect::<Result<_, _>>()
        .map_err(|invalid: Invalid| invalid.on(name))
}

/// Whether the character controls the writing, other than by a line's end or a tab.
fn controls(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\r' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_control_characters_is_refused_and_marks_of_direction_are_left_out() {
        let read = |text: &str| optional("name", Some(text.to_owned()), 9);
        for text in ["a\n\r\tb", "👩\u{200d}🎓 b"] {
            assert_eq!(read(text), Ok(text.to_owned()));
        }
        for text in ["a\u{202e}b", "\u{202a}ab\u{202c}", "a\u{2066}b", "a\u{200f}b"] {
            assert_eq!(read(text), Ok("ab".to_owned()), "{text:?}");
        }
        for text in ["a\u{0}b", "a\u{1b}b", "a\u{85}b"] {
            assert_eq!(read(text), Err(Invalid::new("name", UNSHOWN)), "{text:?}");
        }
    }

    #[test]
    fn a_text_is_trimmed_and_counted_in_characters_as_it_was_sent() {
        let read = |text: &str| required("name", Some(text.to_owned()), 3, "missing");
        assert_eq!(read(" a "), Ok("a".to_owned()));
        assert_eq!(read(" abc"), Err(Invalid::new("name", TOO_LONG)));
        assert_eq!(
            optional("name", Some("    ".to_owned()), 3),
            Err(Invalid::new("name", TOO_LONG))
        );
        assert_eq!(read("പേര"), Ok("പേര".to_owned()));
        assert_eq!(read("abcd"), Err(Invalid::new("name", TOO_LONG)));
        for blank in [None, Some(String::new()), Some(" \t\n".to_owned())] {
            assert_eq!(
                required("name", blank.clone(), 3, "missing"),
                Err(Invalid::new("name", "missing"))
            );
            assert_eq!(optional("name", blank, 3), Ok(String::new()));
        }
    }
}
