//! The invocation at work: by which ids its lines are found, and what it has measured so far.

use crate::Metric;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

tokio::task_local! {
    static CURRENT: Invocation;
}

/// How many candidates a line names at most: half a kilobyte of it.
const NAMED: usize = 40;

/// One request, or one event.
#[derive(Debug)]
pub struct Invocation {
    pub(crate) request_id: String,
    pub(crate) lambda_request_id: Option<String>,
    started: Instant,
    measured: Mutex<BTreeMap<Metric, u64>>,
    /// Which candidates it was about, those that a line has named already left out.
    candidates: Mutex<BTreeSet<String>>,
}

impl Invocation {
    /// An invocation that begins now. `request_id` is the id that its caller gets.
    #[must_use]
    pub fn new(request_id: String) -> Self {
        Self {
            request_id,
            lambda_request_id: None,
            started: Instant::now(),
            measured: Mutex::default(),
            candidates: Mutex::default(),
        }
    }

    /// The same with the id that Lambda's own lines about it bear.
    #[must_use]
    pub fn in_lambda(mut self, lambda_request_id: Option<String>) -> Self {
        self.lambda_request_id = lambda_request_id;
        self
    }

    /// Does its work. What is logged and measured meanwhile is this invocation's.
    pub async fn run<W: Future>(self, work: W) -> W::Output {
        CURRENT.scope(self, work).await
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn measured(&self) -> BTreeMap<Metric, u64> {
        self.with_measured(|measured| measured.clone())
    }

    /// The candidates that its last line names, with spaces between them; None where there are none.
    pub(crate) fn candidates(&self) -> Option<String> {
        let candidates = self.candidates.lock().unwrap_or_else(PoisonError::into_inner);
        (!candidates.is_empty()).then(|| joined(&candidates))
    }

    /// Returns those that need a separate line, when one more would be too many for the last line.
    fn about(&self, candidate: String) -> Option<String> {
        let mut candidates = self.candidates.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = candidates.len() >= NAMED && !candidates.contains(&candidate);
        let named = is_full.then(|| joined(&std::mem::take(&mut *candidates)));
        candidates.insert(candidate);
        named
    }

    fn with_measured<T>(&self, act: impl FnOnce(&mut BTreeMap<Metric, u64>) -> T) -> T {
        act(&mut self.measured.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The id of the current invocation, as its caller gets it; empty outside of one.
#[must_use]
pub fn request_id() -> String {
    with_current(|current| current.request_id.clone()).unwrap_or_default()
}

fn joined(candidates: &BTreeSet<String>) -> String {
    candidates
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Says by its id which candidate the invocation at work is about, so that the invocation's line is found by it. An id
/// opens nothing and says nothing of the person. Of an invocation with many candidates, lines on the way name some.
pub fn about(candidate: &impl Display) {
    let named = with_current(|current| current.about(candidate.to_string())).flatten();
    if let Some(candidate) = named {
        tracing::info!(candidate, "candidates so far");
    }
}

/// Counts one more of something that happened in the invocation at work.
pub fn count(metric: Metric) {
    measure(|measured| *measured.entry(metric).or_default() += 1);
}

/// Says how much of something there is at this moment.
pub fn gauge(metric: Metric, value: u64) {
    measure(|measured| {
        measured.insert(metric, value);
    });
}

/// Outside of an invocation, as where a test calls a use case itself, nobody asks for the metrics.
fn measure(act: impl FnOnce(&mut BTreeMap<Metric, u64>)) {
    let _ = with_current(|current| current.with_measured(act));
}

pub(crate) fn with_current<T>(look: impl FnOnce(&Invocation) -> T) -> Option<T> {
    CURRENT.try_with(look).ok()
}
