//! The accounts themselves. They are made from outside, by `make admin` and by the local system's seed.

use crate::password;
use config::{ConfigError, Env};
use domain::Entropy;
use store::{Access, Administrator, Administrators, StoreError};

const SHORTEST_PASSWORD: usize = 8;

/// Why an account could not be made.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// A setting is missing or wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The name is blank or too long, or the password too short or too long.
    #[error("{0}")]
    Refused(&'static str),
    /// The password could not be hashed.
    #[error("{0}")]
    Hash(String),
    /// The tables could not be written. Calling again is safe.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes the administrator of a name, or gives an existing one a new password and ends all their sessions.
///
/// Works on the tables that `TABLE_ADMIN` and `TABLE_ACCESS` name.
///
/// # Errors
/// As [`AccountError`] says; after a failure of the second table the password is new but the sessions live.
pub async fn create_or_reset(
    env: &Env,
    entropy: &Entropy,
    username: &str,
    password: &str,
) -> Result<Administrator, AccountError> {
    let username = username.trim();
    if username.is_empty() || username.len() > crate::login::LONGEST {
        return Err(AccountError::Refused(
            "the name of an administrator is blank or too long",
        ));
    }
    if password.chars().count() < SHORTEST_PASSWORD || password.len() > crate::login::LONGEST {
        return Err(AccountError::Refused(
            "the password of an administrator needs 8 characters or more",
        ));
    }
    let administrators = Administrators::from_env(env)?;
    let access = Access::from_env(env)?;
    let hash = password::hash(password, entropy).map_err(|error| AccountError::Hash(error.to_string()))?;
    let id = entropy.symbols(20);
    let administrator = administrators
        .create_or_reset(&id, username, &hash, "admin")
        .await?;
    access.raise_token_version(&administrator.id).await?;
    Ok(administrator)
}
