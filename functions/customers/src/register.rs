//! `POST /api/customers`: an administrator registers a candidate at the counter.

mod sending;
mod write;

use crate::{
    State,
    form::{AtTheCounter, CustomerIn},
};
use axum::extract;
use domain::{
    CustomerId, OrderId, Phase,
    catalogue::Offer,
    payment::{AttemptState, Channel, Order, Status},
    registration::Registration,
};
use http_api::{ApiError, ApiResult, ErrorBody, IdempotencyKey, Json, RequireCounter};
use sending::{CustomerSaved, SentForm, already_registered, fingerprint_of};
use store::registrations::{Candidate, checkout_context::CheckoutContext};
use time::Duration;
use write::write;

const REGISTRATION_CLOSED: &str = "Registration has closed";

/// How long an order of the counter says that it can be paid. Nothing expires it: the event is over before.
const PAYABLE: Duration = Duration::days(30);

/// Registers a candidate at the counter, with a spot payment that is taken at once (`paid`) or still to be marked as paid.
#[utoipa::path(
    post,
    path = "/api/customers",
    tag = "customers",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID of the form's own: the same key with the same fields is the same registration.")),
    request_body = CustomerIn,
    responses(
        (status = 200, description = "The candidate is registered.", body = CustomerSaved),
        (status = 409, description = "`price_changed`: `price` is the price now. `already_registered`: the address is registered at the counter for the same, or has paid for it; `customer_id` is who. `similar_registration`: with `even_if_similar` false, somebody of this name and phone number is registered; `customer_id` is who. `registration_closed`: the counter has closed, by its date or by hand.", body = ErrorBody),
        (status = 422, description = "A field is missing or does not fit. `idempotency_key_reused`: the key came with other fields before.", body = ErrorBody),
        (status = 500, description = "The registration could not be written; the same key may be sent again.", body = ErrorBody),
        (status = 503, description = "The address is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn register_customer(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CustomerIn>,
) -> ApiResult<Json<CustomerSaved>> {
    let AtTheCounter {
        registration,
        paid,
        refuse_similar,
    } = body.parse()?;
    let CheckoutContext {
        chosen,
        claims,
        idempotency,
        sale,
    } = state
        .registrations
        .checkout_context(
            &state.catalogue,
            &registration.person.email,
            &registration.choice,
            key.as_deref(),
        )
        .await
        .map_err(ApiError::internal)?;
    let form = SentForm {
        fingerprint: fingerprint_of(&registration, paid),
        key,
        paid,
        refuse_similar,
    };
    if let Some(earlier) = idempotency {
        return form.same_again(&earlier);
    }
    match sale.phase(Channel::Counter, state.clock.now()) {
        Phase::Open => {}
        Phase::NotYet | Phase::Closed => {
            return Err(ApiError::conflict("registration_closed", REGISTRATION_CLOSED));
        }
    }
    let offer = chosen.offer(&registration.choice)?;
    offer.expect_price(registration.amount)?;
    if let Some(holder) = claims.holder() {
        return Err(already_registered(Some(holder)));
    }
    let (candidate, order) = new_registration(&state, &registration, offer, paid);
    write(&state, &clerk, &candidate, &order, form).await
}

fn new_registration(
    state: &State,
    registration: &Registration,
    offer: Offer,
    paid: bool,
) -> (Candidate, Order) {
    let now = state.clock.now();
    let customer_id = CustomerId::generate(&state.entropy);
    let candidate = Candidate::new(customer_id.clone(), registration, &offer, Channel::Counter, now);
    let order = Order {
        order_id: OrderId::generate(&customer_id, &state.entropy),
        customer_id,
        amount: offer.price,
        channel: Channel::Counter,
        status: if paid { Status::Paid } else { Status::Created },
        attempt: AttemptState::None,
        session: None,
        method: None,
        person: registration.person.clone(),
        selection: offer.selection,
        created_at: now,
        expires_at: now + PAYABLE,
        paid_at: paid.then_some(now),
        refused_at: None,
        refunds: Vec::new(),
        auto_refunds: Vec::new(),
        disputes: Vec::new(),
        withdrawn: None,
        asked_at: 0,
        version: 1,
    };
    (candidate, order)
}
