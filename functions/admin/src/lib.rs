//! The administrators' way in: signing in, and the accounts behind it.

mod accounts;
mod login;
mod password;

pub use accounts::{AccountError, create_or_reset};

use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use http_api::{TokenSigner, finish};
use std::sync::Arc;
use store::{Access, Administrators};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

/// What the handlers work with.
#[derive(Clone)]
struct Portal {
    administrators: Administrators,
    access: Access,
    signer: Arc<TokenSigner>,
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
    let portal = Portal {
        administrators: Administrators::from_env(&env)?,
        access: Access::from_env(&env)?,
        signer: Arc::new(TokenSigner::from_env(&env).await?),
        clock,
    };
    Ok(finish(routes().with_state(portal)).0)
}

/// What the function answers, for the OpenAPI document.
#[must_use]
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

fn routes() -> OpenApiRouter<Portal> {
    OpenApiRouter::new().routes(routes!(login::login))
}
