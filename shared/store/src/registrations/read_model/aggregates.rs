//! Aggregates: how many candidates there are of each kind, and what was paid, by day, package and college.
//!
//! They are counted in sixteen shards, so that no partition key is written by every registration, and summed when they
//! are read. Each transaction draws a shard; a candidate may be counted in by one and out by another, so a counter of
//! a shard alone says nothing and may be below zero.

use super::{
    Registrations, TABLE,
    delta::{
        GROUPS,
        counters::{COLLEGE, DAY, KIND, NAME, PACKAGE, PAID, REGISTRATIONS, REVENUE},
        sort_key,
    },
    earlier::Earlier,
    row::{Course, RowFilter},
};
use crate::dynamo::{Item, StoreError, batch_get, key, read};
use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes};
use domain::{Paise, Stored, payment::Status, registration::PaymentMode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Among how many partitions the aggregates are spread.
pub(super) const SHARDS: u8 = 16;

/// The sort key of a shard's head.
pub(super) const HEAD: &str = "HEAD";

/// How often the shards are read again when another generation has taken over meanwhile.
const TRIES: u8 = 4;

/// How many candidates there are of each kind, and what was paid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aggregates {
    /// Candidates by status, mode and course; each candidate is in one of them.
    pub kinds: Vec<Kind>,
    /// By the day in India, the oldest first. A payment counts on the day on which it was made.
    pub days: Vec<DayTotals>,
    /// By package.
    pub packages: Vec<ThingTotals>,
    /// By college; registrations for all colleges are in none.
    pub colleges: Vec<ThingTotals>,
    /// Grows with every change of a row: equal means that nothing has changed.
    pub revision: u64,
}

/// The candidates of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// With this status.
    pub status: Status,
    /// In this mode.
    pub payment_mode: Stored<PaymentMode>,
    /// For this.
    pub course: Course,
    /// So many.
    pub count: u64,
}

/// The totals of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayTotals {
    /// `YYYY-MM-DD`, in India.
    pub day: String,
    /// What happened on it.
    pub sums: Sums,
}

/// The totals of a package or a college.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThingTotals {
    /// Its identifier.
    pub id: String,
    /// Its name, as of the newest registration for it.
    pub name: String,
    /// What it brought.
    pub sums: Sums,
}

/// What is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Candidates.
    pub registrations: u64,
    /// Candidates who have paid, each once.
    pub paid: u64,
    /// All that was paid, second payments of a candidate included.
    pub revenue: Paise,
}

impl Aggregates {
    /// How many candidates there are.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.matching(&RowFilter::default())
    }

    /// How many candidates a filter admits.
    #[must_use]
    pub fn matching(&self, filter: &RowFilter) -> u64 {
        let admits = |kind: &&Kind| {
            filter.status.is_none_or(|status| status == kind.status)
                && filter.payment_mode.is_none_or(|mode| kind.payment_mode == mode)
                && filter.course.as_ref().is_none_or(|course| *course == kind.course)
        };
        self.kinds.iter().filter(admits).map(|kind| kind.count).sum()
    }

    /// How many candidates have this status.
    #[must_use]
    pub fn with_status(&self, status: Status) -> u64 {
        let filter = RowFilter {
            status: Some(status),
            ..RowFilter::default()
        };
        self.matching(&filter)
    }

    /// All that was paid.
    #[must_use]
    pub fn revenue(&self) -> Paise {
        Paise::new(self.days.iter().map(|day| day.sums.revenue.get()).sum())
    }
}

/// What stands at the head of a shard: which generations it holds. All shards agree, and every transaction on a shard
/// holds only if that is what it knew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// How often anything changed through this shard.
    pub(super) revision: u64,
    /// The generation that counts.
    pub(super) current: u32,
    /// The one that a rebuild is making, or 0.
    pub(super) building: u32,
}

/// Before the first change.
impl Default for Head {
    fn default() -> Self {
        Self {
            revision: 0,
            current: 1,
            building: 0,
        }
    }
}

impl Head {
    /// The generations that are kept up to date.
    pub(super) fn live(self) -> impl Iterator<Item = u32> {
        [self.current, self.building]
            .into_iter()
            .filter(|generation| *generation != 0)
    }

    /// The generation that counts a row from now on.
    pub(super) fn newest(self) -> u32 {
        self.current.max(self.building)
    }
}

/// The partition of a shard.
pub(super) fn partition(shard: u8) -> String {
    format!("AGGREGATES#{}", shard % SHARDS)
}

/// The counters of all shards together.
#[derive(Default)]
struct Summed {
    counters: BTreeMap<String, i64>,
    names: BTreeMap<String, String>,
}

impl Summed {
    fn take(&mut self, item: Item) {
        for (name, value) in item {
            match value {
                AttributeValue::N(number) => {
                    *self.counters.entry(name).or_default() += number.parse::<i64>().unwrap_or(0);
                }
                AttributeValue::S(text) => {
                    let Some(thing) = name.strip_prefix(NAME) else {
                        continue;
                    };
                    let known = self.names.entry(thing.to_owned()).or_default();
                    if *known < text {
                        *known = text;
                    }
                }
                _ => {}
            }
        }
    }

    fn finish(self, revision: u64) -> Aggregates {
        let mut kinds = Vec::new();
        let mut things: BTreeMap<String, Sums> = BTreeMap::new();
        for (name, number) in self.counters {
            // What went below zero was counted wrongly, and is shown as none.
            let number = u64::try_from(number).unwrap_or(0);
            if let Some(text) = name.strip_prefix(KIND) {
                kinds.extend(kind(text, number).filter(|kind| kind.count > 0));
            } else if let Some(thing) = name.strip_prefix(REGISTRATIONS) {
                things.entry(thing.to_owned()).or_default().registrations = number;
            } else if let Some(thing) = name.strip_prefix(PAID) {
                things.entry(thing.to_owned()).or_default().paid = number;
            } else if let Some(thing) = name.strip_prefix(REVENUE) {
                things.entry(thing.to_owned()).or_default().revenue = Paise::new(number);
            }
        }
        things.retain(|_, sums| *sums != Sums::default());
        let mut aggregates = Aggregates {
            kinds,
            revision,
            ..Aggregates::default()
        };
        for (thing, sums) in things {
            let name = self.names.get(&thing).and_then(|name| name.split_once('#'));
            let named = |id: &str| ThingTotals {
                id: id.to_owned(),
                name: name.map(|(_, name)| name.to_owned()).unwrap_or_default(),
                sums,
            };
            if let Some(day) = thing.strip_prefix(DAY) {
                aggregates.days.push(DayTotals {
                    day: day.to_owned(),
                    sums,
                });
            } else if let Some(id) = thing.strip_prefix(PACKAGE) {
                aggregates.packages.push(named(id));
            } else if let Some(id) = thing.strip_prefix(COLLEGE) {
                aggregates.colleges.push(named(id));
            }
        }
        aggregates
    }
}

/// Reads `<status>#<mode>#<course>`; None for a status or course that this release does not know.
pub(super) fn kind(text: &str, count: u64) -> Option<Kind> {
    let mut parts = text.splitn(3, '#');
    let (status, mode) = (parts.next()?, parts.next()?);
    Some(Kind {
        status: Status::ALL.into_iter().find(|known| known.as_str() == status)?,
        payment_mode: PaymentMode::parse(mode)
            .map_or_else(|| Stored::Unrecognised(mode.to_owned()), Stored::Known),
        course: Course::parse(parts.next()?)?,
        count,
    })
}

fn is_head(item: &Item) -> bool {
    item.get("sk")
        .and_then(|sk| sk.as_s().ok())
        .is_some_and(|sk| sk == HEAD)
}

impl Registrations {
    /// The aggregates: two reads, one after the other. They follow the registrations within seconds.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn aggregates(&self) -> Result<Aggregates, StoreError> {
        let (head, earlier) = self.layout().await?;
        let mut generation = head.current;
        for _ in 0..TRIES {
            let (heads, summed) = self.shards(generation).await?;
            let revision = heads.iter().map(|head| head.revision).sum();
            if let Some(earlier) = earlier {
                return self.earlier_aggregates(earlier, revision).await;
            }
            match heads.iter().find(|head| head.current != generation) {
                Some(other) => generation = other.current,
                None => return Ok(summed.finish(revision)),
            }
        }
        Err(StoreError::Unavailable(
            "the generations kept changing".to_owned(),
        ))
    }

    /// Which generation counts, and what the earlier layout says of itself.
    async fn layout(&self) -> Result<(Head, Option<Earlier>), StoreError> {
        let keys = vec![key(partition(0), HEAD), Earlier::key()];
        let (mut head, mut earlier) = (Head::default(), None);
        for item in self.items_at(keys).await? {
            if is_head(&item) {
                head = read(TABLE, item)?;
            } else {
                earlier = Some(read(TABLE, item)?);
            }
        }
        Ok((head, earlier))
    }

    async fn items_at(&self, keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let wanted = KeysAndAttributes::builder().set_keys(Some(keys)).build();
        let wanted = wanted.map_err(crate::transaction::incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        Ok(found.remove(&self.table).unwrap_or_default())
    }

    /// What stands at the head of a shard, as of this moment.
    pub(super) async fn head(&self, shard: u8) -> Result<Head, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(partition(shard), HEAD)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map_or(Ok(Head::default()), |item| read(TABLE, item))
    }

    /// The heads of all shards that have one, and the counters of a generation.
    async fn shards(&self, generation: u32) -> Result<(Vec<Head>, Summed), StoreError> {
        let groups = GROUPS.map(|group| sort_key(generation, group));
        let keys = (0..SHARDS).flat_map(|shard| {
            let items = groups.iter().map(String::as_str).chain([HEAD]);
            items.map(move |item| key(partition(shard), item))
        });
        let (mut heads, mut summed) = (Vec::new(), Summed::default());
        for item in self.items_at(keys.collect()).await? {
            if is_head(&item) {
                heads.push(read(TABLE, item)?);
            } else {
                summed.take(item);
            }
        }
        Ok((heads, summed))
    }
}
