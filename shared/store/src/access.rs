//! Table access: throttling counters and token versions. No personal data.

use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};

/// The table access.
#[derive(Debug, Clone)]
pub struct Access {
    client: Client,
    table: String,
}

/// Whether a caller may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throttle {
    /// Within the limit.
    Allowed,
    /// Over it, until then.
    Exceeded {
        /// How long to wait.
        retry_after: std::time::Duration,
    },
}

impl Access {
    /// The table that `TABLE_ACCESS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ACCESS")?,
        })
    }
}
