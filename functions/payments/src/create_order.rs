//! `POST /api/payments/create-order`: a registration becomes an order at the payment provider.

use crate::{State, draft, form::CreateOrderIn, opening};
use access_control::{CREATE_ORDER, throttle};
use axum::extract;
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, IdempotencyKey, Json};
use serde::Serialize;
use store::registrations::intake::Intake;
use utoipa::ToSchema;

/// What an address that has paid is told.
pub(crate) const ALREADY_PAID: &str =
    "This email has already made a successful payment for the same course in same college";

/// An order that can be paid.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreateOrderOut {
    /// What the provider's checkout is opened with.
    payment_session_id: String,
    order_id: String,
}

/// Registers, and opens an order at the payment provider.
#[utoipa::path(
    post,
    path = "/api/payments/create-order",
    tag = "payments",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID of the form's own: the same key with the same fields is the same registration.")),
    request_body = CreateOrderIn,
    responses(
        (status = 200, description = "The order can be paid.", body = CreateOrderOut),
        (status = 409, description = "The price has changed, or the address has paid already.", body = ErrorBody),
        (status = 413, description = "The request is larger than 1 MiB.", body = ErrorBody),
        (status = 422, description = "A field is missing or does not fit.", body = ErrorBody),
        (status = 429, description = "Too many orders, or the provider is busy; try again after Retry-After.", body = ErrorBody),
        (status = 500, description = "The registration could not be written.", body = ErrorBody),
        (status = 502, description = "The payment provider does not answer.", body = ErrorBody),
    )
)]
pub(crate) async fn create_order(
    extract::State(state): extract::State<State>,
    client: ClientAddress,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CreateOrderIn>,
) -> ApiResult<Json<CreateOrderOut>> {
    let registration = body.parse()?;
    let (allowed, intake) = futures::future::join(
        throttle(&state.access, CREATE_ORDER, &client, &state.clock),
        state.registrations.intake(
            &state.catalog,
            &registration.person.email,
            &registration.choice,
            key.as_deref(),
        ),
    )
    .await;
    allowed?;
    let Intake {
        chosen,
        claims,
        idempotency,
    } = intake.map_err(ApiError::internal)?;
    let offer = chosen.offer(&registration.choice)?;
    offer.expect_price(registration.amount)?;
    if claims.paid() {
        return Err(ApiError::conflict("already_paid", ALREADY_PAID));
    }
    let draft = match key {
        None => draft::new_candidate(&state, &registration, &offer).await?,
        Some(key) => draft::with_key(&state, &registration, &offer, &key, idempotency).await?,
    };
    let (order_id, session) = opening::open(&state, draft).await?;
    Ok(Json(CreateOrderOut {
        payment_session_id: session.0,
        order_id: order_id.to_string(),
    }))
}
