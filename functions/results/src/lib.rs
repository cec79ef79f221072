//! The results of exams: a file of an exam is looked through and taken as a draft, corrected, published at a moment and
//! withdrawn. Candidates read theirs from the function `order`, which can write nothing here.
//!
//! `file` reads what is uploaded, `people` finds out whose each line is, `check` says what is wrong with it and `upload`
//! takes it. `message` is what goes to the candidates.

mod attendance;
mod check;
mod correct;
mod exam;
mod file;
mod list;
mod message;
mod out;
mod people;
mod publish;
mod read;
mod upload;

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use store::{Access, AdminTable, CandidateMessage, Catalogue, CheckIns, Jobs, Registrations};
use utoipa::openapi::OpenApi;

/// As many lines and remarks as a file may have, with names and addresses as long as they may be, and JSON around them.
const MOST_BODY: usize = 4 * 1024 * 1024;

#[derive(Clone)]
struct State {
    registrations: Registrations,
    catalogue: Catalogue,
    check_ins: CheckIns,
    admin_table: AdminTable,
    messages: Jobs<CandidateMessage>,
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
        registrations: Registrations::from_env(&env)?,
        catalogue: Catalogue::from_env(&env)?,
        check_ins: CheckIns::from_env(&env)?,
        admin_table: AdminTable::from_env(&env)?,
        messages: Jobs::from_env(&env)?,
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
        .with(routes!(list::list_results))
        .with(routes!(read::read_results))
        .with(routes!(upload::upload_results).limited(MOST_BODY))
        .with(routes!(publish::publish_results))
        .with(routes!(publish::withdraw_results))
        .with(routes!(correct::correct_result))
}
