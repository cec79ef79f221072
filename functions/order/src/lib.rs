//! The pass of a paid order, the exams that its holder chooses of all, and their results.

mod exams;
mod pass;
mod results;

use axum::Router;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use exam_choice::ExamChoices;
use http_api::{Description, RouteTable, layers, routes};
use store::{Catalogue, Registrations};
use utoipa::openapi::OpenApi;

/// What a pass, a choice and results are made of.
#[derive(Clone)]
struct Passes {
    registrations: Registrations,
    catalogue: Catalogue,
    choices: ExamChoices,
    clock: Clock,
}

/// The function as Lambda runs it.
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let passes = Passes {
        registrations: Registrations::from_env(&env)?,
        catalogue: Catalogue::from_env(&env)?,
        choices: ExamChoices::from_env(&env, clock.clone(), entropy)?,
        clock,
    };
    Ok(layers(routes::<Router<Passes>>().with_state(passes)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<Passes>>().into()
}

fn routes<T: RouteTable<Passes>>() -> T {
    T::empty()
        .with(routes!(pass::pass))
        .with(routes!(exams::offered_exams, exams::choose_exams))
        .with(routes!(results::own_results))
}
