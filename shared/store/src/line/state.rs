//! What the line's items say.

use super::{Hold, ToldTimes};
use domain::{
    Entropy,
    line::{HELD, MAIL_AHEAD, Micros},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// How often a reminder is looked at while the line is held by hand: seldom, because hundreds may wait for hours, and soon
/// enough beside the half hour for which a place can be used.
const LOOK_WHILE_HELD: Micros = 5 * 60_000_000;

/// The minute that a moment is in.
pub(super) fn minute_of(moment: Micros) -> i64 {
    moment.div_euclid(60_000_000)
}

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
    /// What its moment is.
    pub set_by: SetBy,
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

/// What set the moment of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SetBy {
    /// Everybody's schedule.
    Line,
    /// The schedule of its address, which was later.
    Address,
    /// Nothing: the schedule of its address was full as far as it reaches. At its moment it joins again.
    Nothing,
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

/// Whose next slot is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule<'a> {
    /// The line, in its own time. Its slots are places.
    Line {
        /// The [`LineState::shift`] in which that time is reckoned.
        shift: Micros,
    },
    /// The gate, in the time of the clock. Its slots are orders that are opened.
    Gate,
    /// Those behind one address, in the line's own time.
    Address {
        /// The hash of the address.
        hash: &'a str,
        /// How far that time is behind the clock.
        shift: Micros,
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
    /// That it is held by hand, which may be over.
    pub hold: Option<Hold>,
    /// What people were told before it went on sooner than it was held.
    pub told: Option<ToldTimes>,
    /// The gate's next slot, by the clock.
    pub gate: Micros,
    /// The place of the ticket that was asked for.
    pub place: Option<LinePlace>,
    /// The next slot of the address that was asked for, in the line's own time.
    pub of_address: Micros,
    /// How many slots of a minute of the line's own time are kept for people whom their address holds back until then.
    pub kept: BTreeMap<i64, u64>,
}

impl LineState {
    /// When a place may be used, by the clock.
    #[must_use]
    pub fn moment(&self, place: &LinePlace) -> Micros {
        (place.opens + self.shift).max(self.closed_until)
    }

    /// Until when a place can be used, by the clock: half an hour after its moment, or after a later one that its holder may
    /// have been told.
    #[must_use]
    pub fn held_until(&self, place: &LinePlace) -> Micros {
        let told = self.told.filter(|told| place.opens <= told.last);
        let told = told.map_or(Micros::MIN, |told| place.opens + told.shift);
        self.moment(place).max(told) + HELD
    }

    /// When its holder is mailed, or it is looked at again whether that is due: a line that is held by hand may go on at any
    /// time, and then all moments are nearer.
    #[must_use]
    pub fn mail_due(&self, place: &LinePlace, now: Micros) -> Micros {
        let due = self.moment(place) - MAIL_AHEAD;
        match self.hold_at(now) {
            Some(_) => due.min(now + LOOK_WHILE_HELD),
            None => due,
        }
    }

    /// How many slots of the line are kept in the minute of a moment, in the line's own time.
    #[must_use]
    pub fn kept_around(&self, moment: Micros) -> u64 {
        self.kept.get(&minute_of(moment)).copied().unwrap_or_default()
    }
}
