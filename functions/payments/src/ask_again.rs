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
use settlement::{FoundReversal, Occasion, SettleError};
use store::AuditEntry;
use utoipa::ToSchema;

/// How the order stands now.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskedAgain {
    #[schema(value_type = crate::status::StatusName)]
    status: Status,
    /// The same for people.
    message: String,
    /// The refunds and disputes that the provider lists of the order.
    reversals: Vec<ReversalOut>,
}

/// A refund or a dispute.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReversalOut {
    /// Its type, the provider's id and its state, such as `REFUND refund001 SUCCESS`.
    summary: String,
    /// Whether it was unknown until now; it is under Needs attention from now on.
    new: bool,
}

/// Asks the provider about an order at once and settles it, however recently it was asked. A paid order stays paid; for
/// it, too, refunds and disputes are read whose webhook was lost.
#[utoipa::path(
    post,
    path = "/api/payments/{order_id}/ask-again",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order.")),
    responses(
        (status = 200, description = "Its status now.", body = AskedAgain),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "`not_online`: it is a payment at the counter, of which the provider knows nothing.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
        (status = 429, description = "The provider is busy; `Retry-After` says until when.", body = ErrorBody),
        (status = 502, description = "`provider_unavailable`: the provider did not answer; what it had answered until then is written.", body = ErrorBody),
        (status = 503, description = "The order is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn ask_again(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    Path(order_id): Path<String>,
) -> ApiResult<Json<AskedAgain>> {
    let id = OrderId::parse(&order_id)?;
    let order = state.order(&id).await?;
    if order.channel == Channel::Counter {
        return Err(ApiError::conflict(
            "not_online",
            "The payment provider knows nothing of a spot payment",
        ));
    }
    let before = order.status;
    // PAID is for ever, so of a paid order only the refunds and disputes are asked for.
    let settled = state
        .settlement
        .settle_order(order, &Occasion::Page)
        .await
        .map_err(failed)?;
    let found = state.settlement.find_reversals(&settled, None).await;
    let news = found.iter().flatten().filter(|found| found.new).count();
    if settled.status != Status::Paid || before != Status::Paid || news > 0 {
        // The settling has writes of its own, which anybody may cause; this only says who did.
        let entry = AuditEntry::new(
            state.clock.now(),
            &state.entropy,
            &clerk.username,
            "payment.asked_again",
            id.as_str(),
            json!({ "status": before }),
            json!({ "status": settled.status, "found": news }),
        );
        state.audit_log.keep(&entry).await.map_err(ApiError::internal)?;
    }
    Ok(answer(settled.status, found.map_err(failed)?))
}

fn answer(status: Status, found: Vec<FoundReversal>) -> Json<AskedAgain> {
    let stands = match status {
        Status::Paid => "The payment is paid",
        Status::Active => "The payment is still open at the payment provider",
        Status::Failed => "The last attempt to pay failed",
        Status::Expired => "The order has expired without a payment",
        Status::Created => "The payment provider does not have this order yet",
        Status::Unknown => "The payment provider's answer does not fit this order",
    };
    let news = found.iter().filter(|found| found.new).count();
    let message = match (found.len(), news) {
        (0, _) => stands.to_owned(),
        (_, 0) => format!("{stands}; its refunds and disputes are known"),
        (_, 1) => format!("{stands}; a refund or dispute was found and needs attention"),
        (_, news) => format!("{stands}; {news} refunds or disputes were found and need attention"),
    };
    let reversals = found
        .into_iter()
        .map(
            |FoundReversal {
                 kind: _,
                 summary,
                 kept: _,
                 new,
                 ids: _,
                 is_noted: _,
             }| ReversalOut { summary, new },
        )
        .collect();
    Json(AskedAgain {
        status,
        message,
        reversals,
    })
}

fn failed(error: SettleError) -> ApiError {
    match error {
        SettleError::Provider(ProviderError::RateLimited { retry_after }) => ApiError::too_many(retry_after),
        SettleError::Provider(error) => {
            ApiError::bad_gateway("provider_unavailable", "The payment provider did not answer")
                .because(error)
        }
        SettleError::Store(_) | SettleError::PaymentReadsExhausted => ApiError::internal(error),
    }
}
