//! `POST /api/payments/create-order`: a registration becomes an order at the payment provider.

use crate::{
    State, draft,
    form::CreateOrderIn,
    line::{Halt, Turn, Waiting},
    opening,
    sale::outside_sale,
};
use axum::{
    extract,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, IdempotencyKey, Json};
use serde::Serialize;
use store::registrations::checkout_context::CheckoutContext;
use utoipa::ToSchema;

/// An order that can be paid.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreateOrderOut {
    /// What the provider's checkout is opened with.
    payment_session_id: String,
    order_id: String,
}

/// Registers, and opens an order at the payment provider.
///
/// For 24 hours the same key with the same fields leads to the same open order, or to a further order of the same
/// candidate once that one has closed.
///
/// Beyond what the provider opens in a minute nobody is refused: the answer is 202 with a place in line. Nor is anybody
/// refused for sharing an address: who comes from one with more people than its share of the line has a later moment.
///
/// - The place belongs to the key, so it is the same after a reload, in another tab and from another address.
///   The ticket leads a request with another key to it, so that a candidate can continue on another device; it
///   can be used once, by the first of the two. To a request without a key the ticket of a place that was taken
///   without one is the place, and any other is worth nothing.
/// - Each key is counted once by its address, however often it is sent. The addresses of an IPv6 /64 are one.
/// - When the provider asks us to pause, `opens_at` is later than it was before; everybody's order is kept.
/// - Who comes late goes to the front: at once, or with another 202 a few seconds later. Half an hour after its
///   moment a place is lost, and the same request takes a new one.
/// - The request is checked before it gets a place and again at its moment. Nothing is kept of it meanwhile, so
///   its fields may change until then.
#[utoipa::path(
    post,
    path = "/api/payments/create-order",
    tag = "payments",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID of the form's own: the same key with the same fields is the same registration.")),
    request_body = CreateOrderIn,
    responses(
        (status = 200, description = "The order can be paid.", body = CreateOrderOut),
        (status = 202, description = "A place in line: the provider opens no more orders just now, or others behind the same address are before it. The same request is to be sent again at `opens_at`.", body = Waiting),
        (status = 409, description = "`price_changed`: `price` is the price now. `already_paid`: the address has paid for this. `sold_out`, field `course_category`: no place of the exam is left. `payment_pending`: the bank has not decided about a payment of this order, and a second one would be paid twice. `registration_not_open`: it opens later. `registration_closed`: it is over; an order that can be paid is still answered under its key, and so is a place in line given in time, unless the event was closed by hand.", body = ErrorBody),
        (status = 422, description = "A field is missing or does not fit. `idempotency_key_reused`: the key came with other fields before.", body = ErrorBody),
        (status = 429, description = "The provider is busy and no place could be kept, or the form is sent too often: that an address has paid is said as often as by check-email; `Retry-After` says when.", body = ErrorBody),
        (status = 502, description = "`provider_unavailable`: the payment provider did not take the order; the same key may be sent again.", body = ErrorBody),
        (status = 503, description = "The key is changed by others at this moment, or it is not known how the order of the key ended; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn create_order(
    extract::State(state): extract::State<State>,
    client: ClientAddress,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CreateOrderIn>,
) -> ApiResult<Response> {
    match open_order(&state, &client, key, body).await {
        Ok(order) => Ok(Json(order).into_response()),
        Err(Halt::Wait(waiting)) => Ok((StatusCode::ACCEPTED, Json(waiting)).into_response()),
        Err(Halt::Refused(error)) => Err(error),
    }
}

async fn open_order(
    state: &State,
    client: &ClientAddress,
    key: Option<String>,
    body: CreateOrderIn,
) -> Result<CreateOrderOut, Halt> {
    let ticket = body.ticket.clone();
    let replaces = match &body.replaces {
        Some(key) => IdempotencyKey::read("replaces", key)?.0,
        None => None,
    };
    let registration = body.parse().map_err(ApiError::from)?;
    let (mut turn, checkout_context) = futures::future::join(
        Turn::begin(state, client, key.as_deref(), ticket.as_deref()),
        state.registrations.checkout_context(
            &state.catalogue,
            &registration.person.email,
            &registration.choice,
            key.as_deref(),
        ),
    )
    .await;
    let now = state.clock.now();
    let has_place = turn.has_place();
    let context = checkout_context.as_ref().ok();
    let outside = context.and_then(|context| outside_sale(&context.sale, has_place, now));
    // Before the line: nobody is to wait for what has ended. An order that is there already can still be paid.
    if let Some(outside) = outside
        && context.is_some_and(|context| context.idempotency.is_none())
    {
        return Err(ApiError::from(outside).into());
    }
    let CheckoutContext {
        chosen,
        claims,
        idempotency,
        sale: _,
    } = checkout_context.map_err(ApiError::internal)?;
    let capacity = chosen.capacity();
    let offer = chosen.offer(&registration.choice).map_err(ApiError::from)?;
    offer.expect_price(registration.amount).map_err(ApiError::from)?;
    let new = draft::New {
        client,
        registration: &registration,
        claims: &claims,
        offer: &offer,
        capacity,
        outside,
        replaces: replaces.as_deref(),
    };
    // The order of the key may have been corrected to another address or exam, which have claims of their own.
    if claims.paid() && !draft::is_corrected(state, &new, idempotency.as_ref()).await? {
        return Err(new.paid_already(state, &registration.person.email).await.into());
    }
    let draft = match key {
        None => draft::new_candidate(state, &new, &mut turn).await?,
        Some(key) => draft::with_key(state, &new, &key, idempotency, &mut turn).await?,
    };
    let (order_id, session) = opening::open(state, draft, &mut turn).await?;
    Ok(CreateOrderOut {
        payment_session_id: session.0,
        order_id: order_id.to_string(),
    })
}
