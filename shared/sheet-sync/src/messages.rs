//! The messages for administrators when a sync fails.

use sheets::SheetsError;

pub(crate) const UNREADABLE: &str =
    "A registration cannot be read. Please contact the person who maintains the system.";

/// Why nothing is written any more once the closing deletes.
pub const DELETING: &str = "The event is being deleted. Nothing more is written into the Google Sheet.";

/// What the worker waits for, after a failure that passes.
pub(crate) fn waiting_for(error: &SheetsError) -> &'static str {
    match error {
        SheetsError::Quota => {
            "Google limits how many requests we may send in a minute. The sync continues automatically as soon as it may."
        }
        SheetsError::AccountUnread(_)
        | SheetsError::Unreachable
        | SheetsError::Unintelligible
        | SheetsError::Account(_)
        | SheetsError::NotShared
        | SheetsError::NoSpreadsheet
        | SheetsError::ApiDisabled
        | SheetsError::Credentials
        | SheetsError::Full
        | SheetsError::Refused { .. }
        | SheetsError::Client => "Google Sheets does not answer. The sync will retry automatically.",
    }
}

/// What went wrong with the spreadsheet, and what to do about it. `account` is the service account's address, as far as
/// it is known.
pub(crate) fn about(error: &SheetsError, account: Option<&str>) -> String {
    let account = account.unwrap_or("the service account");
    match error {
        SheetsError::Account(_) => {
            "The key of the Google service account cannot be used. Please contact the person who maintains the system."
                .to_owned()
        }
        SheetsError::AccountUnread(_) => {
            "The key of the Google service account could not be read. Please try again later.".to_owned()
        }
        SheetsError::NotShared => format!(
            "The Google Sheet is not shared with {account}. Share it with this address as an editor, then sync again."
        ),
        SheetsError::NoSpreadsheet => {
            "There is no Google Sheet with the ID in the settings. It may have been deleted.".to_owned()
        }
        SheetsError::ApiDisabled => {
            "The Google Sheets API is switched off in the Google Cloud project of the service account."
                .to_owned()
        }
        SheetsError::Credentials => {
            format!("Google does not accept the key of {account}. It may have been deleted or replaced.")
        }
        SheetsError::Full => {
            "The Google Sheet is full: it has 10 million cells. Delete tabs that are not needed.".to_owned()
        }
        SheetsError::Quota => {
            "Google is getting too many requests from us. Please try again in a few minutes.".to_owned()
        }
        SheetsError::Unreachable => "Google Sheets did not answer. Please try again later.".to_owned(),
        SheetsError::Refused { status } => format!(
            "Google Sheets refused to be written (status {status}). Is a part of the sheet protected, or its tab \
             deleted?"
        ),
        SheetsError::Unintelligible | SheetsError::Client => {
            "Google Sheets could not be used. Please contact the person who maintains the system.".to_owned()
        }
    }
}
