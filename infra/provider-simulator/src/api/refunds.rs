//! `/orders/{order_id}/refunds`.

use super::entity;
use super::error::ApiError;
use super::extract::{Body, Entity, Found, Reply, Version};
use crate::Simulator;
use crate::refunds::NewRefund;
use crate::state::{Order, OrderStatus, RefundStatus};
use crate::wire;
use axum::extract::{Path, State};

pub(super) async fn create(
    State(simulator): State<Simulator>,
    Version(version): Version,
    Path(order_id): Path<String>,
    Body(body): Body,
) -> Reply {
    let refund_id = body["refund_id"].as_str().unwrap_or_default().to_owned();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !(3..=40).contains(&refund_id.len()) || !refund_id.bytes().all(plain) {
        return Err(ApiError::bad("refund_id_invalid", "refund_id : invalid value"));
    }
    let note = body["refund_note"].as_str().map(str::to_owned);
    // The sandbox's way to choose the outcome; anything else succeeds.
    let status = match note.as_deref() {
        Some("FAILED") => RefundStatus::Failed,
        Some("PENDING" | "ACTIVE") => RefundStatus::Pending,
        Some(_) | None => RefundStatus::Success,
    };
    let speed = body["refund_speed"].as_str().unwrap_or("STANDARD");
    if !matches!(speed, "STANDARD" | "INSTANT") {
        return Err(ApiError::bad(
            "refund_speed_invalid",
            "refund_speed : invalid value",
        ));
    }
    simulator.change(|state, now| {
        let order = state.orders.get(&order_id).ok_or_else(ApiError::no_order)?;
        if order.status != OrderStatus::Paid {
            return Err(ApiError::bad(
                "order_id_not_paid",
                "order id is not paid, refund is not possible",
            ));
        }
        if order.refunds.iter().any(|refund| refund.refund_id == refund_id) {
            return Err(ApiError::conflict(
                "refund_already_exists",
                "refund with same id is already present",
            ));
        }
        let left = order.refundable();
        let amount = wire::paise(&body["refund_amount"]).filter(|paise| (1..=left).contains(paise));
        let amount = amount.ok_or_else(|| {
            ApiError::bad(
                "refund_amount_invalid",
                "refund_amount : more than what is left of the order",
            )
        })?;
        let new = NewRefund {
            refund_id: refund_id.clone(),
            amount,
            note,
            speed: speed.to_owned(),
            status,
        };
        let happened = state.refund(&order_id, new, now)?;
        simulator.announce(state, &happened, now);
        one(&state.orders[&order_id], &refund_id, version)
    })
}

pub(super) async fn list(Version(version): Version, Found(order): Found) -> Reply {
    Ok(Entity(
        order
            .refunds
            .iter()
            .filter(|_| !order.shown.no_refunds)
            .map(|refund| entity::refund(&order, refund, version))
            .collect(),
    ))
}

pub(super) async fn read(
    Version(version): Version,
    Path((_, refund_id)): Path<(String, String)>,
    Found(order): Found,
) -> Reply {
    one(&order, &refund_id, version)
}

fn one(order: &Order, refund_id: &str, version: &str) -> Reply {
    let mut refunds = order.refunds.iter();
    let refund = refunds.find(|refund| refund.refund_id == refund_id);
    let refund = refund.ok_or_else(|| ApiError::not_found("refund_not_found", "refund does not exist"))?;
    Ok(Entity(entity::refund(order, refund, version)))
}
