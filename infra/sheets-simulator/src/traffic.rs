//! How many requests came, and the quota of the minute.

use serde::Deserialize;
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// For an access token.
    Token,
    /// For what a spreadsheet holds.
    Read,
    /// To change it.
    Write,
}

/// How many requests of a kind a user may make in one minute; a service account is one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Reads. 60 unless Google was asked for more.
    pub reads: u32,
    /// Writes. 60 as well.
    pub writes: u32,
}

impl Default for Quota {
    fn default() -> Self {
        Self {
            reads: 60,
            writes: 60,
        }
    }
}

/// The counters, which do not outlive the process.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    calls: BTreeMap<Call, u64>,
    minute: i64,
    of_minute: BTreeMap<Call, u32>,
}

impl Traffic {
    /// Counts a request and returns whether it is within the quota.
    pub(crate) fn count(&mut self, call: Call, quota: Quota, now: OffsetDateTime) -> bool {
        *self.calls.entry(call).or_default() += 1;
        let minute = now.unix_timestamp().div_euclid(60);
        if minute != self.minute {
            self.minute = minute;
            self.of_minute.clear();
        }
        let used = self.of_minute.entry(call).or_default();
        *used += 1;
        match call {
            Call::Token => true,
            Call::Read => *used <= quota.reads,
            Call::Write => *used <= quota.writes,
        }
    }

    pub(crate) fn calls(&self, call: Call) -> u64 {
        self.calls.get(&call).copied().unwrap_or_default()
    }
}
