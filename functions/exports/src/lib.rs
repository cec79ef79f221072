//! Exports of candidates, payments, tills, attendance and the audit log: asking for one, its progress and its file, and the work
//! itself.

mod begin;
mod cancel;
mod job;
mod list;
mod read;
mod scope;
mod worker;

pub use worker::{ExportNotDone, ExportWorker};

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use export_files::ExportFiles;
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use jobs::Dispatcher;
use store::{Access, exports::Export};
use utoipa::openapi::OpenApi;

/// By this name the function calls itself. Lambda sets it.
const OWN_NAME: &str = "AWS_LAMBDA_FUNCTION_NAME";

#[derive(Clone)]
struct State {
    dispatcher: Dispatcher<Export>,
    files: ExportFiles,
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
pub async fn app_and_worker(env: Env) -> Result<(Router, ExportWorker), ConfigError> {
    app_and_worker_with(env, Clock::system(), Entropy::system()).await
}

/// Both sides with a clock and randomness of the caller's own.
pub async fn app_and_worker_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
) -> Result<(Router, ExportWorker), ConfigError> {
    let worker = ExportWorker::from_env(&env, clock.clone(), entropy.clone())?;
    let state = State {
        dispatcher: Dispatcher::from_env(&env, OWN_NAME, clock.clone(), entropy.clone())?,
        files: ExportFiles::from_env(&env)?,
        gate: staff_gate(&env, &Access::from_env(&env)?, clock.clone())?,
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
        .with(routes!(begin::begin_export, list::list_exports))
        .with(routes!(read::read_export, cancel::cancel_export))
}
