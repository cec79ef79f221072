//! The bodies of webhooks, in every version.

use crate::api::disputes::{is_resolved, stage};
use crate::lifecycle::Event;
use crate::payment_fields::{self, bank_reference, error_details, group, message};
use crate::state::{Attempt, DISPUTE_CREATED, Order, PaymentMethod, PaymentStatus, Refund, RefundStatus};
use crate::webhook::WebhookRequest;
use crate::wire::{id, rupees, time};
use ::time::OffsetDateTime;
use serde_json::{Value, json};

/// The type and body of the webhook about an event. None when the order has no such attempt or refund.
pub(crate) fn of_event(
    order: &Order,
    event: Event,
    version: &str,
    now: OffsetDateTime,
) -> Option<(String, Value)> {
    let (name, data) = match event {
        Event::Payment(cf_payment_id) => {
            let attempt = order
                .attempts
                .iter()
                .find(|attempt| attempt.cf_payment_id == cf_payment_id)?;
            (payment_type(attempt.status)?, payment(order, attempt, version))
        }
        Event::Refund(cf_refund_id) => {
            let made = order
                .refunds
                .iter()
                .find(|refund| refund.cf_refund_id == cf_refund_id)?;
            match made.automatic {
                Some(_) => ("AUTO_REFUND_STATUS_WEBHOOK", auto_refund(order, made, version)),
                None => ("REFUND_STATUS_WEBHOOK", refund(order, made, version)),
            }
        }
        Event::Dispute => ("DISPUTE_CREATED", dispute(order, DISPUTE_CREATED, version, now)),
        Event::DisputeMoved => {
            let status = &order.disputes.last()?.status;
            let name = if is_resolved(status) {
                "DISPUTE_CLOSED"
            } else {
                "DISPUTE_UPDATED"
            };
            (name, dispute(order, status, version, now))
        }
    };
    Some((name.to_owned(), envelope(name, &data, now)))
}

/// The body of a webhook that is made on request, whether or not its event took place.
pub(crate) fn of_request(
    order: &Order,
    request: &WebhookRequest,
    version: &str,
    now: OffsetDateTime,
) -> Value {
    let mut order = order.clone();
    order.amount = request.amount.unwrap_or(order.amount);
    if let Some(currency) = &request.currency {
        order.currency.clone_from(currency);
    }
    let attempt = || {
        let asked = request.cf_payment_id.as_deref().and_then(|id| id.parse().ok());
        let known = order
            .attempts
            .iter()
            .rev()
            .find(|attempt| asked.is_none_or(|id| id == attempt.cf_payment_id));
        known.cloned().unwrap_or_else(|| Attempt {
            cf_payment_id: asked.unwrap_or(1_453_002_795),
            status: PaymentStatus::Pending,
            method: PaymentMethod::default(),
            began_at: now,
            ended_at: Some(now),
        })
    };
    let payment_as = |status| payment(&order, &Attempt { status, ..attempt() }, version);
    let newest_refund = |automatic: bool| {
        let known = order
            .refunds
            .iter()
            .rev()
            .find(|refund| refund.automatic.is_some() == automatic);
        known.cloned().unwrap_or_else(|| Refund {
            cf_refund_id: 11_325_632,
            refund_id: "refund_sample".to_owned(),
            cf_payment_id: attempt().cf_payment_id,
            amount: order.amount,
            note: None,
            speed: "STANDARD".to_owned(),
            status: RefundStatus::Success,
            automatic: automatic.then(|| "Multiple payments were performed against same order.".to_owned()),
            created_at: now,
            processed_at: Some(now),
            returned_at: None,
        })
    };
    let data = match request.event.as_str() {
        "WEBHOOK" => json!({"test_object": {"test_key": "test_value"}}),
        "PAYMENT_SUCCESS_WEBHOOK" | "PAYMENT_CHARGES_WEBHOOK" => payment_as(PaymentStatus::Success),
        "PAYMENT_FAILED_WEBHOOK" => payment_as(PaymentStatus::Failed),
        "PAYMENT_USER_DROPPED_WEBHOOK" => payment_as(PaymentStatus::UserDropped),
        "REFUND_STATUS_WEBHOOK" => refund(&order, &newest_refund(false), version),
        "AUTO_REFUND_STATUS_WEBHOOK" => auto_refund(&order, &newest_refund(true), version),
        "DISPUTE_CREATED" | "DISPUTE_UPDATED" | "DISPUTE_CLOSED" => {
            dispute(&order, &request.event, version, now)
        }
        _ => json!({"order": {"order_id": order.order_id}}),
    };
    envelope(&request.event, &data, now)
}

fn envelope(event: &str, data: &Value, now: OffsetDateTime) -> Value {
    json!({"data": data, "event_time": time(now), "type": event})
}

fn payment_type(status: PaymentStatus) -> Option<&'static str> {
    match status {
        PaymentStatus::Success => Some("PAYMENT_SUCCESS_WEBHOOK"),
        PaymentStatus::Failed => Some("PAYMENT_FAILED_WEBHOOK"),
        PaymentStatus::UserDropped => Some("PAYMENT_USER_DROPPED_WEBHOOK"),
        PaymentStatus::NotAttempted | PaymentStatus::Pending | PaymentStatus::Cancelled => None,
    }
}

fn payment(order: &Order, attempt: &Attempt, version: &str) -> Value {
    let newest = version >= "2025-01-01";
    let mut payment = json!({
        "cf_payment_id": id(attempt.cf_payment_id, version),
        "payment_status": attempt.status.as_str(),
        "payment_amount": rupees(order.amount),
        "payment_currency": order.currency,
        "payment_message": message(attempt.status),
        "payment_time": time(attempt.began_at),
        "bank_reference": bank_reference(attempt),
        "auth_id": null,
        "payment_method": method(&attempt.method, newest),
        "payment_group": group(&attempt.method),
    });
    let mut data = json!({
        "order": {
            "order_id": order.order_id,
            "order_amount": rupees(order.amount),
            "order_currency": order.currency,
            "order_tags": order.tags,
        },
        "customer_details": {
            "customer_name": order.customer.name,
            "customer_id": order.customer.id,
            "customer_email": order.customer.email,
            "customer_phone": order.customer.phone,
        },
    });
    if newest {
        payment["international_payment"] = json!({"international": false});
        payment["payment_surcharge"] = json!({"payment_surcharge_service_charge": rupees(36), "payment_surcharge_service_tax": rupees(6)});
        data["terminal_details"] = Value::Null;
    }
    data["payment"] = payment;
    if version >= "2022-01-01" {
        data["payment_gateway_details"] = json!({
            "gateway_name": "CASHFREE",
            "gateway_order_id": order.cf_order_id.to_string(),
            "gateway_payment_id": attempt.cf_payment_id.to_string(),
            "gateway_settlement": "CASHFREE",
            "gateway_status_code": null,
        });
        if version >= "2023-08-01" {
            data["payment_gateway_details"]["gateway_order_reference_id"] = Value::Null;
        }
        data["payment_offers"] = Value::Null;
        data["error_details"] = error_details(attempt.status);
    }
    data
}

fn refund(order: &Order, refund: &Refund, version: &str) -> Value {
    let done = refund.processed_at.is_some();
    json!({"refund": {
        "cf_refund_id": id(refund.cf_refund_id, version),
        "cf_payment_id": id(refund.cf_payment_id, version),
        "refund_id": refund.refund_id,
        "order_id": order.order_id,
        "refund_amount": rupees(refund.amount),
        "refund_currency": order.currency,
        "entity": "Refund",
        "refund_type": "MERCHANT_INITIATED",
        "refund_arn": done.then_some("205907014017"),
        "refund_status": refund.status.as_str(),
        "status_description": refund.description(),
        "created_at": time(refund.created_at),
        "processed_at": refund.processed_at.map(time),
        "refund_charge": 0,
        "refund_note": refund.note,
        "refund_splits": [],
        "metadata": null,
        "refund_mode": refund.speed,
    }})
}

/// Its own ids are numbers in every version, as the provider's samples show them.
fn auto_refund(order: &Order, refund: &Refund, version: &str) -> Value {
    json!({"auto_refund": {
        "event": "AUTO-REFUND",
        "cf_refund_id": refund.cf_refund_id,
        "cf_payment_id": id(refund.cf_payment_id, version),
        "bank_reference": "234928698581",
        "order_id": order.order_id,
        "refund_amount": rupees(refund.amount),
        "refund_currency": order.currency,
        "refund_type": "PAYMENT_AUTO_REFUND",
        "refund_arn": "205907014017",
        "refund_status": refund.status.as_str(),
        "status_description": "Auto-Refund processed successfully",
        "refund_reason": refund.automatic,
        "created_at": time(refund.created_at),
        "processed_at": null,
        "refund_charge": 0,
        "refund_splits": null,
        "metadata": null,
    }})
}

fn dispute(order: &Order, status: &str, version: &str, now: OffsetDateTime) -> Value {
    let disputed = order.disputed_payment(order.disputes.last());
    json!({
        "dispute": {
            "dispute_id": order.cf_order_id.to_string(),
            "dispute_type": stage(status),
            "reason_code": "1402",
            "reason_description": "Duplicate Processing",
            "dispute_amount": rupees(order.amount),
            "created_at": time(now),
            "updated_at": time(now),
            "resolved_at": is_resolved(status).then(|| time(now)),
            "dispute_status": status,
            "cf_dispute_remarks": "Dispute is created, please take action",
            "dispute_action_on": "MERCHANT",
        },
        "order_details": {
            "order_id": order.order_id,
            "order_amount": rupees(order.amount),
            "order_currency": order.currency,
            "cf_payment_id": disputed.map(|payment| id(payment, version)),
            "payment_amount": rupees(order.amount),
            "payment_currency": order.currency,
        },
        "customer_details": {
            "customer_name": order.customer.name,
            "customer_phone": order.customer.phone,
            "customer_email": order.customer.email,
        },
    })
}

fn method(method: &PaymentMethod, newest: bool) -> Value {
    let mut entity = payment_fields::method(method);
    match method {
        // The API writes the bank's code as a number, the webhook as a text.
        PaymentMethod::Netbanking { bank_code } => {
            entity["netbanking"]["netbanking_bank_code"] = Value::from(bank_code.to_string());
        }
        PaymentMethod::Upi { .. } if !newest => {
            if let Some(upi) = entity["upi"].as_object_mut() {
                upi.retain(|key, _| key == "channel" || key == "upi_id");
            }
        }
        PaymentMethod::Upi { .. } | PaymentMethod::Card { .. } => {}
    }
    entity
}
