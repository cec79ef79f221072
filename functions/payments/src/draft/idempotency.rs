//! The order that an idempotency key made before, a further one where that can be opened no more, or the first of a new key.

use super::{Draft, New, TRIES, WRITTEN, candidate, first_ask, order};
use crate::{
    State,
    held_place::Freshness,
    line::{Halt, Turn},
    order_state,
};
use domain::payment::{Channel, Lane, Order, OrderPlace};
use http_api::{ApiError, ApiResult};
use store::registrations::{
    Write,
    create::Created,
    idempotency::{Idempotency, fingerprint},
    refused::WrittenOrder,
};
use telemetry::Metric;
use time::Duration;

/// How long an idempotency key is remembered.
const REMEMBERED: Duration = Duration::hours(24);

/// Whether the order that a key made before is for another address or exam by now than the form.
pub(crate) async fn is_corrected(
    state: &State,
    new: &New<'_>,
    used: Option<&Idempotency>,
) -> ApiResult<bool> {
    let Some(used) = used else {
        return Ok(false);
    };
    let order = state.registrations.order(&used.order_id).await;
    let order = order.map_err(ApiError::internal)?;
    Ok(order.is_some_and(|order| order.claim_key() != new.claim_key()))
}

/// The open order that the key made before; a further one of the same candidate when that has closed; a new
/// candidate's when the key is new. One that is still to be written waits for its turn.
pub(crate) async fn with_key(
    state: &State,
    new: &New<'_>,
    key: &str,
    mut used: Option<Idempotency>,
    turn: &mut Turn<'_>,
) -> Result<Draft, Halt> {
    let fingerprint = fingerprint(new.registration, Channel::Online);
    let mut freshness = Freshness::Recent;
    // The same form may be sent twice at once: the request that loses the key finds the winner's order in it.
    for _ in 0..TRIES {
        let now = state.clock.now();
        let expires = (now + REMEMBERED).unix_timestamp();
        let (order, inherits, created) = if let Some(earlier) = &used {
            if earlier.fingerprint != fingerprint {
                let error = ApiError::invalid("Idempotency-Key", "This key was used with other fields");
                return Err(error.code("idempotency_key_reused").into());
            }
            let closed = match made_with(state, earlier).await? {
                Earlier::Open(draft) => {
                    new.expect_order_unpaid(state, &draft.order).await?;
                    return Ok(draft);
                }
                Earlier::Changed => {
                    used = used_for(state, key).await?;
                    continue;
                }
                Earlier::Closed(order) => order,
            };
            new.expect_order_unpaid(state, &closed).await?;
            new.may_begin()?;
            // One that nobody can pay any more leaves its place to the further one.
            let left = closed.place.filter(|place| *place != OrderPlace::Without);
            if left.is_none() {
                new.place(state, &closed.selection, Freshness::Recent).await?;
            }
            turn.take().await?;
            let place = match left {
                Some(_) => left,
                None => new.place(state, &closed.selection, freshness).await?,
            };
            // An administrator may have corrected the candidate since the form was sent first.
            let order = Order {
                person: closed.person.clone(),
                selection: closed.selection.clone(),
                ..order(state, new, place, closed.customer_id.clone(), now)
            };
            let repointed = Idempotency {
                expires,
                ..earlier.clone()
            };
            let due = first_ask(now, Lane::First);
            let created = state
                .registrations
                .create_further(&order, due, &repointed, &closed)
                .await;
            (order, left.is_some(), created)
        } else {
            new.expect_unpaid(state).await?;
            new.may_begin()?;
            new.expect_place(state).await?;
            // Before the place: an order that is closed for it could not be paid while this one waits.
            turn.take().await?;
            let (place, earlier) = new.first_place(state, freshness).await?;
            let (candidate, order) = candidate(state, new, place);
            let idempotency = Idempotency {
                key: key.to_owned(),
                fingerprint: fingerprint.clone(),
                order_id: order.order_id.clone(),
                expires,
            };
            let due = first_ask(order.created_at, Lane::First);
            let created = state
                .registrations
                .create(&candidate, &order, due, Some(&idempotency), earlier.as_ref())
                .await;
            (order, earlier.is_some(), created)
        };
        match created.map_err(ApiError::internal)? {
            Created::Done => {
                if used.is_none() {
                    telemetry::count(Metric::RegistrationsCreated);
                }
                let written = Some(WrittenOrder {
                    key: Some(key.to_owned()),
                    after: used.map(|earlier| earlier.order_id),
                });
                return Ok(Draft {
                    order,
                    written,
                    inherits,
                });
            }
            Created::KeyTaken => used = used_for(state, key).await?,
            Created::PlaceTaken => {}
        }
        freshness = Freshness::Now;
    }
    Err(ApiError::busy("an idempotency key").into())
}

/// The order that a key made before, as it is now.
enum Earlier {
    Open(Draft),
    Closed(Order),
    /// The key or its order has been written since the key was read.
    Changed,
}

async fn made_with(state: &State, earlier: &Idempotency) -> ApiResult<Earlier> {
    let found = state.registrations.order(&earlier.order_id).await;
    let found = found.map_err(ApiError::internal)?;
    let found = found.ok_or_else(|| ApiError::internal("an idempotency key without its order"))?;
    // The key has been given back since it was read.
    if found.refused_at.is_some() {
        return Ok(Earlier::Changed);
    }
    let found = order_state::found(state, found).await?;
    let now = state.clock.now();
    // Also of an order whose time is over: the money may come, and a further order would be paid beside it.
    order_state::expect_decided(&found, now)?;
    if !order_state::can_be_opened(&found, now) {
        return Ok(Earlier::Closed(found));
    }
    Ok(again(state, found).await?.map_or(Earlier::Changed, Earlier::Open))
}

/// An order of an earlier request, to be opened by this one as well; None when it has changed meanwhile. The request
/// that wrote it must not take it back any more if the provider refused that one alone, so a version that only that
/// request knows is counted up before the provider hears of the order again.
async fn again(state: &State, mut order: Order) -> ApiResult<Option<Draft>> {
    if order.version == WRITTEN {
        let begun = state.registrations.begin_again(&order).await;
        match begun.map_err(ApiError::internal)? {
            Write::Done => order.version += 1,
            Write::Stale => return Ok(None),
        }
    }
    Ok(Some(Draft {
        order,
        written: None,
        inherits: false,
    }))
}

pub(crate) async fn used_for(state: &State, key: &str) -> ApiResult<Option<Idempotency>> {
    let used = state.registrations.idempotency(key).await;
    used.map_err(ApiError::internal)
}
