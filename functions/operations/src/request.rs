//! What an event asks for.

use config::Secret;
use domain::Role;
use serde::Deserialize;
use serde_json::Value;

/// One action. Members that an action does not have are refused, so that a misspelt one is not overlooked.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Operation {
    /// Names all accounts.
    List {},
    /// Makes an account.
    Create {
        username: String,
        /// What it may do: `admin` unless it is named.
        role: Option<String>,
        /// Without one, the function makes it up.
        password: Option<Secret>,
    },
    /// Gives an account another role.
    ChangeRole { username: String, role: String },
    /// Gives an account another password, and lets it in again if it is disabled.
    ResetPassword {
        username: String,
        /// Without one, the function makes it up.
        password: Option<Secret>,
    },
    /// Lets nobody in by an account any more.
    Disable { username: String },
    /// Rebuilds the read model.
    Rebuild {
        /// The number of the rebuild to go on with; without it one begins.
        resume: Option<u32>,
    },
}

/// The event asks for nothing that there is.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Misuse {
    /// Names the member or action.
    #[error("The request cannot be read: {0}.")]
    Unreadable(serde_json::Error),
    #[error("`{0}` is no role: it may be {roles}.", roles = every_role())]
    Role(String),
}

impl Operation {
    pub(crate) fn read(event: Value) -> Result<Self, Misuse> {
        serde_json::from_value(event).map_err(Misuse::Unreadable)
    }

    /// The action's name, for the log.
    pub(crate) fn action(&self) -> &'static str {
        match self {
            Self::List {} => "list",
            Self::Create { .. } => "create",
            Self::ChangeRole { .. } => "change_role",
            Self::ResetPassword { .. } => "reset_password",
            Self::Disable { .. } => "disable",
            Self::Rebuild { .. } => "rebuild",
        }
    }
}

/// `admin, counter, door or accountant`.
fn every_role() -> String {
    let [others @ .., last] = Role::ALL.map(Role::word);
    format!("{} or {last}", others.join(", "))
}

/// The role of this name.
pub(crate) fn role(word: String) -> Result<Role, Misuse> {
    Role::parse(&word).ok_or(Misuse::Role(word))
}
