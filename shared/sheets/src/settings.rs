//! Which spreadsheet, and how it is reached.

use crate::Pauses;
use config::{ConfigError, Env, UnreadSecret};
use domain::{Clock, Entropy};
use std::time::Duration;

/// The tab that is written unless `SHEET_TAB` names another one.
const DEFAULT_TAB: &str = "Candidates";

/// Where the spreadsheet is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spreadsheet {
    /// Its id, the long part of its address.
    pub id: String,
    /// The title of the tab.
    pub tab: String,
    /// Where people look at it.
    pub page: String,
}

/// How the spreadsheet is reached.
#[derive(Clone)]
pub struct SheetsConfig {
    /// Where the spreadsheet is.
    pub spreadsheet: Spreadsheet,
    /// The API's address, without a trailing slash.
    pub url: String,
    /// Where the service account signs in.
    pub token_url: String,
    /// The longest a connection may take to open. 3 s.
    pub connect_timeout: Duration,
    /// The longest one request may take. 25 s.
    pub timeout: Duration,
    /// Until when an operation tries a request again, by the clock. 42 s: with a last look at the secret (8 s), a last
    /// sign-in and a last request it is over within 100 s, so that a lease of two minutes need only be renewed before
    /// each operation.
    pub deadline: Duration,
    /// Read at each sign-in, about once an hour: a request for the status of a sync does not pay for it, and a new key
    /// is in use without a new start.
    pub(crate) account: UnreadSecret,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    pub(crate) pauses: Pauses,
}

impl Spreadsheet {
    /// The spreadsheet of `SHEET_ID`, `SHEET_TAB` (Candidates unless set) and `SHEET_PAGE` (Google's own page unless
    /// set). None when there is no id.
    ///
    /// # Errors
    /// When the id is not one, the title cannot be one, or the page has no address.
    pub fn from_env(env: &Env) -> Result<Option<Self>, ConfigError> {
        let Some(id) = env.optional("SHEET_ID") else {
            return Ok(None);
        };
        let is_id = id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if !is_id {
            return Err(ConfigError::new(
                "SHEET_ID",
                "is not the id of a spreadsheet, the part of its address between /d/ and /edit",
            ));
        }
        let tab = env
            .optional("SHEET_TAB")
            .unwrap_or_else(|| DEFAULT_TAB.to_owned());
        if tab.chars().count() > 100 || tab.contains(['\'', '\n', '*', '?', ':', '\\', '/', '[', ']']) {
            return Err(ConfigError::new("SHEET_TAB", "cannot be the title of a tab"));
        }
        let page = match env.optional("SHEET_PAGE") {
            Some(_) => env.url("SHEET_PAGE")?,
            None => format!("https://docs.google.com/spreadsheets/d/{id}/edit"),
        };
        Ok(Some(Self { id, tab, page }))
    }

    /// The name of the tab among all tabs of all spreadsheets.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.id, self.tab)
    }
}

impl SheetsConfig {
    /// The usual time-outs, those of requests times [`Env::time_out_factor`], with `SHEETS_URL` and `SHEETS_TOKEN_URL` (Google's unless set), and the service account
    /// of the secret that `SHEETS_SECRET` names: JSON `{"client_email", "private_key"}`, as in Google's key file. The
    /// secret itself is read at the first sign-in.
    pub fn from_env(
        env: &Env,
        spreadsheet: Spreadsheet,
        clock: Clock,
        entropy: Entropy,
        pauses: Pauses,
    ) -> Result<Self, ConfigError> {
        let url = |name, usual: &str| match env.optional(name) {
            Some(_) => env.url(name),
            None => Ok(usual.to_owned()),
        };
        let (url, token_url) = (
            url("SHEETS_URL", "https://sheets.googleapis.com")?,
            url("SHEETS_TOKEN_URL", "https://oauth2.googleapis.com/token")?,
        );
        let factor = env.time_out_factor()?;
        Ok(Self {
            spreadsheet,
            url,
            token_url,
            connect_timeout: Duration::from_secs(3) * factor,
            timeout: Duration::from_secs(25) * factor,
            deadline: Duration::from_secs(42),
            account: env.unread_secret("SHEETS_SECRET")?,
            clock,
            entropy,
            pauses,
        })
    }
}
