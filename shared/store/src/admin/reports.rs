//! Table admin: the daily report, and who reads it.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | the latest report | `REPORTS` | `LATEST` |
//! | an account that reads it, with its address | `REPORTS` | `TO#<account>` |
//!
//! | access pattern | call |
//! |---|---|
//! | the latest report | GetItem, strongly consistent |
//! | begin the next one | PutItem, if it is of a later day |
//! | its mails are in the queue | UpdateItem, if it is still the latest |
//! | who reads it | Query of `TO#`; GetItem for one, strongly consistent |
//! | begin or end to read it | in the transaction of the account |
//!
//! Its figures are written down before the first of its mails, so that a report says the same to everybody, however often
//! its making is interrupted, and the next one goes on where it ended.

use super::administrators::Administrator;
use crate::{
    dynamo::{Item, StoreError, key, query_all, read, s, text, write},
    read_model::ModeTotals,
    transaction::{self, Write, incomplete, refused_is_stale},
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Delete, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::Email;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

const PARTITION: &str = "REPORTS";
const LATEST: &str = "LATEST";
const READER: &str = "TO#";

/// The daily reports in table admin.
#[derive(Debug, Clone)]
pub struct Reports {
    client: Client,
    table: String,
}

/// What a report says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyReport {
    /// The day that it is of: `YYYY-MM-DD`, in India.
    pub day: String,
    /// How it is at this moment.
    pub totals: ReportTotals,
    /// How it was at the report before; none at the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<ReportTotals>,
    /// How many have registered since then.
    pub registered: u64,
    /// How many payments need attention, by the kind of their flag.
    pub attention: BTreeMap<String, u64>,
    /// Whether everybody's mail is in the queue.
    pub is_queued: bool,
}

/// The totals of a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportTotals {
    /// Of this one.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// All registrations.
    pub candidates: u64,
    /// Those of the day of the moment.
    pub of_day: u64,
    /// What was paid and went back, by mode.
    pub modes: Vec<ModeTotals>,
}

impl Reports {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ADMIN")?,
        })
    }

    /// The latest report.
    pub async fn latest(&self) -> Result<Option<DailyReport>, StoreError> {
        let item = self.item(LATEST).await?;
        item.map(|item| read("admin", item)).transpose()
    }

    /// Makes a report the latest. Stale when there is one of its day, or a later one.
    pub async fn begin(&self, report: &DailyReport) -> Result<Write, StoreError> {
        let mut item = write("admin", report)?;
        item.extend(key(PARTITION, LATEST));
        let sent = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(pk) OR #day < :day")
            .expression_attribute_names("#day", "day")
            .expression_attribute_values(":day", s(&report.day))
            .send()
            .await;
        transaction::written(sent)
    }

    /// Notes that all mails of the report of a day are in the queue. Stale when it is the latest no more.
    pub async fn queued(&self, day: &str) -> Result<Write, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, LATEST)))
            .update_expression("SET is_queued = :yes")
            .condition_expression("#day = :day")
            .expression_attribute_names("#day", "day")
            .expression_attribute_values(":day", s(day))
            .expression_attribute_values(":yes", AttributeValue::Bool(true))
            .send()
            .await;
        refused_is_stale(sent)
    }

    /// The accounts that read it.
    pub async fn readers(&self) -> Result<Vec<String>, StoreError> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .key_condition_expression("pk = :reports AND begins_with(sk, :to)")
            .expression_attribute_values(":reports", s(PARTITION))
            .expression_attribute_values(":to", s(READER));
        let items = query_all(query).await?;
        let account = |item: &Item| text(item, "sk").strip_prefix(READER).map(str::to_owned);
        Ok(items.iter().filter_map(account).collect())
    }

    /// Where an account reads it; None where it does not any more.
    pub async fn reader(&self, account: &str) -> Result<Option<Email>, StoreError> {
        let item = self.item(&format!("{READER}{account}")).await?;
        Ok(item.and_then(|item| Email::parse(text(&item, "email")).ok()))
    }

    async fn item(&self, sk: &str) -> Result<Option<Item>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get.set_key(Some(key(PARTITION, sk))).consistent_read(true);
        Ok(found.send().await?.item)
    }
}

/// That an account reads the report as it is now, or does not.
pub(super) fn reading(table: &str, account: &Administrator) -> Result<TransactWriteItem, StoreError> {
    let mut item = key(PARTITION, format!("{READER}{}", account.id));
    if let Some(email) = account.reads_report() {
        item.insert("email".to_owned(), s(email.as_str()));
        return transaction::put(table, item);
    }
    let delete = Delete::builder().table_name(table).set_key(Some(item)).build();
    let delete = delete.map_err(incomplete)?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}
