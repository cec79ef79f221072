//! What visitors write to the organisers, handed on as e-mail. Nothing of it is kept.

mod message;
mod send;

use config::{ConfigError, Env};
use domain::{Clock, Email, Entropy};
use http_api::finish;
use mail::Mailer;
use store::Access;
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

#[derive(Clone)]
struct State {
    access: Access,
    mailer: Mailer,
    /// Whom the messages are for.
    organisers: Email,
    clock: Clock,
}

/// The function as Lambda runs it.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn app(env: Env) -> Result<axum::Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn app_with(env: Env, clock: Clock, _: Entropy) -> Result<axum::Router, ConfigError> {
    let organisers = Email::parse(&env.required("CONTACT_TO")?)
        .map_err(|_| ConfigError::new("CONTACT_TO", "is not an e-mail address"))?;
    let state = State {
        access: Access::from_env(&env)?,
        mailer: Mailer::from_env(&env)?,
        organisers,
        clock,
    };
    Ok(finish(routes().with_state(state)).0)
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(send::send))
}
