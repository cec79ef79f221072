//! The exams of the colleges, each with its day, time and place, as administrators keep them. The interface calls an
//! exam of a stream exam detail.

mod all;
mod detail;
mod form;
mod remove;
mod save;
mod state;

use axum::Router;
use catalog_keeping::Keeping;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, layers, routes};
use media::Images;
use state::State;
use utoipa::openapi::OpenApi;

/// A picture at its limit, as a data URL, with room for the rest of the form.
const MOST_BODY: usize = 6 * 1024 * 1024;

/// The function as Lambda runs it.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let state = State {
        images: Images::from_env(&env, entropy.clone())?,
        keeping: Keeping::from_env(&env, clock, entropy)?,
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
        .with(routes!(all::list_exam_details))
        .with(routes!(all::list_exam_details_of))
        .with(routes!(save::create_exam_detail).limited(MOST_BODY))
        .with(routes!(save::update_exam_detail).limited(MOST_BODY))
        .with(routes!(remove::delete_exam_detail))
}
