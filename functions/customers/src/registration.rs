//! `GET /api/registration`: whether people can register at the counter, before anybody fills in its form.

use crate::State;
use axum::extract;
use domain::{Phase, payment::Channel};
use http_api::{ApiError, ApiResult, Json, RequireCounter};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Whether people can register at the counter.
#[derive(Serialize, ToSchema)]
#[schema(as = RegistrationState)]
pub(crate) struct RegistrationOut {
    open: bool,
    /// Since when it is closed; absent while it is open.
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    closed_at: Option<OffsetDateTime>,
    /// When the counter closes; absent once it is closed, and where nobody has set it.
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    closes_at: Option<OffsetDateTime>,
}

/// Whether people can register at the counter.
#[utoipa::path(
    get,
    path = "/api/registration",
    tag = "customers",
    operation_id = "registration_state",
    responses(
        (status = 200, description = "Whether they can.", body = RegistrationOut),
    )
)]
pub(crate) async fn registration(
    extract::State(state): extract::State<State>,
    _: RequireCounter,
) -> ApiResult<Json<RegistrationOut>> {
    let sale = state.registrations.sale().await.map_err(ApiError::internal)?;
    let open = sale.phase(Channel::Counter, state.clock.now()) == Phase::Open;
    let closes_at = sale.closes_at(Channel::Counter);
    Ok(Json(RegistrationOut {
        open,
        closed_at: closes_at.filter(|_| !open),
        closes_at: closes_at.filter(|_| open),
    }))
}
