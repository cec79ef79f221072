//! A workbook of Excel. Its rows go to a file without a name in the temporary folder as they come, so that no more than
//! one is in memory, and the folder is as it was when the worker is gone.

use super::cell::{Cell, Column};
use domain::cell::inert;
use rust_xlsxwriter::{ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};
use std::fs::File;
use std::io::{Seek, SeekFrom};
use time::{Date, PrimitiveDateTime};

/// The rows of a sheet, of which the first is the head.
const MOST_ROWS: u32 = 1_048_576;

/// The workbook while it is written.
pub(super) struct Sheet {
    workbook: Workbook,
    next_row: u32,
    formats: Formats,
}

struct Formats {
    amount: Format,
    moment: Format,
    day: Format,
}

/// Why a workbook cannot be made.
#[derive(Debug)]
pub(super) enum SheetError {
    /// There are more rows than Excel has.
    TooManyRows,
    /// A text is longer than a cell.
    TooLong,
    /// The temporary folder, or something that is not to be expected.
    Other(String),
}

impl From<XlsxError> for SheetError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::MaxStringLengthExceeded => Self::TooLong,
            XlsxError::RowColumnLimitError => Self::TooManyRows,
            error => Self::Other(error.to_string()),
        }
    }
}

impl Sheet {
    /// A workbook with one sheet of this name, and its head.
    pub(super) fn begin(name: &str, columns: &[Column]) -> Result<Self, SheetError> {
        let mut workbook = Workbook::new();
        let head = Format::new().set_bold().set_align(FormatAlign::Left);
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        // Widths and the head before any row: with constant memory nothing is changed that has been written.
        for (column, (_, width)) in (0u16..).zip(columns) {
            sheet.set_column_width(column, f64::from(*width))?;
        }
        for (column, (name, _)) in (0u16..).zip(columns) {
            sheet.write_string_with_format(0, column, *name, &head)?;
        }
        Ok(Self {
            workbook,
            next_row: 1,
            formats: Formats {
                amount: Format::new().set_num_format("#,##0.00"),
                moment: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
                day: Format::new().set_num_format("yyyy-mm-dd"),
            },
        })
    }

    pub(super) fn push(&mut self, row: &[Cell]) -> Result<(), SheetError> {
        if self.next_row >= MOST_ROWS {
            return Err(SheetError::TooManyRows);
        }
        let sheet = self.workbook.worksheet_from_index(0)?;
        for (column, cell) in (0u16..).zip(row) {
            write(sheet, self.next_row, column, cell, &self.formats)?;
        }
        self.next_row += 1;
        Ok(())
    }

    /// The whole file, from its beginning, and how many bytes it has. It is gone when it is closed.
    pub(super) fn finish(mut self) -> Result<(File, u64), SheetError> {
        let failed = |error: std::io::Error| SheetError::Other(error.to_string());
        let mut file = tempfile::tempfile().map_err(failed)?;
        self.workbook.save_to_writer(&mut file)?;
        let bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
        file.rewind().map_err(failed)?;
        Ok((file, bytes))
    }
}

fn write(
    sheet: &mut Worksheet,
    row: u32,
    column: u16,
    cell: &Cell,
    formats: &Formats,
) -> Result<(), SheetError> {
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => {
            sheet.write_string(row, column, inert(text))?;
        }
        Cell::Number(number) => {
            sheet.write_number(row, column, f64::from(number.get()) / 100.0)?;
        }
        Cell::Count(count) => {
            sheet.write_number(row, column, *count)?;
        }
        Cell::Amount(amount) => {
            // Exact: amounts are far below what a double counts to the hundredth.
            let rupees = amount.to_json().as_f64().unwrap_or_default();
            sheet.write_number_with_format(row, column, rupees, &formats.amount)?;
        }
        Cell::Moment(moment) => {
            sheet.write_datetime_with_format(row, column, excel_moment(*moment)?, &formats.moment)?;
        }
        Cell::Day(day) => {
            sheet.write_datetime_with_format(row, column, excel_day(*day)?, &formats.day)?;
        }
    }
    Ok(())
}

fn excel_day(day: Date) -> Result<ExcelDateTime, SheetError> {
    let year = u16::try_from(day.year()).unwrap_or_default();
    Ok(ExcelDateTime::from_ymd(year, u8::from(day.month()), day.day())?)
}

fn excel_moment(moment: PrimitiveDateTime) -> Result<ExcelDateTime, SheetError> {
    let day = excel_day(moment.date())?;
    let time = moment.time();
    Ok(day.and_hms(u16::from(time.hour()), time.minute(), time.second())?)
}
