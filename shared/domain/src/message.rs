//! What organisers write to candidates: a subject and a plain text with placeholders, and to whom.
//!
//! A text is taken apart into pieces before anything is filled in, so what stands in a name or the catalogue is never read as
//! a placeholder or a link: only what was typed can be either.

mod audience;
mod filled;

pub use audience::Audience;
pub use filled::{Addressee, FilledLine, FilledSpan};

use crate::{Invalid, field};
use serde::{Deserialize, Serialize};

/// The most characters of a subject: what phones and mail programs show of one.
pub const LONGEST_SUBJECT: usize = 150;
/// The most characters of a text.
pub const LONGEST_BODY: usize = 5_000;

const NO_SUBJECT: &str = "Please enter a subject";
const NO_BODY: &str = "Please enter a text";
const LINES_OF_SUBJECT: &str = "A subject is one line";
const FILLED_SUBJECT: &str = "Placeholders stand in the text only, not in the subject";
const UNKNOWN_PLACEHOLDER: &str =
    "A placeholder is not known: there are {name}, {pass_no}, {exams}, {pass_link} and {results_link}";

/// What stands in a text for something of each candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// `{name}`
    Name,
    /// `{pass_no}`
    PassNo,
    /// `{exams}`: with day, hours and hall.
    Exams,
    /// `{pass_link}`
    PassLink,
    /// `{results_link}`
    ResultsLink,
}

impl Placeholder {
    /// Every one.
    pub const ALL: [Self; 5] = [
        Self::Name,
        Self::PassNo,
        Self::Exams,
        Self::PassLink,
        Self::ResultsLink,
    ];

    /// How it is typed between its braces.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::PassNo => "pass_no",
            Self::Exams => "exams",
            Self::PassLink => "pass_link",
            Self::ResultsLink => "results_link",
        }
    }
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Typed(&'a str),
    /// An address of a page, as it was typed.
    Link(&'a str),
    Filled(Placeholder),
}

/// A subject and a text that were found in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageText {
    subject: String,
    body: String,
}

impl MessageText {
    /// Reads a subject and a text.
    ///
    /// # Errors
    /// On `subject` or `body`: missing, too long, with characters that control the writing, a subject of more than a line or with a
    /// placeholder, a placeholder in the text that is not known.
    pub fn parse(subject: Option<String>, body: Option<String>) -> Result<Self, Invalid> {
        let subject = field::required("subject", subject, LONGEST_SUBJECT, NO_SUBJECT)?;
        if subject.contains(['\n', '\r', '\t', '\u{2028}', '\u{2029}']) {
            return Err(Invalid::new("subject", LINES_OF_SUBJECT));
        }
        let is_filled = |placeholder: Placeholder| subject.contains(&format!("{{{}}}", placeholder.word()));
        if Placeholder::ALL.into_iter().any(is_filled) {
            return Err(Invalid::new("subject", FILLED_SUBJECT));
        }
        let body = field::required("body", body, LONGEST_BODY, NO_BODY)?;
        let body = body.replace("\r\n", "\n").replace('\r', "\n");
        match pieces(&body) {
            Some(_) => Ok(Self { subject, body }),
            None => Err(Invalid::new("body", UNKNOWN_PLACEHOLDER)),
        }
    }

    /// The subject.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// The text as it was typed.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Whether something is filled in that each candidate's orders or the catalogue have to be read for.
    #[must_use]
    pub fn names(&self, placeholder: Placeholder) -> bool {
        let pieces = pieces(&self.body).unwrap_or_default();
        pieces.contains(&Piece::Filled(placeholder))
    }
}

/// The pieces of a text; None where it has a placeholder that is not known. Braces around anything else than a word are
/// what they are.
fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((word, behind)) = after.split_once('}').filter(|(word, _)| is_word(word)) else {
            let end = before.len() + 1;
            let (typed, others) = rest.split_at(end);
            typed_pieces(typed, &mut pieces);
            rest = others;
            continue;
        };
        let known = Placeholder::ALL.into_iter().find(|known| known.word() == word)?;
        typed_pieces(before, &mut pieces);
        pieces.push(Piece::Filled(known));
        rest = behind;
    }
    typed_pieces(rest, &mut pieces);
    Some(pieces)
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b' ')
}

/// Takes the addresses of pages out of what was typed.
fn typed_pieces<'a>(typed: &'a str, pieces: &mut Vec<Piece<'a>>) {
    let mut rest = typed;
    while let Some(at) = first_address(rest) {
        let (before, address) = rest.split_at(at);
        let end = address
            .find(|one: char| one.is_whitespace() || one.is_control() || "<>\"'{}\\^`|".contains(one))
            .unwrap_or(address.len());
        // What ends a sentence is not of the address.
        let link = address[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']']);
        if !before.is_empty() {
            pieces.push(Piece::Typed(before));
        }
        pieces.push(Piece::Link(link));
        rest = &address[link.len()..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Typed(rest));
    }
}

/// Where an address of a page begins that has more than its scheme.
fn first_address(text: &str) -> Option<usize> {
    let found = ["https://", "http://"].into_iter().flat_map(|scheme| {
        let has_host = move |at: usize| {
            let after = text[at + scheme.len()..].chars().next();
            after.is_some_and(char::is_alphanumeric)
        };
        let places = text.match_indices(scheme).map(|(at, _)| at);
        places.filter(move |at| has_host(*at))
    });
    found.min()
}

#[cfg(test)]
mod tests;
