//! A CSV file as Excel and every other program reads it: UTF-8 with a byte order mark, lines that end with CR LF.
//!
//! Only what is not yet in an uploaded part is in memory.

use super::cell::{Cell, Column};
use ::csv::{Terminator, Writer, WriterBuilder};
use domain::cell::inert_in_a_line;
use time::macros::format_description;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The lines that no part has yet.
pub(super) struct CsvLines(Writer<Vec<u8>>);

impl CsvLines {
    /// The beginning of the file.
    pub(super) fn begin(columns: &[Column]) -> std::io::Result<Self> {
        let mut lines = Self(writer(BYTE_ORDER_MARK.to_vec()));
        lines.0.write_record(columns.iter().map(|(name, _)| name))?;
        Ok(lines)
    }

    pub(super) fn push(&mut self, row: &[Cell]) -> std::io::Result<()> {
        self.0.write_record(row.iter().map(written))?;
        Ok(())
    }

    /// How many bytes there are.
    pub(super) fn bytes(&mut self) -> std::io::Result<usize> {
        self.0.flush()?;
        Ok(self.0.get_ref().len())
    }

    /// All that is there; nothing is left.
    pub(super) fn take(&mut self) -> std::io::Result<Vec<u8>> {
        let full = std::mem::replace(&mut self.0, writer(Vec::new()));
        full.into_inner().map_err(|error| error.into_error())
    }
}

fn writer(begun: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(begun)
}

fn written(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => inert_in_a_line(text),
        Cell::Number(number) => number.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Amount(amount) => {
            let (sign, paise) = (
                if amount.get() < 0 { "-" } else { "" },
                amount.get().unsigned_abs(),
            );
            format!("{sign}{}.{:02}", paise / 100, paise % 100)
        }
        Cell::Moment(moment) => {
            let format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
            moment.format(format).unwrap_or_default()
        }
        Cell::Day(day) => {
            let format = format_description!("[year]-[month]-[day]");
            day.format(format).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Balance;
    use time::macros::datetime;

    #[test]
    fn a_line_has_quotes_where_it_needs_them_amounts_in_rupees_and_no_formula() {
        let mut lines = CsvLines::begin(&[("Name", 20), ("Amount (Rs)", 10)]).unwrap();
        let row = [
            Cell::text("Rao, \"Asha\"\nK"),
            Cell::Amount(Balance::new(-185_050)),
        ];
        lines.push(&row).unwrap();
        let row = [Cell::text("Asha;=1+1"), Cell::text("＝1")];
        lines.push(&row).unwrap();
        let row = [
            Cell::text("=1+1"),
            Cell::moment(datetime!(2025-05-31 19:15:59 UTC)),
        ];
        lines.push(&row).unwrap();
        let text = String::from_utf8(lines.take().unwrap()).unwrap();
        assert_eq!(
            text,
            "\u{feff}Name,Amount (Rs)\r\n\"Rao, \"\"Asha\"\"\nK\",-1850.50\r\nAsha;'=1+1,'＝1\r\n'=1+1,2025-06-01 00:45:59\r\n"
        );
        assert_eq!(lines.bytes().unwrap(), 0);
    }
}
