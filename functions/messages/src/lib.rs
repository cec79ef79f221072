//! Messages of the organisers to candidates: what one would say and to how many, beginning one, its progress and its
//! recipients, and the sending itself.

mod act;
mod addresses;
mod compose;
mod left_out;
mod list;
mod preview;
mod read;
mod recipients;
mod send;
mod shown;
mod test_mail;
mod words;
mod worker;

pub use pauses::Pauses;
pub use worker::MessageWorker;

use access_control::{FormKeys, staff_gate};
use audience::AudienceSources;
use axum::{Router, extract::FromRef};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, StaffGate, layers, routes};
use jobs::Dispatcher;
use mail::Mailer;
use store::{Access, Administrators, AuditLog, CandidateMessage, Recipients};
use utoipa::openapi::OpenApi;
use words::MessageWords;

/// By this name the function calls itself. Lambda sets it.
const OWN_NAME: &str = "AWS_LAMBDA_FUNCTION_NAME";

#[derive(Clone)]
struct State {
    dispatcher: Dispatcher<CandidateMessage>,
    sources: AudienceSources,
    recipients: Recipients,
    words: MessageWords,
    mailer: Mailer,
    administrators: Administrators,
    audit_log: AuditLog,
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
pub async fn app_and_worker(env: Env) -> Result<(Router, MessageWorker), ConfigError> {
    app_and_worker_with(env, Clock::system(), Entropy::system(), Pauses::real()).await
}

/// Both sides with a clock, randomness and pauses of the caller's own.
pub async fn app_and_worker_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
) -> Result<(Router, MessageWorker), ConfigError> {
    let access = Access::from_env(&env)?;
    let state = State {
        dispatcher: Dispatcher::from_env(&env, OWN_NAME, clock.clone(), entropy.clone())?,
        sources: AudienceSources::from_env(&env)?,
        recipients: Recipients::from_env(&env)?,
        words: MessageWords::from_env(&env)?,
        mailer: Mailer::from_env(&env)?,
        administrators: Administrators::from_env(&env)?,
        audit_log: AuditLog::from_env(&env)?,
        form_keys: FormKeys::new(access.clone(), clock.clone()),
        gate: staff_gate(&env, &access, clock.clone())?,
        clock: clock.clone(),
        entropy: entropy.clone(),
    };
    let worker = MessageWorker::from_env(&env, clock, entropy, pauses)?;
    Ok((layers(routes::<Router<State>>().with_state(state)), worker))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(list::list_messages, send::send_message))
        .with(routes!(preview::preview_message))
        .with(routes!(test_mail::test_message))
        .with(routes!(left_out::list_left_out, left_out::leave_out))
        .with(routes!(read::read_message))
        .with(routes!(recipients::list_recipients))
        .with(routes!(act::stop_message))
        .with(routes!(act::resume_message))
}
