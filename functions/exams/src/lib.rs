//! The streams that exams are sorted by, as administrators keep them. The interface calls a stream exam.

mod all;
mod remove;
mod save;
mod stream;

use catalog_keeping::Keeping;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::finish;
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
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<axum::Router, ConfigError> {
    let keeping = Keeping::from_env(&env, clock, entropy)?;
    Ok(finish(routes().with_state(keeping)).0)
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

fn routes() -> OpenApiRouter<Keeping> {
    OpenApiRouter::new()
        .routes(routes!(all::list_exams, save::create_exam))
        .routes(routes!(save::update_exam, remove::delete_exam))
}
