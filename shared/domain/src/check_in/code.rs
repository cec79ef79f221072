//! What a scanned or typed code says.

use crate::{CustomerId, typed};

/// What the text of a pass's QR code begins with; another number is another form of the text.
const SCANNED: &str = "EXPO1:";

/// Crockford's base 32 of 16 bytes.
const KEY: usize = 26;

/// What is random in a candidate's identifier.
const NUMBER: usize = 11;

/// A code that is one of ours by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code {
    /// The QR code of a pass. Its key proves that somebody holds the pass.
    Scanned {
        /// Whose pass it is, as the code says.
        candidate: CustomerId,
        /// The whole text, to be compared with that of the pass.
        text: String,
    },
    /// A pass number that was typed. Anybody may have read it somewhere.
    Typed(CustomerId),
}

impl Code {
    /// Reads a code; None for one that is not of this event by its form.
    ///
    /// A typed number is read with what people mistake forgiven: small letters, blanks, dashes, dots, O for 0, I and L for
    /// 1, and a receipt's number in its place.
    /// A scanned one is only taken out of small letters, which some scanners make, because it is never typed.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = typed::plain(text).to_ascii_uppercase();
        match text.strip_prefix(SCANNED) {
            Some(rest) => {
                let (candidate, key) = rest.split_once(':')?;
                let is_pass = is_number(candidate) && key.len() == KEY && key.bytes().all(is_symbol);
                let candidate = CustomerId::parse(candidate).ok().filter(|_| is_pass)?;
                Some(Self::Scanned { candidate, text })
            }
            None => {
                let number = typed::symbols(&text);
                // A receipt's number is the pass number behind an R.
                let number = number.strip_prefix('R').unwrap_or(&number);
                is_number(number)
                    .then(|| CustomerId::parse(number).ok().map(Self::Typed))
                    .flatten()
            }
        }
    }

    /// Whose pass it is, as the code says.
    #[must_use]
    pub const fn candidate(&self) -> &CustomerId {
        match self {
            Self::Scanned { candidate, .. } | Self::Typed(candidate) => candidate,
        }
    }
}

/// `C` and eleven symbols, as candidates are named.
fn is_number(text: &str) -> bool {
    text.strip_prefix('C')
        .is_some_and(|number| number.len() == NUMBER && number.bytes().all(is_symbol))
}

/// Whether it is a symbol of Crockford's base 32.
fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_uppercase() && !matches!(byte, b'I' | b'L' | b'O' | b'U')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OrderId, pass::qr_text};

    #[test]
    fn the_code_of_a_pass_is_read_in_any_case_and_with_blanks_around_it() {
        let text = qr_text(&OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap());
        let code = Code::read(&text).unwrap();
        assert_eq!(code.candidate().as_str(), "CZ6S4932KF26");
        assert_eq!(
            code,
            Code::Scanned {
                candidate: CustomerId::parse("CZ6S4932KF26").unwrap(),
                text: text.clone()
            }
        );
        assert_eq!(
            Code::read(&format!(" {}\r\n", text.to_lowercase())).as_ref(),
            Some(&code)
        );
    }

    #[test]
    fn a_typed_number_forgives_small_letters_groups_and_what_looks_alike() {
        let number = Code::Typed(CustomerId::parse("C10S4932KF21").unwrap());
        for typed in [
            "C10S4932KF21",
            "c10s 4932 kf21",
            "C1OS-4932-KF2I",
            " cl0s4932kf2l ",
            "C 1 0 S 4 9 3 2 K F 2 1",
        ] {
            assert_eq!(Code::read(typed).as_ref(), Some(&number), "{typed}");
        }
    }

    #[test]
    fn what_is_not_a_code_of_this_event_is_none() {
        for text in [
            "",
            "   ",
            "https://example.com/ticket/1",
            "EXPO1:",
            "EXPO1:CZ6S4932KF26",
            "EXPO1:CZ6S4932KF26:",
            "EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSE",
            "EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEGG",
            "EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEU",
            "EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG:1",
            "EXPO1:ZZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG",
            "EXPO2:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG",
            "EXPO1:CZ6S4932KFO6:5JZNEW2E94YNZR3M9EQR3BFSEG",
            "CZ6S4932KF2",
            "CZ6S4932KF266",
            "ZZ6S4932KF26",
            "CZ6S4932KF2U",
            "CZ6S_4932_KF26",
            "CZ6S 4932 KF2ß",
        ] {
            assert_eq!(Code::read(text), None, "{text:?}");
        }
    }
}
