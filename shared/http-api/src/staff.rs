//! Authorisation as a parameter type: a handler that takes a [`RequireAdmin`] is for administrators alone.

use crate::token::TokenVerifier;
use crate::{ApiError, ApiResult};
use axum::extract::{FromRef, FromRequestParts};
use config::{ConfigError, Env};
use domain::{Clock, Permission, Restriction, Role, session::Times};
use futures::future::BoxFuture;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;
use std::sync::Arc;
use time::OffsetDateTime;

/// The header of a call that nobody is waiting for: it must not keep alive a session whose holder has left the screen. A caller
/// that sends it only gives up time of its own.
const BACKGROUND_HEADER: &str = "x-background";

/// The person who is asking, as one of the extractors below has let them in.
///
/// Everything but a token of ours whose session goes on is a 401. A role that lacks the permission is a 403, and so is a
/// session that is restricted; neither ends it. If the session cannot be read the answer is that failure, not a 401,
/// which would sign the person out.
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
    /// The session.
    pub session: String,
}

/// What is known of a token beyond what it says itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenState {
    /// The version that the person's tokens must bear; none for one who may not come in.
    pub version: Option<u64>,
    /// The token's session, unless it has ended.
    pub session: Option<SessionState>,
}

/// A session, as far as it decides who comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionState {
    /// The version of the person's tokens that it belongs to.
    pub version: u64,
    /// When it began and was last used.
    pub times: Times,
    /// What has to be done first.
    pub restriction: Option<Restriction>,
}

/// Where sessions are kept.
pub trait Sessions: Send + Sync {
    /// What is known of a token of the person `id`, with the session that it names.
    fn token_state(&self, id: String, session: String) -> BoxFuture<'_, ApiResult<TokenState>>;

    /// Writes down that a session, last seen at `seen`, is used at `now`. A failure is not the caller's.
    fn note(
        &self,
        id: String,
        session: String,
        seen: OffsetDateTime,
        now: OffsetDateTime,
    ) -> BoxFuture<'_, ()>;
}

/// What it takes to recognise a person; part of the state of every router that asks for a permission.
#[derive(Clone)]
pub struct StaffGate(Arc<Gate>);

struct Gate {
    verifier: TokenVerifier,
    clock: Clock,
    sessions: Box<dyn Sessions>,
}

impl StaffGate {
    /// A gate with the key of `ADMIN_TOKEN_PUBLIC_KEY`.
    ///
    /// # Errors
    /// When the variable is missing or is not the base64 of 32 bytes.
    pub fn new(env: &Env, clock: Clock, sessions: impl Sessions + 'static) -> Result<Self, ConfigError> {
        let verifier = TokenVerifier::from_env(env)?;
        Ok(Self(Arc::new(Gate {
            verifier,
            clock,
            sessions: Box::new(sessions),
        })))
    }

    async fn admit(
        &self,
        headers: &HeaderMap,
        permission: Permission,
        despite: &[Restriction],
    ) -> ApiResult<Staff> {
        let Gate {
            verifier,
            clock,
            sessions,
        } = &*self.0;
        let now = clock.now();
        let claims = bearer(headers)
            .and_then(|token| verifier.verify(token, now))
            .ok_or_else(ApiError::unauthorized)?;
        // From here on the log says whose token is refused.
        let refused = |error: ApiError| error.of_account(claims.id.clone());
        let TokenState { version, session } = sessions
            .token_state(claims.id.clone(), claims.sid.clone())
            .await?;
        let version = version.ok_or_else(|| refused(ApiError::unauthorized()))?;
        let is_current = |session: &SessionState| {
            session.version == version && !session.times.have_run_out(claims.role, now)
        };
        let session = session
            .filter(is_current)
            .ok_or_else(|| refused(ApiError::unauthorized()))?;
        if !claims.role.may(permission) {
            return Err(refused(ApiError::forbidden()));
        }
        if let Some(restriction) = session.restriction
            && !despite.contains(&restriction)
        {
            return Err(refused(restricted(restriction)));
        }
        if session.times.are_old(now) && !headers.contains_key(BACKGROUND_HEADER) {
            sessions
                .note(
                    claims.id.clone(),
                    claims.sid.clone(),
                    session.times.last_seen,
                    now,
                )
                .await;
        }
        Ok(Staff {
            id: claims.id,
            username: claims.username,
            role: claims.role,
            version,
            session: claims.sid,
        })
    }
}

fn restricted(restriction: Restriction) -> ApiError {
    let (code, message) = match restriction {
        Restriction::PasswordChange => (
            "password_change_required",
            "Please choose a password of your own first.",
        ),
        Restriction::SecondFactor => (
            "second_factor_required",
            "Please set up your second factor first.",
        ),
        Restriction::Unrecognised => return ApiError::forbidden(),
    };
    ApiError::forbidden().code(code).message(message)
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
    ($(#[$doc:meta])* $name:ident, $permission:ident $(, despite $($restriction:ident)|+)?) => {
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
                let despite = &[$($(Restriction::$restriction),+)?];
                gate.admit(&parts.headers, Permission::$permission, despite).await.map(Self)
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
    /// Anybody who is signed in, even if there is something that they have to do first.
    RequireSession, SignedIn, despite PasswordChange | SecondFactor | Unrecognised
}
permission! {
    /// Anybody who is signed in, even if they have to replace their password first.
    RequirePasswordHolder, SignedIn, despite PasswordChange
}
permission! {
    /// Anybody who is signed in, even if they have to set up a second factor first.
    RequireFactorHolder, SignedIn, despite SecondFactor
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
nothing!(<T>: axum::extract::State<T>, crate::Json<T>, crate::KeyedJson<T>, crate::OptionalJson<T>, crate::Path<T>, crate::Query<T>, ApiResult<T>);

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
