//! `GET /api/registration`: whether people can register, before anybody fills in the form of the counter.

use crate::State;
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCounter};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Whether people can register.
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
}

/// Whether people can register.
#[utoipa::path(
    get,
    path = "/api/registration",
    tag = "customers",
    operation_id = "registration_state",
    responses(
        (status = 200, description = "Whether they can.", body = RegistrationOut),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "It could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn registration(
    extract::State(state): extract::State<State>,
    _: RequireCounter,
) -> ApiResult<Json<RegistrationOut>> {
    let closed = state.registrations.registration_closed().await;
    let closed_at = closed.map_err(ApiError::internal)?.map(|closed| closed.at);
    Ok(Json(RegistrationOut {
        open: closed_at.is_none(),
        closed_at,
    }))
}
