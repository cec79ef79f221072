//! Refunds and disputes, as webhooks tell them and as an order lists them.

use super::{Amount, Maybe, Text};
use crate::{NewRefund, RefundKind, Reversal};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
pub(crate) struct CreateRefund<'a> {
    refund_id: &'a str,
    refund_amount: serde_json::Number,
    refund_note: &'a str,
    refund_speed: &'static str,
}

impl<'a> From<&'a NewRefund> for CreateRefund<'a> {
    fn from(new: &'a NewRefund) -> Self {
        Self {
            refund_id: new.refund_id.as_str(),
            refund_amount: new.amount.to_json(),
            refund_note: &new.note,
            // An instant one costs a fee, and not every bank takes it.
            refund_speed: "STANDARD",
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Refund {
    order_id: Text,
    refund_id: Text,
    cf_refund_id: Text,
    cf_payment_id: Text,
    refund_type: Text,
    refund_status: Text,
    refund_amount: Amount,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Dispute {
    dispute_id: Text,
    dispute_status: Text,
    dispute_amount: Amount,
    updated_at: Text,
    resolved_at: Text,
    /// Where an order lists it. A webhook has them beside the dispute.
    order_details: Maybe<DisputedOrder>,
}

/// What is disputed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct DisputedOrder {
    pub(crate) order_id: Text,
    pub(crate) cf_payment_id: Text,
}

impl Refund {
    pub(crate) fn take_order_id(&mut self) -> Option<String> {
        self.order_id.0.take()
    }

    /// `kind` holds where the refund itself does not say that it is the provider's. The provider's own are known by
    /// the provider's id: their webhooks tell no other, while the list of an order may.
    pub(crate) fn into_reversal(self, kind: RefundKind) -> Reversal {
        let automatic = matches!(
            self.refund_type.as_deref(),
            Some("PAYMENT_AUTO_REFUND" | "UNRECONCILED_AUTO_REFUND")
        );
        let kind = if automatic { RefundKind::Auto } else { kind };
        let provider_id = self.cf_refund_id.0.clone();
        let id = match kind {
            RefundKind::Merchant => self.refund_id.0.or(self.cf_refund_id.0),
            RefundKind::Auto => self.cf_refund_id.0.or(self.refund_id.0),
        };
        Reversal::Refund {
            kind,
            id,
            provider_id,
            payment: self.cf_payment_id.0,
            status: self.refund_status.0,
            amount: self.refund_amount.0,
        }
    }
}

impl Dispute {
    /// The dispute of this order, and of this payment of it.
    pub(crate) fn of(mut self, order: DisputedOrder) -> Self {
        self.order_details = Maybe(Some(order));
        self
    }

    pub(crate) fn into_reversal(self) -> Reversal {
        let payment = self.order_details.0.and_then(|order| order.cf_payment_id.0);
        Reversal::Dispute {
            is_counted: true,
            id: self.dispute_id.0,
            payment,
            status: self.dispute_status.0,
            amount: self.dispute_amount.0,
            updated_at: self.updated_at.moment(),
            is_resolved: self.resolved_at.0.is_some(),
        }
    }
}
