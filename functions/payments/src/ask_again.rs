//! `POST /api/payments/{order_id}/ask-again`: an administrator wants to know how an order stands at the provider.

use crate::State;
use axum::extract;
use domain::{
    OrderId,
    payment::{Channel, Status},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter};
use payment_provider::ProviderError;
use serde::Serialize;
use serde_json::json;
use settlement::SettleError;
use store::AuditEntry;
use utoipa::ToSchema;

/// How the order stands now.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskedAgain {
    #[schema(value_type = crate::status::StatusName)]
    status: Status,
    /// The same for people.
    message: &'static str,
}

/// Asks the provider about an order at once and settles it, however recently it was asked.
#[utoipa::path(
    post,
    path = "/api/payments/{order_id}/ask-again",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order.")),
    responses(
        (status = 200, description = "How it stands now.", body = AskedAgain),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "It is a payment at the counter.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
        (status = 429, description = "The provider is busy; `Retry-After` says until when.", body = ErrorBody),
        (status = 500, description = "The order could not be read or written.", body = ErrorBody),
        (status = 502, description = "The provider did not answer.", body = ErrorBody),
    )
)]
pub(crate) async fn ask_again(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    Path(order_id): Path<String>,
) -> ApiResult<Json<AskedAgain>> {
    let id = OrderId::parse(&order_id)?;
    let order = state.registrations.order(&id).await.map_err(ApiError::internal)?;
    let order = order.ok_or_else(|| ApiError::not_found("There is no such order."))?;
    if order.channel == Channel::Counter {
        return Err(ApiError::conflict(
            "not_online",
            "The payment provider knows nothing of a spot payment",
        ));
    }
    // PAID is for ever, so there is nothing to ask.
    if order.status == Status::Paid {
        return Ok(answer(Status::Paid));
    }
    let before = order.status;
    let settled = state.settlement.settle_order(order).await.map_err(failed)?;
    // The settling has writes of its own, which anybody may cause; this only says who did.
    let entry = AuditEntry::new(
        state.clock.now(),
        &state.entropy,
        &clerk.username,
        "payment.asked_again",
        id.as_str(),
        json!({ "status": before }),
        json!({ "status": settled.status }),
    );
    state.audit_log.keep(&entry).await.map_err(ApiError::internal)?;
    Ok(answer(settled.status))
}

fn answer(status: Status) -> Json<AskedAgain> {
    let message = match status {
        Status::Paid => "The payment is paid",
        Status::Active => "The payment is still open at the payment provider",
        Status::Failed => "The last attempt to pay failed",
        Status::Expired => "The order has expired without a payment",
        Status::Created => "The payment provider does not have this order yet",
        Status::Unknown => "The payment provider's answer does not fit this order",
    };
    Json(AskedAgain { status, message })
}

fn failed(error: SettleError) -> ApiError {
    match error {
        SettleError::Provider(ProviderError::RateLimited { retry_after }) => ApiError::too_many(retry_after),
        SettleError::Provider(error) => {
            ApiError::bad_gateway("provider_unavailable", "The payment provider did not answer")
                .because(error)
        }
        SettleError::Store(_) | SettleError::Contended => ApiError::internal(error),
    }
}
