//! The candidates in a Google Sheet: beginning a sync, its status, and the work itself.

mod begin;
mod status;
mod worker;

pub use sheets::Pauses;
pub use worker::{SyncNotDone, SyncWorker};

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy, job::Job};
use http_api::{ApiError, ApiResult, Description, RouteTable, StaffGate, layers, routes};
use jobs::Dispatcher;
use sheet_sync::Worker;
use sheets::{Sheets, SheetsConfig, Spreadsheet};
use store::{Access, Catalogue, Registrations, SheetSync};
use utoipa::openapi::OpenApi;

/// By this name the function calls itself. Lambda sets it.
const OWN_NAME: &str = "AWS_LAMBDA_FUNCTION_NAME";

#[derive(Clone)]
struct State {
    dispatcher: Dispatcher<SheetSync>,
    registrations: Registrations,
    catalogue: Catalogue,
    /// None while no spreadsheet is configured.
    spreadsheet: Option<Spreadsheet>,
    gate: StaffGate,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
}

impl State {
    /// The last sync, as of this moment; None when there never was one.
    async fn last(&self) -> ApiResult<Option<Job<SheetSync>>> {
        let last = self.dispatcher.jobs().newest(1).await;
        Ok(last.map_err(ApiError::internal)?.pop())
    }
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        state.gate.clone()
    }
}

/// Both sides of the function as Lambda runs them.
pub async fn app_and_worker(env: Env) -> Result<(Router, SyncWorker), ConfigError> {
    app_and_worker_with(env, Clock::system(), Entropy::system(), Pauses::real()).await
}

/// Both sides with a clock, randomness and pauses of the caller's own.
pub async fn app_and_worker_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
) -> Result<(Router, SyncWorker), ConfigError> {
    let spreadsheet = Spreadsheet::from_env(&env)?;
    let worker = match &spreadsheet {
        Some(spreadsheet) => {
            let (spreadsheet, clock, entropy) = (spreadsheet.clone(), clock.clone(), entropy.clone());
            let config =
                SheetsConfig::from_env(&env, spreadsheet, clock.clone(), entropy.clone(), pauses.clone())?;
            Some(Worker::from_env(
                &env,
                Sheets::new(config),
                clock,
                entropy,
                pauses.clone(),
            )?)
        }
        None => None,
    };
    let access = Access::from_env(&env)?;
    let state = State {
        dispatcher: Dispatcher::from_env(&env, OWN_NAME, clock.clone(), entropy.clone())?,
        registrations: Registrations::from_env(&env)?,
        catalogue: Catalogue::from_env(&env)?,
        gate: staff_gate(&env, &access, clock.clone())?,
        spreadsheet,
        clock,
        entropy,
        pauses,
    };
    Ok((
        layers(routes::<Router<State>>().with_state(state)),
        SyncWorker::new(worker),
    ))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(status::status, begin::sync))
        .with(routes!(begin::sync_all))
}
