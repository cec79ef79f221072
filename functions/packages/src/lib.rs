//! What a student can buy: the packages, each with its colleges and their exams; and their keeping by administrators.

mod all;
mod list;
mod one;
mod package;
mod remove;
mod save;

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
        .routes(routes!(list::list))
        .routes(routes!(all::list_packages, save::save_package))
        .routes(routes!(one::get_package, remove::delete_package))
}
