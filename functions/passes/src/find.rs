//! `POST /api/passes/find`: the passes of an address are mailed to it.

use crate::State;
use access_control::{FIND_PASS, throttle};
use axum::{extract, http::StatusCode};
use domain::Email;
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use serde::{Deserialize, Serialize};
use store::Write;
use utoipa::ToSchema;

/// Whose passes.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FindIn {
    /// The address that was given with the registration.
    #[schema(required = true)]
    email: Option<String>,
}

/// What happens now.
#[derive(Serialize, ToSchema)]
pub(crate) struct FindOut {
    /// For people.
    message: &'static str,
}

const ASKED: FindOut = FindOut {
    message: "If this address has a pass, a mail with it is on its way. It may take a few minutes.",
};

/// Mails an address its passes, once in 10 minutes at most. The answer, and what is done before it, is the same whether
/// it has any: nobody learns here who takes part.
#[utoipa::path(
    post,
    path = "/api/passes/find",
    tag = "passes",
    request_body = FindIn,
    responses(
        (status = 202, description = "If the address has a pass, a mail is on its way, now or since less than 10 minutes.", body = FindOut),
        (status = 422, description = "The address is missing or malformed.", body = ErrorBody),
        (status = 429, description = "Over 600 requests of one network address in ten minutes; `Retry-After` says when.", body = ErrorBody),
        (status = 500, description = "The request could not be kept; no mail comes.", body = ErrorBody),
    )
)]
pub(crate) async fn find(
    extract::State(state): extract::State<State>,
    client: ClientAddress,
    Json(FindIn { email }): Json<FindIn>,
) -> ApiResult<(StatusCode, Json<FindOut>)> {
    let email = Email::parse(&email.unwrap_or_default()).map_err(|invalid| invalid.on("email"))?;
    throttle(&state.access, FIND_PASS, &client, &state.clock).await?;
    let asked = state.requests.ask(&email, state.clock.now()).await;
    let (Write::Done | Write::Stale) = asked.map_err(ApiError::internal)?;
    Ok((StatusCode::ACCEPTED, Json(ASKED)))
}
