//! The simulator as its callers hold it.

use crate::account::ServiceAccount;
use crate::api;
use crate::fault::{Faults, Rule};
use crate::grid::Cell;
use crate::page;
use crate::state::{Spreadsheet, State};
use crate::traffic::{Call, Quota, Traffic};
use axum::Router;
use ring::signature::UnparsedPublicKey;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use time::OffsetDateTime;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// Google Sheets for one service account. Clones are the same one.
#[derive(Clone)]
pub struct SheetsSimulator(pub(crate) Arc<Inner>);

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

pub(crate) struct Inner {
    pub(crate) config: SimulatorConfig,
    pub(crate) key: UnparsedPublicKey<Vec<u8>>,
    pub(crate) world: Mutex<World>,
    pub(crate) held: Notify,
}

/// Everything that changes.
pub(crate) struct World {
    pub(crate) state: State,
    pub(crate) traffic: Traffic,
    pub(crate) faults: Faults,
    /// Tokens given out, with the second at which each runs out.
    pub(crate) tokens: Vec<(String, i64)>,
    pub(crate) writes: Vec<Write>,
    pub(crate) quota: Quota,
}

/// A change that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// Whose token it came with: tokens count from 0 in the order in which they were given out.
    pub token: usize,
    /// What was changed: a range, or the kind of a request.
    pub what: String,
}

impl SheetsSimulator {
    /// A simulator that forgets everything at its end. None if the account has no usable key.
    #[must_use]
    pub fn new(config: SimulatorConfig) -> Option<Self> {
        Self::with(config, State::default())
    }

    /// A simulator that keeps its spreadsheets in the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or written, or the account has no usable key.
    pub fn open(config: SimulatorConfig, path: &Path) -> io::Result<Self> {
        let opened = Self::with(config, State::open(path)?);
        let opened = opened.ok_or_else(|| io::Error::other("the service account has no usable key"))?;
        opened.0.world().state.save()?;
        Ok(opened)
    }

    fn with(config: SimulatorConfig, mut state: State) -> Option<Self> {
        let spreadsheet = state
            .spreadsheets
            .entry(config.spreadsheet.clone())
            .or_insert_with(Spreadsheet::fresh);
        spreadsheet.editors.insert(config.account.client_email.clone());
        Some(Self(Arc::new(Inner {
            key: config.account.public_key()?,
            world: Mutex::new(World {
                state,
                traffic: Traffic::default(),
                faults: Faults::default(),
                tokens: Vec::new(),
                writes: Vec::new(),
                quota: config.quota,
            }),
            config,
            held: Notify::new(),
        })))
    }

    /// The API under `/v4` and `/token`, the pages `/sheets` and `/sheets.json`, and `/sheets/faults`.
    pub fn router(&self) -> Router {
        api::router(self).merge(page::router(self))
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
        let world = self.0.world();
        let spreadsheet = world.state.spreadsheets.get(&self.0.config.spreadsheet);
        spreadsheet
            .map(|spreadsheet| spreadsheet.contents(&self.0.config.tab))
            .unwrap_or_default()
    }

    /// The titles, rows and columns of the spreadsheet's tabs.
    #[must_use]
    pub fn tabs(&self) -> Vec<(String, usize, usize)> {
        let world = self.0.world();
        let spreadsheet = world.state.spreadsheets.get(&self.0.config.spreadsheet);
        let tabs = spreadsheet
            .map(|spreadsheet| spreadsheet.tabs.as_slice())
            .unwrap_or_default();
        tabs.iter()
            .map(|tab| (tab.title.clone(), tab.row_count, tab.column_count))
            .collect()
    }

    /// Fills the tab with cells of these texts, as somebody might have before.
    pub fn fill(&self, rows: &[Vec<String>]) {
        let mut world = self.0.world();
        let title = self.0.config.tab.clone();
        if let Some(spreadsheet) = world.state.spreadsheets.get_mut(&self.0.config.spreadsheet) {
            if spreadsheet.tab(&title).is_none() {
                let id = u32::try_from(spreadsheet.tabs.len()).unwrap_or_default();
                spreadsheet.tabs.push(crate::grid::Tab::new(id, &title));
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
        let mut world = self.0.world();
        let email = self.0.config.account.client_email.clone();
        if let Some(spreadsheet) = world.state.spreadsheets.get_mut(&self.0.config.spreadsheet) {
            if shared {
                spreadsheet.editors.insert(email);
            } else {
                spreadsheet.editors.remove(&email);
            }
        }
    }

    /// Another quota from now on.
    pub fn set_quota(&self, quota: Quota) {
        self.0.world().quota = quota;
    }

    /// From now on requests that a rule fits go wrong.
    pub fn fail(&self, rule: Rule) {
        self.0.world().faults.add(rule);
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        self.0.world().faults.clear();
    }

    /// Answers the requests that are held.
    pub fn release(&self) {
        self.0.held.notify_waiters();
    }

    /// How many requests of a kind came.
    #[must_use]
    pub fn calls(&self, call: Call) -> u64 {
        self.0.world().traffic.calls(call)
    }

    /// The changes that were carried out, the oldest first.
    #[must_use]
    pub fn writes(&self) -> Vec<Write> {
        self.0.world().writes.clone()
    }
}

impl Inner {
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        // A panic elsewhere leaves the state whole: a change is made on a copy and put in place at once.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        (self.config.clock)()
    }
}
