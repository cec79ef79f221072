//! The exams of the colleges, each with its day, time and place, as administrators keep them. The interface calls an
//! exam of a stream exam detail. The function also collects the pictures that nothing shows, once a day.

mod all;
mod collect;
mod create;
mod detail;
mod form;
mod remove;
mod save;
mod state;
mod update;

pub use collect::{Collector, NotCollected};

use axum::Router;
use catalogue_admin::WithCandidates;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, layers, routes};
use media::Images;
use state::State;
use store::MovedExams;
use utoipa::openapi::OpenApi;

/// A picture at its limit, as a data URL, with room for the rest of the form.
const MOST_BODY: usize = 6 * 1024 * 1024;

/// Both sides of the function as Lambda runs them.
pub async fn app_and_collector(env: Env) -> Result<(Router, Collector), ConfigError> {
    app_and_collector_with(env, Clock::system(), Entropy::system()).await
}

/// Both sides with a clock and randomness of the caller's own.
pub async fn app_and_collector_with(
    env: Env,
    clock: Clock,
    entropy: Entropy,
) -> Result<(Router, Collector), ConfigError> {
    let images = Images::from_env(&env, entropy.clone())?;
    let collector = Collector::from_env(&env, images.clone(), clock.clone())?;
    let state = State {
        images,
        moved_exams: MovedExams::from_env(&env)?,
        catalogue: WithCandidates::from_env(&env, clock, entropy)?,
    };
    Ok((layers(routes::<Router<State>>().with_state(state)), collector))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty()
        .with(routes!(all::list_exam_details))
        .with(routes!(all::list_exam_details_of))
        .with(routes!(create::create_exam_detail).limited(MOST_BODY))
        .with(routes!(update::update_exam_detail).limited(MOST_BODY))
        .with(routes!(remove::delete_exam_detail))
}
