//! Everything that changes while the simulator runs.

use crate::config::SimulatorConfig;
use crate::fault::Faults;
use crate::grid::Cell;
use crate::spreadsheets::Spreadsheets;
use crate::traffic::{Quota, Traffic};
use ring::signature::UnparsedPublicKey;
use std::sync::{Mutex, MutexGuard, PoisonError};
use time::OffsetDateTime;
use tokio::sync::Notify;

/// What the API and the pages share with the handle.
pub(crate) struct Inner {
    pub(crate) config: SimulatorConfig,
    pub(crate) key: UnparsedPublicKey<Vec<u8>>,
    pub(crate) state: Mutex<State>,
    pub(crate) held: Notify,
}

/// Everything that changes.
pub(crate) struct State {
    pub(crate) spreadsheets: Spreadsheets,
    pub(crate) traffic: Traffic,
    pub(crate) faults: Faults,
    /// Issued tokens, each with the Unix time at which it expires.
    pub(crate) tokens: Vec<(String, i64)>,
    pub(crate) writes: Vec<Write>,
    pub(crate) quota: Quota,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The token it came with, by the order in which tokens were issued, from 0.
    pub token: usize,
    /// What was changed: a range, or the kind of a request.
    pub what: String,
}

impl Inner {
    pub(crate) fn new(config: SimulatorConfig, spreadsheets: Spreadsheets) -> Option<Self> {
        Some(Self {
            key: config.account.public_key()?,
            state: Mutex::new(State {
                spreadsheets,
                traffic: Traffic::default(),
                faults: Faults::default(),
                tokens: Vec::new(),
                writes: Vec::new(),
                quota: config.quota,
            }),
            config,
            held: Notify::new(),
        })
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the state whole: a change is made on a copy and put in place at once.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        (self.config.clock)()
    }

    /// What the tab of the configuration holds, without the empty end.
    pub(crate) fn contents(&self) -> Vec<Vec<Cell>> {
        let state = self.state();
        let spreadsheet = state.spreadsheets.by_id.get(&self.config.spreadsheet);
        spreadsheet
            .map(|spreadsheet| spreadsheet.contents(&self.config.tab))
            .unwrap_or_default()
    }
}
