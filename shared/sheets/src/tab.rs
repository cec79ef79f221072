//! What is asked of the spreadsheet: the size of its tab, room for rows, rows, and nothing behind them.

use crate::http::{SheetsRequest, SheetsTransport};
use crate::wire::{Properties, SpreadsheetEntity};
use crate::{SheetsConfig, SheetsError, Spreadsheet};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;
use serde::Serialize;
use serde_json::json;
use std::fmt;
use std::sync::Arc;
use tokio::sync::watch;

/// One tab of a spreadsheet. Cheap to clone; clones share their connections and their access token.
#[derive(Clone)]
pub struct Sheets(Arc<SheetsTransport>);

/// What is written into a cell. Nothing is interpreted: a text stays that text, whatever it begins with.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Text; an empty one empties the cell.
    Text(String),
    /// A number, which can be summed up.
    Number(serde_json::Number),
}

/// The size of the tab, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    id: i64,
    /// How many rows it has, empty ones included.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
}

/// Neither the key nor the connections.
impl fmt::Debug for Sheets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sheets")
            .field("spreadsheet", &self.0.config.spreadsheet)
            .finish_non_exhaustive()
    }
}

impl Sheets {
    /// A client that opens no connection yet.
    #[must_use]
    pub fn new(config: SheetsConfig) -> Self {
        Self(Arc::new(SheetsTransport::new(config)))
    }

    /// Which spreadsheet and tab.
    #[must_use]
    pub fn spreadsheet(&self) -> &Spreadsheet {
        &self.0.config.spreadsheet
    }

    /// The service account's address: the spreadsheet must be shared with it. None before it was first signed in with.
    pub async fn account(&self) -> Option<String> {
        self.0.email().await
    }

    /// The failure after which a request of this client is held back for a moment; None while none is.
    #[must_use]
    pub fn waiting(&self) -> watch::Receiver<Option<SheetsError>> {
        self.0.waiting.subscribe()
    }

    /// The tab, with at least so many rows and columns; it is made and made larger as need be, and never smaller.
    ///
    /// # Errors
    /// When the spreadsheet cannot be read or changed.
    pub async fn open(&self, rows: usize, columns: usize) -> Result<Grid, SheetsError> {
        if let Some(grid) = self.find().await? {
            return self.grow(grid, rows, columns).await;
        }
        let size = json!({ "rowCount": rows.max(1), "columnCount": columns.max(1) });
        let add = json!({ "addSheet": { "properties": {
            "title": self.spreadsheet().tab, "gridProperties": size,
        } } });
        match self.batch_update(add).await {
            // Refused because it is there: the answer of an earlier attempt got lost.
            Ok(()) | Err(SheetsError::Refused { status: 400 }) => {}
            Err(error) => return Err(error),
        }
        let grid = self.find().await?.ok_or(SheetsError::Refused { status: 400 })?;
        self.grow(grid, rows, columns).await
    }

    /// The tab with at least so many rows and columns.
    ///
    /// # Errors
    /// When the spreadsheet cannot be changed, or would have more cells than one may have.
    pub async fn grow(&self, grid: Grid, rows: usize, columns: usize) -> Result<Grid, SheetsError> {
        let grown = Grid {
            rows: rows.max(grid.rows),
            columns: columns.max(grid.columns),
            ..grid
        };
        if grown == grid {
            return Ok(grid);
        }
        // The size, not the difference: said twice, it is the same size.
        let update = json!({ "updateSheetProperties": {
            "properties": {
                "sheetId": grid.id,
                "gridProperties": { "rowCount": grown.rows, "columnCount": grown.columns },
            },
            "fields": "gridProperties.rowCount,gridProperties.columnCount",
        } });
        self.batch_update(update).await?;
        Ok(grown)
    }

    /// Writes rows from the row `first` on, which counts from 1. All rows must be of one length, or what stood to the
    /// right of a short one stays. At most about 2 MB at once.
    ///
    /// # Errors
    /// When the spreadsheet cannot be written.
    pub async fn write(&self, first: usize, rows: &[Vec<Value>]) -> Result<(), SheetsError> {
        let columns = rows.first().map_or(1, Vec::len);
        let range = self.range(first, first + rows.len().max(1) - 1, columns);
        let path = format!(
            "/values/{}?valueInputOption=RAW",
            utf8_percent_encode(&range, NON_ALPHANUMERIC)
        );
        let body = json!({ "range": range, "majorDimension": "ROWS", "values": rows });
        self.change(Method::PUT, path, body).await
    }

    /// Empties the first `columns` columns of the rows from `first` to `last`.
    ///
    /// # Errors
    /// When the spreadsheet cannot be written.
    pub async fn clear(&self, first: usize, last: usize, columns: usize) -> Result<(), SheetsError> {
        let body = json!({ "ranges": [self.range(first, last, columns)] });
        self.change(Method::POST, "/values:batchClear".to_owned(), body)
            .await
    }

    async fn find(&self) -> Result<Option<Grid>, SheetsError> {
        let request = SheetsRequest {
            method: Method::GET,
            path: "?fields=sheets.properties".to_owned(),
            body: None,
        };
        let answer = self.0.send(&request).await?;
        let found: SpreadsheetEntity =
            serde_json::from_slice(&answer).map_err(|_| SheetsError::Unintelligible)?;
        let mut tabs = found.sheets.into_iter().map(|sheet| sheet.properties);
        let ours = tabs.find(|tab| tab.title == self.spreadsheet().tab);
        Ok(ours.map(|tab: Properties| Grid {
            id: tab.sheet_id,
            rows: tab.grid_properties.row_count,
            columns: tab.grid_properties.column_count,
        }))
    }

    async fn batch_update(&self, request: serde_json::Value) -> Result<(), SheetsError> {
        let body = json!({ "requests": [request] });
        self.change(Method::POST, ":batchUpdate".to_owned(), body).await
    }

    async fn change(&self, method: Method, path: String, body: serde_json::Value) -> Result<(), SheetsError> {
        let request = SheetsRequest {
            method,
            path,
            body: Some(body),
        };
        self.0.send(&request).await.map(drop)
    }

    fn range(&self, first: usize, last: usize, columns: usize) -> String {
        let tab = &self.spreadsheet().tab;
        format!("'{tab}'!A{first}:{}{last}", column(columns))
    }
}

/// The letters of the column that counts from 1.
fn column(mut number: usize) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'A' + u8::try_from(number % 26).unwrap_or_default()));
        number /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_people_see_them() {
        let names: Vec<String> = [1, 13, 26, 27, 702, 703].map(column).into();
        assert_eq!(names, ["A", "M", "Z", "AA", "ZZ", "AAA"]);
    }
}
