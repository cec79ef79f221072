//! The state of a job of which there is one at a time: one item, changed only by the holder of its lease.

use crate::{
    dynamo::{Item, StoreError, key, read, s},
    transaction::{self, Write},
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use serde::{Serialize, de::DeserializeOwned};

/// The state of one job in table admin.
#[derive(Debug, Clone)]
pub(super) struct LeasedJob {
    pub(super) client: Client,
    pub(super) table: String,
    partition: &'static str,
}

impl LeasedJob {
    /// The job with this partition key, in the table that `TABLE_ADMIN` names.
    pub(super) fn from_env(env: &Env, partition: &'static str) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
            partition,
        })
    }

    fn key(&self) -> Item {
        key(self.partition, "STATE")
    }

    /// The state with its key.
    pub(super) fn item(&self, state: &impl Serialize) -> Result<Item, StoreError> {
        let mut item = crate::dynamo::write("admin", state)?;
        item.extend(self.key());
        Ok(item)
    }

    /// The state, as of this moment; the default when none was ever written.
    pub(super) async fn state<T: Default + DeserializeOwned>(&self) -> Result<T, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(self.key()))
            .consistent_read(true)
            .send()
            .await?;
        answer.item.map_or(Ok(T::default()), |item| read("admin", item))
    }

    /// Writes `new` over a state that meets `condition` on `:lease`.
    pub(super) async fn replace(
        &self,
        condition: &str,
        lease: &str,
        new: &impl Serialize,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(self.item(new)?))
            .condition_expression(condition)
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        transaction::written(sent)
    }
}
