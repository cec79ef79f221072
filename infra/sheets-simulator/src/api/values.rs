//! The values of ranges.

use super::Request;
use super::error::ApiError;
use crate::a1::{self, Range};
use crate::grid::{Cell, Tab};
use crate::spreadsheets::Spreadsheet;
use serde_json::{Value, json};

/// The longest text of a cell, in characters.
const LONGEST_TEXT: usize = 50_000;

type Changed = Result<(Value, Vec<String>), ApiError>;

/// Writes values as they are: what a person types would become formulas and numbers, and is not known here.
pub(super) fn update(spreadsheet: &mut Spreadsheet, range: &str, request: &Request) -> Changed {
    if request.option("valueInputOption") != Some("RAW") {
        return Err(ApiError::invalid(
            "'valueInputOption' is required but not specified",
        ));
    }
    let (answer, what) = write(spreadsheet, range, &request.body["values"], &request.spreadsheet)?;
    Ok((answer, vec![what]))
}

pub(super) fn batch_clear(spreadsheet: &mut Spreadsheet, request: &Request) -> Changed {
    let mut cleared = Vec::new();
    for range in request.body["ranges"].as_array().into_iter().flatten() {
        cleared.push(empty(spreadsheet, range.as_str().unwrap_or_default())?);
    }
    let what = cleared.iter().map(|range| format!("clear {range}")).collect();
    Ok((
        json!({ "spreadsheetId": request.spreadsheet, "clearedRanges": cleared }),
        what,
    ))
}

fn write(
    spreadsheet: &mut Spreadsheet,
    range: &str,
    values: &Value,
    id: &str,
) -> Result<(Value, String), ApiError> {
    let parsed = parse(spreadsheet, range)?;
    let rows = values.as_array().map(Vec::as_slice).unwrap_or_default();
    let tab = spreadsheet
        .tab_mut(&parsed.tab)
        .ok_or_else(|| unreadable(range))?;
    let widest = rows.iter().filter_map(Value::as_array).map(Vec::len).max();
    let widest = widest.unwrap_or_default();
    fits(tab, range, &parsed, rows.len(), widest)?;
    let mut cells = 0;
    for (row, values) in rows.iter().enumerate() {
        for (column, value) in values.as_array().into_iter().flatten().enumerate() {
            if let Some(cell) = cell(value, row, column)? {
                tab.put(parsed.first_row + row, parsed.first_column + column, cell);
                cells += 1;
            }
        }
    }
    let written = a1::written(
        &tab.title,
        parsed.first_row,
        parsed.first_column,
        rows.len(),
        widest,
    );
    let answer = json!({
        "spreadsheetId": id,
        "updatedRange": written,
        "updatedRows": rows.len(),
        "updatedColumns": widest,
        "updatedCells": cells,
    });
    Ok((answer, written))
}

/// A range must hold all that is written, and the grid, too.
fn fits(tab: &Tab, range: &str, parsed: &Range, rows: usize, columns: usize) -> Result<(), ApiError> {
    if parsed.first_row + rows > parsed.end_row {
        return Err(outside(range, &format!("row [{}]", parsed.end_row + 1)));
    }
    if parsed.first_column + columns > parsed.end_column {
        return Err(outside(
            range,
            &format!("column [{}]", a1::column(parsed.end_column)),
        ));
    }
    if parsed.end_row > tab.row_count || parsed.end_column > tab.column_count {
        return Err(beyond(tab, range));
    }
    Ok(())
}

/// The cell of a value at its place among the values that are written; none where the value leaves a cell as it is.
fn cell(value: &Value, row: usize, column: usize) -> Result<Option<Cell>, ApiError> {
    if value.is_array() || value.is_object() {
        return Err(ApiError::invalid(format!(
            "Invalid values[{row}][{column}]: struct_value or list_value"
        )));
    }
    let text = value.as_str().unwrap_or_default();
    if text.chars().count() > LONGEST_TEXT {
        return Err(ApiError::invalid(format!(
            "Your input contains more than the maximum of {LONGEST_TEXT} characters in a single cell."
        )));
    }
    Ok(Cell::of(value))
}

fn empty(spreadsheet: &mut Spreadsheet, range: &str) -> Result<String, ApiError> {
    let parsed = parse(spreadsheet, range)?;
    let tab = spreadsheet
        .tab_mut(&parsed.tab)
        .ok_or_else(|| unreadable(range))?;
    if parsed.first_row >= tab.row_count || parsed.first_column >= tab.column_count {
        return Err(beyond(tab, range));
    }
    let (end_row, end_column) = (
        parsed.end_row.min(tab.row_count),
        parsed.end_column.min(tab.column_count),
    );
    for row in tab.rows.iter_mut().take(end_row).skip(parsed.first_row) {
        for cell in row.iter_mut().take(end_column).skip(parsed.first_column) {
            *cell = Cell::Empty;
        }
    }
    Ok(a1::written(
        &tab.title,
        parsed.first_row,
        parsed.first_column,
        end_row - parsed.first_row,
        end_column - parsed.first_column,
    ))
}

fn parse(spreadsheet: &Spreadsheet, text: &str) -> Result<Range, ApiError> {
    let range = Range::parse(text).ok_or_else(|| unreadable(text))?;
    if spreadsheet.tab(&range.tab).is_none() {
        return Err(unreadable(text));
    }
    Ok(range)
}

fn unreadable(range: &str) -> ApiError {
    ApiError::invalid(format!("Unable to parse range: {range}"))
}

fn outside(range: &str, place: &str) -> ApiError {
    ApiError::invalid(format!(
        "Requested writing within range [{range}], but tried writing to {place}"
    ))
}

fn beyond(tab: &Tab, range: &str) -> ApiError {
    ApiError::invalid(format!(
        "Range ({range}) exceeds grid limits. Max rows: {}, max columns: {}",
        tab.row_count, tab.column_count
    ))
}
