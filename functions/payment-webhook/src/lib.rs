//! What the payment provider calls when something happens to an order.
//!
//! A webhook is a hint, never evidence: it is verified on its raw bytes, and then the provider itself is asked.

mod receive;

use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{body_limit, finish};
use payment_provider::{Credentials, WebhookVerifier};
use settlement::Settlement;
use std::sync::Arc;
use store::Registrations;
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The largest webhook that is read.
const LARGEST: usize = 256 * 1024;

#[derive(Clone)]
struct State {
    registrations: Registrations,
    settlement: Settlement,
    verifier: Arc<WebhookVerifier>,
    clock: Clock,
}

/// The function as Lambda runs it.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn app(env: Env) -> Result<axum::Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn app_with(env: Env, clock: Clock, _: Entropy) -> Result<axum::Router, ConfigError> {
    let credentials = Credentials::from_env(&env).await?;
    let verifier = Arc::new(WebhookVerifier::new(&credentials));
    let registrations = Registrations::from_env(&env)?;
    let settlement = Settlement::with_credentials(&env, credentials, registrations.clone(), clock.clone())?;
    let state = State {
        registrations,
        settlement,
        verifier,
        clock,
    };
    Ok(finish(routes().with_state(state)).0)
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new()
        .routes(routes!(receive::receive))
        .layer(body_limit(LARGEST))
}
