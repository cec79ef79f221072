//! The cells of a tab and how they are filled.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a cell holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// Text, whatever it looks like.
    Text(String),
    /// A number, which can be summed up.
    Number(serde_json::Number),
    /// TRUE or FALSE.
    Bool(bool),
    /// What the spreadsheet computes, and what it may send elsewhere.
    Formula(String),
}

/// How a value becomes a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// As it is.
    Raw,
    /// As if a person had typed it.
    UserEntered,
}

impl Input {
    pub(crate) fn parse(option: &str) -> Option<Self> {
        match option {
            "RAW" => Some(Self::Raw),
            "USER_ENTERED" => Some(Self::UserEntered),
            _ => None,
        }
    }
}

impl Cell {
    /// The cell of a value; None for null, which leaves a cell as it was, and for what no cell can hold.
    pub(crate) fn of(value: &Value, input: Input) -> Option<Self> {
        match value {
            Value::Null | Value::Array(_) | Value::Object(_) => None,
            Value::Bool(value) => Some(Self::Bool(*value)),
            Value::Number(number) => Some(Self::Number(number.clone())),
            Value::String(text) if text.is_empty() => Some(Self::Empty),
            Value::String(text) => Some(match input {
                Input::Raw => Self::Text(text.clone()),
                Input::UserEntered => Self::typed(text),
            }),
        }
    }

    fn typed(text: &str) -> Self {
        if let Some(text) = text.strip_prefix('\'') {
            return Self::Text(text.to_owned());
        }
        if text.starts_with('=') {
            return Self::Formula(text.to_owned());
        }
        let number = text.trim().strip_prefix('+').unwrap_or(text.trim());
        if number.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            if let Ok(whole) = number.parse::<i64>() {
                return Self::Number(whole.into());
            }
            if let Some(number) = number.parse::<f64>().ok().and_then(serde_json::Number::from_f64) {
                return Self::Number(number);
            }
        }
        match text {
            "TRUE" | "true" => Self::Bool(true),
            "FALSE" | "false" => Self::Bool(false),
            _ if text.starts_with(['+', '-']) => Self::Formula(format!("={text}")),
            _ => Self::Text(text.to_owned()),
        }
    }

    /// The cell as it is seen. A formula is not computed: it is shown for what it is.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Bool(value) => value.to_string().to_uppercase(),
            Self::Formula(formula) => format!("#FORMULA {formula}"),
        }
    }

    /// The cell as a value, numbers as numbers.
    pub(crate) fn unformatted(&self) -> Value {
        match self {
            Self::Number(number) => json!(number),
            Self::Bool(value) => json!(value),
            Self::Empty | Self::Text(_) | Self::Formula(_) => json!(self.shown()),
        }
    }
}

/// One tab of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tab {
    pub(crate) id: u32,
    pub(crate) title: String,
    pub(crate) row_count: usize,
    pub(crate) column_count: usize,
    /// Shorter than the grid where nothing was ever written.
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Tab {
    /// An empty tab of the usual size.
    pub(crate) fn new(id: u32, title: &str) -> Self {
        Self {
            id,
            title: title.to_owned(),
            row_count: 1000,
            column_count: 26,
            rows: Vec::new(),
        }
    }

    pub(crate) fn cells(&self) -> usize {
        self.row_count.saturating_mul(self.column_count)
    }

    pub(crate) fn resize(&mut self, rows: usize, columns: usize) {
        self.row_count = rows;
        self.column_count = columns;
        self.rows.truncate(rows);
        for row in &mut self.rows {
            row.truncate(columns);
        }
    }

    /// Puts a cell, which must be within the grid.
    pub(crate) fn put(&mut self, row: usize, column: usize, cell: Cell) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        if let Some(cells) = self.rows.get_mut(row) {
            if cells.len() <= column {
                cells.resize(column + 1, Cell::Empty);
            }
            if let Some(place) = cells.get_mut(column) {
                *place = cell;
            }
        }
    }

    /// The rows of a part of the grid, without the empty end of each and of all.
    pub(crate) fn part(
        &self,
        rows: std::ops::Range<usize>,
        columns: std::ops::Range<usize>,
    ) -> Vec<Vec<Cell>> {
        let end = rows.end.min(self.rows.len());
        let wanted = self.rows.get(rows.start.min(end)..end).unwrap_or_default();
        let mut part: Vec<Vec<Cell>> = wanted
            .iter()
            .map(|row| {
                let end = columns.end.min(row.len());
                let mut row = row.get(columns.start.min(end)..end).unwrap_or_default().to_vec();
                trim(&mut row, |cell| *cell == Cell::Empty);
                row
            })
            .collect();
        trim(&mut part, Vec::is_empty);
        part
    }

    /// Everything in the tab.
    pub(crate) fn whole(&self) -> Vec<Vec<Cell>> {
        self.part(0..self.row_count, 0..self.column_count)
    }
}

fn trim<T>(list: &mut Vec<T>, is_empty: impl Fn(&T) -> bool) {
    let kept = list
        .iter()
        .rposition(|element| !is_empty(element))
        .map_or(0, |last| last + 1);
    list.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Cell {
        Cell::of(&json!(text), Input::UserEntered).unwrap()
    }

    #[test]
    fn raw_keeps_text_as_it_is_and_typing_does_not() {
        for text in ["=HYPERLINK(\"x\")", "+919876543210", "007", "-1+2", "@x", "1/2"] {
            assert_eq!(
                Cell::of(&json!(text), Input::Raw),
                Some(Cell::Text(text.to_owned()))
            );
        }
        assert_eq!(typed("=1+1"), Cell::Formula("=1+1".to_owned()));
        assert_eq!(typed("+A1"), Cell::Formula("=+A1".to_owned()));
        assert_eq!(typed("+919876543210"), Cell::Number(919_876_543_210_i64.into()));
        assert_eq!(typed("007"), Cell::Number(7.into()));
        assert_eq!(typed("'007"), Cell::Text("007".to_owned()));
        assert_eq!(typed("true"), Cell::Bool(true));
        assert_eq!(typed("Asha"), Cell::Text("Asha".to_owned()));
    }

    #[test]
    fn null_is_no_cell_and_an_empty_text_empties_one() {
        assert_eq!(Cell::of(&Value::Null, Input::Raw), None);
        assert_eq!(Cell::of(&json!(""), Input::Raw), Some(Cell::Empty));
    }

    #[test]
    fn a_part_ends_where_nothing_follows() {
        let mut tab = Tab::new(0, "S");
        tab.put(0, 1, Cell::Text("b1".to_owned()));
        tab.put(4, 0, Cell::Empty);
        assert_eq!(tab.whole(), [[Cell::Empty, Cell::Text("b1".to_owned())]]);
        assert_eq!(tab.part(0..9, 1..2), [[Cell::Text("b1".to_owned())]]);
        assert!(tab.part(7..9, 0..2).is_empty());
    }
}
