//! The log, the newest entries first.

use super::{
    entry::{AuditEntry, item},
    place::{Month, Place},
};
use crate::dynamo::{StoreError, read, s};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use futures::future::try_join_all;
use time::OffsetDateTime;

/// Some entries, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// Where the next page goes on; None at the end of the log.
    pub next: Option<Place>,
}

/// The audit log in table admin.
#[derive(Debug, Clone)]
pub struct AuditLog {
    client: Client,
    table: String,
}

impl AuditLog {
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

    /// The name of the table, for a change that writes its entry in its own transaction.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Keeps an entry of something that changes no table's content, such as signing in.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn keep(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(item(entry)?)).send().await?;
        Ok(())
    }

    /// At most `limit` entries before a place, the newest first; from `now` on when there is no place.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn page(
        &self,
        before: Option<&Place>,
        limit: u16,
        now: OffsetDateTime,
    ) -> Result<AuditPage, StoreError> {
        let limit = usize::from(limit);
        // Nothing is to come: a place far ahead would be gone back from year by year.
        let before =
            before.filter(|place| i128::from(place.millis()) <= now.unix_timestamp_nanos() / 1_000_000);
        let month = before.map_or_else(|| Month::of(now), Place::month);
        // One more than is shown tells whether there is a next page.
        let mut entries = self.month(month, before, limit + 1).await?;
        let mut earlier = month.year_before();
        while entries.len() <= limit && !earlier.is_empty() {
            let wanted = limit + 1 - entries.len();
            let months = earlier.iter().map(|month| self.month(*month, None, wanted));
            entries.extend(try_join_all(months).await?.into_iter().flatten());
            earlier = earlier
                .last()
                .map(|month| month.year_before())
                .unwrap_or_default();
        }
        let more = entries.len() > limit;
        entries.truncate(limit);
        let next = entries
            .last()
            .filter(|_| more)
            .map(|entry| Place::of(entry.at, &entry.id));
        Ok(AuditPage { entries, next })
    }

    async fn month(
        &self,
        month: Month,
        before: Option<&Place>,
        limit: usize,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let mut found: Vec<AuditEntry> = Vec::new();
        let mut from = None;
        let mut condition = "pk = :month";
        let mut query = self
            .client
            .query()
            .table_name(&self.table)
            .expression_attribute_values(":month", s(month.partition()))
            .scan_index_forward(false);
        if let Some(place) = before {
            condition = "pk = :month AND sk < :place";
            query = query.expression_attribute_values(":place", s(place.sort_key()));
        }
        loop {
            let page = query
                .clone()
                .key_condition_expression(condition)
                .limit(i32::try_from(limit - found.len()).unwrap_or(i32::MAX))
                .set_exclusive_start_key(from)
                .send()
                .await?;
            for item in page.items.unwrap_or_default() {
                found.push(read("admin", item)?);
            }
            from = page.last_evaluated_key;
            if from.is_none() || found.len() >= limit {
                return Ok(found);
            }
        }
    }
}
