//! What is wrong with a file that was uploaded, as the interface shows it.

use serde::Serialize;
use table_file::Mistake;
use utoipa::ToSchema;

/// What is wrong with a file, and where.
#[derive(Debug, Serialize, ToSchema)]
pub struct MistakeOut {
    /// The line of the file, from 1.
    line: u32,
    /// What its header calls the column; empty for a mistake of the whole line or file.
    column: String,
    /// What is wrong, for programs.
    code: &'static str,
    /// What is wrong, for people.
    message: String,
}

impl From<Mistake> for MistakeOut {
    fn from(mistake: Mistake) -> Self {
        let Mistake {
            line,
            column,
            code,
            message,
        } = mistake;
        Self {
            line,
            column,
            code,
            message,
        }
    }
}
