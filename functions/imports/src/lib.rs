//! Lists of schools: a file with people, looked through before anything is written; registering them, as work that outlives
//! the request; and the group that they are from then on.
//!
//! `form` reads what is sent and `people` who is in the file, `check` says what is wrong with it, `begin` answers; `worker`
//! registers, by the use case `counter`, whose rules a single registration follows, too. `read` and `group` show what became
//! of it.

mod begin;
mod check;
mod form;
mod group;
mod out;
mod people;
mod read;
mod worker;

pub use worker::ImportWorker;

use access_control::{FormKeys, staff_gate};
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use counter::Counter;
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use jobs::Dispatcher;
use store::{Access, AdminTable, Catalogue, Import, ImportLines, Registrations};
use utoipa::openapi::OpenApi;

/// By this name the function calls itself. Lambda sets it.
const OWN_NAME: &str = "AWS_LAMBDA_FUNCTION_NAME";

#[derive(Clone)]
struct State {
    catalogue: Catalogue,
    registrations: Registrations,
    counter: Counter,
    lines: ImportLines,
    dispatcher: Dispatcher<Import>,
    form_keys: FormKeys,
    admin_table: AdminTable,
    gate: StaffGate,
    clock: Clock,
    entropy: Entropy,
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        state.gate.clone()
    }
}

/// Both sides of the function as Lambda runs them.
pub async fn app_and_worker(env: Env) -> Result<(Router, ImportWorker), ConfigError> {
    app_and_worker_with(env, Clock::system(), Entropy::system()).await
}

/// Both sides with a clock and randomness of the caller's own.
pub async fn app_and_worker_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
) -> Result<(Router, ImportWorker), ConfigError> {
    let access = Access::from_env(&env)?;
    let counter = Counter::from_env(&env, clock.clone(), entropy.clone())?;
    let lines = ImportLines::from_env(&env)?;
    let worker = ImportWorker::from_env(
        &env,
        counter.clone(),
        lines.clone(),
        clock.clone(),
        entropy.clone(),
    )?;
    let state = State {
        catalogue: Catalogue::from_env(&env)?,
        registrations: Registrations::from_env(&env)?,
        counter,
        lines,
        dispatcher: Dispatcher::from_env(&env, OWN_NAME, clock.clone(), entropy.clone())?,
        gate: staff_gate(&env, &access, clock.clone())?,
        form_keys: FormKeys::new(access, clock.clone()),
        admin_table: AdminTable::from_env(&env)?,
        clock,
        entropy,
    };
    Ok((layers(routes::<Router<State>>().with_state(state)), worker))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(begin::import_list, read::list_imports))
        .with(routes!(read::read_import))
        .with(routes!(group::group_people))
}
