//! Authorisation as a parameter type: a handler that takes a [`RequireAdmin`] is for administrators alone.

use crate::token::TokenVerifier;
use crate::{ApiError, ApiResult};
use axum::extract::{FromRef, FromRequestParts};
use config::{ConfigError, Env};
use domain::{Clock, Permission, Role};
use futures::future::BoxFuture;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;
use std::sync::Arc;

/// The person who is asking, as one of the extractors below has let them in.
///
/// Everything but a token of ours that has not run out and bears the current version is a 401. A token of a role that
/// lacks the permission is a 403, which ends no session. If the version cannot be read the answer is that failure, not
/// a 401, which would sign the person out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staff {
    /// The key of the person's record.
    pub id: String,
    /// The name, as typed when the account was created.
    pub username: String,
    /// What the person may do. Changing it raises the version, so a token never bears another role than the account.
    pub role: Role,
    /// The version of the person's tokens; raising it ends every session.
    pub version: u64,
}

/// What it takes to recognise a person; part of the state of every router that asks for a permission.
#[derive(Clone)]
pub struct StaffGate(Arc<Gate>);

type CurrentVersion = dyn Fn(String) -> BoxFuture<'static, ApiResult<Option<u64>>> + Send + Sync;

struct Gate {
    verifier: TokenVerifier,
    clock: Clock,
    current_version: Box<CurrentVersion>,
}

impl StaffGate {
    /// A gate with the key of `ADMIN_TOKEN_PUBLIC_KEY`.
    ///
    /// `current_version` looks up the version that the tokens of a person's id must bear; `None` means that nobody by
    /// that id may come in.
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

    async fn admit(&self, headers: &HeaderMap, permission: Permission) -> ApiResult<Staff> {
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
        if !claims.role.may(permission) {
            return Err(ApiError::forbidden());
        }
        Ok(Staff {
            id: claims.id,
            username: claims.username,
            role: claims.role,
            version: claims.ver,
        })
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// What a parameter of a handler asks of the person who calls. The OpenAPI document takes `security` and `x-roles` from
/// it, so they cannot differ from what the handler asks.
#[diagnostic::on_unimplemented(
    message = "the OpenAPI document does not know what the parameter `{Self}` asks of the caller",
    note = "implement `Asks` for it in shared/http-api/src/staff.rs; `nothing!` is for what is no permission"
)]
pub trait Asks {
    /// `None` when anybody may call.
    const PERMISSION: Option<Permission>;
}

macro_rules! permission {
    ($(#[$doc:meta])* $name:ident, $permission:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub Staff);

        impl<S> FromRequestParts<S> for $name
        where
            StaffGate: FromRef<S>,
            S: Send + Sync,
        {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
                let gate = StaffGate::from_ref(state);
                gate.admit(&parts.headers, Permission::$permission).await.map(Self)
            }
        }

        impl Asks for $name {
            const PERMISSION: Option<Permission> = Some(Permission::$permission);
        }
    };
}

permission! {
    /// Anybody who is signed in, in a role that is known.
    RequireSignedIn, SignedIn
}
permission! {
    /// An administrator.
    RequireAdmin, Administer
}
permission! {
    /// A member of staff who may register people and take payments.
    RequireCounter, Counter
}
permission! {
    /// A member of staff who may look candidates up.
    RequireLookup, Lookup
}
permission! {
    /// A member of staff who may see a till.
    RequireTill, Till
}
permission! {
    /// A member of staff who may read totals, flags and the audit log.
    RequireReports, Reports
}
permission! {
    /// A member of staff who may check people in.
    RequireCheckIn, CheckIn
}

macro_rules! nothing {
    (<T>: $($name:ty),*) => { $(impl<T> Asks for $name { const PERMISSION: Option<Permission> = None; })* };
    ($($name:ty),*) => { $(impl Asks for $name { const PERMISSION: Option<Permission> = None; })* };
}

nothing!(
    crate::ClientAddress,
    crate::IdempotencyKey,
    crate::RawBody,
    HeaderMap
);
// A handler that takes the refusal in a result, too, answers those who are refused.
nothing!(<T>: axum::extract::State<T>, crate::Json<T>, crate::Path<T>, crate::Query<T>, ApiResult<T>);

/// A handler without parameters.
impl Asks for ((),) {
    const PERMISSION: Option<Permission> = None;
}

/// The parameters of a handler, behind axum's mark of how the last one is read.
macro_rules! parameters {
    ($($parameter:ident),+) => {
        impl<Mark, $($parameter: Asks),+> Asks for (Mark, $($parameter,)+) {
            const PERMISSION: Option<Permission> = {
                let asked = [$($parameter::PERMISSION),+];
                let mut permission = None;
                let mut at = 0;
                while at < asked.len() {
                    if asked[at].is_some() {
                        assert!(permission.is_none(), "a handler asks for one permission: the OpenAPI document names no more");
                        permission = asked[at];
                    }
                    at += 1;
                }
                permission
            };
        }
    };
}

parameters!(A);
parameters!(A, B);
parameters!(A, B, C);
parameters!(A, B, C, D);
parameters!(A, B, C, D, E);
parameters!(A, B, C, D, E, F);
