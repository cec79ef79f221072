//! Candidates, for administrators: the list, one with its payments, and registering at the counter.

mod amend;
mod correction;
mod doors;
mod edge;
mod errors;
mod exams;
mod file;
mod fill_in;
mod form;
mod hits;
mod list;
mod look;
mod notes;
mod page;
mod register;
mod registration;
mod tally;
mod timeline;

use access_control::staff_gate;
use axum::{Router, extract::FromRef, middleware};
use config::{ConfigError, Env};
use counter::Counter;
use domain::{Clock, Entropy};
use exam_choice::ExamChoices;
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use store::{Access, AdminTable, Catalogue, CheckIns, Registrations};
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    catalogue: Catalogue,
    registrations: Registrations,
    counter: Counter,
    choices: ExamChoices,
    check_ins: CheckIns,
    gate: StaffGate,
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
    let state = State {
        catalogue: Catalogue::from_env(&env)?,
        registrations: Registrations::from_env(&env)?,
        counter: Counter::from_env(&env, clock.clone(), entropy.clone())?,
        choices: ExamChoices::from_env(&env, clock.clone(), entropy.clone())?,
        check_ins: CheckIns::from_env(&env)?,
        gate: staff_gate(&env, &Access::from_env(&env)?, clock.clone())?,
        clock,
        entropy,
        admin_table: AdminTable::from_env(&env)?,
    };
    let routes = routes::<Router<State>>().layer(middleware::map_response(errors::repeat_message));
    Ok(layers(routes.with_state(state)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(list::list_customers, register::register_customer))
        .with(routes!(file::get_customer, amend::correct_customer))
        .with(routes!(notes::add_note))
        .with(routes!(exams::customer_exams, exams::choose_customer_exams))
        .with(routes!(fill_in::fill_in))
        .with(routes!(registration::registration))
}
