//! A clock that a test moves, and randomness that it can foresee.

use domain::{Clock, Entropy};
use futures::FutureExt;
use pauses::Pauses;
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use time::{Duration, OffsetDateTime, macros::datetime};

/// The moment at which every test environment begins.
const BEGINNING: OffsetDateTime = datetime!(2025-05-20 04:30 UTC);

/// A clock that is stopped until it is moved.
#[derive(Debug, Clone, Default)]
pub struct TestClock(Arc<AtomicI64>);

impl TestClock {
    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        self.0
            .fetch_add(i64::try_from(by.whole_milliseconds()).unwrap(), Ordering::SeqCst);
    }

    /// Puts the clock to a moment.
    pub fn set_to(&self, moment: OffsetDateTime) {
        let since = (moment - BEGINNING).whole_milliseconds();
        self.0.store(i64::try_from(since).unwrap(), Ordering::SeqCst);
    }

    /// What it shows.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        BEGINNING + Duration::milliseconds(self.0.load(Ordering::SeqCst))
    }

    /// The same clock, as the functions take it.
    #[must_use]
    pub fn handle(&self) -> Clock {
        let clock = self.clone();
        Clock::from_fn(move || clock.now())
    }

    /// Pauses that take no time and move the clock.
    #[must_use]
    pub fn pauses(&self) -> Pauses {
        let clock = self.clone();
        Pauses::from_fn(move |pause| {
            clock.advance(pause.try_into().unwrap());
            tokio::task::yield_now().boxed()
        })
    }
}

/// Randomness that is the same in every test environment: each request for bytes gets the next number.
#[must_use]
pub fn counting_entropy() -> Entropy {
    let counter = AtomicI64::new(1);
    Entropy::from_fn(move |buffer| {
        let mut number = counter.fetch_add(1, Ordering::SeqCst);
        for byte in buffer.iter_mut().rev() {
            *byte = u8::try_from(number % 32).unwrap();
            number /= 32;
        }
    })
}
