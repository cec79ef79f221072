//! The layout of release 1.0, from which the portal answers until a rebuild has made this one: eight lists of full
//! rows, totals under one partition key, and a search by e-mail alone. Nothing is written to it any more.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | row | `REG#<customer>` | `ROW` |
//! | entry of a list; `*` is any | `LIST#<status>#<mode>#<course>` | `<created, ms>#<customer>` |
//! | entry of the search by e-mail | `EMAILS#<0..8>` | `<email>#<customer>` |
//! | a total | `FIGURES` | `<generation>#<kind of total>#…` |
//! | which generation counts | `FIGURES` | `REVISION` |
//!
//! The item `REVISION` says that this layout is still the one to read; a rebuild removes it when it ends.

use super::{
    list_entries::Source,
    row::{Course, Cursor, RowFilter},
    totals::{Aggregates, DayTotals, Sums, ThingTotals, kind},
};
use crate::{
    dynamo::{Item, StoreError, key, read, s, text},
    registrations::{Registrations, TABLE},
};
use domain::{Balance, payment::Status, registration::PaymentMode};
use serde::Deserialize;

/// Where the totals are.
const PARTITION: &str = "FIGURES";

/// The kinds of items of this layout that are in their own partitions or beside a candidate.
pub(super) const KINDS: [&str; 4] = ["ROW", "LIST", "EMAILS", "FIGURE"];

/// Among how many partitions its search was spread.
const EMAIL_SHARDS: u8 = 8;

/// What the layout says of itself.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Earlier {
    /// How often anything changed while it was kept.
    pub(super) revision: u64,
    current: u32,
}

/// A total.
#[derive(Deserialize)]
struct Stored {
    sk: String,
    #[serde(default)]
    registrations: i64,
    #[serde(default)]
    paid: i64,
    #[serde(default)]
    revenue: i64,
    #[serde(default)]
    name: String,
}

/// An entry of its search.
#[derive(Deserialize)]
struct Found {
    sk: String,
    place: String,
}

impl Earlier {
    /// The sort key of a row.
    pub(super) const ROW: &'static str = "ROW";

    /// The key of the item that says that this layout is still the one to read.
    pub(super) fn key() -> Item {
        key(PARTITION, "REVISION")
    }

    /// The list of exactly this filter.
    pub(super) fn source(filter: &RowFilter) -> Source {
        let list = format!(
            "LIST#{}#{}#{}",
            filter.status.map_or("*", Status::as_str),
            filter.payment_mode.map_or("*", PaymentMode::as_str),
            filter.course.as_ref().map_or("*", Course::as_str),
        );
        Source {
            partitions: vec![list],
            conditions: Vec::new(),
        }
    }
}

impl Registrations {
    /// What the earlier layout says of itself; None once this one is complete.
    pub(super) async fn earlier(&self) -> Result<Option<Earlier>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(Earlier::key()))
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    /// The totals of the earlier layout. What has changed since counts into the revision, so that a sync does not
    /// conclude that nothing has.
    pub(super) async fn earlier_aggregates(
        &self,
        earlier: Earlier,
        since: u64,
    ) -> Result<Aggregates, StoreError> {
        let mut aggregates = Aggregates {
            revision: earlier.revision + since,
            ..Aggregates::default()
        };
        let counts = format!("{:010}#", earlier.current);
        for item in self.query_all(PARTITION, &counts).await? {
            let stored: Stored = read(TABLE, item)?;
            let count = |number: i64| u64::try_from(number).unwrap_or(0);
            let sums = Sums {
                registrations: count(stored.registrations),
                paid: count(stored.paid),
                revenue: Balance::new(stored.revenue),
            };
            let total = stored.sk.strip_prefix(&counts).and_then(|sk| sk.split_once('#'));
            let Some((of, id)) = total else { continue };
            let thing = ThingTotals {
                id: id.to_owned(),
                name: stored.name,
                sums,
            };
            match of {
                "FACET" => aggregates.kinds.extend(kind(id, sums.registrations)),
                "DAY" => aggregates.days.push(DayTotals { day: thing.id, sums }),
                "PACKAGE" => aggregates.packages.push(thing),
                "COLLEGE" => aggregates.colleges.push(thing),
                _ => {}
            }
        }
        Ok(aggregates)
    }

    /// The places of candidates whose address begins with `email`, in any order.
    pub(super) async fn earlier_search(
        &self,
        email: &str,
        filter: &RowFilter,
    ) -> Result<Vec<Cursor>, StoreError> {
        let wanted = [
            ("status", filter.status.map(Status::as_str)),
            ("mode", filter.payment_mode.map(PaymentMode::as_str)),
            ("course", filter.course.as_ref().map(Course::as_str)),
        ];
        let admits = |item: &Item| {
            wanted
                .iter()
                .all(|(name, value)| value.is_none_or(|value| text(item, name) == value))
        };
        let mut places = Vec::new();
        for shard in 0..EMAIL_SHARDS {
            let mut items = self.query_all(&format!("EMAILS#{shard}"), email).await?;
            items.retain(admits);
            for item in items {
                let found: Found = read(TABLE, item)?;
                let address = found.sk.rsplit_once('#').map_or("", |(address, _)| address);
                if address.starts_with(email) {
                    places.extend(Cursor::parse(&found.place));
                }
            }
        }
        Ok(places)
    }

    /// Every item of a partition whose sort key begins so.
    async fn query_all(&self, partition: &str, beginning: &str) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut start = None;
        loop {
            let page = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :partition AND begins_with(sk, :beginning)")
                .expression_attribute_values(":partition", s(partition))
                .expression_attribute_values(":beginning", s(beginning))
                .set_exclusive_start_key(start)
                .send()
                .await?;
            items.extend(page.items.unwrap_or_default());
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(items);
            }
        }
    }
}
