//! `POST /api/payments/send-success-email/{order_id}`: an administrator wants the pass to be in the mail.

use crate::State;
use axum::extract;
use domain::OrderId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter};
use pass_mail::Delivery;
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// How often, and how far apart, another sender's outcome is looked for: eight seconds in all.
const LOOKS: u32 = 16;
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct SendOut {
    message: String,
}

/// Sends the mail of a paid order, unless it was sent before.
#[utoipa::path(
    post,
    path = "/api/payments/send-success-email/{order_id}",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order.")),
    responses(
        (status = 200, description = "The mail has been sent, now or before.", body = SendOut),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "`not_paid`: the order is not paid. `pass_withdrawn`: its pass is withdrawn.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
        (status = 502, description = "`mail_failed`: the mail service did not take it; it is retried automatically, unless 48 hours have passed.",
            body = ErrorBody),
    )
)]
pub(crate) async fn send_success_email(
    extract::State(state): extract::State<State>,
    _: RequireCounter,
    Path(order_id): Path<String>,
) -> ApiResult<Json<SendOut>> {
    let id = OrderId::parse(&order_id)?;
    // The notifier may have the mail in hand at this moment: its outcome is the answer.
    for _ in 0..LOOKS {
        match state
            .pass_mail
            .deliver_on_request(&id)
            .await
            .map_err(ApiError::internal)?
        {
            Delivery::Sent => return Ok(sent("Success email sent")),
            Delivery::AlreadySent => return Ok(sent("Success email was already sent")),
            Delivery::InHand => tokio::time::sleep(BETWEEN_LOOKS).await,
            // It may have been sent, so it is not called refused.
            unsent if unsent.may_have_gone_out() => {
                return Err(ApiError::internal("the mail service did not answer"));
            }
            Delivery::Postponed(_) | Delivery::GivenUp(_) => return Err(not_sent()),
            Delivery::NotPaid => return Err(no_mail(&state, &id).await),
            Delivery::Withdrawn => return Err(withdrawn()),
        }
    }
    Err(not_sent())
}

fn sent(message: &str) -> Json<SendOut> {
    Json(SendOut {
        message: message.to_owned(),
    })
}

pub(crate) fn not_sent() -> ApiError {
    ApiError::bad_gateway("mail_failed", "Failed to send success email")
}

pub(crate) fn withdrawn() -> ApiError {
    ApiError::conflict("pass_withdrawn", "This pass is withdrawn")
}

/// Why an order has no mail.
pub(crate) async fn no_mail(state: &State, id: &OrderId) -> ApiError {
    match state.registrations.order(id).await {
        Ok(Some(_)) => ApiError::conflict("not_paid", "This order is not paid"),
        Ok(None) => ApiError::not_found("There is no such order."),
        Err(error) => ApiError::internal(error),
    }
}
