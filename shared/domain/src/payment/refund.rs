//! Refunds: what goes back of a paid order, and how far it is.

use crate::{Invalid, OrderId, Paise, Stored, registration::PaymentMode};
use base32::Alphabet;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use time::{Duration, OffsetDateTime};

/// A refund's identifier, ours or the provider's: 3 to 40 of `A-Z a-z 0-9 _ -`, as the provider takes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RefundId(String);

impl RefundId {
    /// Reads an identifier.
    ///
    /// # Errors
    /// Names the field when the length or the alphabet is wrong.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if (3..=40).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::new("refund_id", "The refund ID is not valid"))
        }
    }

    /// The refund of this order that this idempotency key stands for: the same key is the same refund, however often it
    /// is asked for, here and at the provider.
    #[must_use]
    pub fn of(order: &OrderId, key: &str) -> Self {
        let digest = Sha256::new()
            .chain_update("refund")
            .chain_update(order.as_str())
            .chain_update("#")
            .chain_update(key)
            .finalize();
        Self(format!(
            "RF{}",
            base32::encode(Alphabet::Crockford, &digest[..15])
        ))
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RefundId {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<RefundId> for String {
    fn from(id: RefundId) -> Self {
        id.0
    }
}

impl fmt::Display for RefundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How far a refund is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RefundState {
    /// Decided here. The provider may not have it yet.
    Requested,
    /// The provider has it, and the money is on its way.
    Pending,
    /// The money went back.
    Success,
    /// It will not go back. Not quite the end: a later success wins, because then the money is gone.
    Failed,
}

/// What can happen to a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefundEvent {
    /// The provider has it and has not finished.
    Accepted,
    /// The money went back.
    Succeeded,
    /// The provider refused it or gave it up.
    Failed,
}

impl RefundState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Requested, Self::Pending, Self::Success, Self::Failed];

    /// The state after `event`, the only transition function there is: None when the event does not move a refund in this
    /// state. A success never changes.
    #[must_use]
    pub const fn next(self, event: RefundEvent) -> Option<Self> {
        match (self, event) {
            (Self::Requested, RefundEvent::Accepted) => Some(Self::Pending),
            (Self::Requested | Self::Pending | Self::Failed, RefundEvent::Succeeded) => Some(Self::Success),
            (Self::Requested | Self::Pending, RefundEvent::Failed) => Some(Self::Failed),
            (Self::Pending | Self::Failed, RefundEvent::Accepted)
            | (Self::Failed, RefundEvent::Failed)
            | (Self::Success, RefundEvent::Accepted | RefundEvent::Succeeded | RefundEvent::Failed) => None,
        }
    }

    /// Whether what the provider tells of a refund is overtaken by its end, and so no news for a person.
    #[must_use]
    pub const fn overtakes(self, event: RefundEvent) -> bool {
        match (self, event) {
            (Self::Success, RefundEvent::Accepted | RefundEvent::Failed)
            | (Self::Failed, RefundEvent::Accepted) => true,
            (Self::Requested | Self::Pending, _)
            | (Self::Success, RefundEvent::Succeeded)
            | (Self::Failed, RefundEvent::Succeeded | RefundEvent::Failed) => false,
        }
    }

    /// Whether its end is still to come.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Requested | Self::Pending => true,
            Self::Success | Self::Failed => false,
        }
    }

    /// The state as the interface and the table spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "REQUESTED",
            Self::Pending => "PENDING",
            Self::Success => "SUCCESS",
            Self::Failed => "FAILED",
        }
    }
}

impl fmt::Display for RefundState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A refund of a paid order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// Its identifier, here and at the provider.
    pub refund_id: RefundId,
    /// How much.
    pub amount: Paise,
    /// How far it is.
    pub state: RefundState,
    /// Why, for a person.
    pub reason: String,
    /// The administrator who asked for it; None for one that was made at the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How the counter hands it back; None through the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Stored<PaymentMode>>,
    /// When it was asked for, or first seen.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// When it ended.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub ended_at: Option<OffsetDateTime>,
}

/// What the provider sent back of its own accord, of a payment that was never counted: a second one of an order, or one that
/// came too late.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutoRefund {
    /// The provider's id of it.
    pub id: String,
    /// How much.
    pub amount: Paise,
    /// When we learned of it.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// Money that goes back to who paid, as the page and the mail say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyBack {
    /// How much.
    pub amount: Paise,
    /// Whether it went back, or is on its way.
    pub is_sent: bool,
    /// Whether it is of a payment that was never counted.
    pub is_automatic: bool,
    /// Whether it was handed back at the counter: no bank has to do with it.
    pub is_at_counter: bool,
    /// Since when.
    pub at: OffsetDateTime,
}

/// How long a refund is followed before a person must look: banks take a week.
pub const FOLLOWED_FOR: Duration = Duration::days(14);

impl Refund {
    /// The next moment after `now` at which the provider is asked about it: pauses of half its age, at least a minute and
    /// at most six hours, for [`FOLLOWED_FOR`]. None when it has ended, or that time is over.
    #[must_use]
    pub fn next_ask(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let age = now - self.at;
        let is_followed = self.state.is_open() && age < FOLLOWED_FOR;
        is_followed.then(|| now + (age / 2_i32).clamp(Duration::minutes(1), Duration::hours(6)))
    }

    /// Whether it is still open and no longer followed.
    #[must_use]
    pub fn is_overdue(&self, now: OffsetDateTime) -> bool {
        self.state.is_open() && self.next_ask(now).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_transition_table_lets_a_success_win_and_never_change() {
        use RefundEvent::{Accepted, Failed, Succeeded};
        let table = [
            (RefundState::Requested, Accepted, Some(RefundState::Pending)),
            (RefundState::Requested, Succeeded, Some(RefundState::Success)),
            (RefundState::Requested, Failed, Some(RefundState::Failed)),
            (RefundState::Pending, Accepted, None),
            (RefundState::Pending, Succeeded, Some(RefundState::Success)),
            (RefundState::Pending, Failed, Some(RefundState::Failed)),
            (RefundState::Success, Accepted, None),
            (RefundState::Success, Succeeded, None),
            (RefundState::Success, Failed, None),
            (RefundState::Failed, Accepted, None),
            (RefundState::Failed, Succeeded, Some(RefundState::Success)),
            (RefundState::Failed, Failed, None),
        ];
        for (from, event, to) in table {
            assert_eq!(from.next(event), to, "{from} on {event:?}");
        }
    }

    #[test]
    fn what_has_ended_overtakes_what_was_before_its_end() {
        use RefundEvent::{Accepted, Failed, Succeeded};
        for state in RefundState::ALL {
            for event in [Accepted, Succeeded, Failed] {
                let is_late = match state {
                    RefundState::Requested | RefundState::Pending => false,
                    RefundState::Success => event != Succeeded,
                    RefundState::Failed => event == Accepted,
                };
                assert_eq!(state.overtakes(event), is_late, "{state} on {event:?}");
            }
        }
    }

    #[test]
    fn a_state_is_spelled_in_the_table_as_it_is_shown() {
        for state in RefundState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }

    #[test]
    fn the_same_key_is_the_same_refund_of_one_order_and_the_providers_alphabet_holds_it() {
        let order = |id: &str| OrderId::parse(id).unwrap();
        let id = RefundId::of(&order("C0123456789A-1"), "key");
        assert_eq!(id, RefundId::of(&order("C0123456789A-1"), "key"));
        assert_ne!(id, RefundId::of(&order("C0123456789A-1"), "other"));
        assert_ne!(id, RefundId::of(&order("C0123456789A-2"), "key"));
        assert_eq!(RefundId::parse(id.as_str()), Ok(id));
    }

    #[test]
    fn identifiers_of_a_wrong_length_or_alphabet_are_refused_by_field() {
        for text in ["", "ab", "a b", "re#1", &"a".repeat(41)] {
            assert_eq!(RefundId::parse(text).unwrap_err().field, "refund_id", "{text:?}");
        }
        assert!(RefundId::parse(&"a".repeat(40)).is_ok());
        assert!(RefundId::parse("R_1").is_ok() && RefundId::parse("R-1").is_ok());
    }

    #[test]
    fn an_open_refund_is_asked_about_soon_then_every_six_hours_for_two_weeks() {
        let mut refund = Refund {
            refund_id: RefundId::parse("refund1").unwrap(),
            amount: Paise::new(100),
            state: RefundState::Pending,
            reason: String::new(),
            by: None,
            at: datetime!(2025-05-20 10:00 UTC),
            ended_at: None,
            mode: None,
        };
        let mut asked = Vec::new();
        let mut now = refund.at;
        while let Some(at) = refund.next_ask(now) {
            assert!(!refund.is_overdue(now));
            asked.push((at - now).whole_minutes());
            now = at;
        }
        assert_eq!(asked[..6], [1, 1, 1, 1, 2, 3]);
        assert!(asked.is_sorted());
        assert_eq!(asked.last(), Some(&(6 * 60)));
        assert!((14..15).contains(&(now - refund.at).whole_days()));
        assert!((60..80).contains(&asked.len()), "{}", asked.len());
        assert!(refund.is_overdue(now));
        refund.state = RefundState::Success;
        assert_eq!(refund.next_ask(refund.at), None);
        assert!(!refund.is_overdue(now));
    }
}
