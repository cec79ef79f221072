//! The streams that exams are sorted by, as administrators keep them. The interface calls a stream exam.

mod all;
mod remove;
mod save;
mod stream;

use axum::Router;
use catalogue_admin::CatalogueAdmin;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, layers, routes};
use utoipa::openapi::OpenApi;

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let catalogue_admin = CatalogueAdmin::from_env(&env, clock, entropy)?;
    Ok(layers(
        routes::<Router<CatalogueAdmin>>().with_state(catalogue_admin),
    ))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<CatalogueAdmin>>().into()
}

fn routes<T: RouteTable<CatalogueAdmin>>() -> T {
    T::empty()
        .with(routes!(all::list_exams, save::create_exam))
        .with(routes!(save::update_exam, remove::delete_exam))
}
