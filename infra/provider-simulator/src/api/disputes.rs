//! `/orders/{order_id}/disputes`.

use super::extract::{Entity, Found, Reply, Version};
use crate::state::{Dispute, Order};
use crate::wire::{id, rupees, time};
use serde_json::{Value, json};

pub(super) async fn list(Version(version): Version, Found(order): Found) -> Reply {
    Ok(Entity(entities(&order, version)))
}

fn entities(order: &Order, version: &str) -> Value {
    let entity = |dispute: &Dispute| {
        json!({
            "dispute_id": dispute.dispute_id,
            "dispute_type": stage(&dispute.status),
            "reason_code": "1402",
            "reason_description": "Duplicate Processing",
            "dispute_amount": rupees(order.amount),
            "dispute_amount_currency": order.currency,
            "created_at": time(dispute.created_at),
            "updated_at": time(dispute.updated_at),
            "resolved_at": is_resolved(&dispute.status).then(|| time(dispute.updated_at)),
            "dispute_status": dispute.status,
            "cf_dispute_remarks": "Dispute is created, please take action",
            "order_details": {
                "order_id": order.order_id,
                "order_amount": rupees(order.amount),
                "order_currency": order.currency,
                "cf_payment_id": order.disputed_payment(Some(dispute)).map(|payment| id(payment, version)),
                "payment_amount": rupees(order.amount),
                "payment_currency": order.currency,
            },
        })
    };
    let listed = order.disputes.iter().filter(|_| !order.shown.no_disputes);
    listed.map(entity).collect()
}

/// At which stage a dispute is whose status is this.
pub(crate) fn stage(status: &str) -> &str {
    let stages = ["RETRIEVAL", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION"];
    let is_at = |stage: &&str| status.starts_with(&format!("{stage}_"));
    stages.into_iter().find(is_at).unwrap_or("DISPUTE")
}

pub(crate) fn is_resolved(status: &str) -> bool {
    ["_WON", "_LOST", "_ACCEPTED"]
        .iter()
        .any(|end| status.ends_with(end))
}
