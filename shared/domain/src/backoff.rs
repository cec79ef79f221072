//! The pauses between retries.

use crate::Entropy;
use std::time::Duration;

/// The pauses of one loop of retries, each up to twice as long as the one before. How long each is, between half of that
/// and all of it, is random, so that callers who met do not meet again.
#[derive(Debug)]
pub struct Backoff {
    entropy: Entropy,
    next: Duration,
    longest: Duration,
}

impl Backoff {
    /// Pauses that begin with up to `first` and grow up to `longest`.
    #[must_use]
    pub fn new(entropy: &Entropy, first: Duration, longest: Duration) -> Self {
        Self {
            entropy: entropy.clone(),
            next: first,
            longest,
        }
    }

    /// How long to wait before the next try.
    pub fn next_pause(&mut self) -> Duration {
        let half = self.next / 2;
        self.next = self.longest.min(self.next * 2);
        half + self.entropy.below(half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(byte: u8) -> Vec<u128> {
        let entropy = Entropy::from_fn(move |bytes| bytes.fill(byte));
        let mut backoff = Backoff::new(&entropy, Duration::from_secs(20), Duration::from_secs(100));
        (0..5)
            .map(|_| backoff.next_pause().as_millis().div_ceil(1_000))
            .collect()
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        assert_eq!(pauses(0xff), [20, 40, 80, 100, 100]);
    }

    #[test]
    fn a_pause_is_at_least_half_as_long_as_it_may_be() {
        assert_eq!(pauses(0), [10, 20, 40, 50, 50]);
    }
}
