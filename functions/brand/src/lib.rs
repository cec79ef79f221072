//! The brands and media partners of the site.

use config::{ConfigError, Env};
use domain::{Clock, Entropy, content::Group};
use utoipa::openapi::OpenApi;

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<axum::Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<axum::Router, ConfigError> {
    banner_api::app(Group::Brand, &env, clock, entropy)
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    banner_api::openapi(Group::Brand)
}
