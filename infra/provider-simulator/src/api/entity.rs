//! Orders, payments and refunds as the API writes them.

use crate::payment_fields::{bank_reference, error_details, group, message, method};
use crate::state::{Attempt, Order, Refund};
use crate::wire::{id, rupees, time};
use ::time::OffsetDateTime;
use serde_json::{Value, json};

pub(crate) fn order(order: &Order, version: &str, base: &str, now: OffsetDateTime) -> Value {
    let status = order.status(now).as_str();
    let mut entity = json!({
        "cf_order_id": id(order.cf_order_id, version),
        "order_id": order.order_id,
        "entity": "order",
        "order_currency": order.shown.currency.as_ref().unwrap_or(&order.currency),
        "order_amount": rupees(order.shown.amount.unwrap_or(order.amount)),
        "order_status": order.shown.order_status.as_deref().unwrap_or(status),
        "payment_session_id": order.session,
        "order_expiry_time": time(order.expires_at),
        "order_note": order.note,
        "created_at": time(order.created_at),
        "order_splits": [],
        "customer_details": {
            "customer_id": order.customer.id,
            "customer_name": order.customer.name,
            "customer_email": order.customer.email,
            "customer_phone": order.customer.phone,
            "customer_uid": null,
        },
        "order_meta": {
            "return_url": order.return_url,
            "notify_url": order.notify_url,
            "payment_methods": order.payment_methods,
        },
        "order_tags": order.tags,
        "terminal_data": null,
        "cart_details": null,
    });
    if version < "2023-08-01" {
        for part in ["payments", "refunds", "settlements"] {
            entity[part] = json!({"url": format!("{base}/pg/orders/{}/{part}", order.order_id)});
        }
    }
    entity
}

pub(crate) fn payment(order: &Order, attempt: &Attempt, version: &str) -> Value {
    let amount = rupees(order.shown.amount.unwrap_or(order.amount));
    let currency = order.shown.currency.as_ref().unwrap_or(&order.currency);
    let status = attempt.status.as_str();
    json!({
        "cf_payment_id": id(attempt.cf_payment_id, version),
        "order_id": order.order_id,
        "entity": "payment",
        "is_captured": status == "SUCCESS",
        "order_amount": amount,
        "order_currency": currency,
        "payment_amount": amount,
        "payment_currency": currency,
        "payment_status": order.shown.payment_status.as_deref().unwrap_or(status),
        "payment_message": message(attempt.status),
        "payment_group": group(&attempt.method),
        "payment_time": time(attempt.began_at),
        "payment_completion_time": attempt.ended_at.map(time),
        "bank_reference": bank_reference(attempt),
        "auth_id": null,
        "authorization": null,
        "error_details": error_details(attempt.status),
        "payment_method": method(&attempt.method),
        "international_payment": {"international": false},
        "payment_gateway_details": {
            "gateway_name": "CASHFREE",
            "gateway_order_id": order.cf_order_id.to_string(),
            "gateway_payment_id": attempt.cf_payment_id.to_string(),
            "gateway_order_reference_id": null,
            "gateway_status_code": null,
            "gateway_settlement": "CASHFREE",
            "gateway_reference_name": null,
        },
        "payment_surcharge": {
            "payment_surcharge_service_charge": rupees(36),
            "payment_surcharge_service_tax": rupees(6),
        },
    })
}

pub(crate) fn refund(order: &Order, refund: &Refund, version: &str) -> Value {
    // Before 2023-08-01 this id was a text although the others were numbers.
    let cf_refund_id = if version < "2023-08-01" {
        Value::from(format!("refund_{}", refund.cf_refund_id))
    } else {
        id(refund.cf_refund_id, version)
    };
    let done = refund.processed_at.is_some();
    json!({
        "cf_refund_id": cf_refund_id,
        "cf_payment_id": id(refund.cf_payment_id, version),
        "refund_id": refund.refund_id,
        "order_id": order.order_id,
        "entity": "refund",
        "refund_amount": rupees(refund.amount),
        "refund_currency": order.currency,
        "refund_note": refund.note,
        "refund_status": refund.status.as_str(),
        "refund_arn": done.then_some("205907014017"),
        "refund_charge": 0,
        "status_description": refund.description(),
        "refund_type": if refund.automatic.is_some() { "PAYMENT_AUTO_REFUND" } else { "MERCHANT_INITIATED" },
        "refund_mode": refund.speed,
        "refund_splits": [],
        "metadata": null,
        "created_at": time(refund.created_at),
        "processed_at": refund.processed_at.map(time),
        "refund_speed": {
            "requested": refund.speed,
            "accepted": refund.speed,
            "processed": done.then_some(&refund.speed),
            "message": null,
        },
    })
}
