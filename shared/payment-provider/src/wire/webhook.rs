//! The webhooks of every version.

use super::payment::PaymentEntity;
use super::reversal::{Dispute, DisputedOrder, Refund};
use super::{Amount, Maybe, Text};
use crate::{RefundKind, WebhookEvent};
use domain::payment::{Attempt, Method, ReportedAttempt};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Webhook {
    #[serde(rename = "type")]
    kind: Text,
    data: Maybe<Data>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Data {
    order: Maybe<Order>,
    payment: Maybe<PaymentEntity>,
    refund: Maybe<Refund>,
    auto_refund: Maybe<Refund>,
    dispute: Maybe<Dispute>,
    /// Disputes name their order here.
    order_details: Maybe<DisputedOrder>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Order {
    order_id: Text,
    order_amount: Amount,
    order_currency: Text,
}

impl Webhook {
    pub(crate) fn into_event(self) -> WebhookEvent {
        let kind = self.kind.0.unwrap_or_default();
        let data = self.data.0.unwrap_or_default();
        let event = match kind.as_str() {
            "WEBHOOK" => Some(WebhookEvent::TestPing),
            "REFUND_STATUS_WEBHOOK" => refund(data.refund, RefundKind::Merchant),
            "AUTO_REFUND_STATUS_WEBHOOK" => {
                refund(Maybe(data.auto_refund.0.or(data.refund.0)), RefundKind::Auto)
            }
            "DISPUTE_CREATED" | "DISPUTE_UPDATED" | "DISPUTE_CLOSED" => {
                let mut order = data.order_details.0.unwrap_or_default();
                let order_id = order.order_id.0.take();
                let dispute = data.dispute.0.unwrap_or_default().of(order);
                order_id
                    .or(data.order.0.unwrap_or_default().order_id.0)
                    .map(|order_id| WebhookEvent::Reversal {
                        order_id,
                        reversal: dispute.into_reversal(),
                    })
            }
            payment if payment.starts_with("PAYMENT_") && payment.ends_with("_WEBHOOK") => {
                let order = data.order.0.unwrap_or_default();
                let payment = Attempt::from(data.payment.0.unwrap_or_default());
                order.order_id.0.map(|order_id| WebhookEvent::Payment {
                    order_id,
                    amount: order.order_amount.0,
                    currency: order.order_currency.0,
                    reported: ReportedAttempt {
                        status: payment.status,
                        method: Some(payment.method).filter(Method::says_how),
                    },
                })
            }
            _ => None,
        };
        event.unwrap_or(WebhookEvent::Other(kind))
    }
}

fn refund(refund: Maybe<Refund>, kind: RefundKind) -> Option<WebhookEvent> {
    let mut refund = refund.0?;
    Some(WebhookEvent::Reversal {
        order_id: refund.take_order_id()?,
        reversal: refund.into_reversal(kind),
    })
}
