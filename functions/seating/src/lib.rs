//! Halls, and who sits where in an exam.
//!
//! `halls`, `save_hall` and `remove_hall` keep the halls. `draft`, `publish` and `moving` are what administrators do to the seats of
//! an exam, by the use case `seating_plans`; `read` shows them, each role as much as it needs, and `list` the state of those
//! of every exam.

mod draft;
mod hall;
mod halls;
mod list;
mod moving;
mod publish;
mod read;
mod remove_hall;
mod save_hall;
mod seats;
mod which;

use axum::{Router, extract::FromRef};
use catalogue_admin::CatalogueAdmin;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use seating_plans::SeatingPlans;
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    catalogue_admin: CatalogueAdmin,
    plans: SeatingPlans,
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        Self::from_ref(&state.catalogue_admin)
    }
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let state = State {
        catalogue_admin: CatalogueAdmin::from_env(&env, clock.clone(), entropy.clone())?,
        plans: SeatingPlans::from_env(&env, clock, entropy)?,
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
        .with(routes!(halls::list_halls, save_hall::create_hall))
        .with(routes!(save_hall::update_hall, remove_hall::delete_hall))
        .with(routes!(list::list_seating))
        .with(routes!(
            read::read_seating,
            draft::draft_seating,
            draft::discard_seating
        ))
        .with(routes!(publish::publish_seating))
        .with(routes!(moving::move_candidate))
}
