//! What a student can buy: the packages, each with its colleges and their exams; the administration of them; and what
//! depends on a thing of the catalogue.

mod all;
mod dependents;
mod list;
mod one;
mod order;
mod package;
mod prices;
mod remove;
mod save;

use axum::Router;
use catalogue_admin::WithCandidates;
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
    let state = WithCandidates::from_env(&env, clock, entropy)?;
    Ok(layers(routes::<Router<WithCandidates>>().with_state(state)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<WithCandidates>>().into()
}

fn routes<T: RouteTable<WithCandidates>>() -> T {
    T::empty()
        .with(routes!(list::list))
        .with(routes!(prices::prices))
        .with(routes!(all::list_packages, save::save_package))
        .with(routes!(one::get_package, remove::delete_package))
        .with(routes!(dependents::get_dependents))
        .with(routes!(order::get_package_order, order::rearrange_packages))
}
