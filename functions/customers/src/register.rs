//! `POST /api/customers`: an administrator registers a candidate at the counter.

use crate::{
    State,
    form::{AtTheCounter, CustomerIn},
};
use axum::extract;
use counter::{CounterAnswer, CounterRefusal, Registering};
use domain::{CustomerId, till::ReceiptNo};
use http_api::{ApiError, ApiResult, ErrorBody, IdempotencyKey, Json, RequireCounter};
use serde::Serialize;
use serde_json::json;
use store::StoreError;
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

const REGISTRATION_CLOSED: &str = "Registration has closed";
const ALREADY_REGISTERED: &str = "This email is already registered for the selected course.";
const SOLD_OUT: &str = "No place of this exam is left.";
const SIMILAR: &str = "Somebody of this name and phone number is registered already.";

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
    /// The moment on it: of the first time, where the form was sent again.
    #[serde(with = "rfc3339::option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    paid_at: Option<OffsetDateTime>,
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
        (status = 409, description = "`price_changed`: `price` is the price now. `already_registered`: the address is registered at the counter for the same, or has paid for it; `customer_id` is who. `similar_registration`: with `even_if_similar` false, somebody of this name and phone number is registered; `customer_id` is who. `sold_out`, field `course_category`: no place of the exam is left. `registration_closed`: the counter has closed, by its date or by hand.", body = ErrorBody),
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
    let registering = Registering {
        registration: &registration,
        paid,
        refuse_similar,
        clerk: &clerk.username,
        key: key.as_deref(),
        listed: None,
    };
    let registered = state.counter.register(&registering);
    match registered.await.map_err(ApiError::internal)? {
        CounterAnswer::Done {
            customer_id,
            order_id,
            paid_at,
        } => Ok(Json(CustomerSaved {
            success: true,
            customer_id: customer_id.to_string(),
            order_id: order_id.to_string(),
            receipt_no: paid.then(|| ReceiptNo::of(&customer_id).to_string()),
            paid_at,
        })),
        CounterAnswer::Refused(refusal) => Err(refused(refusal)),
    }
}

fn refused(refusal: CounterRefusal) -> ApiError {
    match refusal {
        CounterRefusal::KeyReused => {
            ApiError::invalid("Idempotency-Key", "This key was used with other fields")
                .code("idempotency_key_reused")
        }
        CounterRefusal::Closed => ApiError::conflict("registration_closed", REGISTRATION_CLOSED),
        CounterRefusal::NotOffered(invalid) => invalid.into(),
        CounterRefusal::PriceChanged(changed) => changed.into(),
        CounterRefusal::Already(holder) => {
            let refused = ApiError::conflict("already_registered", ALREADY_REGISTERED).field("email");
            match holder {
                Some(holder) => refused.with("customer_id", holder.as_str()),
                None => refused,
            }
        }
        CounterRefusal::SoldOut => ApiError::conflict("sold_out", SOLD_OUT).field("course_category"),
        CounterRefusal::Unreadable(cause) => ApiError::internal(StoreError::Corrupt {
            table: "registrations",
            cause,
        }),
        CounterRefusal::Similar(other) => ApiError::conflict("similar_registration", SIMILAR)
            .field("name")
            .with("customer_id", json!(other.as_ref().map(CustomerId::as_str))),
    }
}
