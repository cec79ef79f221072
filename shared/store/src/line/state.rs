//! What the line's items say.

use domain::{Entropy, line::Micros};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

pub(super) const MINUTE: Micros = 60_000_000;

/// What names a place. Anyone who brings it can use the place, once, so it is a secret of the person who waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ticket(pub(super) String);

impl Ticket {
    const LENGTH: usize = 26;

    /// The ticket of an idempotency key, which cannot be found from it.
    #[must_use]
    pub fn of_key(idempotency_key: &str) -> Self {
        let digest = Sha256::digest(format!("place in line\0{idempotency_key}"));
        let bytes = Entropy::from_fn(move |buffer| {
            for (to, from) in buffer.iter_mut().zip(digest) {
                *to = from;
            }
        });
        Self(bytes.symbols(Self::LENGTH))
    }

    /// The ticket of a place that no key leads to.
    #[must_use]
    pub fn random(entropy: &Entropy) -> Self {
        Self(entropy.symbols(Self::LENGTH))
    }

    /// A ticket that a browser brought; None for what cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let symbols = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        };
        (text.len() == Self::LENGTH && symbols(text)).then(|| Self(text.to_owned()))
    }

    /// As it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A candidate's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePlace {
    /// Its moment in the time of the line, which is the clock's less [`LineState::shift`].
    #[serde(rename = "opens_at")]
    pub opens: Micros,
    /// Whether it belongs to an idempotency key.
    pub keyed: bool,
    /// The moment by the clock for which the gate has a slot for it, if it has.
    #[serde(rename = "reserved_at", default, skip_serializing_if = "Option::is_none")]
    pub reserved: Option<Micros>,
    /// Whether an order was opened for it, or was going to be.
    #[serde(default)]
    pub used: bool,
    /// The ticket of the key that used it, where that is not its own key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_by: Option<String>,
    /// Counts its changes.
    pub version: u64,
}

/// How the write of a place ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum PlaceWrite {
    /// Written.
    Done,
    /// The place has changed since it was read, to this one, or is gone; nothing was written.
    Stale(Option<LinePlace>),
}

/// A part of the schedule: the slot that is given next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// The line, in its own time. Its slots are places.
    Line {
        /// The [`LineState::shift`] in which that time is reckoned.
        shift: Micros,
    },
    /// The gate, in the time of the clock. Its slots are orders that are opened.
    Gate {
        /// Whether the order is that of a candidate who waited and returns for the first time.
        came: bool,
    },
}

/// What a slot of a schedule is asked for with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotRequest {
    /// The slot that was next when the schedule was read.
    pub seen: Micros,
    /// What time it is, in the time of the schedule.
    pub now: Micros,
    /// From this slot to the next.
    pub interval: Micros,
    /// How long before its time a slot may be used; one that is further away is a wait.
    pub tolerance: Micros,
}

/// What was learnt of those who wait, and from where on it is learnt again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// When it was set, by the clock.
    pub at: Micros,
    /// How many places were due by then.
    pub due: u64,
    /// How many had come by then.
    pub came: u64,
}

/// All that a decision about a place needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineState {
    /// The line's next slot, in its own time.
    pub next: Micros,
    /// How far the line's own time is behind the clock.
    pub shift: Micros,
    /// Until when the provider wants nothing, by the clock.
    pub closed_until: Micros,
    /// How many places with a wait were given.
    pub issued: u64,
    /// How many of those came.
    pub came: u64,
    /// Places for each order that can be opened, in hundredths, where that was learnt.
    pub factor: Option<u32>,
    /// From where on it is learnt.
    pub mark: Option<Mark>,
    /// The gate's next slot, by the clock.
    pub gate: Micros,
    /// The place of the ticket that was asked for.
    pub place: Option<LinePlace>,
    /// How many of the client's places have their moment in a minute of the line's own time.
    pub of_client: BTreeMap<i64, u64>,
}

impl LineState {
    /// When a place may be used, by the clock.
    #[must_use]
    pub fn moment(&self, place: &LinePlace) -> Micros {
        (place.opens + self.shift).max(self.closed_until)
    }

    /// How many places of the client have their moment after `now`, in the line's own time, to the minute.
    #[must_use]
    pub fn waiting_of_client(&self, now: Micros) -> u64 {
        self.of_client
            .range(now.div_euclid(MINUTE)..)
            .map(|(_, count)| count)
            .sum()
    }
}
