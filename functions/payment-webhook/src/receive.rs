//! `POST /api/payments/webhook`: verify, read, and settle the order it speaks of.

use crate::State;
use axum::{extract, http::HeaderMap};
use domain::{
    AttentionKind, OrderId, Paise,
    money::CURRENCY,
    payment::{AttemptStatus, Channel, Order, RefundEvent, ReportedAttempt, Status},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RawBody};
use payment_provider::{Reversal, WebhookEvent, parse_webhook};
use serde::Serialize;
use settlement::Occasion;
use store::registrations::{Write, attention::Flag};
use telemetry::Metric;
use utoipa::ToSchema;

/// What was made of a webhook.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReceiptOut {
    message: &'static str,
}

/// Takes a webhook of the payment provider.
///
/// A webhook is a hint and not evidence: after its signature has been verified on the raw bytes, the provider is
/// asked about the order, and its answer is what is written. What is signed is the text of the timestamp followed
/// by the raw body. While a secret is being changed, both the old and the new one count.
#[utoipa::path(
    post,
    path = "/api/payments/webhook",
    tag = "payment-webhook",
    params(
        ("x-webhook-timestamp" = String, Header, description = "Signed together with the body."),
        ("x-webhook-signature" = String, Header, description = "Base64 of HMAC-SHA256 by the client secret."),
    ),
    request_body(content = serde_json::Value, description = "An event in any version of the provider."),
    responses(
        (status = 200, description = "Taken; or nothing to do: a test of the dashboard, an event of another kind, an order that is not ours.", body = ReceiptOut),
        (status = 401, description = "Not signed by the provider.", body = ErrorBody),
        (status = 413, description = "Larger than 256 KiB.", body = ErrorBody),
        (status = 422, description = "Not an event; or another amount or currency than the order's, which is flagged and not settled.", body = ErrorBody),
        (status = 500, description = "The order could not be read or written; send it again.", body = ErrorBody),
        (status = 502, description = "`not_confirmed`: the provider could not confirm it, or does not show the success yet; send it again.", body = ErrorBody),
    )
)]
pub(crate) async fn receive(
    extract::State(state): extract::State<State>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<Json<ReceiptOut>> {
    let event = verified(&state, &headers, &body)?;
    tracing::info!(kind = event.kind(), "a webhook was verified");
    match event {
        WebhookEvent::Payment {
            order_id,
            amount,
            currency,
            reported,
        } => {
            let Some(order) = ours(&state, &order_id).await? else {
                return Ok(nothing_to_do());
            };
            match contradiction(&order, amount, currency.as_deref()) {
                Some(field) => Err(contradicts(&state, &order, field, amount).await?),
                None => settle(&state, order, &reported).await,
            }
        }
        WebhookEvent::Reversal { order_id, reversal } => keep(&state, &order_id, &reversal).await,
        WebhookEvent::TestPing | WebhookEvent::Other(_) => Ok(nothing_to_do()),
    }
}

/// What a webhook says, which nobody reads before its signature is verified.
fn verified(state: &State, headers: &HeaderMap, body: &[u8]) -> ApiResult<WebhookEvent> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let signed = header("x-webhook-timestamp").zip(header("x-webhook-signature"));
    let (timestamp, signature) =
        signed.ok_or_else(|| unsigned("a header of the signature is missing, or is not text"))?;
    state
        .verifier
        .verify(timestamp, body, signature)
        .map_err(unsigned)?;
    parse_webhook(body).map_err(|_| refused(ApiError::invalid("body", "The webhook is not an event")))
}

/// Says in the log alone what is wrong, which tells a wrong secret from headers that were lost on the way.
fn unsigned(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ApiError {
    let error = ApiError::unauthorized().message("The webhook is not signed by the payment provider.");
    refused(error.because(cause))
}

/// The member by which a webhook is about another amount or currency than the order.
fn contradiction(order: &Order, amount: Option<Paise>, currency: Option<&str>) -> Option<&'static str> {
    if amount.is_some_and(|amount| amount != order.amount) {
        Some("data.order.order_amount")
    } else if currency.is_some_and(|currency| currency != CURRENCY) {
        Some("data.order.order_currency")
    } else {
        None
    }
}

/// Counts what was not believed: with a wrong secret that is every webhook.
fn refused(error: ApiError) -> ApiError {
    telemetry::count(Metric::WebhooksRefused);
    error
}

/// The order of a webhook, if it is an online order of ours. The dashboard sends samples of orders
/// that do not exist, and they must be answered with 200.
async fn ours(state: &State, order_id: &str) -> ApiResult<Option<Order>> {
    let Ok(id) = OrderId::parse(order_id) else {
        tracing::info!("a webhook for an order id that is not ours");
        return Ok(None);
    };
    let order = state.registrations.order(&id).await.map_err(ApiError::internal)?;
    let order = order.filter(|order| order.channel == Channel::Online);
    if order.is_none() {
        tracing::info!("a webhook for an unknown order");
    }
    Ok(order)
}

/// A signed webhook with another amount or currency than the order's is never believed; a person must look.
async fn contradicts(
    state: &State,
    order: &Order,
    field: &'static str,
    amount: Option<Paise>,
) -> ApiResult<ApiError> {
    let note = match amount {
        Some(amount) if amount != order.amount => format!("The provider reported an amount of Rs {amount}"),
        Some(_) | None => "The provider reported another currency".to_owned(),
    };
    let flag = Flag::new(order, AttentionKind::AmountMismatch, state.clock.now()).with_note(note);
    state
        .registrations
        .flag(&flag)
        .await
        .map_err(ApiError::internal)?;
    Ok(refused(ApiError::invalid(
        field,
        "The webhook contradicts the order",
    )))
}

async fn settle(state: &State, order: Order, reported: &ReportedAttempt) -> ApiResult<Json<ReceiptOut>> {
    let occasion = Occasion::Webhook(reported);
    let settled = state
        .settlement
        .settle_order(order, &occasion)
        .await
        .map_err(|error| {
            tracing::warn!(cause = %error, "a webhook could not be confirmed");
            unconfirmed()
        })?;
    match settled.status {
        Status::Paid => Ok(receipt("The order is paid")),
        // UNKNOWN is flagged or due: the provider need not retry.
        Status::Unknown => Ok(receipt("The order is being looked into")),
        Status::Created | Status::Active | Status::Failed | Status::Expired => {
            if reported.status == AttemptStatus::Success {
                // The provider reports a success that its own answer does not show yet.
                Err(unconfirmed())
            } else {
                Ok(receipt("The order is not paid"))
            }
        }
    }
}

/// Asks the provider about the refunds and disputes of an order, of which a webhook reported one, and keeps them. What the
/// provider does not list in these words, or cannot be asked about, is kept in the words of the webhook; but not as sent back of
/// a further payment while nothing says which one was counted, since that would stay so.
async fn keep(state: &State, order_id: &str, reversal: &Reversal) -> ApiResult<Json<ReceiptOut>> {
    let Some(order) = ours(state, order_id).await? else {
        return keep_of_forgotten(state, order_id, reversal).await;
    };
    let found = state.settlement.find_reversals(&order, Some(reversal)).await;
    let listed = found.iter().flatten().find(|found| found.is(reversal));
    let is_unclear = found.is_err() && order.lacks_reference() && reversal.is_automatic();
    let new = match listed {
        Some(found) => found.kept,
        None if is_unclear => false,
        None => {
            let kept = state.settlement.keep_reversal(&order, reversal).await;
            kept.map_err(ApiError::internal)? == Write::Done
        }
    };
    if let Err(error) = found {
        tracing::warn!(cause = %error, "a refund or dispute could not be confirmed");
        return Err(unconfirmed());
    }
    Ok(receipt(if new { "Kept" } else { "Kept before" }))
}

/// The same of an order of which only the payment is left, because its person was forgotten.
async fn keep_of_forgotten(
    state: &State,
    order_id: &str,
    reversal: &Reversal,
) -> ApiResult<Json<ReceiptOut>> {
    let Ok(id) = OrderId::parse(order_id) else {
        return Ok(nothing_to_do());
    };
    let found = state
        .settlement
        .find_reversals_of_forgotten(&id, Some(reversal))
        .await
        .map_err(|error| {
            tracing::warn!(cause = %error, "a refund or dispute of a forgotten payment could not be confirmed");
            unconfirmed()
        })?;
    let Some(found) = found else {
        return Ok(nothing_to_do());
    };
    let is_listed = match reversal.refund_event() {
        None => true,
        // It may have ended since.
        Some(RefundEvent::Accepted) => found.iter().any(|found| found.is_of_same(reversal)),
        Some(RefundEvent::Succeeded | RefundEvent::Failed) => found.iter().any(|found| found.is(reversal)),
    };
    if !is_listed {
        return Err(unconfirmed());
    }
    let is_new = found.iter().any(|found| found.kept);
    Ok(receipt(if is_new { "Kept" } else { "Kept before" }))
}

fn unconfirmed() -> ApiError {
    ApiError::bad_gateway("not_confirmed", "The payment could not be confirmed")
}

const fn receipt(message: &'static str) -> Json<ReceiptOut> {
    Json(ReceiptOut { message })
}

const fn nothing_to_do() -> Json<ReceiptOut> {
    receipt("Nothing to do")
}
