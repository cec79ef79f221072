//! What is left to chance, so that writers who met do not meet again: a shard, and the length of a pause.

use domain::{Backoff, Entropy};
use std::time::Duration;

/// One of `count` shards.
pub(super) fn any_of(count: u8) -> u8 {
    u8::try_from(Entropy::system().number() % u16::from(count)).unwrap_or_default()
}

/// The pauses of a write that met another.
pub(super) fn backoff() -> Backoff {
    Backoff::new(
        &Entropy::system(),
        Duration::from_millis(25),
        Duration::from_millis(150),
    )
}
