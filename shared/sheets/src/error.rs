//! What can go wrong with the spreadsheet.

use config::ConfigError;

/// Why the spreadsheet was not read or written. None of these quotes an answer, a cell or an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetsError {
    /// The service account's secret cannot be read, or holds no usable key.
    #[error(transparent)]
    Account(ConfigError),
    /// Secrets Manager did not answer when it was to be read.
    #[error(transparent)]
    AccountUnread(ConfigError),
    /// The spreadsheet is there, and the service account may not write it.
    #[error("the spreadsheet is not shared with the service account")]
    NotShared,
    /// There is no such spreadsheet.
    #[error("there is no such spreadsheet")]
    NoSpreadsheet,
    /// The service account's project has not switched the Sheets API on.
    #[error("the Google Sheets API is not enabled in the service account's project")]
    ApiDisabled,
    /// Google does not accept the service account's key.
    #[error("Google does not accept the service account's key")]
    Credentials,
    /// Ten million cells are the most.
    #[error("the spreadsheet has as many cells as one may have")]
    Full,
    /// The quota of the minute was used up for longer than we waited.
    #[error("Google's quota is used up")]
    Quota,
    /// No answer, or failures only, for longer than we waited.
    #[error("Google Sheets did not answer")]
    Unreachable,
    /// Google understood and refused, for a reason that is none of the above.
    #[error("Google Sheets refused the request with status {status}")]
    Refused {
        /// The HTTP status.
        status: u16,
    },
    /// An answer that is none to the question.
    #[error("Google's answer was not understood")]
    Unintelligible,
    /// The HTTPS client could not be set up.
    #[error("the HTTPS client for Google Sheets cannot be set up")]
    Client,
}

impl SheetsError {
    /// Whether the same request may well succeed later, with nobody doing anything.
    #[must_use]
    pub const fn passes(&self) -> bool {
        match self {
            Self::AccountUnread(_) | Self::Quota | Self::Unreachable | Self::Unintelligible => true,
            Self::Account(_)
            | Self::NotShared
            | Self::NoSpreadsheet
            | Self::ApiDisabled
            | Self::Credentials
            | Self::Full
            | Self::Refused { .. }
            | Self::Client => false,
        }
    }
}
