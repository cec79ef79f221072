//! What people type and paste, read for what they mean: an address with the mark that a copied link leaves before it, a
//! number in the digits of another script, a code with other dashes than ours.
//!
//! The web app reads by the same rules (`web/src/lib/typed.ts`); both are tested with `typed.json`.

use crate::text::is_mark;

/// The zeros of full-width digits are in [`FULL_WIDTH`]; these are Arabic's, Persian's, and those of the scripts of India.
/// The other nine digits follow each.
const ZEROS: [char; 11] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{d66}',
];

/// The full-width `!`; the others follow as in ASCII.
const FULL_WIDTH: u32 = 0xFF01;

/// The text in plain characters, where these are meant: marks that nobody sees left out, digits and full-width signs in
/// ASCII, every dash a hyphen and every blank a space, none around it. Line breaks stay what they are.
#[must_use]
pub fn plain(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|one| !is_mark(*one))
        .map(plain_character)
        .collect();
    plain.trim().to_owned()
}

fn plain_character(one: char) -> char {
    match one {
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{58a}'
        | '\u{2e3a}'
        | '\u{2e3b}'
        | '\u{fe58}'
        | '\u{fe63}' => '-',
        '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => ascii(u32::from(one) - FULL_WIDTH + u32::from('!'), one),
        other if other.is_ascii() => other,
        other => ZEROS
            .into_iter()
            .map(|zero| u32::from(other).wrapping_sub(u32::from(zero)))
            .find(|value| *value < 10)
            .map_or(other, |value| ascii(value + u32::from('0'), other)),
    }
}

fn ascii(code: u32, otherwise: char) -> char {
    char::from_u32(code).unwrap_or(otherwise)
}

/// The e-mail address in a text: without `mailto:`, the name in front of one in angle brackets, and what ends a sentence.
/// Whether it is one is for [`crate::Email`] to say.
#[must_use]
pub fn address(text: &str) -> String {
    let text = plain(text);
    let text = text.trim_end_matches(|one: char| one.is_whitespace() || ".,;".contains(one));
    let inside = text.strip_suffix('>').and_then(|text| text.split_once('<'));
    let text = match inside {
        Some((name, inside)) if !name.contains('>') && !inside.contains(['<', '>']) => inside,
        Some(_) | None => text,
    };
    let text = text.trim();
    let text = match without_scheme(text, "mailto:") {
        Some(rest) => rest.split_once('?').map_or(rest, |(address, _)| address),
        None => text,
    };
    text.trim().to_owned()
}

/// A phone number's digits, with a `+` if there is one before them: without `tel:` and what groups them. It may be
/// anything else, too, and then is not made of digits.
#[must_use]
pub fn number(text: &str) -> String {
    let text = plain(text);
    let text = without_scheme(&text, "tel:").unwrap_or(&text);
    text.chars()
        .filter(|one| !one.is_whitespace() && !"().,;-".contains(*one))
        .collect()
}

fn without_scheme<'a>(text: &'a str, scheme: &str) -> Option<&'a str> {
    let (begin, rest) = text.split_at_checked(scheme.len())?;
    begin.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// A code's letters and digits, capital, with what is misread taken for what it looks like: O for 0, I and L for 1. No
/// code of ours has these letters.
#[must_use]
pub fn symbols(text: &str) -> String {
    plain(text)
        .chars()
        .filter(|one| !one.is_whitespace() && *one != '-' && *one != '.')
        .map(symbol)
        .collect()
}

/// A letter or digit as codes have it.
#[must_use]
pub const fn symbol(one: char) -> char {
    match one.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Email, IndianPhone, check_in::Code};
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        typed: String,
        /// None where it is refused.
        read: Option<String>,
    }

    #[derive(Deserialize)]
    struct Table {
        email: Vec<Case>,
        phone: Vec<Case>,
        pass_number: Vec<Case>,
    }

    fn table() -> Table {
        serde_json::from_str(include_str!("typed.json")).unwrap()
    }

    fn check(cases: Vec<Case>, read: impl Fn(&str) -> Option<String>) {
        assert!(cases.len() > 10);
        for case in cases {
            assert_eq!(read(&case.typed), case.read, "{:?}", case.typed);
        }
    }

    #[test]
    fn an_address_is_read_however_it_was_pasted() {
        check(table().email, |typed| {
            Some(Email::parse(typed).ok()?.as_str().to_owned())
        });
    }

    #[test]
    fn a_phone_number_is_read_however_it_was_pasted() {
        check(table().phone, |typed| {
            Some(IndianPhone::parse(typed).ok()?.as_str().to_owned())
        });
    }

    #[test]
    fn a_pass_number_is_read_however_it_was_pasted() {
        check(table().pass_number, |typed| match Code::read(typed)? {
            Code::Typed(candidate) => Some(candidate.to_string()),
            Code::Scanned { .. } => None,
        });
    }

    #[test]
    fn each_digit_of_the_scripts_of_india_and_arabic_is_one_of_ascii() {
        for digits in [
            "٠١٢٣٤٥٦٧٨٩",
            "۰۱۲۳۴۵۶۷۸۹",
            "०१२३४५६७८९",
            "൦൧൨൩൪൫൬൭൮൯",
            "௦௧௨௩௪௫௬௭௮௯",
            "０１２３４５６７８９",
        ] {
            assert_eq!(plain(digits), "0123456789");
        }
        assert_eq!(plain("ക്‍ष्र आशा"), "ക്ष्र आशा", "letters stay");
    }
}
