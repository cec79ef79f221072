//! The log, the newest entries first.

use super::{
    entry::{AuditEntry, item},
    position::{LogPosition, Month, moment_key},
    sought::SoughtEntries,
};
use crate::{
    admin::AdminTable,
    dynamo::{StoreError, count_all, read, s},
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use futures::future::try_join_all;
use std::ops::RangeInclusive;
use time::OffsetDateTime;

/// How many entries of a month one reading looks at when it looks for some of them: it then ends with a position to go on
/// from.
const MOST_SIFTED: usize = 1_000;

/// Some entries, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// Where the next page goes on; None at the end of the log.
    pub next: Option<LogPosition>,
}

/// The audit log in table admin.
#[derive(Debug, Clone)]
pub struct AuditLog {
    client: Client,
    table: AdminTable,
}

impl AuditLog {
    /// The table that `TABLE_ADMIN` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: AdminTable::from_env(env)?,
        })
    }

    /// The table, for a change that writes its entry in its own transaction.
    #[must_use]
    pub const fn table(&self) -> &AdminTable {
        &self.table
    }

    /// Keeps an entry of something that changes no table's content, such as signing in.
    pub async fn keep(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let put = self.client.put_item().table_name(self.table.name());
        put.set_item(Some(item(entry)?)).send().await?;
        Ok(())
    }

    /// At most `limit` entries before a position, the newest first; from `now` on when there is no position.
    pub async fn page(
        &self,
        before: Option<&LogPosition>,
        limit: u16,
        now: OffsetDateTime,
    ) -> Result<AuditPage, StoreError> {
        self.search(&SoughtEntries::default(), before, limit, now).await
    }

    /// The same of what is looked for. A page that ends because enough has been read has fewer entries, or none.
    pub async fn search(
        &self,
        sought: &SoughtEntries,
        before: Option<&LogPosition>,
        limit: u16,
        now: OffsetDateTime,
    ) -> Result<AuditPage, StoreError> {
        let limit = usize::from(limit);
        // Nothing is to come: a position far ahead would be gone back from year by year.
        let before =
            before.filter(|position| i128::from(position.millis()) <= now.unix_timestamp_nanos() / 1_000_000);
        let mut entries = Vec::new();
        let mut months = sought.since(vec![sought.newest(before, now)]);
        while let Some(last) = months.last().copied() {
            // One more than is shown tells whether there is a next page.
            let wanted = limit + 1 - entries.len();
            let read = months
                .iter()
                .map(|month| self.month(*month, sought, before, wanted));
            for stretch in try_join_all(read).await? {
                entries.extend(stretch.entries);
                if entries.len() > limit {
                    entries.truncate(limit);
                    let next = entries.last().map(|entry| LogPosition::of(entry.at, &entry.id));
                    return Ok(AuditPage { entries, next });
                }
                if stretch.ended_at.is_some() {
                    return Ok(AuditPage {
                        entries,
                        next: stretch.ended_at,
                    });
                }
            }
            months = sought.since(last.year_before());
        }
        Ok(AuditPage { entries, next: None })
    }

    /// How many entries there are before a position.
    pub async fn count_before(&self, position: &LogPosition) -> Result<u64, StoreError> {
        let months = position.month().and_before().into_iter();
        let counts = try_join_all(months.map(|month| self.count_in(month, position))).await?;
        Ok(counts.into_iter().sum())
    }

    async fn count_in(&self, month: Month, before: &LogPosition) -> Result<u64, StoreError> {
        let query = self
            .client
            .query()
            .table_name(self.table.name())
            .key_condition_expression("pk = :month AND sk < :position")
            .expression_attribute_values(":month", s(month.partition()))
            .expression_attribute_values(":position", s(before.sort_key()));
        count_all(query).await
    }

    async fn month(
        &self,
        month: Month,
        sought: &SoughtEntries,
        before: Option<&LogPosition>,
        limit: usize,
    ) -> Result<Stretch, StoreError> {
        let mut stretch = Stretch::default();
        let mut from = None;
        let mut read_so_far = 0;
        let (low, high) = between(sought, before).into_inner();
        let query = self
            .client
            .query()
            .table_name(self.table.name())
            .key_condition_expression("pk = :month AND sk BETWEEN :low AND :high")
            .expression_attribute_values(":month", s(month.partition()))
            .expression_attribute_values(":low", s(low))
            .expression_attribute_values(":high", s(high))
            .scan_index_forward(false);
        loop {
            let most = if sought.sifts() {
                MOST_SIFTED - read_so_far
            } else {
                // The position itself may be among them.
                limit - stretch.entries.len() + 1
            };
            let page = query
                .clone()
                .limit(i32::try_from(most).unwrap_or(i32::MAX))
                .set_exclusive_start_key(from)
                .send()
                .await?;
            let items = page.items.unwrap_or_default();
            read_so_far += items.len();
            let mut last = None;
            for item in items {
                let entry: AuditEntry = read("admin", item)?;
                let position = LogPosition::of(entry.at, &entry.id);
                if before != Some(&position) && sought.includes(&entry) {
                    stretch.entries.push(entry);
                }
                last = Some(position);
            }
            from = page.last_evaluated_key;
            if from.is_none() || stretch.entries.len() >= limit {
                return Ok(stretch);
            }
            if sought.sifts() && read_so_far >= MOST_SIFTED {
                stretch.ended_at = last;
                return Ok(stretch);
            }
        }
    }
}

/// What was found of a month.
#[derive(Default)]
struct Stretch {
    entries: Vec<AuditEntry>,
    /// Where the reading ended before the month did.
    ended_at: Option<LogPosition>,
}

/// The sort keys to read between. A moment alone sorts before every entry of it, and `:` behind all.
fn between(sought: &SoughtEntries, before: Option<&LogPosition>) -> RangeInclusive<String> {
    let low = sought.from.map_or_else(|| "0".to_owned(), moment_key);
    let ends = [sought.until.map(moment_key), before.map(LogPosition::sort_key)];
    let high = ends.into_iter().flatten().min().unwrap_or_else(|| ":".to_owned());
    // Keys in the wrong order are an error to DynamoDB; nothing is between them either way.
    if low <= high {
        low..=high
    } else {
        high.clone()..=high
    }
}
