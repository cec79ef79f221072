//! What the people on call do to a running system: accounts of administrators, and the read model again.
//!
//! No route leads here. The function is invoked by name, by those whom IAM permits; `make admin` and `make rebuild` do
//! so for a deployed stack, and for the local system. A request names its action (`{"action": "disable", "username":
//! "asha"}`), and is answered with what was done, or with why not. Every action is in the audit log.

mod accounts;
mod read_model;
mod request;

use ::accounts::{AccountError, Accounts};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use request::{Misuse, Operation};
use serde::Serialize;
use serde_json::{Value, json};
use store::{AuditLog, Registrations, StoreError};
use telemetry::INVOCATION;

pub use read_model::SliceSize;

/// The actor in the audit log.
pub const BY: &str = "operations";

/// Does what the people on call ask for.
#[derive(Debug, Clone)]
pub struct Operations {
    accounts: Accounts,
    registrations: Registrations,
    audit_log: AuditLog,
    clock: Clock,
    entropy: Entropy,
    slice: SliceSize,
}

/// What was done. It may hold a password that is said this once, so it has no `Debug`.
#[derive(Serialize)]
struct Answer {
    /// For a person to read.
    message: String,
    /// The password that was made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<String>,
    /// The accounts that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    accounts: Option<Vec<accounts::ListedAccount>>,
    /// The request to send next, when there is more to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Value>,
}

impl Answer {
    fn of(message: String) -> Self {
        Self {
            message,
            password: None,
            accounts: None,
            next: None,
        }
    }
}

/// Why an action was not done.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Misuse(#[from] Misuse),
    #[error("{username}: {}", sentence(cause))]
    Account { username: String, cause: AccountError },
    #[error("There is no rebuild {0}, or another one is at work.")]
    Superseded(u32),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The cause with a full stop; some have one.
fn sentence(cause: &AccountError) -> String {
    let text = cause.to_string();
    format!("{}.", text.trim_end_matches('.'))
}

impl Failure {
    /// Whether the request is at fault, and not the system.
    fn is_refusal(&self) -> bool {
        match self {
            Self::Misuse(_) | Self::Superseded(_) => true,
            Self::Account { cause, .. } => match cause {
                AccountError::Refused(_) | AccountError::Taken | AccountError::Unknown => true,
                AccountError::Changed | AccountError::Hash(_) | AccountError::Store(_) => false,
            },
            Self::Store(_) => false,
        }
    }
}

/// The function as Lambda runs it.
pub async fn handler(env: Env) -> Result<Operations, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock and randomness of the caller's own.
pub async fn handler_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Operations, ConfigError> {
    Ok(Operations {
        accounts: Accounts::from_env(&env, clock.clone(), entropy.clone(), BY)?,
        registrations: Registrations::from_env(&env)?,
        audit_log: AuditLog::from_env(&env)?,
        clock,
        entropy,
        slice: SliceSize::default(),
    })
}

impl Operations {
    /// The same with rebuilds in slices of another size.
    #[must_use]
    pub fn with_slices(self, slice: SliceSize) -> Self {
        Self { slice, ..self }
    }

    /// Does what an event asks for. The answer has a `message` of what was done, or says in `refused` what is wrong
    /// with the request; a password that was made up is in `password`, and nowhere else. Neither is logged.
    ///
    /// # Errors
    /// When the tables do not answer. Asking again is safe.
    pub async fn handle(&self, event: Value) -> Result<Value, http_api::Error> {
        let (action, done) = match Operation::read(event) {
            Ok(request) => (request.action(), self.perform(request).await),
            Err(misuse) => ("unknown", Err(misuse.into())),
        };
        match done {
            Ok(answer) => {
                tracing::info!(name: INVOCATION, action, outcome = "done", "operated");
                Ok(serde_json::to_value(answer)?)
            }
            Err(failure) if failure.is_refusal() => {
                tracing::info!(name: INVOCATION, action, outcome = "refused", "operated");
                Ok(json!({ "refused": failure.to_string() }))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    async fn perform(&self, request: Operation) -> Result<Answer, Failure> {
        match request {
            Operation::List {} => self.list().await,
            Operation::Create {
                username,
                role,
                password,
            } => self.create(username, role, password).await,
            Operation::ChangeRole { username, role } => self.change_role(username, role).await,
            Operation::ResetPassword { username, password } => self.reset_password(username, password).await,
            Operation::Disable { username } => self.disable(username).await,
            Operation::Rebuild { resume: None } => self.begin_rebuild().await,
            Operation::Rebuild {
                resume: Some(generation),
            } => self.continue_rebuild(generation).await,
        }
    }
}
