//! What a simulator is made with.

use crate::account::ServiceAccount;
use crate::traffic::Quota;
use std::sync::Arc;
use time::OffsetDateTime;

/// What a simulator is made with.
#[derive(Clone)]
pub struct SimulatorConfig {
    /// The account that may ask for tokens.
    pub account: ServiceAccount,
    /// The spreadsheet that is there from the beginning, shared with the account.
    pub spreadsheet: String,
    /// The tab that `/sheets` and `/sheets.json` show.
    pub tab: String,
    /// The requests of a minute.
    pub quota: Quota,
    /// For how long a token is good, in seconds.
    pub token_lifetime: i64,
    /// What time it is.
    pub clock: Arc<dyn Fn() -> OffsetDateTime + Send + Sync>,
}

impl SimulatorConfig {
    /// The usual limits on the machine's clock.
    #[must_use]
    pub fn new(account: ServiceAccount, spreadsheet: &str, tab: &str) -> Self {
        Self {
            account,
            spreadsheet: spreadsheet.to_owned(),
            tab: tab.to_owned(),
            quota: Quota::default(),
            token_lifetime: 3599,
            clock: Arc::new(OffsetDateTime::now_utc),
        }
    }
}
