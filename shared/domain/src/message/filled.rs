//! A text with what is a candidate's own filled in, for one address, which may have several candidates.

use super::{MessageText, Piece, Placeholder, pieces};

/// A candidate of an address, as a message names one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addressee {
    /// Who.
    pub name: String,
    /// The number on the pass.
    pub pass_no: String,
    /// Each exam in a line.
    pub exams: Vec<String>,
    /// Where the pass, or the order that is not paid yet, is shown.
    pub pass_link: String,
    /// Where the results are shown of who holds the pass.
    pub results_link: String,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilledSpan {
    /// Text, and nothing else.
    Words(String),
    /// An address of a page: as it was typed, or that of the pass.
    Link(String),
}

/// A line of a filled text.
pub type FilledLine = Vec<FilledSpan>;

impl MessageText {
    /// The lines of the text for the candidates of one address.
    #[must_use]
    pub fn filled(&self, addressees: &[Addressee]) -> Vec<FilledLine> {
        let mut lines: Vec<FilledLine> = vec![Vec::new()];
        for piece in pieces(&self.body).unwrap_or_default() {
            match piece {
                Piece::Typed(typed) => words(&mut lines, typed),
                Piece::Link(link) => span(&mut lines, FilledSpan::Link(link.to_owned())),
                Piece::Filled(Placeholder::Name) => words(&mut lines, &names(addressees)),
                Piece::Filled(Placeholder::PassNo) => {
                    let numbers: Vec<&str> = addressees.iter().map(|one| one.pass_no.as_str()).collect();
                    words(&mut lines, &numbers.join(", "));
                }
                Piece::Filled(Placeholder::Exams) => {
                    let exams = addressees.iter().flat_map(|one| {
                        let exams = one.exams.iter();
                        exams.map(|exam| of_one(addressees, one) + &one_line(exam))
                    });
                    words(&mut lines, &exams.collect::<Vec<_>>().join("\n"));
                }
                Piece::Filled(Placeholder::PassLink) => {
                    links(&mut lines, addressees, |one| &one.pass_link);
                }
                Piece::Filled(Placeholder::ResultsLink) => {
                    links(&mut lines, addressees, |one| &one.results_link);
                }
            }
        }
        lines
    }
}

/// `Asha Rao, Binu Rao and Chandra Rao`; a person who registered twice is named once.
fn names(addressees: &[Addressee]) -> String {
    let mut names: Vec<String> = Vec::new();
    for one in addressees {
        let name = one_line(&one.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Whose line it is, where an address has several candidates.
fn of_one(addressees: &[Addressee], one: &Addressee) -> String {
    if addressees.len() > 1 {
        format!("{}: ", one_line(&one.name))
    } else {
        String::new()
    }
}

/// A link of each, in a line of its own.
fn links(lines: &mut Vec<FilledLine>, addressees: &[Addressee], link: impl Fn(&Addressee) -> &String) {
    for (at, one) in addressees.iter().enumerate() {
        if at > 0 {
            lines.push(Vec::new());
        }
        words(lines, &of_one(addressees, one));
        span(lines, FilledSpan::Link(link(one).clone()));
    }
}

/// What is filled in begins no line of its own making.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|one| if one.is_control() { ' ' } else { one })
        .collect()
}

fn words(lines: &mut Vec<FilledLine>, text: &str) {
    for (at, part) in text.split('\n').enumerate() {
        if at > 0 {
            lines.push(Vec::new());
        }
        if !part.is_empty() {
            span(lines, FilledSpan::Words(part.to_owned()));
        }
    }
}

fn span(lines: &mut [FilledLine], span: FilledSpan) {
    if let Some(line) = lines.last_mut() {
        line.push(span);
    }
}
