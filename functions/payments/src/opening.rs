//! Opening an order at the payment provider, so that a browser can pay it.

use crate::{
    State,
    draft::{self, Draft},
    line::{Halt, Turn},
    order_state::settled,
    refusal::{provider_failed, unavailable},
};
use access_control::{count_order, uncount_order};
use domain::{
    OrderId, event,
    payment::{AttemptState, Event, Lane, Order, PaymentSessionId, ProviderOrderStatus, Status},
};
use payment_provider::{NewOrder, NotCreated, ProviderError};
use store::{
    StoreError,
    registrations::{Write, places::PlaceAction, refused::WrittenOrder, settle::UnpaidChange},
};

/// How many orders an address may have open before they are asked about after everybody else's.
const OPEN_ORDERS_OF_ONE: u64 = 20;

/// The session with which the browser pays an order that stands in the table. One that has a session is open at the
/// provider, any other waits for its turn.
pub(crate) async fn open(
    state: &State,
    draft: Draft,
    turn: &mut Turn<'_>,
) -> Result<(OrderId, PaymentSessionId), Halt> {
    let Draft {
        order,
        written,
        inherits,
    } = draft;
    if let Some(session) = order.session.clone() {
        return Ok((order.order_id, session));
    }
    match written {
        Some(_) => turn.take().await?,
        None => turn.take_again().await?,
    }
    let new = new_order(state, &order);
    let (opened, open_orders) = futures::future::join(
        state.provider.create_order(&new),
        count_order(&state.access, &order.person.email, &state.clock),
    )
    .await;
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => {
            if let (NotCreated::Refused(cause), Some(written)) = (&error, written)
                && !(inherits && comes_again(cause))
            {
                note_refused(state, &order, &written).await;
            }
            return Err(match error.into_cause() {
                ProviderError::RateLimited { retry_after } => turn.postpone(retry_after).await,
                cause => provider_failed(cause).into(),
            });
        }
    };
    match opened.session {
        Some(session) if opened.status == ProviderOrderStatus::Active => {
            note_opened(state, &order, &session, lane(open_orders)).await;
            Ok((order.order_id, session))
        }
        // The provider had it already, and it is paid or closed.
        _ => {
            settled(state, order).await?;
            Err(unavailable(&"an order that is no longer open").into())
        }
    }
}

/// Whether the person has a moment at which the same order is given to the provider again. One that has the place of an order
/// before it keeps the place until then: that order has been closed for it, and the place is the last one.
const fn comes_again(cause: &ProviderError) -> bool {
    matches!(cause, ProviderError::RateLimited { .. })
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

/// The lane of an order's first ask. An address with more open orders than a person needs goes behind everybody else,
/// so that nobody delays the notice of other people's payments by opening orders and leaving them.
fn lane(open_orders: Option<u64>) -> Lane {
    match open_orders {
        Some(open) if open > OPEN_ORDERS_OF_ONE => Lane::Late,
        Some(_) | None => Lane::First,
    }
}

/// Writes that the provider has the order. The browser can pay whether or not this succeeds: the order is due
/// and would be found open then.
async fn note_opened(state: &State, order: &Order, session: &PaymentSessionId, lane: Lane) {
    match note_session(state, order, session, lane).await {
        Ok(Write::Done) => {}
        Ok(Write::Stale) => note_opened_by_several(state, order, session, lane).await,
        Err(error) => tracing::warn!(cause = %error, "an opened order was not noted"),
    }
}

/// The same form, sent twice at once, has touched the order: the other request may fail, and this one has the session.
async fn note_opened_by_several(state: &State, order: &Order, session: &PaymentSessionId, lane: Lane) {
    let noted = async {
        match state.registrations.order(&order.order_id).await? {
            Some(order) if order.status == Status::Created && order.session.is_none() => {
                note_session(state, &order, session, lane).await
            }
            Some(_) | None => Ok(Write::Stale),
        }
    };
    if let Err(error) = noted.await {
        tracing::warn!(cause = %error, "an opened order was not noted");
    }
}

async fn note_session(
    state: &State,
    order: &Order,
    session: &PaymentSessionId,
    lane: Lane,
) -> Result<Write, StoreError> {
    let change = UnpaidChange {
        status: order.status.next(Event::Open).unwrap_or(order.status),
        attempt: AttemptState::None,
        session: Some(session),
        closed_at: None,
        place: PlaceAction::Keep,
        due: Some(draft::first_ask(order.created_at, lane)),
    };
    state.registrations.record_unpaid(order, &change).await
}

/// Writes that the provider refused the order that this request wrote. Where that does not succeed, the order stays due
/// and is found missing then.
async fn note_refused(state: &State, order: &Order, written: &WrittenOrder) {
    let now = state.clock.now();
    let (noted, ()) = futures::future::join(
        state.registrations.record_refused(order, written, now),
        uncount_order(&state.access, &order.person.email),
    )
    .await;
    match noted {
        Ok(Write::Done) => {}
        Ok(Write::Stale) => tracing::info!("a refused order is under way for another request"),
        Err(error) => tracing::warn!(cause = %error, "a refused order was not noted"),
    }
}

/// What the provider shows the order to be for: at most 200 characters, whatever the package is called.
fn note(order: &Order) -> String {
    let note = format!("{}: {}", event::NAME, order.selection.package_name());
    note.chars().take(200).collect()
}
