//! The file that an export makes, as far as it is not in an uploaded part.

use super::{
    cell::{Cell, Column},
    csv::CsvLines,
    not_done::ExportNotDone,
    xlsx::{Sheet, SheetError},
};
use domain::export::ExportFormat;

const TOO_MANY_ROWS: &str = "Excel has no more than 1,048,576 rows. Choose CSV, or fewer.";
const TOO_LONG: &str = "A text is longer than a cell of Excel can be. Choose CSV.";

/// The file while it is made.
pub(super) enum Output {
    Csv(Box<CsvLines>),
    Xlsx(Box<Sheet>),
}

impl Output {
    /// The beginning of a file.
    pub(super) fn begin(format: ExportFormat, name: &str, columns: &[Column]) -> Result<Self, ExportNotDone> {
        match format {
            ExportFormat::Csv => CsvLines::begin(columns)
                .map(|lines| Self::Csv(Box::new(lines)))
                .map_err(in_memory),
            ExportFormat::Xlsx => Ok(Self::Xlsx(Box::new(Sheet::begin(name, columns)?))),
        }
    }

    pub(super) fn push(&mut self, row: &[Cell]) -> Result<(), ExportNotDone> {
        match self {
            Self::Csv(lines) => lines.push(row).map_err(in_memory),
            Self::Xlsx(sheet) => Ok(sheet.push(row)?),
        }
    }

    /// The next part, when there is enough for one of this size.
    pub(super) fn full_part(&mut self, size: usize) -> Result<Option<Vec<u8>>, ExportNotDone> {
        // A workbook is whole at its end alone.
        let Self::Csv(lines) = self else {
            return Ok(None);
        };
        if lines.bytes().map_err(in_memory)? < size {
            return Ok(None);
        }
        lines.take().map(Some).map_err(in_memory)
    }
}

pub(super) fn content_type(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv => "text/csv; charset=utf-8",
        ExportFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }
}

/// Memory does not fail.
pub(super) fn in_memory(error: std::io::Error) -> ExportNotDone {
    ExportNotDone::File(error.to_string())
}

impl From<SheetError> for ExportNotDone {
    fn from(error: SheetError) -> Self {
        match error {
            SheetError::TooManyRows => Self::Failed(TOO_MANY_ROWS),
            SheetError::TooLong => Self::Failed(TOO_LONG),
            SheetError::Other(reason) => Self::File(reason),
        }
    }
}
