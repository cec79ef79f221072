//! Table admin: the administrators.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | administrator | `ADMIN#<name in lower case>` | `ADMIN` |
//!
//! | access pattern | call |
//! |---|---|
//! | the administrator who signs in | GetItem, strongly consistent |
//! | create one, or give one a new password | UpdateItem |

use crate::dynamo::{Item, StoreError, key, read, s};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ReturnValue},
};
use config::{ConfigError, Env};
use serde::Deserialize;
use std::fmt;

/// The administrators in table admin.
#[derive(Debug, Clone)]
pub struct Administrators {
    client: Client,
    table: String,
}

/// One who may sign in to the portal.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct Administrator {
    /// Names the administrator for ever; the key of the token version.
    pub id: String,
    /// The name as typed when the administrator was created. Signing in ignores case.
    pub username: String,
    /// The password's hash as a PHC string.
    pub password_hash: String,
    /// The role. There is one today: `admin`.
    pub role: String,
    /// Kept for the audit log, but not let in.
    pub disabled: bool,
}

impl Administrators {
    /// The table that `TABLE_ADMIN` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
        })
    }

    /// The administrator of a name, whatever its case.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn find(&self, username: &str) -> Result<Option<Administrator>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(administrator_key(username)))
            .consistent_read(true)
            .send()
            .await?;
        answer.item.map(|item| read("admin", item)).transpose()
    }

    /// Creates the administrator of a name under `id`; one who is there already keeps the id and gets the new
    /// password and role, and may sign in again if disabled.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn create_or_reset(
        &self,
        id: &str,
        username: &str,
        password_hash: &str,
        role: &str,
    ) -> Result<Administrator, StoreError> {
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(administrator_key(username)))
            .update_expression(
                "SET id = if_not_exists(id, :id), username = :username, password_hash = :hash, \
                 #role = :role, disabled = :disabled",
            )
            .expression_attribute_names("#role", "role")
            .expression_attribute_values(":id", s(id))
            .expression_attribute_values(":username", s(username))
            .expression_attribute_values(":hash", s(password_hash))
            .expression_attribute_values(":role", s(role))
            .expression_attribute_values(":disabled", AttributeValue::Bool(false))
            .return_values(ReturnValue::AllNew)
            .send()
            .await?;
        read("admin", answer.attributes.unwrap_or_default())
    }
}

fn administrator_key(username: &str) -> Item {
    key(format!("ADMIN#{}", username.to_lowercase()), "ADMIN")
}

/// The hash stays out of logs as the password does.
impl fmt::Debug for Administrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Administrator")
            .field("id", &self.id)
            .field("role", &self.role)
            .field("disabled", &self.disabled)
            .finish_non_exhaustive()
    }
}
