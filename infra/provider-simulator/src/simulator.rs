//! The handle: what is remembered, how it changes, and the settings.

use crate::config::{Limits, SimulatorConfig};
use crate::fault::{Fault, Faults};
use crate::journal::Journal;
use crate::lifecycle::NotKept;
use crate::state::State;
use crate::traffic::{Allowance, Call, Traffic};
use crate::webhook::WebhookMode;
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use time::OffsetDateTime;

/// The simulated provider. Clones are the same provider.
#[derive(Clone)]
pub struct Simulator(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    config: SimulatorConfig,
    public_url: Mutex<String>,
    state: Mutex<State>,
    journal: Option<Mutex<Journal>>,
    webhooks: Mutex<WebhookMode>,
    faults: Mutex<Faults>,
    traffic: Mutex<Traffic>,
    limits: Mutex<Limits>,
    recon_page: Mutex<usize>,
    pub(crate) http: OnceLock<Option<reqwest::Client>>,
}

/// A test that panics while it holds the state must not hide its own message behind a poisoned lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Simulator {
    /// A provider without any order, in memory.
    #[must_use]
    pub fn new(config: SimulatorConfig) -> Self {
        Self::with(config, None, State::default())
    }

    /// A provider that keeps its state in `file`, appends every change to it before the caller learns of it, and resumes
    /// from there.
    ///
    /// # Errors
    /// When the file is damaged, which names the line, or cannot be read or written. It is then left as it is.
    pub fn open(config: SimulatorConfig, file: impl AsRef<Path>) -> io::Result<Self> {
        let (state, journal) = Journal::open(file.as_ref())?;
        Ok(Self::with(config, Some(journal), state))
    }

    fn with(config: SimulatorConfig, journal: Option<Journal>, state: State) -> Self {
        Self(Arc::new(Inner {
            public_url: Mutex::new(config.public_url.clone()),
            state: Mutex::new(state),
            journal: journal.map(Mutex::new),
            webhooks: Mutex::default(),
            faults: Mutex::default(),
            traffic: Mutex::default(),
            limits: Mutex::new(config.limits),
            config,
            recon_page: Mutex::new(usize::MAX),
            http: OnceLock::new(),
        }))
    }

    /// Where browsers find it from now on; without a trailing slash.
    pub fn set_public_url(&self, url: &str) {
        url.trim_end_matches('/')
            .clone_into(&mut lock(&self.0.public_url));
    }

    /// Puts at most so many events on a page of a reconciliation, whatever is asked for.
    pub fn shorten_recon_pages(&self, most: usize) {
        *lock(&self.0.recon_page) = most;
    }

    pub(crate) fn recon_page(&self) -> usize {
        *lock(&self.0.recon_page)
    }

    /// Sends webhooks, or lets them wait.
    pub fn set_webhooks(&self, mode: WebhookMode) {
        *lock(&self.0.webhooks) = mode;
    }

    /// Changes how many requests a minute are answered.
    pub fn set_limits(&self, limits: Limits) {
        *lock(&self.0.limits) = limits;
    }

    fn limits(&self) -> Limits {
        *lock(&self.0.limits)
    }

    /// Whether webhooks are sent.
    pub(crate) fn webhook_mode(&self) -> WebhookMode {
        *lock(&self.0.webhooks)
    }

    /// Makes the next request go wrong: the next of this kind, or of any. Several faults are met in turn.
    pub fn fail_next(&self, call: Option<Call>, fault: Fault) {
        lock(&self.0.faults).next(call, fault);
    }

    /// Makes every such request go wrong until [`Simulator::clear_faults`].
    pub fn fail_always(&self, call: Option<Call>, fault: Fault) {
        lock(&self.0.faults).standing(call, fault);
    }

    /// Ends every fault, met or not.
    pub fn clear_faults(&self) {
        lock(&self.0.faults).clear();
    }

    /// How many requests of a kind came since the start, refused ones included.
    #[must_use]
    pub fn calls(&self, call: Call) -> u64 {
        lock(&self.0.traffic).calls(call)
    }

    /// Everything it remembers, as JSON: `orders` by id, each with `status`, `attempts` and `refunds`, and
    /// `deliveries`, the webhooks. Amounts are in paise.
    #[must_use]
    pub fn export(&self) -> Value {
        let now = self.now();
        let mut state = self.state().clone();
        let all: Vec<String> = state.orders.keys().cloned().collect();
        for order_id in all {
            if let Some(order) = state.orders.get_mut(&order_id) {
                order.status = order.status(now);
            }
        }
        serde_json::to_value(state).unwrap_or_else(|_| json!({}))
    }

    /// Replaces everything it remembers by what [`Simulator::export`] gave.
    ///
    /// # Errors
    /// When that is not such an export, or it cannot be kept.
    pub fn import(&self, state: Value) -> io::Result<()> {
        let imported: State = serde_json::from_value(state)?;
        self.change(|state, _| {
            state.replace_by(&imported);
            Ok(())
        })
        .map_err(|error: NotKept| io::Error::other(error))
    }

    pub(crate) fn config(&self) -> &SimulatorConfig {
        &self.0.config
    }

    pub(crate) fn public_url(&self) -> String {
        lock(&self.0.public_url).clone()
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        (self.0.config.clock)()
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0.state)
    }

    /// The only way in which the state changes; the file is written before the caller learns of it. A change
    /// that fails, or that cannot be kept, changes nothing.
    pub(crate) fn change<T, E: From<NotKept>>(
        &self,
        change: impl FnOnce(&mut State, OffsetDateTime) -> Result<T, E>,
    ) -> Result<T, E> {
        let now = self.now();
        let mut state = self.state();
        let outcome = change(&mut state, now).and_then(|done| {
            self.keep(&state)?;
            Ok(done)
        });
        match outcome {
            Ok(_) => state.accept(),
            Err(_) => state.revert(),
        }
        outcome
    }

    fn keep(&self, state: &State) -> Result<(), NotKept> {
        let Some(journal) = &self.0.journal else {
            return Ok(());
        };
        let Some(change) = state.change() else {
            return Ok(());
        };
        lock(journal).append(&change).map_err(|error| {
            tracing::error!(%error, "the provider simulator cannot write its state");
            NotKept(error.to_string())
        })
    }

    pub(crate) fn take_fault(&self, call: Call) -> Option<Fault> {
        lock(&self.0.faults).take(call)
    }

    pub(crate) fn count(&self, call: Call) -> Allowance {
        lock(&self.0.traffic).count(call, &self.limits(), self.now())
    }
}
