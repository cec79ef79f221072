//! The spreadsheet itself: its tabs and the size of their grids.

use super::Request;
use super::error::ApiError;
use crate::grid::Tab;
use crate::spreadsheets::Spreadsheet;
use serde_json::{Value, json};

/// How many cells a spreadsheet may have.
const MOST_CELLS: usize = 10_000_000;

pub(super) fn get(id: &str, spreadsheet: &Spreadsheet) -> Value {
    let tabs = spreadsheet.tabs.iter().enumerate();
    let sheets: Vec<Value> = tabs
        .map(|(index, tab)| json!({ "properties": properties(tab, index) }))
        .collect();
    json!({ "spreadsheetId": id, "sheets": sheets })
}

fn properties(tab: &Tab, index: usize) -> Value {
    json!({
        "sheetId": tab.id,
        "title": tab.title,
        "index": index,
        "sheetType": "GRID",
        "gridProperties": { "rowCount": tab.row_count, "columnCount": tab.column_count },
    })
}

pub(super) fn batch_update(
    spreadsheet: &mut Spreadsheet,
    request: &Request,
) -> Result<(Value, Vec<String>), ApiError> {
    let requests = request.body["requests"]
        .as_array()
        .filter(|list| !list.is_empty());
    let requests = requests.ok_or_else(|| ApiError::invalid("Must specify at least one request."))?;
    let mut replies = Vec::new();
    let mut what = Vec::new();
    for (index, wanted) in requests.iter().enumerate() {
        let one = wanted.as_object().and_then(|wanted| wanted.iter().next());
        let (kind, wanted) =
            one.ok_or_else(|| ApiError::invalid(format!("Invalid requests[{index}]: No request set.")))?;
        let within =
            |problem: &str| ApiError::invalid(format!("Invalid requests[{index}].{kind}: {problem}"));
        let reply = match kind.as_str() {
            "addSheet" => {
                add_sheet(spreadsheet, &wanted["properties"]).map_err(|problem| within(&problem))?
            }
            "updateSheetProperties" => {
                update_properties(spreadsheet, wanted).map_err(|problem| within(&problem))?
            }
            _ => return Err(within("the simulator does not know this request")),
        };
        if spreadsheet.cells() > MOST_CELLS {
            return Err(within(&format!(
                "This action would increase the number of cells in the workbook above the limit of {MOST_CELLS} \
                 cells."
            )));
        }
        replies.push(reply);
        what.push(kind.clone());
    }
    Ok((
        json!({ "spreadsheetId": request.spreadsheet, "replies": replies }),
        what,
    ))
}

fn add_sheet(spreadsheet: &mut Spreadsheet, wanted: &Value) -> Result<Value, String> {
    let next = spreadsheet
        .tabs
        .iter()
        .map(|tab| tab.id + 1)
        .max()
        .unwrap_or_default();
    let title = wanted["title"]
        .as_str()
        .map_or_else(|| format!("Sheet{next}"), str::to_owned);
    if spreadsheet.tab(&title).is_some() {
        return Err(format!(
            "A sheet with the name \"{title}\" already exists. Please enter another name."
        ));
    }
    let mut tab = Tab::new(next, &title);
    let grid = &wanted["gridProperties"];
    tab.resize(
        size(&grid["rowCount"])?.unwrap_or(tab.row_count),
        size(&grid["columnCount"])?.unwrap_or(tab.column_count),
    );
    let reply = json!({ "addSheet": { "properties": properties(&tab, spreadsheet.tabs.len()) } });
    spreadsheet.tabs.push(tab);
    Ok(reply)
}

fn update_properties(spreadsheet: &mut Spreadsheet, wanted: &Value) -> Result<Value, String> {
    let wanted_properties = &wanted["properties"];
    let tab = by_id(spreadsheet, &wanted_properties["sheetId"])?;
    let fields = wanted["fields"].as_str().unwrap_or_default();
    if fields.is_empty() {
        return Err(
            "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)".to_owned(),
        );
    }
    let (mut rows, mut columns) = (tab.row_count, tab.column_count);
    for field in fields.split(',') {
        let grid = &wanted_properties["gridProperties"];
        match field {
            "gridProperties.rowCount" => rows = size(&grid["rowCount"])?.unwrap_or(rows),
            "gridProperties.columnCount" => columns = size(&grid["columnCount"])?.unwrap_or(columns),
            _ => return Err(format!("the simulator does not know the field {field}")),
        }
    }
    tab.resize(rows, columns);
    Ok(json!({}))
}

fn by_id<'s>(spreadsheet: &'s mut Spreadsheet, id: &Value) -> Result<&'s mut Tab, String> {
    let id = id.as_u64().unwrap_or_default();
    let tab = spreadsheet.tabs.iter_mut().find(|tab| u64::from(tab.id) == id);
    tab.ok_or_else(|| format!("No grid with id: {id}"))
}

/// A count of rows or columns, at least one.
fn size(value: &Value) -> Result<Option<usize>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
    count
        .filter(|count| *count > 0)
        .map(Some)
        .ok_or_else(|| "the size must be at least 1".to_owned())
}
