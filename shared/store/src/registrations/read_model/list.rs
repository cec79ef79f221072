//! Pages of the candidate list: the places of several shards merged by the time of registration, and their rows.

use super::{
    Registrations, TABLE,
    earlier::Earlier,
    entries::Source,
    project::Projection,
    row::{Cursor, Row, RowFilter, RowsPage},
};
use crate::dynamo::{Item, StoreError, batch_get, key, read, s};
use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes};
use domain::CustomerId;
use futures::future::{try_join, try_join_all};
use std::collections::{HashMap, VecDeque};

/// The most rows that one BatchGetItem brings.
const AT_ONCE: usize = 100;

/// The most places that are asked for at once when they are only passed over.
const PASSED_AT_ONCE: usize = 2_000;

/// How many entries are looked at for each place that is wanted, where a filter may pass most of them over.
const LOOKED_AT: usize = 8;

/// The places of a shard, as far as they were read.
struct Shard {
    partition: String,
    found: VecDeque<Cursor>,
    /// Where the reading goes on.
    start: Option<Item>,
    ended: bool,
}

/// The places of a list, in order, read as far as they are wanted.
struct Places<'a> {
    registrations: &'a Registrations,
    shards: Vec<Shard>,
    conditions: Vec<(&'static str, String)>,
    newest_first: bool,
    consistent: bool,
    /// How many are read of a shard at once.
    at_once: usize,
}

impl<'a> Places<'a> {
    fn of(
        registrations: &'a Registrations,
        source: Source,
        from: Option<&Cursor>,
        newest_first: bool,
        at_once: usize,
    ) -> Self {
        let Source {
            partitions,
            conditions,
        } = source;
        let shard = |partition: String| Shard {
            start: from.map(|place| key(partition.as_str(), place.as_str())),
            partition,
            found: VecDeque::new(),
            ended: false,
        };
        Self {
            registrations,
            shards: partitions.into_iter().map(shard).collect(),
            conditions,
            newest_first,
            consistent: false,
            at_once,
        }
    }

    /// At most so many of the next places.
    async fn take(&mut self, count: usize) -> Result<Vec<Cursor>, StoreError> {
        let mut taken = Vec::with_capacity(count.min(PASSED_AT_ONCE));
        while taken.len() < count {
            match self.next().await? {
                Some(place) => taken.push(place),
                None => break,
            }
        }
        Ok(taken)
    }

    /// Passes so many places over; false when there are fewer.
    async fn pass_over(&mut self, count: u64) -> Result<bool, StoreError> {
        for _ in 0..count {
            if self.next().await?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn next(&mut self) -> Result<Option<Cursor>, StoreError> {
        let exhausted = |shard: &Shard| shard.found.is_empty() && !shard.ended;
        if self.shards.iter().any(exhausted) {
            let (registrations, conditions) = (self.registrations, &self.conditions);
            let way = (self.newest_first, self.consistent, self.at_once);
            let mut readings = Vec::new();
            for shard in &mut self.shards {
                if exhausted(shard) {
                    readings.push(registrations.read_on(shard, conditions, way));
                }
            }
            try_join_all(readings).await?;
        }
        let newest_first = self.newest_first;
        let fronts = self.shards.iter_mut().filter(|shard| !shard.found.is_empty());
        let first = fronts.min_by(|one, other| {
            let order = one.found.front().cmp(&other.found.front());
            if newest_first { order.reverse() } else { order }
        });
        Ok(first.and_then(|shard| shard.found.pop_front()))
    }
}

impl Registrations {
    /// The rows of a list behind `after`, or from the newest on: at most `limit`. The lists follow the registrations
    /// within seconds.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows(
        &self,
        filter: &RowFilter,
        limit: u16,
        after: Option<&Cursor>,
    ) -> Result<RowsPage, StoreError> {
        self.page(filter, limit, 0, after, true).await
    }

    /// The rows of a list before `before`: at most `limit`. `next` is then the place behind them.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows_before(
        &self,
        filter: &RowFilter,
        limit: u16,
        before: &Cursor,
    ) -> Result<RowsPage, StoreError> {
        let mut page = self.page(filter, limit, 0, Some(before), false).await?;
        page.rows.reverse();
        page.next = page.rows.last().map(Row::cursor);
        Ok(page)
    }

    /// The rows of a list after the first `skipped`, counted from its nearer end: of a list of `length` rows at most
    /// half are passed over. Pages that follow one another have cursors instead.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows_at(
        &self,
        filter: &RowFilter,
        limit: u16,
        skipped: u64,
        length: u64,
    ) -> Result<RowsPage, StoreError> {
        if skipped >= length {
            return Ok(RowsPage::default());
        }
        let shown = u64::from(limit).min(length - skipped);
        let behind = length - skipped - shown;
        if skipped <= behind {
            return self.page(filter, limit, skipped, None, true).await;
        }
        let shown = u16::try_from(shown).unwrap_or(limit);
        let mut page = self.page(filter, shown, behind, None, false).await?;
        page.rows.reverse();
        page.next = page.rows.last().filter(|_| behind > 0).map(Row::cursor);
        Ok(page)
    }

    /// The rows behind `after`, or from the oldest on, as of this moment. A row that is added later comes behind those
    /// that are there, so each keeps its place: for copying all of them elsewhere.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn every_row(&self, limit: u16, after: Option<&Cursor>) -> Result<RowsPage, StoreError> {
        let everybody = RowFilter::default();
        let earlier = self.earlier().await?;
        let source = match earlier {
            Some(_) => Earlier::source(&everybody),
            None => Source::of(&everybody),
        };
        // Most candidates are in the two shards of one mode.
        let mut places = Places::of(self, source, after, false, usize::from(limit).div_ceil(2) + 1);
        places.consistent = true;
        let taken = places.take(usize::from(limit) + 1).await?;
        self.rows_of_page(taken, limit, earlier.is_some()).await
    }

    /// A page some places behind another one. In most cases the table is of this release, so that is read at once.
    async fn page(
        &self,
        filter: &RowFilter,
        limit: u16,
        skipped: u64,
        from: Option<&Cursor>,
        newest_first: bool,
    ) -> Result<RowsPage, StoreError> {
        let wanted = usize::from(limit) + 1;
        let at_once = usize::try_from(skipped)
            .unwrap_or(PASSED_AT_ONCE)
            .min(PASSED_AT_ONCE)
            + wanted;
        let begin = async |source: Source| {
            let mut places = Places::of(self, source, from, newest_first, at_once);
            let more = places.pass_over(skipped).await?;
            let taken = if more {
                places.take(wanted).await?
            } else {
                Vec::new()
            };
            Ok::<_, StoreError>(taken)
        };
        let (taken, earlier) = try_join(begin(Source::of(filter)), self.earlier()).await?;
        let mut page = match earlier {
            None => self.rows_of_page(taken, limit, false).await?,
            Some(_) => {
                let taken = begin(Earlier::source(filter)).await?;
                self.rows_of_page(taken, limit, true).await?
            }
        };
        // One that has left the list since its entry was read.
        page.rows.retain(|row| filter.admits(row));
        Ok(page)
    }

    /// The rows at the first `limit` places; one more tells that the list goes on.
    async fn rows_of_page(
        &self,
        mut places: Vec<Cursor>,
        limit: u16,
        earlier: bool,
    ) -> Result<RowsPage, StoreError> {
        let more = places.len() > usize::from(limit);
        places.truncate(usize::from(limit));
        let next = places.last().filter(|_| more).cloned();
        let rows = self.rows_in(&places, earlier).await?;
        Ok(RowsPage { rows, next })
    }

    /// The rows at these places, in their order, without those that are gone: one BatchGetItem for a hundred.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows_of(&self, places: &[Cursor]) -> Result<Vec<Row>, StoreError> {
        let earlier = self.earlier().await?.is_some();
        self.rows_in(places, earlier).await
    }

    async fn rows_in(&self, places: &[Cursor], earlier: bool) -> Result<Vec<Row>, StoreError> {
        let ids: Vec<CustomerId> = places.iter().filter_map(Cursor::customer).collect();
        let item = if earlier { Earlier::ROW } else { Projection::KEY };
        let some = ids.chunks(AT_ONCE).map(|some| self.projections(some, item));
        let mut found: HashMap<_, _> = try_join_all(some).await?.into_iter().flatten().collect();
        let rows = ids.iter().filter_map(|id| found.remove(id));
        Ok(rows.filter_map(|projection| projection.row).collect())
    }

    /// What is projected of at most a hundred candidates, as of this moment: the rows of a page must be at least as
    /// new as the entries that led to them.
    pub(super) async fn projections(
        &self,
        ids: &[CustomerId],
        item: &str,
    ) -> Result<HashMap<CustomerId, Projection>, StoreError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let keys = ids.iter().map(|id| key(format!("REG#{id}"), item)).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()
            .map_err(crate::transaction::incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        let items = found.remove(&self.table).unwrap_or_default().into_iter();
        let named = items.filter_map(|item| {
            let pk = item.get("pk")?.as_s().ok()?;
            Some((CustomerId::parse(pk.strip_prefix("REG#")?).ok()?, item))
        });
        named.map(|(id, item)| Ok((id, read(TABLE, item)?))).collect()
    }

    /// Reads a shard on until it has a place or ends.
    async fn read_on(
        &self,
        shard: &mut Shard,
        conditions: &[(&'static str, String)],
        (newest_first, consistent, at_once): (bool, bool, usize),
    ) -> Result<(), StoreError> {
        let mut limit = match conditions {
            [] => at_once,
            _ => at_once * LOOKED_AT,
        };
        while shard.found.is_empty() && !shard.ended {
            let mut query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :list")
                .expression_attribute_values(":list", s(shard.partition.as_str()))
                .projection_expression("sk")
                .scan_index_forward(!newest_first)
                .consistent_read(consistent)
                .limit(i32::try_from(limit).unwrap_or(i32::MAX))
                .set_filter_expression(expression(conditions))
                .set_exclusive_start_key(shard.start.take());
            for (name, value) in conditions {
                query = query
                    .expression_attribute_names(format!("#{name}"), *name)
                    .expression_attribute_values(format!(":{name}"), s(value.as_str()));
            }
            let page = query.send().await?;
            for mut item in page.items.unwrap_or_default() {
                if let Some(AttributeValue::S(place)) = item.remove("sk") {
                    shard.found.extend(Cursor::parse(&place));
                }
            }
            shard.start = page.last_evaluated_key;
            shard.ended = shard.start.is_none();
            limit = limit.saturating_mul(4);
        }
        Ok(())
    }
}

/// The filter expression that holds entries to these conditions; None for none.
pub(super) fn expression(conditions: &[(&'static str, String)]) -> Option<String> {
    let all: Vec<String> = conditions
        .iter()
        .map(|(name, _)| format!("#{name} = :{name}"))
        .collect();
    (!all.is_empty()).then(|| all.join(" AND "))
}
