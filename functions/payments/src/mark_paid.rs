//! `PUT /api/payments/{order_id}/status`: an administrator takes the money of a counter registration.

use crate::State;
use axum::extract;
use domain::{
    OrderId,
    payment::{Channel, Order, Status},
    till::Entry,
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter, Staff};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{
    AuditEntry, Tries,
    registrations::paid::{Payment, Recorded, Takings},
};
use utoipa::ToSchema;

/// The status to be set: PAID is the only one.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MarkPaidIn {
    #[schema(required = true)]
    status: Option<String>,
}

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarkPaidOut {
    order_id: String,
    /// `PAID`.
    status: String,
    message: String,
    /// The number on the receipt.
    receipt_no: String,
}

/// Marks a counter payment as paid.
#[utoipa::path(
    put,
    path = "/api/payments/{order_id}/status",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order.")),
    request_body = MarkPaidIn,
    responses(
        (status = 200, description = "It is paid.", body = MarkPaidOut),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "`not_markable`: it is a payment of the site, or paid already. `already_paid`: the address has paid for the same; `order_id` says with which order.",
            body = ErrorBody),
        (status = 422, description = "The order id is not one, or the status is not PAID.", body = ErrorBody),
        (status = 503, description = "The order is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn mark_paid(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    Path(order_id): Path<String>,
    Json(body): Json<MarkPaidIn>,
) -> ApiResult<Json<MarkPaidOut>> {
    let id = OrderId::parse(&order_id)?;
    if body.status.as_deref() != Some(Status::Paid.as_str()) {
        return Err(ApiError::invalid("status", "A payment can only be set to PAID"));
    }
    // A payment of the same e-mail may be written at this very moment: then what was read is read again.
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let order = state.order(&id).await?;
        if order.channel != Channel::Counter || order.status != Status::Created {
            return Err(not_markable());
        }
        let claim = settlement::claim_policy(&state.registrations, &order)
            .await
            .map_err(ApiError::internal)?;
        if let Some(other) = settlement::forbidden_by(&claim, &order) {
            return Err(paid_by(&state, other).await);
        }
        let candidate = state.candidate_of(&order).await?;
        let act = audit_entry(&state, &clerk, &order);
        let paid = Order {
            status: Status::Paid,
            ..order.clone()
        };
        let place = settlement::place_write(&state.registrations, &order, &paid, false, act.at)
            .await
            .map_err(ApiError::internal)?;
        let entry = Entry::paid(&order, candidate.payment_mode, &clerk.username, act.at);
        let payment = Payment {
            order: &order,
            method: None,
            at: act.at,
            claim: &claim,
            place,
            counter: Some(Takings {
                audit: state.audit_log.table().audit(&act),
                till: state.audit_log.table().till(&entry),
            }),
        };
        match state
            .registrations
            .record_paid(&payment)
            .await
            .map_err(ApiError::internal)?
        {
            Recorded::Done => {
                return Ok(Json(MarkPaidOut {
                    order_id: id.to_string(),
                    status: Status::Paid.as_str().to_owned(),
                    message: "Payment status updated".to_owned(),
                    receipt_no: entry.receipt_no.to_string(),
                }));
            }
            Recorded::Stale | Recorded::ClaimTaken => {}
        }
    }
    Err(ApiError::busy("a counter payment"))
}

fn not_markable() -> ApiError {
    ApiError::conflict(
        "not_markable",
        "Only a spot payment that is not paid yet can be marked as paid",
    )
}

/// That the address has paid by another order and, where that can be read, where.
async fn paid_by(state: &State, other: &OrderId) -> ApiError {
    let found = state.registrations.order(other).await.ok().flatten();
    let place = match found.map(|order| order.channel) {
        Some(Channel::Online) => " online",
        Some(Channel::Counter) => " at the counter",
        None => "",
    };
    let message = format!("This email has already paid{place} for this registration: order {other}");
    ApiError::conflict("already_paid", message).with("order_id", json!(other.as_str()))
}

fn audit_entry(state: &State, clerk: &Staff, order: &Order) -> AuditEntry {
    AuditEntry::new(
        state.clock.now(),
        &state.entropy,
        &clerk.username,
        "payment.mark_paid",
        order.order_id.as_str(),
        json!({ "status": order.status }),
        json!({ "status": Status::Paid }),
    )
}
