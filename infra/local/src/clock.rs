//! One clock for the whole system, which a test can advance.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

use crate::{StartError, durable};

/// The machine's clock plus a shift. Clones share the shift.
#[derive(Clone, Debug, Default)]
pub struct ShiftedClock {
    seconds: Arc<Mutex<i64>>,
    file: Option<PathBuf>,
    /// Where the machine's clock stands still for this one.
    stands_at: Option<OffsetDateTime>,
}

impl ShiftedClock {
    /// A clock that moves only when it is advanced: what a test counts does not depend on how fast the machine is.
    pub fn stopped() -> ShiftedClock {
        ShiftedClock {
            stands_at: Some(OffsetDateTime::now_utc()),
            ..ShiftedClock::default()
        }
    }

    /// A clock that keeps its shift in the file at `path`, so that time does not run backwards over a restart.
    ///
    /// # Errors
    /// When the file is there and cannot be read, or holds something else than seconds.
    pub(crate) fn kept(path: &Path) -> Result<ShiftedClock, StartError> {
        let seconds = match std::fs::read(path) {
            Ok(kept) => serde_json::from_slice(&kept).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(error),
        };
        let seconds = seconds.map_err(|error| StartError::in_file(path, &error))?;
        Ok(ShiftedClock {
            seconds: Arc::new(Mutex::new(seconds)),
            file: Some(path.to_owned()),
            stands_at: None,
        })
    }

    /// The present moment of the system, in UTC.
    pub fn now(&self) -> OffsetDateTime {
        self.stands_at.unwrap_or_else(OffsetDateTime::now_utc) + Duration::seconds(self.shift())
    }

    /// How far the system is ahead of the machine, in seconds.
    pub fn shift(&self) -> i64 {
        *self.seconds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the system further ahead.
    ///
    /// # Errors
    /// When the shift cannot be kept; the clock then stays where it is.
    pub fn advance(&self, seconds: u32) -> io::Result<()> {
        let mut shift = self.seconds.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = *shift + i64::from(seconds);
        if let Some(file) = &self.file {
            durable::replace(file, ahead.to_string().as_bytes())?;
        }
        *shift = ahead;
        Ok(())
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
