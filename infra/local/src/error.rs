//! Why the local system does not start: one sentence that says what to do.

use std::fmt;

/// A reason not to start, in words for the person at the terminal.
#[derive(Debug)]
pub struct StartError(String);

impl StartError {
    /// A reason in a sentence of its own.
    pub fn new(sentence: impl Into<String>) -> StartError {
        StartError(sentence.into())
    }

    /// A reason with what caused it: "`doing` failed: `cause`".
    pub(crate) fn because(doing: impl fmt::Display, cause: impl fmt::Display) -> StartError {
        StartError(format!("{doing} failed: {cause}"))
    }

    /// The same with more that is known of it, a line each.
    pub(crate) fn and(self, more: Vec<String>) -> StartError {
        let lines: Vec<String> = std::iter::once(self.0).chain(more).collect();
        StartError(lines.join("\n"))
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}
