//! `POST /recon`: every payment, refund and dispute of a range of time, page by page.

use super::error::ApiError;
use super::extract::{Body, Entity, Reply, Version};
use crate::Simulator;
use crate::state::{Attempt, Dispute, Order, PaymentStatus, Refund, State as Remembered};
use crate::wire::{id, rupees, time};
use ::time::OffsetDateTime;
use ::time::format_description::well_known::Rfc3339;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

/// How many events a page may have.
const PAGE: std::ops::RangeInclusive<u64> = 10..=1000;

/// Since which version the members of a row are in groups.
const GROUPED_SINCE: &str = "2026-01-01";

/// An event's place among all: when it was, and the provider's id of it. A cursor is the place of the last one sent.
type Place = (i128, u64);

enum Event<'a> {
    Payment(&'a Attempt),
    Refund(&'a Refund),
    Dispute(&'a Dispute),
    RefundReversal(&'a Refund),
    DisputeReversal(&'a Dispute),
}

pub(super) async fn page(
    State(simulator): State<Simulator>,
    Version(version): Version,
    Body(body): Body,
) -> Reply {
    let pagination = &body["pagination"];
    let limit = pagination["limit"]
        .as_u64()
        .filter(|limit| PAGE.contains(limit))
        .and_then(|limit| usize::try_from(limit).ok())
        .ok_or_else(|| {
            ApiError::bad(
                "limit_invalid",
                "pagination.limit : should be between 10 and 1000",
            )
        })?;
    let after = match &pagination["cursor"] {
        Value::Null => None,
        cursor => {
            let place = cursor.as_str().and_then(place_of);
            Some(place.ok_or_else(|| ApiError::bad("cursor_invalid", "pagination.cursor : invalid value"))?)
        }
    };
    let start = date(&body["filters"]["start_date"], "start_date")?;
    let end = date(&body["filters"]["end_date"], "end_date")?;
    if end < start {
        return Err(ApiError::bad(
            "end_date_invalid",
            "filters.end_date : should be after start_date",
        ));
    }
    let limit = limit.min(simulator.recon_page());
    let state = simulator.state();
    let mut events = events(&state);
    events.retain(|(at, place, ..)| (start..=end).contains(at) && after.is_none_or(|after| *place > after));
    events.sort_by_key(|(_, place, ..)| *place);
    let more = events.len() > limit;
    events.truncate(limit);
    let cursor = events
        .last()
        .filter(|_| more)
        .map(|(_, place, ..)| cursor_of(*place));
    let data: Vec<Value> = events
        .iter()
        .map(|(at, _, order, event)| row(*at, order, event, version))
        .collect();
    Ok(Entity(
        json!({ "cursor": cursor, "limit": data.len(), "data": data }),
    ))
}

fn date(value: &Value, name: &str) -> Result<OffsetDateTime, ApiError> {
    let text = value.as_str().ok_or_else(|| {
        ApiError::bad(
            format!("{name}_missing"),
            format!("filters.{name} : is missing in the request"),
        )
    })?;
    OffsetDateTime::parse(text, &Rfc3339).map_err(|_| {
        ApiError::bad(
            format!("{name}_invalid"),
            format!("filters.{name} : invalid value"),
        )
    })
}

fn cursor_of((at, id): Place) -> String {
    BASE64.encode(format!("{at}:{id}"))
}

fn place_of(cursor: &str) -> Option<Place> {
    let text = String::from_utf8(BASE64.decode(cursor).ok()?).ok()?;
    let (at, id) = text.split_once(':')?;
    Some((at.parse().ok()?, id.parse().ok()?))
}

/// What moves or may move money: an attempt that failed is none.
fn events(state: &Remembered) -> Vec<(OffsetDateTime, Place, &Order, Event<'_>)> {
    let mut events = Vec::new();
    for order in state.orders.values() {
        let mut push = |at: OffsetDateTime, id: u64, event| {
            events.push((at, (at.unix_timestamp_nanos(), id), order, event));
        };
        for attempt in &order.attempts {
            if let (PaymentStatus::Success, Some(at)) = (attempt.status, attempt.ended_at) {
                push(at, attempt.cf_payment_id, Event::Payment(attempt));
            }
        }
        for refund in &order.refunds {
            let at = refund.processed_at.unwrap_or(refund.created_at);
            push(at, refund.cf_refund_id, Event::Refund(refund));
            if let Some(at) = refund.returned_at {
                push(at, refund.cf_refund_id, Event::RefundReversal(refund));
            }
        }
        for dispute in &order.disputes {
            push(dispute.created_at, order.cf_order_id, Event::Dispute(dispute));
            if let Some(at) = dispute.returned_at {
                push(at, order.cf_order_id, Event::DisputeReversal(dispute));
            }
        }
    }
    events
}

fn row(at: OffsetDateTime, order: &Order, event: &Event<'_>, version: &str) -> Value {
    let of_refund = |kind, sale, refund: &Refund| {
        let status = refund.status.as_str().to_owned();
        (kind, refund.cf_refund_id.to_string(), refund.amount, sale, status)
    };
    let of_dispute = |kind, sale, dispute: &Dispute| {
        let status = dispute.status.clone();
        (kind, dispute.dispute_id.clone(), order.amount, sale, status)
    };
    let (kind, event_id, amount, sale, status) = match event {
        Event::Payment(attempt) => {
            let status = attempt.status.as_str().to_owned();
            (
                "PAYMENT",
                attempt.cf_payment_id.to_string(),
                order.amount,
                "CREDIT",
                status,
            )
        }
        Event::Refund(refund) => of_refund("REFUND", "DEBIT", refund),
        Event::RefundReversal(refund) => of_refund("REFUND_REVERSAL", "CREDIT", refund),
        Event::Dispute(dispute) => of_dispute("DISPUTE", "DEBIT", dispute),
        Event::DisputeReversal(dispute) => of_dispute("DISPUTE_REVERSAL", "CREDIT", dispute),
    };
    let cf_payment_id = match event {
        Event::Payment(attempt) => Some(attempt.cf_payment_id),
        Event::Refund(refund) | Event::RefundReversal(refund) => Some(refund.cf_payment_id),
        Event::Dispute(_) | Event::DisputeReversal(_) => None,
    };
    let refund = match event {
        Event::Refund(refund) | Event::RefundReversal(refund) => Some(refund),
        Event::Payment(_) | Event::Dispute(_) | Event::DisputeReversal(_) => None,
    };
    let is_disputed = matches!(event, Event::Dispute(_) | Event::DisputeReversal(_));
    let disputed = is_disputed.then_some("1402-Duplicate Processing");
    let grouped = json!({
        "event_details": {
            "event_id": event_id,
            "event_type": kind,
            "event_settlement_amount": rupees(amount),
            "event_amount": rupees(amount),
            "sale_type": sale,
            "event_status": status,
            "entity": "recon",
            "event_time": time(at),
            "event_currency": order.currency,
        },
        "order_details": {
            "order_id": (!order.shown.is_nameless_in_recon).then_some(&order.order_id),
            "order_amount": rupees(order.amount),
            "order_tags": order.tags,
        },
        "customer_details": {
            "customer_name": order.customer.name,
            "customer_phone": order.customer.phone,
            "customer_email": order.customer.email,
            "customer_id": order.customer.id,
        },
        "payment_details": {
            "cf_payment_id": cf_payment_id.map(|payment| id(payment, version)),
            "payment_amount": rupees(order.amount),
            "payment_service_charge": rupees(0),
            "payment_service_tax": rupees(0),
            "payment_time": time(at),
        },
        "settlement_details": { "cf_settlement_id": null, "settlement_date": null, "settlement_utr": null },
        "dispute_details": {
            "closed_in_favor_of": null,
            "dispute_category": disputed,
            "dispute_note": null,
            "dispute_resolved_on": null,
        },
        "refund_details": {
            "refund_processed_at": refund.and_then(|refund| refund.processed_at).map(time),
            "refund_arn": null,
            "refund_note": refund.and_then(|refund| refund.note.clone()),
        },
    });
    if version < GROUPED_SINCE {
        ungrouped(&grouped)
    } else {
        grouped
    }
}

/// The same row with the members of its groups as its own.
fn ungrouped(row: &Value) -> Value {
    let groups = row.as_object().into_iter().flatten();
    let members = groups.filter_map(|(_, group)| group.as_object()).flatten();
    members
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
