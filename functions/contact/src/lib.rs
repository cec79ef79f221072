//! What visitors write to the organisers, handed on as e-mail. Nothing of it is kept.

mod message;
mod send;

use axum::Router;
use config::{ConfigError, Env};
use domain::{Clock, Email, Entropy};
use http_api::{Description, RouteTable, layers, routes};
use mail::Mailer;
use store::Access;
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    access: Access,
    mailer: Mailer,
    /// The recipients of the messages.
    organisers: Email,
    clock: Clock,
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, _: Entropy) -> Result<Router, ConfigError> {
    let organisers = Email::parse(&env.required("CONTACT_TO")?)
        .map_err(|_| ConfigError::new("CONTACT_TO", "is not an e-mail address"))?;
    let state = State {
        access: Access::from_env(&env)?,
        mailer: Mailer::from_env(&env)?,
        organisers,
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
    T::empty().with(routes!(send::send))
}
