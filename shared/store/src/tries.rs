//! The tries of a change that others came before.

use domain::{Backoff, Clock, Entropy};
use std::time::Duration;
use time::OffsetDateTime;

/// How many there are at most.
const MOST: u32 = 12;

/// Since the request began. No try begins later: who comes too late among many is told so while they wait for it, long
/// before the function's time-out (25 seconds) and the gateway's (29).
const WITHIN: time::Duration = time::Duration::seconds(5);

const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

/// Retries of a write that is decided again each time somebody else came before it ([`Write::Stale`](crate::Write::Stale)
/// and the like): a bounded number, within a bounded time, with random pauses that let those who meet come one after
/// the other.
///
/// ```ignore
/// let mut tries = Tries::begin(&clock, &entropy);
/// while tries.next().await {
///     // Read, decide, write; return unless the write was stale.
/// }
/// // Others kept changing it.
/// ```
#[derive(Debug)]
pub struct Tries {
    clock: Clock,
    backoff: Backoff,
    until: OffsetDateTime,
    made: u32,
}

impl Tries {
    /// The tries of a request that begins now.
    #[must_use]
    pub fn begin(clock: &Clock, entropy: &Entropy) -> Self {
        Self {
            clock: clock.clone(),
            backoff: Backoff::new(entropy, FIRST_PAUSE, LONGEST_PAUSE),
            until: clock.now() + WITHIN,
            made: 0,
        }
    }

    /// Waits until it is time for the next try, for the first not at all. False when there is none any more.
    pub async fn next(&mut self) -> bool {
        match self.pause() {
            None => false,
            Some(pause) => {
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
                true
            }
        }
    }

    /// How long the next try is waited for.
    fn pause(&mut self) -> Option<Duration> {
        if self.made == MOST {
            return None;
        }
        let pause = match self.made {
            0 => Duration::ZERO,
            _ => self.backoff.next_pause(),
        };
        self.made += 1;
        (self.made == 1 || self.clock.now() + pause <= self.until).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    fn still() -> Clock {
        Clock::from_fn(|| OffsetDateTime::UNIX_EPOCH)
    }

    #[test]
    fn the_first_try_is_made_at_once_and_the_twelfth_is_the_last() {
        let mut tries = Tries::begin(&still(), &Entropy::system());
        let pauses: Vec<Duration> = std::iter::from_fn(|| tries.pause()).collect();
        assert_eq!(pauses.len(), 12);
        assert!(pauses[0].is_zero());
        assert!(pauses[1..].iter().all(|pause| !pause.is_zero()));
    }

    #[test]
    fn no_try_begins_after_five_seconds_but_the_first_is_always_made() {
        let now = Arc::new(Mutex::new(OffsetDateTime::UNIX_EPOCH));
        let read = Arc::clone(&now);
        let clock = Clock::from_fn(move || *read.lock().unwrap());
        let none = Entropy::from_fn(|bytes| bytes.fill(0));
        let set =
            |seconds| *now.lock().unwrap() = OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(seconds);

        let mut tries = Tries::begin(&clock, &none);
        set(4);
        assert_eq!(tries.pause(), Some(Duration::ZERO));
        assert_eq!(tries.pause(), Some(FIRST_PAUSE / 2));
        set(5);
        assert_eq!(tries.pause(), None);

        // A slow upload came before.
        set(0);
        let mut late = Tries::begin(&clock, &none);
        set(11);
        assert_eq!(late.pause(), Some(Duration::ZERO));
        assert_eq!(late.pause(), None);
    }
}
