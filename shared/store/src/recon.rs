//! Table admin: how far the reconciliation with the provider has come. There is one at a time.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | state | `RECON` | `STATE` |
//!
//! | access pattern | call |
//! |---|---|
//! | how far it is | GetItem, strongly consistent |
//! | take it, tell how far it is, give it back | PutItem with a condition |
//!
//! A run holds the lease while it works, and every write names the lease that it was decided under. A run that was cut
//! off leaves its window and cursor behind, and the next one goes on there.

use crate::dynamo::{StoreError, key, read, s, write};
use crate::transaction::Write;
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

const PK: &str = "RECON";
const SK: &str = "STATE";

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
}

#[derive(Serialize)]
struct Keyed<'a> {
    pk: &'static str,
    sk: &'static str,
    #[serde(flatten)]
    state: &'a ReconState,
}

impl Reconciliations {
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

    /// How far it is, as of this moment; the state of none when there never was one.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn state(&self) -> Result<ReconState, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(PK, SK)))
            .consistent_read(true)
            .send()
            .await?;
        match answer.item {
            Some(item) => read("admin", item),
            None => Ok(ReconState::default()),
        }
    }

    /// Puts `new` in the place of a state with this lease. Stale when the lease has changed hands.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn replace(&self, lease: &str, new: &ReconState) -> Result<Write, StoreError> {
        let keyed = Keyed {
            pk: PK,
            sk: SK,
            state: new,
        };
        let answer = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(write("admin", &keyed)?))
            .condition_expression("attribute_not_exists(pk) OR lease = :lease")
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        match answer {
            Ok(_) => Ok(Write::Done),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(|error| error.is_conditional_check_failed_exception()) =>
            {
                Ok(Write::Stale)
            }
            Err(error) => Err(error.into()),
        }
    }
}
