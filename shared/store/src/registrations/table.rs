//! The table and what its writes are made of.

use crate::{
    dynamo::{Item, StoreError, batch_get},
    transaction::{self, Transaction, incomplete},
};
use aws_sdk_dynamodb::{
    Client,
    types::{TransactWriteItem, builders::KeysAndAttributesBuilder},
};
use config::{ConfigError, Env};
use domain::CustomerId;
use serde::Serialize;
use std::fmt::Display;

pub(crate) const TABLE: &str = "registrations";

const CANDIDATES: &str = "REG#";

/// The partition of a candidate: everything about one is in it.
pub(crate) fn partition_of(customer: impl Display) -> String {
    format!("{CANDIDATES}{customer}")
}

/// Whose partition it is; None when it is not a candidate's.
pub(crate) fn customer_in(partition: &str) -> Option<CustomerId> {
    CustomerId::parse(partition.strip_prefix(CANDIDATES)?).ok()
}

/// The table registrations.
#[derive(Debug, Clone)]
pub struct Registrations {
    pub(crate) client: Client,
    pub(crate) table: String,
}

/// An item with its key and, where it is due for something, its place in the index.
#[derive(Serialize)]
pub(crate) struct Keyed<'a, T> {
    pub pk: String,
    pub sk: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_shard: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_at: Option<i64>,
    #[serde(flatten)]
    pub value: &'a T,
}

impl Registrations {
    /// The table that `TABLE_REGISTRATIONS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self::new(
            Client::new(&env.aws_for("DYNAMODB")?),
            env.required("TABLE_REGISTRATIONS")?,
        ))
    }

    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    /// Does all of `actions`, or nothing.
    pub(crate) async fn transact(&self, actions: Vec<TransactWriteItem>) -> Result<Transaction, StoreError> {
        transaction::transact(&self.client, actions).await
    }

    /// Writes an item in a transaction, whatever is there.
    pub(crate) fn put(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        transaction::put(&self.table, item)
    }

    /// Writes an item in a transaction whose key must be free.
    pub(super) fn put_new(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        transaction::put_new(&self.table, item)
    }

    /// The items that one BatchGetItem finds.
    pub(crate) async fn batch(&self, wanted: KeysAndAttributesBuilder) -> Result<Vec<Item>, StoreError> {
        let wanted = wanted.build().map_err(incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        Ok(found.remove(&self.table).unwrap_or_default())
    }
}
