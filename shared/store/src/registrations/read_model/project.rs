//! Projecting: bringing what is kept of candidates up to date with the registrations.
//!
//! A row is computed from the candidate and its orders as they are now, so it does not matter which change made
//! somebody ask, in which order changes are told, or how often. Where the row differs from the projected one, one
//! transaction writes the projection, the entries that differ and the aggregates that it moves, on the condition that
//! the projection is still the one that was read. What a row adds to the aggregates is therefore counted once.
//!
//! As many candidates as fit share a transaction, and their changes of the aggregates are summed. Where that is
//! refused, because somebody else projects one of them or one cannot be written, each is projected alone, so that none
//! holds up the others.

use super::{
    CandidateFile, Registrations, TABLE,
    aggregates::{HEAD, Head, SHARDS, partition},
    delta::Delta,
    entries::{Place, entries},
    kind,
    row::Row,
};
use crate::{
    dynamo::{Item, StoreError, key, n, read, s},
    registrations::refused,
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, Put, TransactWriteItem, Update};
use domain::{CustomerId, payment::Order};
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    hash::{BuildHasher, Hasher, RandomState},
    time::Duration,
};

/// How often a candidate is projected when others write it, or its shard of the aggregates, at the same moment.
pub(super) const TRIES: u32 = 8;

/// How many candidates are read, and how many transactions made, side by side.
const AT_ONCE: usize = 8;

/// The most writes that a transaction takes. With a KB for each it is far from the most bytes.
pub(super) const MOST_WRITES: usize = 100;

/// A candidate that could not be projected, and why: the change is to be told again.
#[derive(Debug)]
pub struct NotProjected {
    /// The candidate.
    pub customer_id: CustomerId,
    /// Why.
    pub cause: StoreError,
}

/// A row as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Projection {
    /// The row; None for a candidate whose only order the provider refused. That it is none is kept for as long as the
    /// candidate, so that an older look does not bring the row back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<Row>,
    /// Counts its writes.
    #[serde(default)]
    pub(super) version: u64,
    /// The sum of the versions of the orders it was made from ([`basis`]). It only grows, so a row that was made from
    /// an older or a half-old look is recognised.
    #[serde(default)]
    pub(super) basis: u64,
    /// The newest generation of aggregates that counts it. It is counted in each older one, too.
    #[serde(default)]
    pub(super) counted: u32,
}

impl Projection {
    /// The sort key of a candidate's projection.
    pub(super) const KEY: &'static str = "PROJECTION";
}

/// What was seen of a candidate.
pub(super) struct Seen {
    pub(super) file: Option<CandidateFile>,
    pub(super) projected: Option<Projection>,
}

impl Seen {
    /// The row that is kept.
    pub(super) fn row(&self) -> Option<&Row> {
        self.projected.as_ref()?.row.as_ref()
    }

    fn has_orders(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !file.orders.is_empty())
    }
}

/// The sum of the versions of the orders that a row is made from. A refused order counts only where there is no other:
/// it will be deleted, and the sum must not shrink then.
fn basis(orders: &[Order]) -> u64 {
    let versions = |refused: bool| -> u64 {
        let of = orders
            .iter()
            .filter(|order| order.refused_at.is_some() == refused);
        of.map(|order| order.version).sum()
    };
    match versions(false) {
        0 => versions(true),
        accepted => accepted,
    }
}

/// When a candidate without a row is deleted, in epoch seconds.
fn dies_at(file: &CandidateFile) -> Option<i64> {
    let refused = file.orders.iter().filter_map(|order| order.refused_at);
    refused.max().map(refused::end)
}

/// The writes that bring what is kept of some candidates up to date.
pub(super) struct Plan {
    actions: Vec<TransactWriteItem>,
    deltas: BTreeMap<u32, Delta>,
    head: Head,
}

/// What is to be done about a candidate.
pub(super) enum Decision {
    Nothing,
    /// What was read is older than what the projection was made from.
    ReadAgain,
    Write(Plan),
}

impl Plan {
    /// Does both in one transaction. Both must have been made on the same generations.
    pub(super) fn absorb(&mut self, other: Self) {
        self.actions.extend(other.actions);
        for (generation, delta) in other.deltas {
            self.deltas.entry(generation).or_default().absorb(delta);
        }
    }

    /// How many items it writes, with the head of the shard.
    pub(super) fn size(&self) -> usize {
        1 + self.actions.len() + self.deltas.values().map(Delta::size).sum::<usize>()
    }
}

impl Registrations {
    /// Brings everything that is kept of these candidates up to date, and answers those that could not be. Each must
    /// be named once.
    pub async fn project(&self, ids: &[CustomerId]) -> Vec<NotProjected> {
        if ids.is_empty() {
            return Vec::new();
        }
        let shard = any_shard();
        let head = match self.head(shard).await {
            Ok(head) => head,
            Err(cause) => {
                let cause = cause.to_string();
                let failed = |id: &CustomerId| NotProjected {
                    customer_id: id.clone(),
                    cause: StoreError::Unavailable(cause.clone()),
                };
                return ids.iter().map(failed).collect();
            }
        };
        let (mut failed, mut alone, mut plans) = (Vec::new(), Vec::new(), Vec::new());
        let looks = ids.iter().cloned().map(|id| async move {
            let decision = self.look(&id, head).await;
            (id, decision)
        });
        let mut looks = futures::stream::iter(looks).buffered(AT_ONCE);
        while let Some((customer_id, decision)) = looks.next().await {
            match decision {
                Ok(Decision::Nothing) => {}
                Ok(Decision::ReadAgain) => alone.push(customer_id),
                Ok(Decision::Write(plan)) => plans.push((customer_id, plan)),
                Err(cause) => failed.push(NotProjected { customer_id, cause }),
            }
        }
        // Each in a shard of its own, so that they do not wait for one another.
        let commits = (0..SHARDS)
            .cycle()
            .skip(usize::from(shard))
            .zip(together(plans))
            .map(|(shard, (plan, of))| async move {
                let done = self.commit(plan, shard).await;
                (done, of)
            });
        let mut commits = futures::stream::iter(commits).buffer_unordered(AT_ONCE);
        while let Some((done, of)) = commits.next().await {
            if !matches!(done, Ok(true)) {
                alone.extend(of);
            }
        }
        let alone = alone.into_iter().map(|customer_id| async move {
            let done = self.project_alone(&customer_id).await;
            done.err().map(|cause| NotProjected { customer_id, cause })
        });
        let mut alone = futures::stream::iter(alone).buffer_unordered(AT_ONCE);
        while let Some(not_projected) = alone.next().await {
            failed.extend(not_projected);
        }
        failed
    }

    async fn look(&self, id: &CustomerId, head: Head) -> Result<Decision, StoreError> {
        let seen = self.seen(id).await?;
        self.decide(id, &seen, head)
    }

    async fn project_alone(&self, id: &CustomerId) -> Result<(), StoreError> {
        for number in 0..TRIES {
            pause(number).await;
            let shard = any_shard();
            let head = self.head(shard).await?;
            match self.look(id, head).await? {
                Decision::Nothing => return Ok(()),
                Decision::ReadAgain => {}
                Decision::Write(plan) => {
                    if self.commit(plan, shard).await? {
                        return Ok(());
                    }
                }
            }
        }
        Err(StoreError::Unavailable("a candidate kept changing".to_owned()))
    }

    /// What is kept of a candidate, and what it should be kept of, as of this moment.
    pub(super) async fn seen(&self, id: &CustomerId) -> Result<Seen, StoreError> {
        let mut items = self.candidate_items(id).await?;
        let projected = items
            .iter()
            .position(|item| kind(item) == "PROJECTION")
            .map(|at| read(TABLE, items.swap_remove(at)))
            .transpose()?;
        Ok(Seen {
            file: CandidateFile::read(items)?,
            projected,
        })
    }

    fn decide(&self, id: &CustomerId, seen: &Seen, head: Head) -> Result<Decision, StoreError> {
        let row = seen.file.as_ref().and_then(Row::of);
        let projected = seen.row();
        let refusal_is_new = row.is_none() && seen.projected.is_none() && seen.has_orders();
        if row.as_ref() == projected && !refusal_is_new {
            return Ok(Decision::Nothing);
        }
        let kept = projected.map_or(Ok(BTreeMap::new()), entries)?;
        let mut wanted = row.as_ref().map_or(Ok(BTreeMap::new()), entries)?;
        let gone = kept.keys().filter(|place| !wanted.contains_key(*place));
        let gone = gone.cloned().collect();
        wanted.retain(|place, item| kept.get(place) != Some(item));
        self.plan(id, seen, row, head, wanted, gone)
    }

    /// The writes that make `row` the candidate's, with these entries.
    pub(super) fn plan(
        &self,
        id: &CustomerId,
        seen: &Seen,
        row: Option<Row>,
        head: Head,
        written: BTreeMap<Place, Item>,
        gone: Vec<Place>,
    ) -> Result<Decision, StoreError> {
        let basis = seen.file.as_ref().map_or(0, |file| basis(&file.orders));
        let projected = seen.projected.as_ref();
        if seen.has_orders() && projected.is_some_and(|projected| projected.basis > basis) {
            return Ok(Decision::ReadAgain);
        }
        let mut plan = Plan {
            actions: Vec::new(),
            deltas: BTreeMap::new(),
            head,
        };
        for generation in head.live() {
            let mut delta = Delta::default();
            let counted = projected.filter(|projected| projected.counted >= generation);
            if let Some(row) = counted.and_then(|projected| projected.row.as_ref()) {
                delta.take(row);
            }
            if let Some(row) = &row {
                delta.add(row);
            }
            plan.deltas.insert(generation, delta);
        }
        let dies_at = seen.file.as_ref().and_then(dies_at);
        let projection = seen.has_orders().then(|| Projection {
            row,
            version: projected.map_or(1, |projected| projected.version + 1),
            basis,
            counted: head.newest(),
        });
        plan.actions
            .extend(self.put_projection(id, projected, projection.as_ref(), dies_at)?);
        for item in written.into_values() {
            plan.actions.push(self.put(item)?);
        }
        for (pk, sk) in gone {
            let delete = Delete::builder()
                .table_name(&self.table)
                .set_key(Some(key(pk, sk)));
            let delete = delete.build().map_err(incomplete)?;
            plan.actions
                .push(TransactWriteItem::builder().delete(delete).build());
        }
        Ok(Decision::Write(plan))
    }

    /// Writes or removes a projection, if it is still the one that was seen.
    fn put_projection(
        &self,
        id: &CustomerId,
        seen: Option<&Projection>,
        projection: Option<&Projection>,
        dies_at: Option<i64>,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let unchanged = "version = :seen";
        let action = match (seen, projection) {
            (None, None) => return Ok(None),
            (Some(seen), None) => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(projection_key(id)))
                    .condition_expression(unchanged)
                    .expression_attribute_values(":seen", n(seen.version));
                TransactWriteItem::builder().delete(delete.build().map_err(incomplete)?)
            }
            (seen, Some(projection)) => {
                let mut item = projection_key(id);
                item.insert("kind".to_owned(), s("PROJECTION"));
                item.extend(crate::dynamo::write(TABLE, projection)?);
                if projection.row.is_none() {
                    item.extend(dies_at.map(|end| ("expires".to_owned(), n(end))));
                }
                let put = Put::builder().table_name(&self.table).set_item(Some(item));
                let put = match seen {
                    Some(seen) => put
                        .condition_expression(unchanged)
                        .expression_attribute_values(":seen", n(seen.version)),
                    None => put.condition_expression("attribute_not_exists(pk)"),
                };
                TransactWriteItem::builder().put(put.build().map_err(incomplete)?)
            }
        };
        Ok(Some(action.build()))
    }

    /// Carries a plan out, counting in a shard, if nothing that it was made on has changed: false when something has.
    pub(super) async fn commit(&self, plan: Plan, shard: u8) -> Result<bool, StoreError> {
        let mut actions = plan.actions;
        for (generation, delta) in &plan.deltas {
            actions.extend(delta.actions(&self.table, &partition(shard), *generation)?);
        }
        actions.push(self.turn_head(shard, plan.head, plan.head, 1)?);
        Ok(matches!(self.transact(actions).await?, Transaction::Done))
    }

    /// Notes a change at the head of a shard, if its generations are still those of `before`.
    pub(super) fn turn_head(
        &self,
        shard: u8,
        before: Head,
        after: Head,
        changes: u64,
    ) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(partition(shard), HEAD)))
            .update_expression(
                "SET #kind = :kind, #current = :current, building = :building ADD revision :changes",
            )
            .condition_expression("attribute_not_exists(pk) OR (#current = :old AND building = :built)")
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_names("#current", "current")
            .expression_attribute_values(":kind", s("AGGREGATE"))
            .expression_attribute_values(":current", n(after.current))
            .expression_attribute_values(":building", n(after.building))
            .expression_attribute_values(":old", n(before.current))
            .expression_attribute_values(":built", n(before.building))
            .expression_attribute_values(":changes", n(changes))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }
}

/// Puts plans together, as many as a transaction takes.
pub(super) fn together<T>(plans: Vec<(T, Plan)>) -> Vec<(Plan, Vec<T>)> {
    let mut groups: Vec<(Plan, Vec<T>)> = Vec::new();
    for (of, plan) in plans {
        match groups.last_mut() {
            Some((all, members)) if all.size() + plan.size() <= MOST_WRITES => {
                all.absorb(plan);
                members.push(of);
            }
            _ => groups.push((plan, vec![of])),
        }
    }
    groups
}

pub(super) fn projection_key(id: &CustomerId) -> Item {
    key(format!("REG#{id}"), Projection::KEY)
}

/// A shard by chance: enough to spread what is written at the same moment.
pub(super) fn any_shard() -> u8 {
    u8::try_from(random() % u64::from(SHARDS)).unwrap_or_default()
}

/// The keys of a new RandomState are random: enough for a pause or a shard.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Waits longer with each try, each caller differently, so that those who met do not meet again.
pub(super) async fn pause(number: u32) {
    if number > 0 {
        let longest = u64::from(number.min(6)) * 25;
        tokio::time::sleep(Duration::from_millis(
            longest / 2 + longest * (random() % 64) / 128,
        ))
        .await;
    }
}
