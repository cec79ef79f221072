//! Writing a registration of the counter once, with its payment where the money is taken, and with an audit entry.

use super::sending::{CustomerSaved, SentForm, already_registered};
use crate::{State, correction};
use domain::{CustomerId, payment::Order, till::Entry};
use http_api::{ApiError, ApiResult, Json, Staff};
use serde_json::{Value, json};
use store::{
    AuditEntry, StoreError, Tries,
    registrations::{
        Candidate,
        counter::{AtCounter, PaidAtOnce, Registered},
        idempotency::Idempotency,
        paid::ClaimPolicy,
    },
};
use telemetry::Metric;
use time::Duration;

const SIMILAR: &str = "Somebody of this name and phone number is registered already.";

/// How long an idempotency key is remembered.
const REMEMBERED: Duration = Duration::hours(24);

/// Writes a registration of the counter, or says why it is not to be.
pub(super) async fn write(
    state: &State,
    clerk: &Staff,
    candidate: &Candidate,
    order: &Order,
    form: SentForm,
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
        entry_of(candidate, order),
    );
    let entry = Entry::paid(
        order,
        candidate.payment_mode.clone(),
        &clerk.username,
        order.created_at,
    );
    // Another payment of the address may be written at this very moment: then what was read is read again.
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
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
                    till: state.admin_table.till(&entry),
                }),
                refuse_similar: form.refuse_similar,
                idempotency: idempotency.as_ref(),
                audit: Some(state.admin_table.audit(&act)),
            })
            .await;
        let registered = match registered {
            // Another payment into this till, or of this address.
            Err(StoreError::Contended(_)) => continue,
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
            }
            (Registered::KeyTaken, None) | (Registered::ClaimTaken, _) => {
                return Err(already_registered(None));
            }
        }
    }
    Err(ApiError::busy("the payments of an address"))
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

/// What the audit log keeps of a new candidate.
fn entry_of(candidate: &Candidate, order: &Order) -> Value {
    let Candidate {
        customer_id: _,
        person: _,
        selection,
        exam_preference: _,
        payment_mode,
        amount,
        channel: _,
        created_at: _,
        terms: _,
        version: _,
    } = candidate;
    // Beside what a correction may change.
    let fixed = [
        ("payment_mode", json!(payment_mode)),
        ("order_amount", json!(amount.to_json())),
        ("order_id", json!(order.order_id.as_str())),
        ("status", json!(order.status)),
        ("type", json!(selection.kind())),
        ("packageName", json!(selection.package_name())),
    ];
    let mut kept = correction::audited(candidate);
    kept.extend(fixed.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(kept)
}
