//! The states of a payment and the one function that moves between them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The status of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// Ours, before the provider has confirmed that it has the order; or a counter payment not yet taken.
    Created,
    /// Open at the provider; shown as PENDING.
    Active,
    /// The newest attempt failed. Not the end: a further attempt may succeed.
    Failed,
    /// Not paid in time. Not the end: money may still arrive.
    Expired,
    /// The provider's word is missing or contradicts ours.
    Unknown,
    /// Paid. The end.
    Paid,
}

/// The state of the newest attempt of an order, for a person who waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttemptState {
    /// Nothing has been tried, or nothing is known.
    #[default]
    None,
    /// Under way.
    Pending,
    /// Ended without success, and not as one of the next.
    Failed,
    /// Ended because the person went away without paying.
    Left,
    /// Ended because the money came too late, or was only held: it goes back.
    Reversed,
}

/// What can happen to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The order is open at the provider and no ended attempt contradicts that.
    Open,
    /// The newest attempt ended without success, or the order was closed.
    AttemptFailed,
    /// The time to pay is over.
    Expired,
    /// The provider's word is missing, not understood or contradicts ours.
    Undetermined,
    /// The money is there.
    Paid,
}

/// A move that the life of a payment does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a {from} payment does not change on {event:?}")]
pub struct IllegalMove {
    /// The current status.
    pub from: Status,
    /// What was to happen to it.
    pub event: Event,
}

impl Status {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::Created,
        Self::Active,
        Self::Failed,
        Self::Expired,
        Self::Unknown,
        Self::Paid,
    ];

    /// The status after `event`: the only transition function there is.
    ///
    /// # Errors
    /// When the event does not move a payment in this status. PAID never changes.
    pub const fn next(self, event: Event) -> Result<Self, IllegalMove> {
        match (self, event) {
            (Self::Created | Self::Active | Self::Failed | Self::Expired | Self::Unknown, Event::Paid) => {
                Ok(Self::Paid)
            }
            (Self::Created | Self::Active | Self::Failed | Self::Expired | Self::Unknown, Event::Open) => {
                Ok(Self::Active)
            }
            (Self::Created | Self::Active | Self::Failed | Self::Unknown, Event::AttemptFailed) => {
                Ok(Self::Failed)
            }
            (Self::Created | Self::Active | Self::Failed | Self::Expired | Self::Unknown, Event::Expired) => {
                Ok(Self::Expired)
            }
            (Self::Created | Self::Active | Self::Unknown, Event::Undetermined) => Ok(Self::Unknown),
            (Self::Expired, Event::AttemptFailed)
            | (Self::Failed | Self::Expired, Event::Undetermined)
            | (
                Self::Paid,
                Event::Open | Event::AttemptFailed | Event::Expired | Event::Undetermined | Event::Paid,
            ) => Err(IllegalMove { from: self, event }),
        }
    }

    /// The state as the interface and the table spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "CREATED",
            Self::Active => "ACTIVE",
            Self::Failed => "FAILED",
            Self::Expired => "EXPIRED",
            Self::Unknown => "UNKNOWN",
            Self::Paid => "PAID",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: [Event; 5] = [
        Event::Open,
        Event::AttemptFailed,
        Event::Expired,
        Event::Undetermined,
        Event::Paid,
    ];

    #[test]
    fn the_transitions_are_those_of_the_design() {
        use Status::{Active, Created, Expired, Failed, Paid, Unknown};
        let table: [(Status, &[Status]); 6] = [
            (Created, &[Active, Failed, Expired, Unknown, Paid]),
            (Unknown, &[Active, Failed, Expired, Unknown, Paid]),
            (Active, &[Active, Failed, Expired, Unknown, Paid]),
            (Failed, &[Active, Failed, Expired, Paid]),
            (Expired, &[Active, Expired, Paid]),
            (Paid, &[]),
        ];
        for (from, reachable) in table {
            let reached: Vec<Status> = EVENTS.iter().filter_map(|event| from.next(*event).ok()).collect();
            for status in Status::ALL {
                assert_eq!(
                    reached.contains(&status),
                    reachable.contains(&status),
                    "{from} → {status}"
                );
            }
        }
    }

    #[test]
    fn a_status_is_spelled_in_the_table_as_it_is_shown() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
            assert_eq!(status.to_string(), status.as_str());
        }
    }

    #[test]
    fn paid_wins_from_anywhere_and_never_changes_back() {
        for from in Status::ALL {
            assert_eq!(from.next(Event::Paid).is_ok(), from != Status::Paid);
        }
        for event in EVENTS {
            assert_eq!(
                Status::Paid.next(event),
                Err(IllegalMove {
                    from: Status::Paid,
                    event
                })
            );
        }
    }
}
