//! What is in a file: each line with who it is about, as it says so, and the texts of the result.

use domain::exam_result::ResultFields;
use table_file::{FileColumn, Mistake, TableFile};

/// More than an exam may have places. A transaction has room for so many, and for remarks of [`MOST_REMARKS`] beside them; so has
/// the answer that lists them, with the first of their mistakes.
const MOST_LINES: usize = 12_000;
/// All remarks of a file together, in bytes: those of five thousand lines of full length in a script of three bytes a letter.
const MOST_REMARKS: usize = 5_000 * 360;

/// What each is called in mistakes, too.
const COLUMNS: [FileColumn; 9] = [
    FileColumn::optional(
        "pass_no",
        &["pass number", "pass", "registration no", "registration number"],
    ),
    FileColumn::optional("email", &["email address", "mail"]),
    FileColumn::optional(
        "name",
        &["candidate", "candidate name", "student", "student name"],
    ),
    FileColumn::required("marks", &["marks obtained", "mark", "score"]),
    FileColumn::optional("out_of", &["max marks", "maximum marks", "total marks", "total"]),
    FileColumn::optional("rank", &[]),
    FileColumn::optional("scholarship_percent", &["scholarship", "scholarship percentage"]),
    FileColumn::optional("absent", &[]),
    FileColumn::optional("remark", &["remarks"]),
];

/// A line of a file.
#[derive(Debug, Default)]
pub(crate) struct ResultLine {
    /// The line of the file, from 1.
    pub(crate) line: u32,
    pub(crate) pass_no: String,
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) fields: ResultFields,
}

impl ResultLine {
    /// The column that says whose it is.
    pub(crate) fn column(&self) -> &'static str {
        match self.pass_no.is_empty() {
            true => "email",
            false => "pass_no",
        }
    }
}

/// Reads a file.
///
/// # Errors
/// Every mistake that it has as a table.
pub(crate) fn read(text: &str) -> Result<Vec<ResultLine>, Vec<Mistake>> {
    let mut table = TableFile::read(text, &COLUMNS, MOST_LINES).map_err(|mut mistakes| {
        for mistake in &mut mistakes {
            if mistake.code == "too_many_lines" {
                // Another file would replace this one.
                mistake
                    .message
                    .push_str(" An exam has no more candidates in one file.");
            }
        }
        mistakes
    })?;
    if table
        .rows
        .iter()
        .all(|(_, cells)| cells[0].is_empty() && cells[1].is_empty())
    {
        let message = "There is no column called pass_no or email that says whose each result is.";
        return Err(vec![Mistake::new(1, "pass_no", "missing_column", message)]);
    }
    let mut remarks = 0;
    for (line, cells) in &table.rows {
        remarks += cells[8].len();
        if remarks > MOST_REMARKS {
            let message = "The remarks of this file are too long together. Please shorten them.";
            return Err(vec![Mistake::new(*line, "remark", "too_many_remarks", message)]);
        }
    }
    let lines = table.rows.drain(..).map(|(line, cells)| {
        let [
            pass_no,
            email,
            name,
            marks,
            out_of,
            rank,
            scholarship_percent,
            absent,
            remark,
        ] = cells;
        let fields = ResultFields {
            marks,
            out_of,
            rank,
            scholarship_percent,
            absent,
            remark,
        };
        ResultLine {
            line,
            pass_no,
            email,
            name,
            fields,
        }
    });
    Ok(lines.collect())
}
