//! One order of a candidate: a payment, made or still to be made.

use super::{
    AttemptState, AutoRefund, Dispute, Method, OrderPlace, PaymentSessionId, Refund, Status, Withdrawal,
};
use crate::{ClaimKey, CustomerId, OrderId, Paise, Person, Word, registration::Selection};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// How a payment reaches us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Through the payment provider, on the site.
    Online,
    /// At the counter. The provider knows nothing of it.
    Counter,
}

impl Channel {
    /// The channel as the table spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Counter => "counter",
        }
    }

    /// The payment method as the interface names it: blank for the site, which is shown as "Website Visit".
    #[must_use]
    pub const fn payment_method(self) -> &'static str {
        match self {
            Self::Online => "",
            Self::Counter => "SPOT PAYMENT",
        }
    }
}

impl Word for Channel {
    fn as_str(self) -> &'static str {
        Self::as_str(self)
    }
}

/// An order with everything a status, a pass or a mail needs, so that each is one read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Its identifier, here and at the provider.
    pub order_id: OrderId,
    /// The candidate it is for.
    pub customer_id: CustomerId,
    /// What is to be paid.
    pub amount: Paise,
    /// How it is paid.
    pub channel: Channel,
    /// Its status.
    pub status: Status,
    /// The state of the newest attempt, as last seen.
    #[serde(default)]
    pub attempt: AttemptState,
    /// The checkout's token, once the provider has the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<PaymentSessionId>,
    /// How it was paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// Who registered, as of the order's creation.
    pub person: Person,
    /// For what, with the names of that day.
    pub selection: Selection,
    /// When it was created.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Until when it can be paid.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
    /// When it was paid.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub paid_at: Option<OffsetDateTime>,
    /// When the provider refused to open it, and nothing else had given it to the provider: nobody can pay it, it is
    /// not asked about and in no list, and it is deleted after a while.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub refused_at: Option<OffsetDateTime>,
    /// What went back of it or is to, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refunds: Vec<Refund>,
    /// What the provider sent back of payments of it that were never counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub auto_refunds: Vec<AutoRefund>,
    /// The disputes of it, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputes: Vec<Dispute>,
    /// Why the pass is not accepted, when it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawal>,
    /// What the pass goes by since its holder's e-mail address was corrected; None: by the order's identifier. Who had the
    /// pass at the wrong address does not open it any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reissued_as: Option<OrderId>,
    /// What it has of the places of its exam; None where that had no capacity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<OrderPlace>,
    /// When a person's page last made us ask the provider, in epoch milliseconds.
    #[serde(default)]
    pub asked_at: i64,
    /// When the attempts to pay it were to be read and could not be, in epoch milliseconds; None once they were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread_at: Option<i64>,
    /// Counts the writes; each write names the count it was decided on.
    pub version: u64,
}

impl Order {
    /// What opens the pass: the end of its address, and what its code is made of.
    #[must_use]
    pub fn pass_id(&self) -> &OrderId {
        self.reissued_as.as_ref().unwrap_or(&self.order_id)
    }

    /// What this order entitles to, and what it therefore must be the only one to claim.
    #[must_use]
    pub fn claim_key(&self) -> ClaimKey {
        ClaimKey::of(&self.person.email, &self.selection)
    }

    /// Whether this order and another pay for something twice.
    #[must_use]
    pub fn is_paid_beside(&self, other: &Self) -> bool {
        self.order_id != other.order_id && self.claim_key().overlaps(&other.claim_key())
    }

    /// Whether no person's page has made us ask the provider since `moment`.
    #[must_use]
    pub fn was_asked_before(&self, moment: OffsetDateTime) -> bool {
        i128::from(self.asked_at) <= moment.unix_timestamp_nanos() / 1_000_000
    }

    /// Whether the attempts to pay it were not read when they were last to be: one may be under way of which we do not know.
    #[must_use]
    pub const fn attempts_are_unread(&self) -> bool {
        self.unread_at.is_some()
    }

    /// Whether it has expired, and its attempts were read since: a further one can begin no more, so nothing is left to read
    /// but how one under way ends.
    #[must_use]
    pub fn end_is_read(&self) -> bool {
        self.status == Status::Expired && !self.attempts_are_unread()
    }

    /// The same order after its attempts could not be read at `now`.
    #[must_use]
    pub fn with_attempts_unread(self, now: OffsetDateTime) -> Self {
        let now = i64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX);
        Self {
            unread_at: Some(now),
            ..self
        }
    }

    /// The same order after its attempts were read.
    #[must_use]
    pub fn with_attempts_read(self) -> Self {
        Self {
            unread_at: None,
            ..self
        }
    }

    /// Whether the provider can still take money for it, as far as is known.
    #[must_use]
    pub fn is_open(&self, now: OffsetDateTime) -> bool {
        let unpaid = match self.status {
            Status::Created | Status::Active | Status::Failed | Status::Unknown => true,
            Status::Expired | Status::Paid => false,
        };
        unpaid && self.refused_at.is_none() && now < self.expires_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::fixture::paid_order;
    use time::{Duration, macros::datetime};

    const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

    fn order(status: Status) -> Order {
        Order {
            status,
            ..paid_order(Channel::Online, AT)
        }
    }

    #[test]
    fn money_can_come_for_an_unpaid_order_until_its_time_is_over_or_the_provider_has_refused_it() {
        let last = AT + Duration::minutes(30) - Duration::nanoseconds(1);
        for status in Status::ALL {
            let is_unpaid = !matches!(status, Status::Paid | Status::Expired);
            assert_eq!(order(status).is_open(last), is_unpaid, "{status}");
            assert!(
                !order(status).is_open(last + Duration::nanoseconds(1)),
                "{status}"
            );
            let refused = Order {
                refused_at: Some(AT),
                ..order(status)
            };
            assert!(!refused.is_open(AT), "{status}");
        }
    }

    #[test]
    fn a_page_has_asked_before_a_moment_to_the_millisecond() {
        let asked = Order {
            asked_at: 1_747_735_200_123,
            ..order(Status::Active)
        };
        let moment = datetime!(2025-05-20 10:00:00.123 UTC);
        assert!(asked.was_asked_before(moment));
        assert!(asked.was_asked_before(moment + Duration::milliseconds(1)));
        assert!(!asked.was_asked_before(moment - Duration::milliseconds(1)));
    }

    #[test]
    fn a_channel_is_spelled_in_the_table_as_it_is_read_and_the_counter_is_a_spot_payment() {
        for (channel, word, method) in [
            (Channel::Online, "online", ""),
            (Channel::Counter, "counter", "SPOT PAYMENT"),
        ] {
            assert_eq!(serde_json::to_value(channel).unwrap(), word);
            assert_eq!((channel.as_str(), Word::as_str(channel)), (word, word));
            assert_eq!(channel.payment_method(), method);
        }
    }
}
