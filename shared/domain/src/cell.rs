//! The columns and the texts of a file or sheet that a spreadsheet program opens.

use crate::text::is_invisible;
use std::borrow::Cow;

/// The head of a column, and how wide a spreadsheet program shows it, in characters.
pub type Column = (&'static str, u8);

/// The text as a cell has it. One that begins like a formula gets an apostrophe in front, so that no program computes
/// what a candidate has typed. A sheet keeps what is sent raw as text, but not what comes back from an exported file.
#[must_use]
pub fn inert(text: &str) -> Cow<'_, str> {
    if begins_like_a_formula(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text as a cell of a CSV file has it: [`inert`] itself, and so is what becomes another cell where a program splits
/// lines otherwise than at commas, as it does in most countries of Europe at semicolons.
#[must_use]
pub fn inert_in_a_line(text: &str) -> String {
    let mut line = inert(text).into_owned();
    let cuts = line.char_indices().filter(|(_, character)| may_part(*character));
    let behind: Vec<usize> = cuts.map(|(at, character)| at + character.len_utf8()).collect();
    for at in behind.into_iter().rev() {
        if begins_like_a_formula(&line[at..]) {
            line.insert(at, '\'');
        }
    }
    line
}

/// Whether some program parts cells or lines at the character.
const fn may_part(character: char) -> bool {
    matches!(character, ';' | ',' | '|' | '\t' | '\n' | '\r')
}

/// Whether a program may take the text for a formula: by its first character that is neither blank, invisible nor a quote.
/// Programs in East Asia read wide characters as narrow ones.
fn begins_like_a_formula(text: &str) -> bool {
    // A blank that is no space can make some programs look at what follows it.
    if text.starts_with(['\t', '\r']) {
        return true;
    }
    let passed = |character: char| character.is_whitespace() || character == '"' || is_invisible(character);
    let first = text.chars().find(|character| !passed(*character));
    first.is_some_and(|first| {
        matches!(
            first,
            '=' | '+'
                | '-'
                | '@'
                | '\u{2212}'
                | '\u{fe62}'
                | '\u{fe63}'
                | '\u{fe66}'
                | '\u{fe6b}'
                | '\u{ff0b}'
                | '\u{ff0d}'
                | '\u{ff1d}'
                | '\u{ff20}'
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_begins_like_a_formula_gets_an_apostrophe_and_no_other_does() {
        for text in [
            "=1+1",
            "+91",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\tAsha",
            "\n=1",
            " =1",
            "\u{a0}=1",
            "\u{3000}=1",
            "\u{200b}=1",
            "\u{feff}=1",
            "\"=1\"",
            "＝1+1",
            "＋91",
            "－1",
            "＠SUM(A1)",
            "﹦1",
            "−1",
        ] {
            assert_eq!(inert(text), format!("'{text}"));
        }
        for text in [
            "",
            "Asha",
            "a=1",
            "'=1",
            "9876543210",
            "മീര",
            "Rao; Asha",
            "a;=1",
            "1-1",
        ] {
            assert_eq!(inert(text), text);
        }
    }

    #[test]
    fn what_another_separator_would_part_from_a_cell_is_no_formula_either() {
        for (text, line) in [
            ("Asha;=1+1", "Asha;'=1+1"),
            ("Asha; =1", "Asha;' =1"),
            ("Asha;\"=1\"", "Asha;'\"=1\""),
            ("Asha\t=1", "Asha\t'=1"),
            ("Asha\r\n@x", "Asha\r\n'@x"),
            ("a|＝1|-2", "a|'＝1|'-2"),
            ("=1;=2", "'=1;'=2"),
            ("Rao; Asha, K", "Rao; Asha, K"),
            ("", ""),
        ] {
            assert_eq!(inert_in_a_line(text), line);
        }
    }
}
