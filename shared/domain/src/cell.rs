//! The columns and the texts of a file or sheet that a spreadsheet program opens.

use std::borrow::Cow;

/// The head of a column, and how wide a spreadsheet program shows it, in characters.
pub type Column = (&'static str, u8);

/// The text as a cell has it. One that begins like a formula gets an apostrophe in front, so that no program computes
/// what a candidate has typed. A sheet keeps what is sent raw as text, but not what comes back from an exported file.
#[must_use]
pub fn inert(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_begins_like_a_formula_gets_an_apostrophe_and_no_other_does() {
        for text in ["=1+1", "+91", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(inert(text), format!("'{text}"));
        }
        for text in ["", "Asha", "a=1", "'=1", " =1", "9876543210"] {
            assert_eq!(inert(text), text);
        }
    }
}
