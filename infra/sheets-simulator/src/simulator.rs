//! The simulator as its callers hold it.

use crate::config::SimulatorConfig;
use crate::fault::Rule;
use crate::grid::{Cell, Tab};
use crate::spreadsheets::{Spreadsheet, Spreadsheets};
use crate::state::{Inner, Write};
use crate::traffic::{Call, Quota};
use crate::{api, page};
use axum::Router;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Google Sheets for one service account. Clones are the same one.
#[derive(Clone)]
pub struct SheetsSimulator(Arc<Inner>);

impl SheetsSimulator {
    /// A simulator in memory. None if the account has no usable key.
    #[must_use]
    pub fn new(config: SimulatorConfig) -> Option<Self> {
        Self::with(config, Spreadsheets::default())
    }

    /// A simulator that keeps its spreadsheets in the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or written, or the account has no usable key.
    pub fn open(config: SimulatorConfig, path: &Path) -> io::Result<Self> {
        let opened = Self::with(config, Spreadsheets::open(path)?);
        let opened = opened.ok_or_else(|| io::Error::other("the service account has no usable key"))?;
        opened.0.state().spreadsheets.save()?;
        Ok(opened)
    }

    fn with(config: SimulatorConfig, mut spreadsheets: Spreadsheets) -> Option<Self> {
        let spreadsheet = spreadsheets
            .by_id
            .entry(config.spreadsheet.clone())
            .or_insert_with(Spreadsheet::fresh);
        spreadsheet.editors.insert(config.account.client_email.clone());
        Some(Self(Arc::new(Inner::new(config, spreadsheets)?)))
    }

    /// The API under `/v4` and `/token`, the pages `/sheets` and `/sheets.json`, and `/sheets/faults`.
    pub fn router(&self) -> Router {
        api::router(Arc::clone(&self.0)).merge(page::router(Arc::clone(&self.0)))
    }

    /// Serves on a free port of 127.0.0.1 and returns its address without a trailing slash. It ends with the runtime.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn serve(&self) -> io::Result<String> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = self.router();
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the spreadsheet simulator stopped");
            }
        });
        Ok(url)
    }

    /// What the tab of the configuration holds, without the empty end.
    #[must_use]
    pub fn contents(&self) -> Vec<Vec<Cell>> {
        self.0.contents()
    }

    /// The titles, rows and columns of the spreadsheet's tabs.
    #[must_use]
    pub fn tabs(&self) -> Vec<(String, usize, usize)> {
        let state = self.0.state();
        let spreadsheet = state.spreadsheets.by_id.get(&self.0.config.spreadsheet);
        let tabs = spreadsheet
            .map(|spreadsheet| spreadsheet.tabs.as_slice())
            .unwrap_or_default();
        tabs.iter()
            .map(|tab| (tab.title.clone(), tab.row_count, tab.column_count))
            .collect()
    }

    /// Fills the tab with cells of these texts, as a person might have done before.
    pub fn fill(&self, rows: &[Vec<String>]) {
        let mut state = self.0.state();
        let title = self.0.config.tab.clone();
        if let Some(spreadsheet) = state.spreadsheets.by_id.get_mut(&self.0.config.spreadsheet) {
            if spreadsheet.tab(&title).is_none() {
                let id = u32::try_from(spreadsheet.tabs.len()).unwrap_or_default();
                spreadsheet.tabs.push(Tab::new(id, &title));
            }
            if let Some(tab) = spreadsheet.tab_mut(&title) {
                let columns = tab.column_count;
                tab.resize(tab.row_count.max(rows.len()), columns);
                for (row, texts) in rows.iter().enumerate() {
                    for (column, text) in texts.iter().enumerate() {
                        tab.put(row, column, Cell::Text(text.clone()));
                    }
                }
            }
        }
    }

    /// Takes the spreadsheet away from the account, or shares it again.
    pub fn share(&self, shared: bool) {
        let mut state = self.0.state();
        let email = self.0.config.account.client_email.clone();
        if let Some(spreadsheet) = state.spreadsheets.by_id.get_mut(&self.0.config.spreadsheet) {
            if shared {
                spreadsheet.editors.insert(email);
            } else {
                spreadsheet.editors.remove(&email);
            }
        }
    }

    /// Another quota from now on.
    pub fn set_quota(&self, quota: Quota) {
        self.0.state().quota = quota;
    }

    /// Lets requests that match a rule fail from now on.
    pub fn fail(&self, rule: Rule) {
        self.0.state().faults.add(rule);
    }

    /// Removes every rule.
    pub fn heal(&self) {
        self.0.state().faults.clear();
    }

    /// Answers the requests that are held.
    pub fn release(&self) {
        self.0.held.notify_waiters();
    }

    /// How many requests of a kind came.
    #[must_use]
    pub fn calls(&self, call: Call) -> u64 {
        self.0.state().traffic.calls(call)
    }

    /// The changes that were made, oldest first.
    #[must_use]
    pub fn writes(&self) -> Vec<Write> {
        self.0.state().writes.clone()
    }
}
