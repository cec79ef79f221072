//! `POST /api/customers`: an administrator registers a candidate at the counter.

use crate::{State, form::CustomerIn};
use axum::extract;
use domain::{
    CustomerId, IndianPhone, OrderId, Person,
    catalogue::Offer,
    payment::{AttemptState, Channel, Order, Status},
    registration::Registration,
};
use http_api::{ApiError, ApiResult, ErrorBody, IdempotencyKey, Json, RequireCounter, Staff};
use serde::Serialize;
use serde_json::{Value, json};
use store::{
    AuditEntry,
    registrations::{
        Candidate,
        checkout_context::CheckoutContext,
        counter::{AtCounter, Registered},
        idempotency::{Idempotency, fingerprint},
    },
};
use telemetry::Metric;
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

const ALREADY_REGISTERED: &str = "This email is already registered for the selected course.";

/// How long an idempotency key is remembered.
const REMEMBERED: Duration = Duration::hours(24);

/// How long an order of the counter says that it can be paid. Nothing expires it: the event is over before.
const PAYABLE: Duration = Duration::days(30);

/// A candidate that was registered.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerSaved {
    /// Always true.
    success: bool,
    customer_id: String,
}

/// Registers a candidate at the counter, with a spot payment that is still to be marked as paid.
#[utoipa::path(
    post,
    path = "/api/customers",
    tag = "customers",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID of the form's own: the same key with the same fields is the same registration.")),
    request_body = CustomerIn,
    responses(
        (status = 200, description = "The candidate is registered.", body = CustomerSaved),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 409, description = "The price has changed, or the address is registered already.", body = ErrorBody),
        (status = 413, description = "The request is larger than 1 MiB.", body = ErrorBody),
        (status = 422, description = "A field is missing or does not fit.", body = ErrorBody),
        (status = 500, description = "The registration could not be written.", body = ErrorBody),
    )
)]
pub(crate) async fn register_customer(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CustomerIn>,
) -> ApiResult<Json<CustomerSaved>> {
    let registration = body.parse()?;
    let CheckoutContext {
        chosen,
        claims,
        idempotency,
    } = state
        .registrations
        .checkout_context(
            &state.catalog,
            &registration.person.email,
            &registration.choice,
            key.as_deref(),
        )
        .await
        .map_err(ApiError::internal)?;
    if let Some(earlier) = idempotency {
        return same_again(&earlier, &registration);
    }
    let offer = chosen.offer(&registration.choice)?;
    offer.expect_price(registration.amount)?;
    if claims.exists() {
        return Err(already_registered());
    }
    write(&state, &clerk, &registration, offer, key).await
}

async fn write(
    state: &State,
    clerk: &Staff,
    registration: &Registration,
    offer: Offer,
    key: Option<String>,
) -> ApiResult<Json<CustomerSaved>> {
    let now = state.clock.now();
    let (candidate, order) = unpaid_registration(state, registration, offer, now);
    let idempotency = key.map(|key| Idempotency {
        key,
        fingerprint: fingerprint(registration, Channel::Counter),
        order_id: order.order_id.clone(),
        expires: (now + REMEMBERED).unix_timestamp(),
    });
    let entry = AuditEntry::new(
        now,
        &state.entropy,
        &clerk.username,
        "candidate.created",
        candidate.customer_id.as_str(),
        Value::Null,
        audited(&candidate, &order),
    );
    let registered = state
        .registrations
        .register_at_counter(&AtCounter {
            candidate: &candidate,
            order: &order,
            idempotency: idempotency.as_ref(),
            audit: Some((&state.admin_table, &entry)),
        })
        .await
        .map_err(ApiError::internal)?;
    match (registered, idempotency) {
        (Registered::Done, _) => {
            telemetry::count(Metric::RegistrationsCreated);
            Ok(saved(&candidate.customer_id))
        }
        // The same form was sent twice at once: the other one is the registration.
        (Registered::KeyTaken, Some(ours)) => {
            let used = state.registrations.idempotency(&ours.key).await;
            let used = used.map_err(ApiError::internal)?;
            let earlier = used.ok_or_else(|| ApiError::internal("a taken key is free"))?;
            same_again(&earlier, registration)
        }
        (Registered::KeyTaken, None) | (Registered::ClaimTaken, _) => Err(already_registered()),
    }
}

/// The registration that a key has made before.
fn same_again(earlier: &Idempotency, registration: &Registration) -> ApiResult<Json<CustomerSaved>> {
    if earlier.fingerprint != fingerprint(registration, Channel::Counter) {
        return Err(
            ApiError::invalid("Idempotency-Key", "This key was used with other fields")
                .code("idempotency_key_reused"),
        );
    }
    let customer = CustomerId::parse(earlier.order_id.customer_part()).map_err(ApiError::internal)?;
    Ok(saved(&customer))
}

fn saved(customer: &CustomerId) -> Json<CustomerSaved> {
    Json(CustomerSaved {
        success: true,
        customer_id: customer.to_string(),
    })
}

fn already_registered() -> ApiError {
    ApiError::conflict("already_registered", ALREADY_REGISTERED).field("email")
}

fn unpaid_registration(
    state: &State,
    registration: &Registration,
    offer: Offer,
    now: OffsetDateTime,
) -> (Candidate, Order) {
    let customer_id = CustomerId::generate(&state.entropy);
    let candidate = Candidate::new(customer_id.clone(), registration, &offer, Channel::Counter, now);
    let order = Order {
        order_id: OrderId::generate(&customer_id, &state.entropy),
        customer_id,
        amount: offer.price,
        channel: Channel::Counter,
        status: Status::Created,
        attempt: AttemptState::None,
        session: None,
        method: None,
        person: registration.person.clone(),
        selection: offer.selection,
        created_at: now,
        expires_at: now + PAYABLE,
        paid_at: None,
        refused_at: None,
        asked_at: 0,
        version: 1,
    };
    (candidate, order)
}

/// What the audit log keeps of a new candidate.
fn audited(candidate: &Candidate, order: &Order) -> Value {
    let Candidate {
        customer_id: _,
        person,
        selection,
        exam_preference,
        payment_mode,
        amount,
        channel: _,
        created_at: _,
        terms: _,
    } = candidate;
    let Person {
        name,
        email,
        phone,
        phone2,
    } = person;
    json!({
        "name": name.as_str(),
        "email": email.as_str(),
        "phone": phone.as_str(),
        "phone2": phone2.as_ref().map(IndianPhone::as_str),
        "exam_preference": exam_preference,
        "payment_mode": payment_mode,
        "order_amount": amount.to_json(),
        "order_id": order.order_id.as_str(),
        "type": selection.kind(),
        "packageName": selection.package_name(),
        "collegeName": selection.college_name(),
        "examName": selection.course_id().map(|_| selection.exam_name()),
    })
}
