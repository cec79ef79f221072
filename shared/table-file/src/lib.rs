//! Tables as people save them from a spreadsheet: with or without a byte order mark, separated by commas, semicolons or tabs,
//! their columns in any order, and every mistake named by its line and column.
//!
//! It reads text alone and knows nothing of what the columns mean. What comes of `sep=;`, which Excel writes, of quoted line
//! breaks and of lines without anything in them is decided here, once for every file that people upload.

mod cells;
mod columns;

pub use columns::{FileColumn, TableFile};

/// What is wrong with a file, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line of the file, from 1, as a spreadsheet or an editor counts them. Of a cell that has several lines, its first.
    pub line: u32,
    /// What the header calls the column; `column 4` where it does not.
    pub column: String,
    /// What is wrong, for programs.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
}

impl Mistake {
    /// A mistake in a cell.
    #[must_use]
    pub fn new(line: u32, column: &str, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            line,
            column: column.to_owned(),
            code,
            message: message.into(),
        }
    }
}
