//! Lost passes: the owner of an e-mail address gets its passes by mail.

mod find;

use axum::Router;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, layers, routes};
use store::{Access, PassRequests};
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    access: Access,
    requests: PassRequests,
    clock: Clock,
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, _: Entropy) -> Result<Router, ConfigError> {
    let state = State {
        access: Access::from_env(&env)?,
        requests: PassRequests::from_env(&env)?,
        clock,
    };
    Ok(layers(routes::<Router<State>>().with_state(state)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty().with(routes!(find::find))
}
