//! The pass of a paid order.

mod pass;

use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::finish;
use store::Registrations;
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

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
pub async fn app_with(env: Env, _: Clock, _: Entropy) -> Result<axum::Router, ConfigError> {
    Ok(finish(routes().with_state(Registrations::from_env(&env)?)).0)
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

fn routes() -> OpenApiRouter<Registrations> {
    OpenApiRouter::new().routes(routes!(pass::pass))
}
