//! The tries of a change that others came before.

use domain::{Clock, Entropy};
use std::time::Duration;
use time::OffsetDateTime;

/// How many there are at most.
const MOST: u32 = 12;

/// Since the request began. No try begins later, so that the answer is there long before the function's time-out
/// (25 seconds) and the gateway's (29).
const WITHIN: time::Duration = time::Duration::seconds(10);

/// The pause before the second try is random below this; each further one may be twice as long, up to the longest.
const SECOND: Duration = Duration::from_millis(25);
const LONGEST: Duration = Duration::from_millis(400);

/// Retries of a write that is decided again each time it was [`Write::Stale`](crate::Write::Stale): a bounded number,
/// within a bounded time, with random pauses that let those who meet come one after the other.
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
    entropy: Entropy,
    until: OffsetDateTime,
    made: u32,
}

impl Tries {
    /// The tries of a request that begins now.
    #[must_use]
    pub fn begin(clock: &Clock, entropy: &Entropy) -> Self {
        Self {
            clock: clock.clone(),
            entropy: entropy.clone(),
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
            made => self.entropy.below(LONGEST.min(SECOND * 2_u32.pow(made - 1))),
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

    fn pauses(mut tries: Tries) -> Vec<Duration> {
        std::iter::from_fn(|| tries.pause()).collect()
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_end() {
        let longest = Entropy::from_fn(|bytes| bytes.fill(255));
        let milliseconds: Vec<u128> = pauses(Tries::begin(&still(), &longest))
            .iter()
            .map(|pause| pause.as_micros().div_ceil(1000))
            .collect();
        assert_eq!(
            milliseconds,
            [0, 25, 50, 100, 200, 400, 400, 400, 400, 400, 400, 400]
        );
    }

    #[test]
    fn pauses_are_as_random_as_what_they_are_drawn_from() {
        let none = Entropy::from_fn(|bytes| bytes.fill(0));
        assert!(
            pauses(Tries::begin(&still(), &none))
                .iter()
                .all(Duration::is_zero)
        );
        let one = pauses(Tries::begin(&still(), &Entropy::system()));
        let other = pauses(Tries::begin(&still(), &Entropy::system()));
        assert_ne!(one, other);
        let within = [25, 50, 100, 200, 400].map(Duration::from_millis);
        assert!(one[1..].iter().zip(within).all(|(pause, most)| *pause < most));
    }

    #[test]
    fn no_try_begins_after_ten_seconds_but_the_first_is_always_made() {
        let now = Arc::new(Mutex::new(OffsetDateTime::UNIX_EPOCH));
        let read = Arc::clone(&now);
        let clock = Clock::from_fn(move || *read.lock().unwrap());
        let none = Entropy::from_fn(|bytes| bytes.fill(0));
        let set =
            |seconds| *now.lock().unwrap() = OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(seconds);

        let mut tries = Tries::begin(&clock, &none);
        set(10);
        assert_eq!(tries.pause(), Some(Duration::ZERO));
        assert_eq!(tries.pause(), Some(Duration::ZERO));
        set(11);
        assert_eq!(tries.pause(), None);

        // A slow upload came before.
        set(0);
        let mut late = Tries::begin(&clock, &none);
        set(11);
        assert_eq!(late.pause(), Some(Duration::ZERO));
        assert_eq!(late.pause(), None);
    }
}
