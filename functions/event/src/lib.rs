//! The event's settings, which administrators change, and what of them everybody may know: whether people may register.

mod change;
mod moments;
mod public;
mod settings;

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use store::{Access, EventSettings};
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    settings: EventSettings,
    gate: StaffGate,
    clock: Clock,
    entropy: Entropy,
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        state.gate.clone()
    }
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let state = State {
        settings: EventSettings::from_env(&env)?,
        gate: staff_gate(&env, &Access::from_env(&env)?, clock.clone())?,
        clock,
        entropy,
    };
    Ok(layers(routes::<Router<State>>().with_state(state)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(public::event))
        .with(routes!(settings::event_settings, change::change_event_settings))
}
