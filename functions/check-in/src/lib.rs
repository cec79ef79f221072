//! Checking people in at the door: verdicts about passes, taking them back, and who is in.

mod attendance;
mod attendees;
mod batch;
mod catalogue;
mod clear;
mod deal_with;
mod lists;
mod options;
mod phones;
mod redeem;
mod roster;
mod scan;
mod undo;
mod verdict;

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use catalogue::KeptCatalogue;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use store::{Access, AdminTable, Catalogue, CheckIns, Registrations, Seating};
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    check_ins: CheckIns,
    registrations: Registrations,
    seating: Seating,
    catalogue: KeptCatalogue,
    gate: StaffGate,
    access: Access,
    clock: Clock,
    entropy: Entropy,
    /// The table of the audit log.
    admin_table: AdminTable,
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
    let access = Access::from_env(&env)?;
    let state = State {
        check_ins: CheckIns::from_env(&env)?,
        registrations: Registrations::from_env(&env)?,
        seating: Seating::from_env(&env)?,
        catalogue: KeptCatalogue::new(Catalogue::from_env(&env)?, clock.clone()),
        gate: staff_gate(&env, &access, clock.clone())?,
        access,
        clock,
        entropy,
        admin_table: AdminTable::from_env(&env)?,
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
        .with(routes!(lists::check_in_lists, options::set_list_options))
        .with(routes!(redeem::redeem_pass))
        .with(routes!(batch::redeem_passes))
        .with(routes!(undo::undo_admission))
        .with(routes!(clear::clear_practice))
        .with(routes!(deal_with::deal_with_found))
        .with(routes!(attendance::read_attendance))
        .with(routes!(attendees::list_attendees))
        .with(routes!(roster::read_roster))
        .with(routes!(phones::report_phone))
        .with(routes!(phones::list_phones))
        .with(routes!(phones::message_phone))
}
