//! The writes that bring what is kept of candidates up to date, and the one transaction that makes them.

use super::{
    delta::Delta,
    head::{Head, partition},
    place::EntryKey,
    projection::{CandidateSnapshot, Projection, basis, dies_at},
    roster,
    row::Row,
};
use crate::{
    dynamo::{Item, StoreError, key},
    registrations::Registrations,
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use domain::CustomerId;
use std::collections::BTreeMap;

/// The most writes that a transaction takes. With a KB for each it is far from the most bytes.
const MOST_WRITES: usize = 100;

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

impl Registrations {
    /// The writes that make `row` the candidate's, with these entries and passes.
    #[expect(clippy::too_many_arguments, reason = "each is another part of what is kept")]
    pub(super) fn plan(
        &self,
        id: &CustomerId,
        snapshot: &CandidateSnapshot,
        row: Option<Row>,
        head: Head,
        written: BTreeMap<EntryKey, Item>,
        gone: Vec<EntryKey>,
        passes: Vec<roster::RosterEntry>,
    ) -> Result<Decision, StoreError> {
        let basis = snapshot.file.as_ref().map_or(0, |file| basis(&file.orders));
        let projected = snapshot.projected.as_ref();
        if snapshot.has_orders() && projected.is_some_and(|projected| projected.basis > basis) {
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
        let dies_at = snapshot.file.as_ref().and_then(dies_at);
        let projection = snapshot.has_orders().then(|| Projection {
            row,
            version: projected.map_or(1, |projected| projected.version + 1),
            basis,
            passes,
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

    /// Carries a plan out, counting in a shard, if nothing that it was made on has changed: false when something has.
    pub(super) async fn commit(&self, plan: Plan, shard: u8) -> Result<bool, StoreError> {
        let mut actions = plan.actions;
        for (generation, delta) in &plan.deltas {
            actions.extend(delta.actions(&self.table, &partition(shard), *generation)?);
        }
        actions.push(self.turn_head(shard, plan.head, plan.head, 1)?);
        Ok(matches!(self.transact(actions).await?, Transaction::Done))
    }
}
