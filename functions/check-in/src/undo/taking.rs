//! What an undo finds of what it takes back.

use super::request::UndoRequest;
use domain::check_in::{Direction, Passage, Passages, ScanPlace};
use http_api::{ApiError, ApiResult};
use store::check_in::{Answer, Seen, Taken, Used, WithoutRight};
use time::Duration;

/// So long after a scan a device at the door may take it back. The portal always may.
const AT_DOOR: Duration = Duration::hours(1);

/// What an undo finds of what it takes back.
pub(super) enum Taking<'a> {
    Passage {
        passage: &'a Passage,
        /// Those that are left.
        left: Passages,
    },
    WithoutRight(&'a WithoutRight),
    Outside {
        nonce: &'a str,
        used: Option<&'a Used>,
    },
}

impl<'a> Taking<'a> {
    pub(super) fn of(wanted: &'a UndoRequest, seen: &'a Seen, known: &'a Passages) -> ApiResult<Self> {
        let nonce = wanted.scan.as_str();
        if let Some((passage, left)) = known.find(nonce).zip(known.without(nonce)) {
            in_time(wanted, &passage.place)?;
            return Ok(Self::Passage { passage, left });
        }
        if let Some(record) = &seen.without_right {
            in_time(wanted, &record.place)?;
            return Ok(Self::WithoutRight(record));
        }
        let used = seen.used.get(nonce);
        if used.is_some_and(|used| !wanted.is_about(used)) {
            return Err(ApiError::invalid(
                "undoes",
                "This scan was of another pass or list",
            ));
        }
        Ok(Self::Outside { nonce, used })
    }

    /// Whether there is nothing to write: the scan was taken back before.
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Self::Outside { used: Some(used), .. } if used.undone)
    }

    pub(super) fn is_of_exit(&self) -> bool {
        matches!(self, Self::Passage { passage, .. } if passage.direction == Direction::Out)
    }

    /// What is kept from now on.
    pub(super) const fn after<'b>(&'b self, known: &'b Passages) -> &'b Passages {
        match self {
            Self::Passage { left, .. } => left,
            Self::WithoutRight(_) | Self::Outside { .. } => known,
        }
    }

    pub(super) fn answer(&self, known: &Passages) -> Answer {
        let place = match self {
            Self::Passage { passage, .. } => Some(&passage.place),
            Self::WithoutRight(record) => Some(&record.place),
            Self::Outside { .. } => None,
        };
        let still_in = match self {
            Self::Passage { .. } | Self::Outside { .. } => self.after(known).counting(),
            Self::WithoutRight(_) => None,
        };
        Answer {
            admitted: !matches!(self, Self::Outside { .. }),
            place: place.cloned(),
            double: still_in.map(|counting| counting.place.clone()),
            ..Answer::default()
        }
    }

    pub(super) const fn taken(&self) -> Taken<'a> {
        match *self {
            Self::Passage { passage, .. } => Taken::Passage(passage),
            Self::WithoutRight(record) => Taken::WithoutRight(record),
            Self::Outside { nonce, used } => Taken::Outside { nonce, used },
        }
    }
}

/// A device may take back what is not an hour old.
fn in_time(wanted: &UndoRequest, place: &ScanPlace) -> ApiResult<()> {
    if wanted.is_at_door && wanted.place.at - place.at > AT_DOOR {
        return Err(ApiError::conflict(
            "too_late",
            "This was more than an hour ago. Only the portal can take it back.",
        ));
    }
    Ok(())
}
