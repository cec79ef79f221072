//! What a webhook says. It is a hint to ask the provider, never evidence on its own.

use crate::wire::{self, webhook::Webhook};
use domain::Paise;
use domain::payment::{DisputeState, RefundEvent, ReportedAttempt};
use time::OffsetDateTime;

/// A webhook of the provider, in any of its versions from 2021-09-21 to 2025-01-01.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookEvent {
    /// An attempt of an order ended, or its charges are known.
    Payment {
        /// The merchant's order id.
        order_id: String,
        /// The order's amount.
        amount: Option<Paise>,
        /// The order's currency.
        currency: Option<String>,
        /// The status of the attempt, [`domain::payment::AttemptStatus::Unrecognised`] when the event does not say, and
        /// how it was paid.
        reported: ReportedAttempt,
    },
    /// Money of an order went back, or may have to.
    Reversal {
        /// The merchant's order id.
        order_id: String,
        /// What the provider says of it.
        reversal: Reversal,
    },
    /// The dashboard's "Test" button.
    TestPing,
    /// Anything else; the name of its type, or nothing when it has none.
    Other(String),
}

impl WebhookEvent {
    /// What it is about, for the log: a word of ours, or the provider's for what changes nothing here.
    #[must_use]
    pub fn kind(&self) -> &str {
        match self {
            Self::Payment { .. } => "payment",
            Self::Reversal { reversal, .. } => match reversal {
                Reversal::Refund { .. } => "refund",
                Reversal::Dispute { .. } => "dispute",
            },
            Self::TestPing => "test",
            Self::Other(kind) => kind,
        }
    }
}

/// Money of a paid order that went back, or may have to: the same whether a webhook reported it or the order was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reversal {
    /// Money went back, or is about to.
    Refund {
        /// Who began it.
        kind: RefundKind,
        /// The id given by its initiator: the merchant's, or the provider's own.
        id: Option<String>,
        /// The provider's own id of it, by which a reconciliation names it.
        provider_id: Option<String>,
        /// The provider's number of the payment that it is of.
        payment: Option<String>,
        /// The provider's word for its status, such as `SUCCESS`.
        status: Option<String>,
        /// How much.
        amount: Option<Paise>,
    },
    /// The payer disputes a payment.
    Dispute {
        /// Whether it is about the money that was counted, and not about a further payment of the order: it is, until what is
        /// known of the order says otherwise.
        is_counted: bool,
        /// The provider's id of it.
        id: Option<String>,
        /// The provider's number of the payment that it is of.
        payment: Option<String>,
        /// The provider's word for its status, such as `DISPUTE_CREATED`.
        status: Option<String>,
        /// How much is asked back.
        amount: Option<Paise>,
        /// When the provider changed it last.
        updated_at: Option<OffsetDateTime>,
        /// Whether it says when the dispute was resolved.
        is_resolved: bool,
    },
}

impl Reversal {
    /// What the provider's word for the status of a refund means; None for a dispute. A word that is not known means that
    /// it is still under way.
    #[must_use]
    pub fn refund_event(&self) -> Option<RefundEvent> {
        match self {
            Self::Refund { status, .. } => Some(match status.as_deref() {
                Some("SUCCESS") => RefundEvent::Succeeded,
                Some("FAILED" | "CANCELLED" | "REJECTED") => RefundEvent::Failed,
                Some(_) | None => RefundEvent::Accepted,
            }),
            Self::Dispute { .. } => None,
        }
    }

    /// Whether the provider makes it of its own accord, of a payment that was never counted.
    #[must_use]
    pub const fn is_automatic(&self) -> bool {
        match self {
            Self::Refund { kind, .. } => matches!(kind, RefundKind::Auto),
            Self::Dispute { .. } => false,
        }
    }

    /// What the provider has sent back of its own accord, of a payment that was never counted; None for anything else.
    #[must_use]
    pub fn auto_refunded(&self) -> Option<Paise> {
        let ended = self.refund_event() == Some(RefundEvent::Succeeded);
        match self {
            Self::Refund {
                kind: RefundKind::Auto,
                amount,
                ..
            } => amount.filter(|_| ended),
            Self::Refund {
                kind: RefundKind::Merchant,
                ..
            }
            | Self::Dispute { .. } => None,
        }
    }

    /// How a dispute stands; None for a refund.
    #[must_use]
    pub fn dispute_state(&self) -> Option<DisputeState> {
        match self {
            Self::Dispute {
                status, is_resolved, ..
            } => {
                let word = status.as_deref().unwrap_or_default();
                Some(DisputeState::of_word(word, *is_resolved))
            }
            Self::Refund { .. } => None,
        }
    }
}

/// Who began a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundKind {
    /// The merchant.
    Merchant,
    /// The provider: a second payment of an order, or one that came too late.
    Auto,
}

/// The body is not a JSON object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the webhook is not an event")]
pub struct NotAnEvent;

/// Reads a webhook whose signature has been verified.
///
/// An event whose order is not known is [`WebhookEvent::Other`], whatever its type.
///
/// # Errors
/// When the body is not a JSON object.
pub fn parse_webhook(raw: &[u8]) -> Result<WebhookEvent, NotAnEvent> {
    wire::body::<Webhook>(raw)
        .map(Webhook::into_event)
        .ok_or(NotAnEvent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refund(status: Option<&str>) -> Reversal {
        Reversal::Refund {
            kind: RefundKind::Merchant,
            id: None,
            provider_id: None,
            payment: None,
            status: status.map(str::to_owned),
            amount: None,
        }
    }

    fn dispute(status: &str) -> Reversal {
        Reversal::Dispute {
            is_counted: true,
            id: None,
            payment: None,
            status: Some(status.to_owned()),
            amount: None,
            updated_at: None,
            is_resolved: false,
        }
    }

    #[test]
    fn a_refund_has_ended_only_by_a_word_that_says_so() {
        assert_eq!(
            refund(Some("SUCCESS")).refund_event(),
            Some(RefundEvent::Succeeded)
        );
        for word in ["FAILED", "CANCELLED", "REJECTED"] {
            assert_eq!(
                refund(Some(word)).refund_event(),
                Some(RefundEvent::Failed),
                "{word}"
            );
        }
        for word in [
            Some("PENDING"),
            Some("ONHOLD"),
            Some("PENDING_APPROVAL"),
            Some("success"),
            None,
        ] {
            assert_eq!(
                refund(word).refund_event(),
                Some(RefundEvent::Accepted),
                "{word:?}"
            );
        }
        assert_eq!(dispute("DISPUTE_CREATED").refund_event(), None);
    }

    #[test]
    fn a_refund_is_no_dispute_whatever_its_word() {
        assert_eq!(refund(Some("DISPUTE_MERCHANT_LOST")).dispute_state(), None);
        let lost = dispute("CHARGEBACK_MERCHANT_LOST").dispute_state();
        assert_eq!(lost, Some(DisputeState::Lost));
    }
}
