//! How a text of a form is read: trimmed, with a limit in characters.

use crate::Invalid;

/// What a person is told of a text over the limit.
pub const TOO_LONG: &str = "This is too long.";

/// The most characters of a name.
pub const NAME: usize = 120;
/// The most characters of a description.
pub const DESCRIPTION: usize = 2_000;

/// A text that must be there.
///
/// # Errors
/// Names the field: `missing` when there is none or a blank one, [`TOO_LONG`] over `most` characters.
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
/// Names the field over `most` characters.
pub fn optional(name: &'static str, given: Option<String>, most: usize) -> Result<String, Invalid> {
    let text = given.unwrap_or_default();
    let text = text.trim();
    if text.chars().count() > most {
        return Err(Invalid::new(name, TOO_LONG));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_trimmed_and_counted_in_characters() {
        let read = |text: &str| required("name", Some(text.to_owned()), 3, "missing");
        assert_eq!(read("  abc "), Ok("abc".to_owned()));
        assert_eq!(read("പേര"), Ok("പേര".to_owned()));
        assert_eq!(read("abcd"), Err(Invalid::new("name", TOO_LONG)));
        for blank in [None, Some(String::new()), Some(" \t\n ".to_owned())] {
            assert_eq!(
                required("name", blank.clone(), 3, "missing"),
                Err(Invalid::new("name", "missing"))
            );
            assert_eq!(optional("name", blank, 3), Ok(String::new()));
        }
    }
}
