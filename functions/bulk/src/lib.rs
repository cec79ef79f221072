//! Bulk actions: what staff do to many candidates at once, each by the very function of the single action. What one would come
//! to, beginning one, how far it is and what became of whom, and the work itself.
//!
//! `rules` says to whom an action applies: in a preview by the candidate list, at work by the orders themselves.

mod act;
mod begin;
mod form;
mod preview;
mod read;
mod results;
mod rules;
mod shown;
mod worker;

pub use pauses::Pauses;
pub use worker::BulkWorker;

use access_control::{FormKeys, staff_gate};
use audience::AudienceSources;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{BulkAction, Clock, Entropy};
use http_api::{ApiError, ApiResult, Description, RouteTable, Staff, StaffGate, layers, routes};
use jobs::Dispatcher;
use store::{Access, AdminTable, BulkItems, BulkJob};
use utoipa::openapi::OpenApi;

/// By this name the function calls itself. Lambda sets it.
const OWN_NAME: &str = "AWS_LAMBDA_FUNCTION_NAME";

#[derive(Clone)]
struct State {
    dispatcher: Dispatcher<BulkJob>,
    sources: AudienceSources,
    items: BulkItems,
    admin_table: AdminTable,
    form_keys: FormKeys,
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
pub async fn app_and_worker(env: Env) -> Result<(Router, BulkWorker), ConfigError> {
    app_and_worker_with(env, Clock::system(), Entropy::system(), Pauses::real()).await
}

/// Both sides with a clock, randomness and pauses of the caller's own.
pub async fn app_and_worker_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
) -> Result<(Router, BulkWorker), ConfigError> {
    let access = Access::from_env(&env)?;
    let state = State {
        dispatcher: Dispatcher::from_env(&env, OWN_NAME, clock.clone(), entropy.clone())?,
        sources: AudienceSources::from_env(&env)?,
        items: BulkItems::from_env(&env)?,
        admin_table: AdminTable::from_env(&env)?,
        gate: staff_gate(&env, &access, clock.clone())?,
        form_keys: FormKeys::new(access, clock.clone()),
        clock: clock.clone(),
        entropy: entropy.clone(),
    };
    let worker = BulkWorker::from_env(&env, clock, entropy, pauses)?;
    Ok((layers(routes::<Router<State>>().with_state(state)), worker))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(begin::begin_bulk, read::list_bulk))
        .with(routes!(preview::preview_bulk))
        .with(routes!(read::read_bulk))
        .with(routes!(results::list_bulk_results))
        .with(routes!(act::stop_bulk))
        .with(routes!(act::resume_bulk))
}

/// Refuses who may not do it to a single candidate.
fn permitted(staff: &Staff, action: BulkAction) -> ApiResult<()> {
    match staff.role.may(action.permission()) {
        true => Ok(()),
        false => Err(ApiError::forbidden()),
    }
}
