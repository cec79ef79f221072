//! Table admin: the tills of the counter.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | entry: one payment or repayment | `TILL#<day>#<clerk>` | `ENTRY#<movement>#<reference>` |
//! | closing: what was counted | `TILL#<day>#<clerk>` | `CLOSING#<number>` |
//! | that a clerk has a till on a day | `TILLS#<day>` | `<clerk>` |
//!
//! | access pattern | call |
//! |---|---|
//! | an entry, with the payment that it is about | Puts in the transaction of PAID |
//! | a till with all that is in it | Query, consistent |
//! | who had a till on a day | Query, consistent |
//! | close a till, or correct its closing | transaction with the audit entry, on the number of the closing |
//!
//! The day is that of Asia/Kolkata, the clerk the name in lower case. Tills are here and not beside the candidates,
//! because they are kept when personal data is deleted. An entry is one item, and there is no sum: what is summed when
//! it is read can be reconciled, and a payment that meets a closing is in it or after it, never between.

use super::audit::{self, AuditEntry};
use crate::{
    dynamo::{Item, StoreError, key, query_all, read, s, text, write},
    transaction::{self, Write, transact},
};
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use config::{ConfigError, Env};
use domain::till::{Closing, Entry, day_of};
use serde::{Deserialize, Serialize};
use time::Date;

/// The tills in table admin.
#[derive(Debug, Clone)]
pub struct Tills {
    client: Client,
    table: String,
}

/// Everything in one till.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Till {
    /// Its entries, the earliest first.
    pub entries: Vec<Entry>,
    /// Its closings, the first one first.
    pub closings: Vec<Closing>,
}

/// That a clerk has a till.
#[derive(Serialize, Deserialize)]
struct Listed {
    clerk: String,
}

fn partition(day: Date, clerk: &str) -> String {
    format!("TILL#{day}#{}", clerk.to_lowercase())
}

fn item(value: &impl Serialize, key: Item) -> Result<Item, StoreError> {
    let mut item = write("admin", value)?;
    item.extend(key);
    Ok(item)
}

/// Lists a clerk among those who have a till on a day; to do so again changes nothing.
fn listed(admin: &str, day: Date, clerk: &str) -> Result<TransactWriteItem, StoreError> {
    let key = key(format!("TILLS#{day}"), clerk.to_lowercase());
    let clerk = clerk.to_owned();
    transaction::put(admin, item(&Listed { clerk }, key)?)
}

/// Writes an entry into the table `admin`, in the transaction of the payment or refund that it is about: what came in
/// as a positive amount, what went out as a negative one.
pub(crate) fn put(entry: &Entry, admin: &str) -> Result<Vec<TransactWriteItem>, StoreError> {
    let day = day_of(entry.at);
    let sk = format!("ENTRY#{}#{}", entry.movement.as_str(), entry.reference);
    Ok(vec![
        transaction::put_new(admin, item(entry, key(partition(day, &entry.clerk), sk))?)?,
        listed(admin, day, &entry.clerk)?,
    ])
}

impl Tills {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
        })
    }

    /// The till of a clerk on a day, empty when there is none.
    ///
    /// # Errors
    /// When the table cannot be read, or an item in it.
    pub async fn till(&self, day: Date, clerk: &str) -> Result<Till, StoreError> {
        let mut till = Till::default();
        for item in self.partition(partition(day, clerk)).await? {
            if text(&item, "sk").starts_with("CLOSING#") {
                till.closings.push(read("admin", item)?);
            } else {
                till.entries.push(read("admin", item)?);
            }
        }
        till.entries.sort_by_key(|entry| entry.at);
        till.closings.sort_by_key(|closing| closing.number);
        Ok(till)
    }

    /// The clerks who had a till on a day, by name.
    pub async fn clerks(&self, day: Date) -> Result<Vec<String>, StoreError> {
        let items = self.partition(format!("TILLS#{day}")).await?;
        let listed = items
            .into_iter()
            .map(|item| Ok(read::<Listed>("admin", item)?.clerk));
        listed.collect()
    }

    /// Keeps a closing with its audit entry; `first` says that nothing is in the till yet. Stale when the till has a
    /// closing of that number, and when a payment into it is written at this moment.
    pub async fn close(
        &self,
        day: Date,
        closing: &Closing,
        first: bool,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let sk = format!("CLOSING#{:04}", closing.number);
        let item = item(closing, key(partition(day, &closing.clerk), sk))?;
        let mut actions = vec![
            transaction::put_new(&self.table, item)?,
            audit::put(entry, &self.table)?,
        ];
        if first {
            actions.push(listed(&self.table, day, &closing.clerk)?);
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    async fn partition(&self, pk: String) -> Result<Vec<Item>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        query_all(
            query
                .key_condition_expression("pk = :till")
                .expression_attribute_values(":till", s(pk))
                .consistent_read(true),
        )
        .await
    }
}
