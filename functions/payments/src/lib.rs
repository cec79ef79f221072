//! Registering, paying, and how a payment stands.

mod check_email;
mod create_order;
mod draft;
mod form;
mod mark_paid;
mod opening;
mod status;
mod success_email;

use access_control::admin_gate;
use axum::extract::FromRef;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{AdminGate, finish};
use pass_mail::PassMail;
use payment_provider::{CashfreeClient, PaymentProvider};
use settlement::Settlement;
use std::sync::Arc;
use store::{Access, Catalog, Registrations};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

#[derive(Clone)]
struct State {
    access: Access,
    catalog: Catalog,
    registrations: Registrations,
    provider: Arc<dyn PaymentProvider>,
    settlement: Settlement,
    pass_mail: PassMail,
    gate: AdminGate,
    clock: Clock,
    entropy: Entropy,
    places: Places,
}

impl FromRef<State> for AdminGate {
    fn from_ref(state: &State) -> Self {
        state.gate.clone()
    }
}

/// Where things are: the site, and the table of the audit log.
#[derive(Clone)]
struct Places {
    site_origin: String,
    admin_table: String,
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
pub async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<axum::Router, ConfigError> {
    let registrations = Registrations::from_env(&env)?;
    let access = Access::from_env(&env)?;
    let provider: Arc<dyn PaymentProvider> = Arc::new(CashfreeClient::from_env(&env).await?);
    let state = State {
        catalog: Catalog::from_env(&env)?,
        settlement: Settlement::new(registrations.clone(), Arc::clone(&provider), clock.clone()),
        pass_mail: PassMail::from_env(&env, clock.clone(), entropy.clone())?,
        gate: admin_gate(&env, &access, clock.clone())?,
        places: Places {
            site_origin: env.url("SITE_ORIGIN")?,
            admin_table: env.required("TABLE_ADMIN")?,
        },
        registrations,
        access,
        provider,
        clock,
        entropy,
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
        .routes(routes!(check_email::check_email))
        .routes(routes!(create_order::create_order))
        .routes(routes!(status::status))
        .routes(routes!(mark_paid::mark_paid))
        .routes(routes!(success_email::send_success_email))
}
