//! The table access.

use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};

/// The table access.
#[derive(Debug, Clone)]
pub struct Access {
    pub(super) client: Client,
    pub(super) table: String,
}

impl Access {
    /// The table that `TABLE_ACCESS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ACCESS")?,
        })
    }
}
