//! Google's JSON.

use crate::SheetsError;
use serde::Deserialize;

/// A spreadsheet, asked for the properties of its tabs.
#[derive(Deserialize)]
pub(crate) struct SpreadsheetEntity {
    #[serde(default)]
    pub(crate) sheets: Vec<SheetEntity>,
}

#[derive(Deserialize)]
pub(crate) struct SheetEntity {
    pub(crate) properties: Properties,
}

/// A tab without a grid, such as one with a chart, has no counts.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Properties {
    /// Absent for the tab 0: Google leaves out zeroes.
    #[serde(default)]
    pub(crate) sheet_id: i64,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) grid_properties: GridProperties,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct GridProperties {
    pub(crate) row_count: usize,
    pub(crate) column_count: usize,
}

/// An error answer.
#[derive(Default, Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    error: RefusalBody,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RefusalBody {
    message: String,
    details: Vec<Detail>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Detail {
    reason: String,
}

impl Refusal {
    /// Nothing of it is certain, so whatever cannot be read says nothing.
    pub(crate) fn read(body: &[u8]) -> Self {
        serde_json::from_slice(body).unwrap_or_default()
    }

    /// What a refusal of this status means. Only where Google has no code for it is its text looked at.
    pub(crate) fn error(&self, status: u16) -> SheetsError {
        let reason = |wanted: &str| self.error.details.iter().any(|detail| detail.reason == wanted);
        match status {
            403 if reason("SERVICE_DISABLED") => SheetsError::ApiDisabled,
            403 => SheetsError::NotShared,
            404 => SheetsError::NoSpreadsheet,
            400 if self
                .error
                .message
                .contains("number of cells in the workbook above the limit") =>
            {
                SheetsError::Full
            }
            _ => SheetsError::Refused { status },
        }
    }
}
