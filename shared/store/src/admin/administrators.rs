//! Table admin: the administrators.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | administrator | `ADMIN#<name in lower case>` | `ADMIN` |
//!
//! | access pattern | call |
//! |---|---|
//! | the administrator who signs in | GetItem, strongly consistent |
//! | create one | transaction with the audit entry |
//! | a new password, another role, or the end of the account | transaction with the audit entry and the token version |
//! | all of them, for the function `operations` alone | Scan |

use super::audit::{self, AuditEntry};
use crate::{
    access::Access,
    dynamo::{Item, StoreError, key, read, s},
    transaction::{self, Transaction, Write, incomplete},
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update, builders::UpdateBuilder},
};
use config::{ConfigError, Env};
use domain::Role;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The administrators in table admin.
#[derive(Debug, Clone)]
pub struct Administrators {
    client: Client,
    table: String,
}

/// One who may sign in to the portal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Administrator {
    /// Names the administrator for ever; the key of the token version.
    pub id: String,
    /// The name as typed when the administrator was created. Signing in ignores case.
    pub username: String,
    /// The password's hash as a PHC string.
    pub password_hash: String,
    /// What the person may do.
    pub role: Role,
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

    /// Writes a new administrator with the audit entry of it; `Stale` when there is one of that name.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn create(
        &self,
        administrator: &Administrator,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let mut item = crate::dynamo::write("admin", administrator)?;
        item.extend(administrator_key(&administrator.username));
        let actions = vec![
            transaction::put_new(&self.table, item)?,
            audit::put(entry, &self.table)?,
        ];
        self.transact(actions).await
    }

    /// Gives an administrator as read the password and the state of `changed` and ends all their sessions, with the
    /// audit entry of it; `Stale` when there is no such administrator any more.
    ///
    /// # Errors
    /// When the tables cannot be written.
    pub async fn change(
        &self,
        changed: &Administrator,
        access: &Access,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let update = self
            .update(changed)
            .update_expression("SET password_hash = :hash, disabled = :disabled")
            .expression_attribute_values(":hash", s(&changed.password_hash))
            .expression_attribute_values(":disabled", AttributeValue::Bool(changed.disabled));
        self.change_with(update, changed, access, entry).await
    }

    /// Gives an administrator as read the role of `changed` and ends all their sessions, so that no token bears the
    /// former one, with the audit entry of it; `Stale` when there is no such administrator any more.
    ///
    /// # Errors
    /// When the tables cannot be written.
    pub async fn change_role(
        &self,
        changed: &Administrator,
        access: &Access,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let update = self
            .update(changed)
            .update_expression("SET #role = :role")
            .expression_attribute_names("#role", "role")
            .expression_attribute_values(":role", s(changed.role.word()));
        self.change_with(update, changed, access, entry).await
    }

    fn update(&self, changed: &Administrator) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .set_key(Some(administrator_key(&changed.username)))
            .condition_expression("id = :id")
            .expression_attribute_values(":id", s(&changed.id))
    }

    async fn change_with(
        &self,
        update: UpdateBuilder,
        changed: &Administrator,
        access: &Access,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let update = update.build().map_err(incomplete)?;
        let raise = access.raise(&changed.id).build().map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().update(update).build(),
            TransactWriteItem::builder().update(raise).build(),
            audit::put(entry, &self.table)?,
        ];
        self.transact(actions).await
    }

    /// Every administrator, by name. Reads the whole table, the audit log with it: not for a request.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn all(&self) -> Result<Vec<Administrator>, StoreError> {
        let mut found: Vec<Administrator> = Vec::new();
        let mut from = None;
        loop {
            let page = self
                .client
                .scan()
                .table_name(&self.table)
                .filter_expression("sk = :administrator")
                .expression_attribute_values(":administrator", s("ADMIN"))
                .consistent_read(true)
                .set_exclusive_start_key(from)
                .send()
                .await?;
            for item in page.items.unwrap_or_default() {
                found.push(read("admin", item)?);
            }
            from = page.last_evaluated_key;
            if from.is_none() {
                break;
            }
        }
        found.sort_by_key(|administrator| administrator.username.to_lowercase());
        Ok(found)
    }

    async fn transact(&self, actions: Vec<TransactWriteItem>) -> Result<Write, StoreError> {
        match transaction::transact(&self.client, actions).await? {
            Transaction::Done => Ok(Write::Done),
            Transaction::Refused(_) => Ok(Write::Stale),
            Transaction::Conflict => Err(StoreError::Contended("an administrator")),
        }
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
