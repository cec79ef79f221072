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
}

impl Cell {
    /// The cell of a value as it is; None for null, which leaves a cell as it was, and for what no cell is given here.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
            Value::Number(number) => Some(Self::Number(number.clone())),
            Value::String(text) if text.is_empty() => Some(Self::Empty),
            Value::String(text) => Some(Self::Text(text.clone())),
        }
    }

    /// The cell as it is seen.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }

    /// The cell as a value, numbers as numbers.
    pub(crate) fn unformatted(&self) -> Value {
        match self {
            Self::Number(number) => json!(number),
            Self::Empty | Self::Text(_) => json!(self.shown()),
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

    /// Everything in the tab, without the empty end of each row and of all.
    pub(crate) fn whole(&self) -> Vec<Vec<Cell>> {
        let mut whole = self.rows.clone();
        for row in &mut whole {
            trim(row, |cell| *cell == Cell::Empty);
        }
        trim(&mut whole, Vec::is_empty);
        whole
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

    #[test]
    fn null_is_no_cell_and_an_empty_text_empties_one() {
        assert_eq!(Cell::of(&Value::Null), None);
        assert_eq!(Cell::of(&json!("")), Some(Cell::Empty));
    }

    #[test]
    fn the_whole_ends_where_nothing_follows() {
        let mut tab = Tab::new(0, "S");
        tab.put(0, 1, Cell::Text("b1".to_owned()));
        tab.put(4, 0, Cell::Empty);
        assert_eq!(tab.whole(), [[Cell::Empty, Cell::Text("b1".to_owned())]]);
    }
}
