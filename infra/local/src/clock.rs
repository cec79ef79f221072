//! One clock for the whole system, which a test can advance.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use time::{Duration, OffsetDateTime};

/// The machine's clock plus a shift. Clones share the shift, which a restart forgets.
#[derive(Clone, Debug, Default)]
pub struct ShiftedClock {
    seconds: Arc<AtomicI64>,
}

impl ShiftedClock {
    /// The present moment of the system, in UTC.
    pub fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc() + Duration::seconds(self.shift())
    }

    /// How far the system is ahead of the machine, in seconds.
    pub fn shift(&self) -> i64 {
        self.seconds.load(Ordering::Relaxed)
    }

    /// Moves the system further ahead.
    pub fn advance(&self, seconds: u32) {
        self.seconds.fetch_add(i64::from(seconds), Ordering::Relaxed);
    }

    /// The same clock as the functions take it.
    pub(crate) fn for_functions(&self) -> domain::Clock {
        let clock = self.clone();
        domain::Clock::from_fn(move || clock.now())
    }

    /// The same clock as the emulators take it.
    pub(crate) fn for_emulators(&self) -> Arc<dyn Fn() -> OffsetDateTime + Send + Sync> {
        let clock = self.clone();
        Arc::new(move || clock.now())
    }
}
