//! Table admin: how far the reconciliation with the provider has come. There is one at a time.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | state | `RECON` | `STATE` |
//!
//! | access pattern | call |
//! |---|---|
//! | how far it is | GetItem, strongly consistent |
//! | take it, record its progress, give it back | PutItem with a condition |
//!
//! A run holds the lease while it works, and every write names the lease that it was decided under. A run that was cut
//! off leaves its window and cursor behind, and the next one goes on there.

use crate::{
    dynamo::{StoreError, key, read, s, write},
    transaction::{self, Write},
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

const PARTITION: &str = "RECON";
const STATE: &str = "STATE";

/// The reconciliation's state in table admin.
#[derive(Debug, Clone)]
pub struct Reconciliations {
    client: Client,
    table: String,
}

/// How far the reconciliation has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReconState {
    /// Who is at it, or was last.
    pub lease: String,
    /// Until when, in seconds since 1970; 0 when it was given back.
    pub lease_until: i64,
    /// The range that is being gone through. None between two.
    pub window: Option<Window>,
    /// Until when everything has been seen.
    #[serde(with = "time::serde::rfc3339::option")]
    pub covered_until: Option<OffsetDateTime>,
}

/// A range of the provider's events, and how far it has been gone through.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// From when.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// Until when.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Where the next page begins; None for the first.
    #[serde(default)]
    pub cursor: Option<String>,
    /// Whether an event on the pages until there says what happened to which order.
    #[serde(default)]
    pub has_understood: bool,
    /// Whether one of them is in a shape that is not known.
    #[serde(default)]
    pub has_unread: bool,
}

impl Reconciliations {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
        })
    }

    /// How far it is, as of this moment; the state of none when there never was one.
    pub async fn state(&self) -> Result<ReconState, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, STATE)))
            .consistent_read(true)
            .send()
            .await?;
        answer
            .item
            .map_or(Ok(ReconState::default()), |item| read("admin", item))
    }

    /// Puts `new` in the place of a state with this lease. Stale when the lease has changed hands.
    pub async fn replace(&self, lease: &str, new: &ReconState) -> Result<Write, StoreError> {
        let mut item = write("admin", new)?;
        item.extend(key(PARTITION, STATE));
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(pk) OR lease = :lease")
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        transaction::written(sent)
    }
}
