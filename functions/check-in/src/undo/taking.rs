//! What an undo finds of what it takes back.

use super::request::UndoRequest;
use domain::check_in::{Admission, Crossings, Left, Passage, ScanPlace};
use http_api::{ApiError, ApiResult};
use store::check_in::{Answer, Seen, Used, WithoutRight};
use time::Duration;

/// So long after a scan a device at the door may take it back. The portal always may.
const AT_DOOR: Duration = Duration::hours(1);

/// What an undo finds of what it takes back.
pub(super) enum Taking<'a> {
    Admitted {
        known: &'a Admission,
        left: Option<Admission>,
        /// The crossings, where one of them is what is left.
        crossings: Option<Crossings>,
        place: &'a ScanPlace,
    },
    Crossed {
        nonce: &'a str,
        known: Option<&'a Admission>,
        /// Those that are left.
        crossings: Crossings,
        place: &'a ScanPlace,
    },
    WithoutRight(&'a WithoutRight),
    Outside {
        nonce: &'a str,
        used: Option<&'a Used>,
        known: Option<&'a Admission>,
    },
}

impl<'a> Taking<'a> {
    pub(super) fn of(wanted: &'a UndoRequest, seen: &'a Seen) -> ApiResult<Self> {
        let known = seen.admission.as_ref();
        let nonce = wanted.scan.as_str();
        let found = known.and_then(|known| {
            let place = known.entrances().find(|(other, _)| *other == nonce)?.1;
            Some((known, place))
        });
        if let Some((known, place)) = found {
            in_time(wanted, place)?;
            let (left, crossings) = match known.without(nonce) {
                Left::Another(left) => (Some(left), None),
                Left::Nothing | Left::All => Passage {
                    admission: Some(known),
                    crossings: seen.crossings.as_ref(),
                    begins_at: wanted.listed.begins_at(),
                }
                .next_admission()
                .unzip(),
            };
            return Ok(Self::Admitted {
                known,
                left,
                crossings,
                place,
            });
        }
        let crossed = seen.crossings.as_ref().and_then(|all| {
            let place = &all.find(nonce)?.place;
            Some((all.without(nonce)?, place))
        });
        if let Some((crossings, place)) = crossed {
            in_time(wanted, place)?;
            return Ok(Self::Crossed {
                nonce,
                known,
                crossings,
                place,
            });
        }
        if let Some(record) = &seen.without_right {
            return Ok(Self::WithoutRight(record));
        }
        let used = seen.used.get(nonce);
        if used.is_some_and(|used| !wanted.is_about(used)) {
            return Err(ApiError::invalid(
                "undoes",
                "This scan was of another pass or list",
            ));
        }
        Ok(Self::Outside { nonce, used, known })
    }

    /// Whether there is nothing to write: the scan was taken back before.
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Self::Outside { used: Some(used), .. } if used.undone)
    }

    pub(super) fn answer(&self) -> Answer {
        let (place, still_in) = match self {
            Self::Admitted { left, place, .. } => (Some(*place), left.as_ref()),
            Self::Crossed { known, place, .. } => (Some(*place), *known),
            Self::WithoutRight(record) => (Some(&record.place), None),
            Self::Outside { known, .. } => (None, *known),
        };
        Answer {
            admitted: !matches!(self, Self::Outside { .. }),
            place: place.cloned(),
            double: still_in.map(|known| known.place.clone()),
            ..Answer::default()
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
