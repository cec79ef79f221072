//! What can go wrong with Google, on demand.

use crate::traffic::Call;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::io;

/// A way for a request to go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// The connection breaks, and nothing was done.
    Down,
    /// An error of this status, without anything being done.
    Status {
        /// 400 to 599.
        status: u16,
    },
    /// The quota's 429, whatever was used of it, with or without the header that says how long to wait.
    Quota {
        /// Seconds.
        retry_after: Option<u32>,
    },
    /// The connection breaks after the request was carried out.
    DropAfterCommit,
    /// The request is carried out at once and answered this much later.
    Slow {
        /// In milliseconds.
        millis: u64,
    },
    /// The request is carried out at once and answered when [`crate::SheetsSimulator::release`] is called.
    Held,
    /// The token has run out, whatever its time.
    TokenExpired,
}

/// Which requests meet a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Of this kind alone.
    #[serde(default)]
    pub call: Option<Call>,
    /// After so many of them that do not.
    #[serde(default)]
    pub after: u32,
    /// So many of them; without it, all until the faults are cleared.
    #[serde(default)]
    pub times: Option<u32>,
    /// What happens.
    pub fault: Fault,
}

/// The rules in force; the first that fits decides.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Rule>);

impl Faults {
    pub(crate) fn add(&mut self, rule: Rule) {
        self.0.push(rule);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn take(&mut self, call: Call) -> Option<Fault> {
        self.0.retain(|rule| rule.times != Some(0));
        for rule in self
            .0
            .iter_mut()
            .filter(|rule| rule.call.is_none_or(|only| only == call))
        {
            if rule.after > 0 {
                rule.after -= 1;
                continue;
            }
            if let Some(times) = &mut rule.times {
                *times -= 1;
            }
            return Some(rule.fault);
        }
        None
    }
}

/// An answer that breaks off before its first byte, which ends the connection.
pub(crate) fn broken() -> Response {
    let nothing = futures::stream::once(async { Err::<Vec<u8>, _>(io::Error::other("dropped on demand")) });
    Body::from_stream(nothing).into_response()
}
