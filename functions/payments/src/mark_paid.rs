//! `PUT /api/payments/{order_id}/status`: an administrator takes the money of a counter registration.

use crate::{State, no_order, refusal::deletion_begun};
use axum::extract;
use counter::MarkedPaid;
use domain::{
    OrderId,
    payment::{Channel, Status},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter};
use serde::{Deserialize, Serialize};
use serde_json::json;
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
        (status = 409, description = "`not_markable`: it is a payment of the site, or paid already. `already_paid`, `already_registered`: the address has paid for the same, or is registered for it at the counter and still to pay; `order_id` says by which order. `deletion_begun`: the event is being deleted.",
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
    let marked = state.counter.mark_paid(&id, &clerk.username, None).await;
    match marked.map_err(ApiError::internal)? {
        MarkedPaid::Done { receipt_no } => Ok(Json(MarkPaidOut {
            order_id: id.to_string(),
            status: Status::Paid.as_str().to_owned(),
            message: "Payment status updated".to_owned(),
            receipt_no: receipt_no.to_string(),
        })),
        MarkedPaid::NoOrder => Err(no_order()),
        MarkedPaid::NotMarkable => Err(not_markable()),
        MarkedPaid::AlreadyPaid(other) => Err(paid_by(&state, &other).await),
        MarkedPaid::AlreadyRegistered(other) => Err(registered_by(&other)),
        MarkedPaid::Deleting => Err(deletion_begun()),
        MarkedPaid::Busy => Err(ApiError::busy("a counter payment")),
    }
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

/// That the money is to be taken by another registration of the address.
fn registered_by(other: &OrderId) -> ApiError {
    let message =
        format!("This email is registered at the counter for the same, and still to pay: order {other}");
    ApiError::conflict("already_registered", message).with("order_id", json!(other.as_str()))
}
