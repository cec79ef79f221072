//! `POST /api/payments/{order_id}/resend-email`: an administrator wants a pass to be mailed once more.

use crate::State;
use axum::extract;
use domain::OrderId;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter};
use pass_mail::{ResendRequest, Resent};
use serde::Serialize;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResendOut {
    message: &'static str,
}

/// Mails the pass of a paid order, also when it was mailed before.
#[utoipa::path(
    post,
    path = "/api/payments/{order_id}/resend-email",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order.")),
    responses(
        (status = 200, description = "The mail service has the mail.", body = ResendOut),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "`not_paid`: the order is not paid. `pass_withdrawn`: its pass is withdrawn. `mail_in_hand`: this mail is being sent at this moment.",
            body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
        (status = 502, description = "`mail_failed`: the mail service did not take it; a mail that has never been sent is retried automatically.", body = ErrorBody),
    )
)]
pub(crate) async fn resend_email(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    Path(order_id): Path<String>,
) -> ApiResult<Json<ResendOut>> {
    let id = OrderId::parse(&order_id)?;
    let request = ResendRequest {
        username: &clerk.username,
        admin_table: state.audit_log.table(),
        bulk: None,
    };
    let resent = state.pass_mail.send_once_more(&id, &request).await;
    match resent.map_err(ApiError::internal)? {
        Resent::Sent => Ok(Json(ResendOut {
            message: "Success email sent",
        })),
        Resent::InHand => Err(ApiError::conflict(
            "mail_in_hand",
            "This mail is being sent at this moment. Please wait a minute.",
        )),
        Resent::Failed | Resent::Refused => Err(crate::success_email::not_sent()),
        // It may have been sent, so it is not called refused.
        Resent::Unanswered => Err(ApiError::internal("the mail service did not answer")),
        Resent::Withdrawn => Err(crate::success_email::withdrawn()),
        Resent::NotPaid => Err(crate::success_email::no_mail(&state, &id).await),
    }
}
