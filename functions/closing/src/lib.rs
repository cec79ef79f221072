//! The end of the event: registration is closed, what the accounts need is written down, and everything else about
//! candidates is deleted. This function alone has the rights to do that.

mod begin;
mod checks;
mod closer;
mod deleting;
mod ledger;
mod not_closed;
mod records;
mod state;

pub use closer::EventCloser;
pub use not_closed::NotClosed;
pub use sheets::Pauses;

use access_control::staff_gate;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use export_files::ExportFiles;
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use jobs::Runner;
use records::RecordStore;
use sheets::{Sheets, SheetsConfig, Spreadsheet};
use store::{Access, EventClosing, Registrations, Tills};
use utoipa::openapi::OpenApi;

#[derive(Clone)]
struct State {
    closing: EventClosing,
    registrations: Registrations,
    tills: Tills,
    records: RecordStore,
    export_files: ExportFiles,
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
pub async fn app_and_closer(env: Env) -> Result<(Router, EventCloser), ConfigError> {
    app_and_closer_with(env, Clock::system(), Entropy::system(), Pauses::real()).await
}

/// Both sides with a clock, randomness and pauses of the caller's own.
pub async fn app_and_closer_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
) -> Result<(Router, EventCloser), ConfigError> {
    let sheets = match Spreadsheet::from_env(&env)? {
        Some(spreadsheet) => {
            let (clock, entropy) = (clock.clone(), entropy.clone());
            let config = SheetsConfig::from_env(&env, spreadsheet, clock, entropy, pauses.clone())?;
            Some(Sheets::new(config))
        }
        None => None,
    };
    let access = Access::from_env(&env)?;
    let state = State {
        closing: EventClosing::from_env(&env)?,
        registrations: Registrations::from_env(&env)?,
        tills: Tills::from_env(&env)?,
        records: RecordStore::from_env(&env)?,
        export_files: ExportFiles::from_env(&env)?,
        gate: staff_gate(&env, &access, clock.clone())?,
        clock,
        entropy,
    };
    let runner = Runner::from_env(&env, state.clock.clone(), state.entropy.clone())?;
    let closer = EventCloser::new(&state, runner, sheets, pauses);
    Ok((layers(routes::<Router<State>>().with_state(state)), closer))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty().with(routes!(state::closing, begin::close))
}
