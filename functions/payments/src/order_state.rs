//! An order that was written before, as it stands now: paid, closed, or still to be opened.

use crate::{
    State,
    asking::{ASK_EVERY, page_occasion},
    refusal::{already_paid, payment_pending, provider_failed, unavailable},
};
use access_control::throttle_sent_again;
use domain::{
    CourseId, OrderId,
    payment::{Asking, AttemptState, Channel, Order, Status, next_ask},
};
use http_api::{ApiError, ApiResult};
use payment_provider::ProviderError;
use settlement::{Occasion, SettleError};
use store::StoreError;
use time::{Duration, OffsetDateTime};

/// The provider refuses an order that can be paid for 15 minutes or less.
const LEAST_TIME_AT_PROVIDER: Duration = Duration::minutes(16);

/// Whether an order of an earlier request can still lead to a payment: it is open, and if the provider does
/// not have it yet there is time enough left to give it to the provider.
pub(crate) fn can_be_opened(order: &Order, now: OffsetDateTime) -> bool {
    order.is_open(now) && (order.session.is_some() || order.expires_at - now > LEAST_TIME_AT_PROVIDER)
}

/// Whether the bank has not decided about an attempt to pay an order. One of which nothing was heard until the provider is asked
/// no more is not waited for.
fn awaits_the_bank(order: &Order, now: OffsetDateTime) -> bool {
    order.attempt == AttemptState::Pending
        && next_ask(order.created_at, order.expires_at, now) != Asking::Over
}

/// Makes sure that no money can be on its way for an order that can be paid no more: neither by an attempt that the bank has not
/// decided about, nor by one that nobody has read.
pub(crate) fn expect_decided(order: &Order, now: OffsetDateTime) -> ApiResult<()> {
    if awaits_the_bank(order, now) {
        return Err(payment_pending());
    }
    match !order.is_open(now) && is_unread(order, now) {
        true => Err(unread()),
        false => Ok(()),
    }
}

/// Whether an attempt may be under way that nobody has read. As with one that is known, that is not waited for any longer than
/// the provider is asked.
fn is_unread(order: &Order, now: OffsetDateTime) -> bool {
    order.attempts_are_unread() && next_ask(order.created_at, order.expires_at, now) != Asking::Over
}

fn unread() -> ApiError {
    ApiError::busy("the payment provider")
}

/// The order of an earlier request with its present status. It may have been paid, or closed at the provider, without our
/// having been notified. However often its form is sent, the provider is asked a few times in a minute.
pub(crate) async fn found(state: &State, order: Order) -> ApiResult<Order> {
    // The provider may never have heard of it: giving it there again finds out, and is one call.
    let unheard_of = order.status == Status::Created && order.session.is_none();
    if unheard_of && can_be_opened(&order, state.clock.now()) {
        return Ok(order);
    }
    let again = throttle_sent_again(&state.access, &order.order_id, &state.clock).await;
    let occasion = match again {
        Ok(()) => page_occasion(state).await,
        Err(_) => None,
    };
    let Some(occasion) = occasion else {
        return as_stored(order, state.clock.now()).ok_or_else(|| again.err().unwrap_or_else(unread));
    };
    let order = settled_on(state, order, &occasion).await?;
    if order.session.is_some() {
        await_news(state, &order).await;
    }
    Ok(order)
}

/// An order about which the provider is not asked; None for one whose end is not known, which a further order must not follow
/// before it is.
fn as_stored(order: Order, now: OffsetDateTime) -> Option<Order> {
    let is_over = order.status == Status::Expired && !is_unread(&order, now);
    (can_be_opened(&order, now) || is_over).then_some(order)
}

/// Lets the page that this payment returns to ask the provider at once. A visitor who saw a failure a moment ago and
/// pays at once would otherwise be shown that failure again. The payment does not depend on it.
async fn await_news(state: &State, order: &Order) {
    if order.was_asked_before(state.clock.now() - ASK_EVERY) {
        return;
    }
    if let Err(error) = state.registrations.reset_poll_throttle(&order.order_id).await {
        tracing::warn!(cause = %error, "the next page of an order has to wait before it may ask");
    }
}

/// The order before a form was corrected, closed at the provider so that nobody can pay it any more; None when it holds no
/// place of this exam, or cannot be closed. The bank may not have decided about it, and it may be paid.
pub(crate) async fn closed_for(state: &State, id: &OrderId, exam: &CourseId) -> ApiResult<Option<Order>> {
    let found = state.registrations.order(id).await.map_err(ApiError::internal)?;
    let holds = |order: &Order| order.held_place().is_some_and(|(of, _)| of == exam);
    let Some(order) = found.filter(|order| order.channel == Channel::Online && holds(order)) else {
        return Ok(None);
    };
    if order.status == Status::Paid {
        return Ok(None);
    }
    if order.attempt != AttemptState::Pending {
        match state.provider.terminate(id).await {
            // One that the provider refuses to close is what it says next.
            Ok(_) | Err(ProviderError::Refused { .. }) => {}
            Err(error) => return Err(provider_failed(error)),
        }
    }
    let order = settled(state, order).await?;
    let now = state.clock.now();
    expect_decided(&order, now)?;
    Ok((!order.is_open(now)).then_some(order))
}

/// An order as the provider has it now. One that is paid already must not be paid again.
pub(crate) async fn settled(state: &State, order: Order) -> ApiResult<Order> {
    settled_on(state, order, &Occasion::Page).await
}

async fn settled_on(state: &State, order: Order, occasion: &Occasion<'_>) -> ApiResult<Order> {
    let settled = state.settlement.settle_order(order, occasion).await;
    let order = settled.map_err(|error| match error {
        SettleError::Provider(error) => provider_failed(error),
        SettleError::Store(error @ StoreError::Contended(_)) => ApiError::internal(error),
        SettleError::Store(_) | SettleError::PaymentReadsExhausted => unavailable(&error),
    })?;
    if order.status == Status::Paid {
        return Err(already_paid());
    }
    Ok(order)
}
