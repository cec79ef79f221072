//! Authorisation as a parameter type: a handler that takes an [`Admin`] is the administrators' alone.

use crate::token::TokenVerifier;
use crate::{ApiError, ApiResult};
use axum::extract::{FromRef, FromRequestParts};
use config::{ConfigError, Env};
use domain::Clock;
use futures::future::BoxFuture;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;
use std::sync::Arc;

/// The administrator who is asking.
///
/// Everything but a token of ours that has not run out and bears the current version is a 401. If the version
/// cannot be read the answer is that failure, not a 401, which would sign the administrator out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admin {
    /// The key of the administrator's record.
    pub id: String,
    /// The name, as typed when the administrator was created.
    pub username: String,
    /// The role. There is one today, so nothing is decided by it.
    pub role: String,
    /// The version of the administrator's tokens; raising it ends every session.
    pub version: u64,
}

/// What it takes to recognise an administrator; part of the state of every router with an [`Admin`] in it.
#[derive(Clone)]
pub struct AdminGate(Arc<Gate>);

type CurrentVersion = dyn Fn(String) -> BoxFuture<'static, ApiResult<Option<u64>>> + Send + Sync;

struct Gate {
    verifier: TokenVerifier,
    clock: Clock,
    current_version: Box<CurrentVersion>,
}

impl AdminGate {
    /// A gate with the key of `ADMIN_TOKEN_PUBLIC_KEY`.
    ///
    /// `current_version` looks up the version that the tokens of an administrator's id must bear; `None` means
    /// that nobody by that id may come in.
    ///
    /// # Errors
    /// When the variable is missing or is not the base64 of 32 bytes.
    pub fn new(
        env: &Env,
        clock: Clock,
        current_version: impl Fn(String) -> BoxFuture<'static, ApiResult<Option<u64>>> + Send + Sync + 'static,
    ) -> Result<Self, ConfigError> {
        let verifier = TokenVerifier::from_env(env)?;
        Ok(Self(Arc::new(Gate {
            verifier,
            clock,
            current_version: Box::new(current_version),
        })))
    }

    async fn admit(&self, headers: &HeaderMap) -> ApiResult<Admin> {
        let Gate {
            verifier,
            clock,
            current_version,
        } = &*self.0;
        let claims = bearer(headers)
            .and_then(|token| verifier.verify(token, clock.now()))
            .ok_or_else(ApiError::unauthorized)?;
        if current_version(claims.id.clone()).await? != Some(claims.ver) {
            return Err(ApiError::unauthorized());
        }
        Ok(Admin {
            id: claims.id,
            username: claims.username,
            role: claims.role,
            version: claims.ver,
        })
    }
}

impl<S> FromRequestParts<S> for Admin
where
    AdminGate: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        AdminGate::from_ref(state).admit(&parts.headers).await
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
