//! Table admin: the audit log. Who changed what, from what to what.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | entry | `AUDIT#<yyyy-mm>` | `<moment>#<random>` |
//!
//! | access pattern | call |
//! |---|---|
//! | an entry of a change | Put in the change's transaction |
//! | an entry of what changes nothing | PutItem |
//! | the log, the newest first | Query of a month, then of twelve earlier ones side by side |
//!
//! An entry is written in the transaction of its change, so that neither is there without the other.

use crate::{
    dynamo::{Item, StoreError, read, s, write},
    transaction,
};
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use config::{ConfigError, Env};
use domain::Entropy;
use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use time::OffsetDateTime;

/// One change by an administrator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// A random part, so that two changes of one moment are two entries.
    pub id: String,
    /// The administrator's name.
    pub username: String,
    /// What was done: `payment.mark_paid`.
    pub action: String,
    /// To what: an order's or another thing's id.
    pub subject: String,
    /// What it was.
    pub before: Value,
    /// What it is now.
    pub after: Value,
}

#[derive(Serialize)]
struct Keyed<'a> {
    pk: String,
    sk: String,
    #[serde(flatten)]
    entry: &'a AuditEntry,
}

impl AuditEntry {
    /// What an administrator did at a moment, of which `entropy` makes one entry among others.
    #[must_use]
    pub fn new(
        at: OffsetDateTime,
        entropy: &Entropy,
        username: &str,
        action: &str,
        subject: &str,
        before: Value,
        after: Value,
    ) -> Self {
        Self {
            at,
            id: entropy.symbols(8),
            username: username.to_owned(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            before,
            after,
        }
    }
}

/// Writes an entry into the table `admin`, in the transaction of its change.
pub(crate) fn put(entry: &AuditEntry, admin: &str) -> Result<TransactWriteItem, StoreError> {
    transaction::put(admin, item(entry)?)
}

fn item(entry: &AuditEntry) -> Result<Item, StoreError> {
    let place = Place::of(entry);
    let keyed = Keyed {
        pk: place.month().partition(),
        sk: format!("{:014}#{}", place.at, place.id),
        entry,
    };
    write("admin", &keyed)
}

/// Where an entry stands in the log: what was read up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Milliseconds since 1970.
    at: i64,
    id: String,
}

impl Place {
    fn of(entry: &AuditEntry) -> Self {
        Self {
            at: i64::try_from(entry.at.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX),
            id: entry.id.clone(),
        }
    }

    /// Reads what [`Place`]'s `Display` wrote; None when it is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('-')?;
        let at = at
            .parse()
            .ok()
            .filter(|at| (0..100_000_000_000_000).contains(at))?;
        OffsetDateTime::from_unix_timestamp(at / 1_000).ok()?;
        let plain = !id.is_empty() && id.len() <= 16 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        plain.then(|| Self {
            at,
            id: id.to_owned(),
        })
    }

    fn month(&self) -> Month {
        Month::of(OffsetDateTime::from_unix_timestamp(self.at / 1_000).unwrap_or(OffsetDateTime::UNIX_EPOCH))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at, self.id)
    }
}

/// Months since the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Month(i32);

impl Month {
    /// The product's first: there are no entries before it, so that reading backwards comes to an end.
    const FIRST: Self = Self(2025 * 12);

    fn of(moment: OffsetDateTime) -> Self {
        Self(moment.year() * 12 + i32::from(u8::from(moment.month())) - 1)
    }

    fn partition(self) -> String {
        format!("AUDIT#{}-{:02}", self.0.div_euclid(12), self.0.rem_euclid(12) + 1)
    }

    /// The months before this one, the latest first, up to a year of them.
    fn year_before(self) -> Vec<Self> {
        let earlier = (1..=12).map(|back| Self(self.0 - back));
        earlier.filter(|month| *month >= Self::FIRST).collect()
    }
}

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
        let before = before.filter(|place| i128::from(place.at) <= now.unix_timestamp_nanos() / 1_000_000);
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
        let next = entries.last().filter(|_| more).map(Place::of);
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
            query = query.expression_attribute_values(":place", s(format!("{:014}#{}", place.at, place.id)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn months_are_named_and_counted_over_the_turn_of_a_year() {
        let month = Month::of(datetime!(2026-02-01 00:00 UTC));
        assert_eq!(month.partition(), "AUDIT#2026-02");
        let earlier: Vec<String> = month.year_before().into_iter().map(Month::partition).collect();
        assert_eq!(earlier.len(), 12);
        assert_eq!(earlier[..3], ["AUDIT#2026-01", "AUDIT#2025-12", "AUDIT#2025-11"]);
        assert_eq!(
            Month::of(datetime!(2025-03-31 23:59 UTC)).year_before(),
            [Month(2025 * 12 + 1), Month::FIRST]
        );
        assert!(Month::FIRST.year_before().is_empty());
    }

    #[test]
    fn a_place_is_read_as_it_was_written_and_nothing_else_is() {
        let place = Place::parse("1747715400000-0123ABCD").unwrap();
        assert_eq!(place.to_string(), "1747715400000-0123ABCD");
        for text in [
            "",
            "-",
            "1-",
            "x-A",
            "1747715400000",
            "-5-A",
            "1-a#b",
            "999999999999999-A",
            "1-0123456789ABCDEFG",
        ] {
            assert_eq!(Place::parse(text), None, "{text}");
        }
    }
}
