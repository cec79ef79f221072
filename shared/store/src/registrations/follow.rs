//! Keeping rows, lists and figures: they follow the registrations.
//!
//! A row is computed anew from the candidate and its orders as they are now, so it does not matter which change
//! made somebody ask, in which order changes are told, or how often. Where the row differs from the one that is
//! kept, one transaction writes the row, its entries in the lists and the figures that it moves, on the condition
//! that the row is still the one that was read. What a row adds to the figures is therefore counted once.

use super::{
    CandidateFile, Keyed, Registrations, TABLE,
    figures::{Generations, PARTITION, REVISION},
    kind,
    rows::{Row, RowFilter},
    tally::Tally,
};
use crate::{
    dynamo::{Item, StoreError, key, n, read, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, Put, TransactWriteItem, Update};
use domain::{CustomerId, payment::Status};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{BuildHasher, Hasher, RandomState},
    time::Duration,
};

/// How often a row is computed when others write it, or any figure, at the same moment.
const TRIES: u32 = 8;

/// Among how many partitions the search by e-mail is spread.
pub(super) const EMAIL_SHARDS: u8 = 8;

/// How the following of a candidate ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// The row was right already.
    Unchanged,
    /// The row, its entries and the figures were written.
    Written,
}

/// A row as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct KeptRow {
    /// The row.
    pub(super) row: Row,
    /// Counts its writes.
    pub(super) version: u64,
    /// The sum of the versions of the orders it was made from. It only grows, so a row that was made from an older
    /// or a half-old look is recognised.
    pub(super) basis: u64,
    /// The newest generation of figures that counts it. It is counted in each older one, too.
    pub(super) counted: u32,
}

/// What was seen of a candidate.
pub(super) struct Seen {
    pub(super) file: Option<CandidateFile>,
    pub(super) kept: Option<KeptRow>,
}

/// Where an entry of a list is: its partition and its sort key.
pub(super) type Place = (String, String);

/// The writes that bring what is kept of some candidates up to date.
pub(super) struct Plan {
    actions: Vec<TransactWriteItem>,
    tallies: BTreeMap<u32, Tally>,
    generations: Generations,
}

/// What is to be done about a candidate.
pub(super) enum Decision {
    Nothing,
    /// What was read is older than what the kept row was made from.
    ReadAgain,
    Write(Plan),
}

impl Plan {
    /// Does both in one transaction. Both must have been made on the same generations.
    pub(super) fn absorb(&mut self, other: Self) {
        self.actions.extend(other.actions);
        for (generation, tally) in other.tallies {
            self.tallies.entry(generation).or_default().absorb(tally);
        }
    }

    /// How many items it writes, besides the one that tells of the change.
    pub(super) fn size(&self) -> usize {
        self.actions.len() + self.tallies.values().map(Tally::size).sum::<usize>()
    }
}

impl Generations {
    /// Those that are kept up to date.
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

/// The entries of a row in the lists.
pub(super) fn entries(row: &Row) -> Result<BTreeMap<Place, Item>, StoreError> {
    let sk = row.cursor().as_str().to_owned();
    let mut entries = BTreeMap::new();
    for filter in RowFilter::all_of(row) {
        let keyed = Keyed {
            pk: filter.list(),
            sk: sk.clone(),
            kind: "LIST",
            due_shard: None,
            due_at: None,
            value: row,
        };
        entries.insert(
            (keyed.pk.clone(), sk.clone()),
            crate::dynamo::write(TABLE, &keyed)?,
        );
    }
    let (place, item) = super::search::entry(row)?;
    entries.insert(place, item);
    Ok(entries)
}

/// Every place at which a row can have an entry, whatever its status.
pub(super) fn possible_places(row: &Row) -> BTreeSet<Place> {
    let sk = row.cursor().as_str().to_owned();
    let with = |status: Status| Row {
        status,
        ..row.clone()
    };
    let lists = Status::ALL.into_iter().flat_map(|status| {
        RowFilter::all_of(&with(status))
            .map(|filter| filter.list())
            .collect::<Vec<_>>()
    });
    let mut places: BTreeSet<Place> = lists.map(|list| (list, sk.clone())).collect();
    places.insert(super::search::place(row));
    places
}

pub(super) fn row_key(id: &CustomerId) -> Item {
    key(format!("REG#{id}"), "ROW")
}

impl Registrations {
    /// Brings the row of a candidate, its entries in the lists and the figures up to date.
    ///
    /// # Errors
    /// When the table does not answer, or others keep writing the same: the change is then to be told again.
    pub async fn follow(&self, id: &CustomerId) -> Result<Followed, StoreError> {
        for number in 0..TRIES {
            pause(number).await;
            let seen = self.seen(id).await?;
            let plan = match self.decide_change(id, &seen).await? {
                Decision::Nothing => return Ok(Followed::Unchanged),
                Decision::ReadAgain => continue,
                Decision::Write(plan) => plan,
            };
            if self.carry_out(plan).await? {
                return Ok(Followed::Written);
            }
        }
        Err(StoreError::Unavailable("a row kept changing".to_owned()))
    }

    /// What is kept of a candidate, as of this moment.
    pub(super) async fn seen(&self, id: &CustomerId) -> Result<Seen, StoreError> {
        let mut items = self.candidate_items(id).await?;
        let kept = items
            .iter()
            .position(|item| kind(item) == "ROW")
            .map(|at| read(TABLE, items.swap_remove(at)))
            .transpose()?;
        Ok(Seen {
            file: CandidateFile::read(items)?,
            kept,
        })
    }

    /// Which generations of figures there are, as of this moment.
    pub(super) async fn generations(&self) -> Result<Generations, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, REVISION)))
            .consistent_read(true)
            .send()
            .await?;
        match found.item {
            Some(item) => read(TABLE, item),
            None => Ok(Generations::default()),
        }
    }

    async fn decide_change(&self, id: &CustomerId, seen: &Seen) -> Result<Decision, StoreError> {
        let row = seen.file.as_ref().and_then(Row::of);
        if row.as_ref() == seen.kept.as_ref().map(|kept| &kept.row) {
            return Ok(Decision::Nothing);
        }
        let written = match &row {
            Some(row) => entries(row)?,
            None => BTreeMap::new(),
        };
        let gone = match &seen.kept {
            Some(kept) => entries(&kept.row)?
                .into_keys()
                .filter(|place| !written.contains_key(place))
                .collect(),
            None => Vec::new(),
        };
        let generations = self.generations().await?;
        self.plan(id, seen, row, generations, written, gone)
    }

    /// The writes that make `row` the candidate's, with these entries.
    pub(super) fn plan(
        &self,
        id: &CustomerId,
        seen: &Seen,
        row: Option<Row>,
        generations: Generations,
        written: BTreeMap<Place, Item>,
        gone: Vec<Place>,
    ) -> Result<Decision, StoreError> {
        let basis = seen
            .file
            .iter()
            .flat_map(|file| &file.orders)
            .map(|order| order.version)
            .sum();
        let kept = seen.kept.as_ref();
        if row.is_some() && kept.is_some_and(|kept| kept.basis > basis) {
            return Ok(Decision::ReadAgain);
        }
        let mut plan = Plan {
            actions: Vec::new(),
            tallies: BTreeMap::new(),
            generations,
        };
        for generation in generations.live() {
            let mut tally = Tally::default();
            if let Some(kept) = kept.filter(|kept| kept.counted >= generation) {
                tally.take(&kept.row);
            }
            if let Some(row) = &row {
                tally.add(row);
            }
            plan.tallies.insert(generation, tally);
        }
        let row = row.map(|row| KeptRow {
            row,
            version: kept.map_or(1, |kept| kept.version + 1),
            basis,
            counted: generations.newest(),
        });
        plan.actions.push(self.put_row(id, kept, row.as_ref())?);
        for item in written.into_values() {
            plan.actions.push(self.put(item)?);
        }
        for (pk, sk) in gone {
            let delete = Delete::builder()
                .table_name(&self.table)
                .set_key(Some(key(pk, sk)))
                .build();
            plan.actions.push(
                TransactWriteItem::builder()
                    .delete(delete.map_err(incomplete)?)
                    .build(),
            );
        }
        Ok(Decision::Write(plan))
    }

    /// Writes or removes the row, if it is still the one that was seen.
    fn put_row(
        &self,
        id: &CustomerId,
        seen: Option<&KeptRow>,
        row: Option<&KeptRow>,
    ) -> Result<TransactWriteItem, StoreError> {
        let unchanged = "version = :seen";
        let action = match (seen, row) {
            (None, None) => {
                return Err(StoreError::Unavailable(
                    "neither a row nor one to come".to_owned(),
                ));
            }
            (Some(seen), None) => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(row_key(id)))
                    .condition_expression(unchanged)
                    .expression_attribute_values(":seen", n(seen.version));
                TransactWriteItem::builder().delete(delete.build().map_err(incomplete)?)
            }
            (seen, Some(row)) => {
                let mut item = row_key(id);
                item.insert("kind".to_owned(), s("ROW"));
                item.extend(crate::dynamo::write(TABLE, row)?);
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
        Ok(action.build())
    }

    /// Carries a plan out, if nothing that it was made on has changed: false when something has.
    pub(super) async fn carry_out(&self, plan: Plan) -> Result<bool, StoreError> {
        let mut actions = plan.actions;
        for (generation, tally) in &plan.tallies {
            actions.extend(tally.actions(&self.table, *generation)?);
        }
        let revision = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, REVISION)))
            .update_expression(
                "SET #kind = :kind, #current = :current, building = :building ADD revision :one",
            )
            .condition_expression(
                "attribute_not_exists(pk) OR (#current = :current AND building = :building)",
            )
            .expression_attribute_names("#kind", "kind")
            .expression_attribute_names("#current", "current")
            .expression_attribute_values(":kind", s("FIGURE"))
            .expression_attribute_values(":current", n(plan.generations.current))
            .expression_attribute_values(":building", n(plan.generations.building))
            .expression_attribute_values(":one", n(1));
        let revision = revision.build().map_err(incomplete)?;
        actions.push(TransactWriteItem::builder().update(revision).build());
        Ok(matches!(self.transact(actions).await?, Transaction::Done))
    }
}

/// Waits longer with each try, each caller differently, so that those who met do not meet again.
pub(super) async fn pause(number: u32) {
    if number > 0 {
        // The keys of a new RandomState are random: enough for a pause.
        let random = RandomState::new().build_hasher().finish() % 64;
        let longest = u64::from(number.min(6)) * 25;
        tokio::time::sleep(Duration::from_millis(longest / 2 + longest * random / 128)).await;
    }
}
