//! What the payment provider calls when something happens to an order.
//!
//! A webhook is a hint, never evidence: it is verified on its raw bytes, and then the provider itself is asked.

mod receive;

use axum::Router;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{Description, RouteTable, layers, routes};
use payment_provider::{ProviderCredentials, WebhookVerifier};
use settlement::Settlement;
use std::sync::Arc;
use store::Registrations;
use utoipa::openapi::OpenApi;

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
pub async fn app(env: Env) -> Result<Router, ConfigError> {
    app_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn app_with(env: Env, clock: Clock, _: Entropy) -> Result<Router, ConfigError> {
    let credentials = ProviderCredentials::from_env(&env).await?;
    let verifier = Arc::new(WebhookVerifier::new(&credentials));
    let registrations = Registrations::from_env(&env)?;
    let settlement = Settlement::with_credentials(&env, credentials, registrations.clone(), clock.clone())?;
    let state = State {
        registrations,
        settlement,
        verifier,
        clock,
    };
    Ok(layers(routes::<Router<State>>().with_state(state)))
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes::<Description<State>>().into()
}

fn routes<T: RouteTable<State>>() -> T {
    T::empty().with(routes!(receive::receive).limited(LARGEST))
}
