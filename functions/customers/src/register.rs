//! `POST /api/customers`: an administrator registers a candidate at the counter.

use crate::{
    State,
    form::{AtTheCounter, CustomerIn},
};
use axum::extract;
use domain::{
    Backoff, CustomerId, IndianPhone, OrderId, Person,
    catalogue::Offer,
    payment::{AttemptState, Channel, Order, Status},
    registration::Registration,
    till::{Entry, ReceiptNo},
};
use http_api::{ApiError, ApiResult, ErrorBody, IdempotencyKey, Json, RequireCounter, Staff};
use serde::Serialize;
use serde_json::{Value, json};
use store::{
    AuditEntry, StoreError,
    registrations::{
        Candidate,
        checkout_context::CheckoutContext,
        counter::{AtCounter, PaidAtOnce, Registered},
        idempotency::{Idempotency, fingerprint},
        paid::ClaimPolicy,
    },
};
use telemetry::Metric;
use time::Duration;
use utoipa::ToSchema;

const ALREADY_REGISTERED: &str = "This email is already registered for the selected course.";

const SIMILAR: &str = "Somebody of this name and phone number is registered already.";

/// How long an idempotency key is remembered.
const REMEMBERED: Duration = Duration::hours(24);

/// How long an order of the counter says that it can be paid. Nothing expires it: the event is over before.
const PAYABLE: Duration = Duration::days(30);

/// How often a registration that is paid is tried again while other payments of its address are written.
const TRIES: u32 = 5;
const FIRST_PAUSE: std::time::Duration = std::time::Duration::from_millis(50);
const LONGEST_PAUSE: std::time::Duration = std::time::Duration::from_millis(200);

/// A candidate that was registered.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerSaved {
    /// Always true.
    success: bool,
    customer_id: String,
    order_id: String,
    /// The number on the receipt, of a registration that is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt_no: Option<String>,
}

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
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 409, description = "The price has changed, the address is registered already, or somebody similar is.", body = ErrorBody),
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
    let AtTheCounter {
        registration,
        paid,
        refuse_similar,
    } = body.parse()?;
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
    let form = Form {
        fingerprint: fingerprint_of(&registration, paid),
        key,
        paid,
        refuse_similar,
    };
    if let Some(earlier) = idempotency {
        return form.same_again(&earlier);
    }
    let offer = chosen.offer(&registration.choice)?;
    offer.expect_price(registration.amount)?;
    if let Some(holder) = claims.holder() {
        return Err(already_registered(Some(holder)));
    }
    let (candidate, order) = new_registration(&state, &registration, offer, paid);
    write(&state, &clerk, &candidate, &order, form).await
}

/// What tells one sending of a form from another.
struct Form {
    fingerprint: String,
    key: Option<String>,
    paid: bool,
    refuse_similar: bool,
}

impl Form {
    /// The registration that the key has made before.
    fn same_again(&self, earlier: &Idempotency) -> ApiResult<Json<CustomerSaved>> {
        if earlier.fingerprint != self.fingerprint {
            return Err(
                ApiError::invalid("Idempotency-Key", "This key was used with other fields")
                    .code("idempotency_key_reused"),
            );
        }
        let customer = CustomerId::parse(earlier.order_id.customer_part()).map_err(ApiError::internal)?;
        Ok(self.saved(&customer, &earlier.order_id))
    }

    fn saved(&self, customer: &CustomerId, order: &OrderId) -> Json<CustomerSaved> {
        Json(CustomerSaved {
            success: true,
            customer_id: customer.to_string(),
            order_id: order.to_string(),
            receipt_no: self.paid.then(|| ReceiptNo::of(customer).to_string()),
        })
    }
}

/// A form that takes the money is another one than the same that does not.
fn fingerprint_of(registration: &Registration, paid: bool) -> String {
    let fingerprint = fingerprint(registration, Channel::Counter);
    if paid {
        format!("{fingerprint}-paid")
    } else {
        fingerprint
    }
}

async fn write(
    state: &State,
    clerk: &Staff,
    candidate: &Candidate,
    order: &Order,
    form: Form,
) -> ApiResult<Json<CustomerSaved>> {
    let idempotency = form.key.clone().map(|key| Idempotency {
        key,
        fingerprint: form.fingerprint.clone(),
        order_id: order.order_id.clone(),
        expires: (order.created_at + REMEMBERED).unix_timestamp(),
    });
    let act = AuditEntry::new(
        order.created_at,
        &state.entropy,
        &clerk.username,
        "candidate.created",
        candidate.customer_id.as_str(),
        Value::Null,
        audited(candidate, order),
    );
    let entry = Entry::paid(
        order,
        candidate.payment_mode.clone(),
        &clerk.username,
        order.created_at,
    );
    // Another payment of the address may be written at this very moment: then what was read is read again.
    let mut backoff = Backoff::new(&state.entropy, FIRST_PAUSE, LONGEST_PAUSE);
    for _ in 0..TRIES {
        let claim = if form.paid {
            Some(claim_to_be_paid(state, order).await?)
        } else {
            None
        };
        let registered = state
            .registrations
            .register_at_counter(&AtCounter {
                candidate,
                order,
                paid: claim.as_ref().map(|claim| PaidAtOnce {
                    at: order.created_at,
                    claim,
                    till: (&state.admin_table, &entry),
                }),
                refuse_similar: form.refuse_similar,
                idempotency: idempotency.as_ref(),
                audit: Some((&state.admin_table, &act)),
            })
            .await;
        let registered = match registered {
            // Another payment into this till, or of this address.
            Err(StoreError::Contended(_)) if form.paid => {
                tokio::time::sleep(backoff.next_pause()).await;
                continue;
            }
            registered => registered.map_err(ApiError::internal)?,
        };
        match (registered, &idempotency) {
            (Registered::Done, _) => {
                telemetry::count(Metric::RegistrationsCreated);
                return Ok(form.saved(&candidate.customer_id, &order.order_id));
            }
            // The same form was sent twice at once: the other one is the registration.
            (Registered::KeyTaken, Some(ours)) => {
                let used = state.registrations.idempotency(&ours.key).await;
                let used = used.map_err(ApiError::internal)?;
                return form.same_again(&used.ok_or_else(|| ApiError::internal("a taken key is free"))?);
            }
            (Registered::Similar, _) => return Err(similar(state, order).await?),
            (Registered::ClaimTaken, _) if form.paid => {
                let claims = state.registrations.claims(&order.claim_key()).await;
                if let Some(holder) = claims.map_err(ApiError::internal)?.holder() {
                    return Err(already_registered(Some(holder)));
                }
                tokio::time::sleep(backoff.next_pause()).await;
            }
            (Registered::KeyTaken, None) | (Registered::ClaimTaken, _) => {
                return Err(already_registered(None));
            }
        }
    }
    Err(ApiError::internal("the payments of an address kept changing"))
}

/// What the payment does about its claim, unless another payment of the address forbids it.
async fn claim_to_be_paid(state: &State, order: &Order) -> ApiResult<ClaimPolicy> {
    let claim = settlement::claim_policy(&state.registrations, order).await;
    let claim = claim.map_err(ApiError::internal)?;
    match settlement::forbidden_by(&claim, order) {
        Some(order) => {
            let holder = CustomerId::parse(order.customer_part()).map_err(ApiError::internal)?;
            Err(already_registered(Some(&holder)))
        }
        None => Ok(claim),
    }
}

/// Says who is registered by the same name and phone number.
async fn similar(state: &State, order: &Order) -> ApiResult<ApiError> {
    let other = state.registrations.similar_to(&order.person).await;
    let other = other.map_err(ApiError::internal)?;
    let refused = ApiError::conflict("similar_registration", SIMILAR).field("name");
    Ok(refused.with("customer_id", json!(other.as_ref().map(CustomerId::as_str))))
}

/// Says who has it, where that is known.
fn already_registered(holder: Option<&CustomerId>) -> ApiError {
    let refused = ApiError::conflict("already_registered", ALREADY_REGISTERED).field("email");
    match holder {
        Some(holder) => refused.with("customer_id", holder.as_str()),
        None => refused,
    }
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
        withdrawn: None,
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
        version: _,
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
        "status": order.status,
        "type": selection.kind(),
        "packageName": selection.package_name(),
        "collegeName": selection.college_name(),
        "examName": selection.course_id().map(|_| selection.exam_name()),
    })
}
