//! The time, passed in so that a test or the local system can move it.

use std::sync::Arc;
use time::OffsetDateTime;

/// Where the time comes from. Always UTC; people's Asia/Kolkata is a matter of presentation.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> OffsetDateTime + Send + Sync>);

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(OffsetDateTime::now_utc))
    }

    /// A clock of the caller's own.
    pub fn from_fn(now: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The present moment, in UTC.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        (self.0)()
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}
