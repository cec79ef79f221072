//! What is left to chance, so that writers who met do not meet again: a shard, and the length of a pause.

use domain::Entropy;
use std::time::Duration;

/// One of `count` shards.
pub(super) fn any_of(count: u8) -> u8 {
    u8::try_from(Entropy::system().number() % u16::from(count)).unwrap_or_default()
}

/// Waits longer with each try, each caller differently, so that those who met do not meet again.
pub(super) async fn pause(number: u32) {
    if number > 0 {
        let longest = Duration::from_millis(25) * number.min(6);
        tokio::time::sleep(longest / 2 + Entropy::system().below(longest / 2)).await;
    }
}
