//! The values of ranges.

use super::Request;
use super::error::ApiError;
use crate::a1::{self, Range};
use crate::grid::{Cell, Input, Tab};
use crate::spreadsheets::Spreadsheet;
use serde_json::{Value, json};

/// The longest text of a cell, in characters.
const LONGEST_TEXT: usize = 50_000;

type Changed = Result<(Value, Vec<String>), ApiError>;

pub(super) fn get(spreadsheet: &Spreadsheet, range: &str, request: &Request) -> Result<Value, ApiError> {
    let range = parse(spreadsheet, range)?;
    let tab = tab(spreadsheet, &range)?;
    let (rows, columns) = within_grid(tab, &range)?;
    let render: fn(&Cell) -> Value = match request.option("valueRenderOption") {
        Some("UNFORMATTED_VALUE") => Cell::unformatted,
        Some("FORMULA") => |cell| match cell {
            Cell::Formula(formula) => json!(formula),
            other => other.unformatted(),
        },
        Some("FORMATTED_VALUE") | None => |cell| json!(cell.shown()),
        Some(_) => return Err(ApiError::invalid("Invalid value at 'value_render_option'")),
    };
    let written = a1::written(&tab.title, rows.start, columns.start, rows.len(), columns.len());
    let part = tab.part(rows, columns);
    let values: Vec<Vec<Value>> = part.iter().map(|row| row.iter().map(render).collect()).collect();
    let mut answer = json!({ "range": written, "majorDimension": "ROWS" });
    if !values.is_empty()
        && let Some(answer) = answer.as_object_mut()
    {
        answer.insert("values".to_owned(), json!(values));
    }
    Ok(answer)
}

pub(super) fn update(spreadsheet: &mut Spreadsheet, range: &str, request: &Request) -> Changed {
    let input = input(request.option("valueInputOption"))?;
    let (answer, what) = write(
        spreadsheet,
        range,
        &request.body["values"],
        input,
        &request.spreadsheet,
    )?;
    Ok((answer, vec![what]))
}

pub(super) fn batch_update(spreadsheet: &mut Spreadsheet, request: &Request) -> Changed {
    let input = input(request.body["valueInputOption"].as_str())?;
    let mut responses = Vec::new();
    let mut what = Vec::new();
    for data in request.body["data"].as_array().into_iter().flatten() {
        let range = data["range"].as_str().unwrap_or_default();
        let (response, written) = write(spreadsheet, range, &data["values"], input, &request.spreadsheet)?;
        responses.push(response);
        what.push(written);
    }
    let total = |field: &str| {
        responses
            .iter()
            .filter_map(|one| one[field].as_u64())
            .sum::<u64>()
    };
    let answer = json!({
        "spreadsheetId": request.spreadsheet,
        "totalUpdatedRows": total("updatedRows"),
        "totalUpdatedColumns": responses.iter().filter_map(|one| one["updatedColumns"].as_u64()).max(),
        "totalUpdatedCells": total("updatedCells"),
        "totalUpdatedSheets": u8::from(!responses.is_empty()),
        "responses": responses,
    });
    Ok((answer, what))
}

/// Writes under the last row that holds anything, and makes the grid longer if need be.
pub(super) fn append(spreadsheet: &mut Spreadsheet, range: &str, request: &Request) -> Changed {
    let input = input(request.option("valueInputOption"))?;
    let values = &request.body["values"];
    let parsed = parse(spreadsheet, range)?;
    let tab = spreadsheet
        .tab_mut(&parsed.tab)
        .ok_or_else(|| unreadable(range))?;
    let first = tab.whole().len();
    let needed = first + values.as_array().map_or(0, Vec::len);
    tab.resize(tab.row_count.max(needed), tab.column_count);
    let columns = tab.column_count;
    let place = a1::written(&parsed.tab, first, 0, needed.saturating_sub(first), columns);
    let (updates, what) = write(spreadsheet, &place, values, input, &request.spreadsheet)?;
    Ok((
        json!({ "spreadsheetId": request.spreadsheet, "updates": updates }),
        vec![what],
    ))
}

pub(super) fn clear(spreadsheet: &mut Spreadsheet, range: &str, request: &Request) -> Changed {
    let cleared = empty(spreadsheet, range)?;
    let answer = json!({ "spreadsheetId": request.spreadsheet, "clearedRange": cleared });
    Ok((answer, vec![format!("clear {cleared}")]))
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
    input: Input,
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
            if let Some(cell) = cell(value, input, row, column)? {
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

/// One cell names where to begin; a range must hold all that is written, and the grid in any case.
fn fits(tab: &Tab, range: &str, parsed: &Range, rows: usize, columns: usize) -> Result<(), ApiError> {
    let one_cell =
        parsed.end_row == Some(parsed.first_row + 1) && parsed.end_column == Some(parsed.first_column + 1);
    let last_row = parsed.first_row + rows;
    let last_column = parsed.first_column + columns;
    match (parsed.end_row, parsed.end_column) {
        (Some(end), _) if !one_cell && last_row > end => {
            return Err(outside(range, &format!("row [{}]", end + 1)));
        }
        (_, Some(end)) if !one_cell && last_column > end => {
            return Err(outside(range, &format!("column [{}]", a1::column(end))));
        }
        _ => {}
    }
    let (named_rows, named_columns) = (parsed.end_row.unwrap_or(0), parsed.end_column.unwrap_or(0));
    if last_row.max(named_rows) > tab.row_count || last_column.max(named_columns) > tab.column_count {
        return Err(beyond(tab, range));
    }
    Ok(())
}

/// The cell of a value at its place among the values that are written; none where the value leaves a cell as it is.
fn cell(value: &Value, input: Input, row: usize, column: usize) -> Result<Option<Cell>, ApiError> {
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
    Ok(Cell::of(value, input))
}

fn empty(spreadsheet: &mut Spreadsheet, range: &str) -> Result<String, ApiError> {
    let parsed = parse(spreadsheet, range)?;
    let tab = spreadsheet
        .tab_mut(&parsed.tab)
        .ok_or_else(|| unreadable(range))?;
    let (rows, columns) = within_grid(tab, &parsed)?;
    let written = a1::written(&tab.title, rows.start, columns.start, rows.len(), columns.len());
    for row in tab.rows.iter_mut().take(rows.end).skip(rows.start) {
        for cell in row.iter_mut().take(columns.end).skip(columns.start) {
            *cell = Cell::Empty;
        }
    }
    Ok(written)
}

fn input(option: Option<&str>) -> Result<Input, ApiError> {
    let known = option.and_then(Input::parse);
    known.ok_or_else(|| ApiError::invalid("'valueInputOption' is required but not specified"))
}

/// Reads a range. Cells without a tab are in the first one.
fn parse(spreadsheet: &Spreadsheet, text: &str) -> Result<Range, ApiError> {
    let mut range = Range::parse(text).ok_or_else(|| unreadable(text))?;
    if spreadsheet.tab(&range.tab).is_none() && !text.contains('!') {
        let first = spreadsheet.tabs.first().map(|tab| tab.title.replace('\'', "''"));
        let in_first = format!("'{}'!{text}", first.unwrap_or_default());
        range = Range::parse(&in_first).ok_or_else(|| unreadable(text))?;
    }
    if spreadsheet.tab(&range.tab).is_none() {
        return Err(unreadable(text));
    }
    Ok(range)
}

fn tab<'s>(spreadsheet: &'s Spreadsheet, range: &Range) -> Result<&'s Tab, ApiError> {
    spreadsheet.tab(&range.tab).ok_or_else(|| unreadable(&range.tab))
}

/// The rows and columns of a range, with the grid's end where it is open.
fn within_grid(
    tab: &Tab,
    range: &Range,
) -> Result<(std::ops::Range<usize>, std::ops::Range<usize>), ApiError> {
    let end_row = range.end_row.unwrap_or(tab.row_count);
    let end_column = range.end_column.unwrap_or(tab.column_count);
    let starts_inside = range.first_row < tab.row_count && range.first_column < tab.column_count;
    if !starts_inside {
        let name = a1::written(&tab.title, range.first_row, range.first_column, 1, 1);
        return Err(beyond(tab, &name));
    }
    Ok((
        range.first_row..end_row.min(tab.row_count),
        range.first_column..end_column.min(tab.column_count),
    ))
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
