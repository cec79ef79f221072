//! Opening an order at the payment provider, so that a browser can pay it.

use crate::{State, create_order::ALREADY_PAID, draft, status::ASK_EVERY};
use domain::{
    OrderId, event,
    payment::{AttemptState, Event, Order, PaymentSessionId, ProviderOrderStatus, Status},
};
use http_api::{ApiError, ApiResult};
use payment_provider::{NewOrder, ProviderError};
use settlement::{Occasion, SettleError};
use store::registrations::settle::Unpaid;
use time::{Duration, OffsetDateTime};

/// The provider refuses an order that can be paid for 15 minutes or less.
const LEAST_TIME_AT_PROVIDER: Duration = Duration::minutes(16);

/// Whether an order of an earlier request can still lead to a payment: it is open, and if the provider does
/// not have it yet there is time enough left to give it to the provider.
pub(crate) fn can_be_opened(order: &Order, now: OffsetDateTime) -> bool {
    order.is_open(now) && (order.session.is_some() || order.expires_at - now > LEAST_TIME_AT_PROVIDER)
}

/// The session with which the browser pays an order that stands in the table. One that has a session is open at the
/// provider.
pub(crate) async fn open(state: &State, order: Order) -> ApiResult<(OrderId, PaymentSessionId)> {
    if let Some(session) = order.session.clone() {
        await_news(state, &order).await;
        return Ok((order.order_id, session));
    }
    let opened = state
        .provider
        .create_order(&new_order(state, &order))
        .await
        .map_err(provider_failed)?;
    match opened.session {
        Some(session) if opened.status == ProviderOrderStatus::Active => {
            note_opened(state, &order, &session).await;
            Ok((order.order_id, session))
        }
        // The provider had it already, and it is paid or closed.
        _ => {
            settled(state, order).await?;
            Err(unavailable(&"an order that is no longer open"))
        }
    }
}

/// The order of an earlier request as it stands now. It may have been paid, or closed at the provider, and nobody has
/// told us yet.
pub(crate) async fn found(state: &State, order: Order) -> ApiResult<Order> {
    // The provider may never have heard of it: giving it there again finds out, and is one call.
    let unheard_of = order.status == Status::Created && order.session.is_none();
    if unheard_of && can_be_opened(&order, state.clock.now()) {
        return Ok(order);
    }
    settled(state, order).await
}

/// Lets the page that this payment returns to ask the provider at once. Who was told of a failure a moment ago and
/// pays at once would otherwise be shown that failure again. The payment does not depend on it.
async fn await_news(state: &State, order: &Order) {
    if order.was_asked_before(state.clock.now() - ASK_EVERY) {
        return;
    }
    if let Err(error) = state.registrations.forget_ask(&order.order_id).await {
        tracing::warn!(cause = %error, "the next page of an order has to wait before it may ask");
    }
}

/// An order as the provider has it now. One that is paid already must not be paid again.
async fn settled(state: &State, order: Order) -> ApiResult<Order> {
    let settled = state.settlement.settle_order(order, &Occasion::Page).await;
    let order = settled.map_err(|error| match error {
        SettleError::Provider(error) => provider_failed(error),
        SettleError::Store(_) | SettleError::Contended | SettleError::PaymentReadsExhausted => {
            unavailable(&error)
        }
    })?;
    if order.status == Status::Paid {
        return Err(ApiError::conflict("already_paid", ALREADY_PAID));
    }
    Ok(order)
}

fn new_order(state: &State, order: &Order) -> NewOrder {
    let origin = &state.site_origin;
    NewOrder {
        order_id: order.order_id.clone(),
        amount: order.amount,
        customer_id: order.customer_id.clone(),
        person: order.person.clone(),
        expires_at: order.expires_at,
        return_url: format!("{origin}/payment/return?order_id={{order_id}}"),
        notify_url: format!("{origin}/api/payments/webhook"),
        note: note(order),
    }
}

/// Writes that the provider has the order. The browser can pay whether or not this succeeds: the order is due
/// and would be found open then.
async fn note_opened(state: &State, order: &Order, session: &PaymentSessionId) {
    let change = Unpaid {
        status: order.status.next(Event::Open).unwrap_or(order.status),
        attempt: AttemptState::None,
        session: Some(session),
        closed_at: None,
        due: Some(draft::first_ask(order.created_at)),
    };
    if let Err(error) = state.registrations.record_unpaid(order, &change).await {
        tracing::warn!(cause = %error, "an opened order was not noted");
    }
}

/// What the provider shows the order to be for: at most 200 characters, whatever the package is called.
fn note(order: &Order) -> String {
    let note = format!("{}: {}", event::NAME, order.selection.package_name());
    note.chars().take(200).collect()
}

/// Its own "too many requests" is handed on, so that the form waits and tries again by itself.
fn provider_failed(error: ProviderError) -> ApiError {
    match error {
        ProviderError::RateLimited { retry_after } => ApiError::too_many(retry_after),
        ProviderError::Unreachable
        | ProviderError::Failed { .. }
        | ProviderError::Refused { .. }
        | ProviderError::Credentials
        | ProviderError::Unintelligible
        | ProviderError::Mismatch
        | ProviderError::Client => unavailable(&error),
    }
}

fn unavailable(cause: &impl std::fmt::Display) -> ApiError {
    tracing::warn!(%cause, "an order could not be opened");
    ApiError::bad_gateway("provider_unavailable", "Payment initialization failed")
}
