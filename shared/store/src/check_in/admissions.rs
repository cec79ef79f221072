//! Admissions: one for each candidate and list, by a condition on the one that was found.

use super::{
    CheckIns, TABLE, WithoutRight, candidate,
    crossings::crossings_key,
    item,
    nonces::{FREE, OUTSIDE, Used, nonce_item, nonce_key},
    options::{self, ListOptions},
    without_right,
};
use crate::{
    dynamo::{Item, StoreError, get_all, key, n, read, s, text},
    transaction::{self, incomplete},
};
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem};
use domain::{
    CustomerId,
    check_in::{Admission, Crossings, List, Passages},
};
use futures::{StreamExt, TryStreamExt};
use std::collections::{HashMap, HashSet};
use time::OffsetDateTime;

/// What one BatchGetItem takes.
const ASKED_AT_ONCE: usize = 100;
/// How many of them are asked side by side.
const BATCHES: usize = 16;

/// What is looked for before something is decided.
#[derive(Debug, Clone, Copy)]
pub struct Sought<'a> {
    /// To what.
    pub list: &'a List,
    /// Whose admission.
    pub candidate: Option<&'a CustomerId>,
    /// What they were used for.
    pub nonces: &'a [&'a str],
    /// The scan of which it is asked whether it let somebody in without a right, which is known longer than its nonce.
    pub taken_back: Option<&'a str>,
}

/// What is known of some nonces and of an admission.
#[derive(Debug, Default)]
pub struct Seen {
    /// Those of the nonces that were used, by themselves.
    pub used: HashMap<String, Used>,
    /// The admission.
    pub admission: Option<Admission>,
    /// The crossings beside it.
    pub crossings: Option<Crossings>,
    /// What is set about the list.
    pub options: Option<ListOptions>,
    /// That the scan which is taken back let somebody in without a right.
    pub without_right: Option<WithoutRight>,
}

/// The condition of a change: the admission is the one that was found. One that was never changed may have no version.
const UNCHANGED: &str = "nonce = :known AND (version = :version OR attribute_not_exists(version))";

/// Whether it counts: what was scanned before the list began to is practice.
fn is_real(admission: &Admission, begins_at: Option<OffsetDateTime>) -> bool {
    begins_at.is_none_or(|begins| admission.place.at >= begins)
}

pub(super) fn admission_key(candidate: &CustomerId, list: &List) -> Item {
    key(candidate::partition(candidate), format!("LIST#{list}"))
}

impl Seen {
    /// What is kept of a candidate, of a list that begins to count at a moment.
    #[must_use]
    pub fn passages(&self, candidate: CustomerId, begins_at: Option<OffsetDateTime>) -> Passages {
        Passages::of(
            candidate,
            self.admission.as_ref(),
            self.crossings.as_ref(),
            begins_at,
        )
    }
}

impl CheckIns {
    /// What some nonces were used for, and the admission of a candidate, as of this moment.
    pub async fn seen(&self, sought: Sought<'_>, now: OffsetDateTime) -> Result<Seen, StoreError> {
        let Sought {
            list,
            candidate,
            nonces,
            taken_back,
        } = sought;
        let crossings = candidate.map(|candidate| crossings_key(candidate, list));
        let admission = candidate.map(|candidate| admission_key(candidate, list));
        let record = candidate
            .zip(taken_back)
            .map(|(candidate, nonce)| without_right::key_at_candidate(list, candidate, nonce));
        let keys = nonces.iter().map(|nonce| nonce_key(nonce));
        let keys = keys.chain(admission).chain(crossings).chain(record);
        let keys: Vec<Item> = keys.chain([options::key_of(list)]).collect();
        let mut seen = Seen::default();
        for item in get_all(&self.client, &self.table, &keys).await? {
            let sk = text(&item, "sk");
            if text(&item, "pk") == options::PARTITION {
                seen.options = Some(read(TABLE, item)?);
                continue;
            }
            if sk.starts_with("WITHOUT_RIGHT#") {
                seen.without_right = Some(read(TABLE, item)?);
            } else if sk.starts_with("CROSSINGS#") {
                seen.crossings = Some(read(TABLE, item)?);
            } else if sk == "NONCE" {
                seen.used
                    .extend(Used::read(item, now)?.map(|used| (used.nonce.clone(), used)));
            } else {
                seen.admission = Some(read(TABLE, item)?);
            }
        }
        Ok(seen)
    }

    /// Which of at most a hundred candidates are in.
    pub async fn admissions(
        &self,
        list: &List,
        candidates: &[CustomerId],
    ) -> Result<HashMap<CustomerId, Admission>, StoreError> {
        let found = self.each_admission(list, candidates).await?.into_iter();
        found.map(|(id, admission)| Ok((id, admission?))).collect()
    }

    /// The same, where one that cannot be read is an error of its own.
    async fn each_admission(
        &self,
        list: &List,
        candidates: &[CustomerId],
    ) -> Result<Vec<(CustomerId, Result<Admission, StoreError>)>, StoreError> {
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let keys = candidates.iter().map(|candidate| admission_key(candidate, list));
        let keys: Vec<Item> = keys.collect();
        let items = get_all(&self.client, &self.table, &keys).await?.into_iter();
        let named = items.filter_map(|item| Some((candidate::of(text(&item, "pk"))?, item)));
        Ok(named.map(|(id, item)| (id, read(TABLE, item))).collect())
    }

    /// Which of any number of candidates were let in to a list since it began to count, at `begins_at`.
    pub async fn admitted_of(
        &self,
        list: &List,
        begins_at: Option<OffsetDateTime>,
        candidates: &[CustomerId],
    ) -> Result<HashSet<CustomerId>, StoreError> {
        let mut admitted = HashSet::new();
        for (id, admission) in self.every_admission(list, candidates).await? {
            if is_real(&admission?, begins_at) {
                admitted.insert(id);
            }
        }
        Ok(admitted)
    }

    /// The same, and of which of them that cannot be read.
    pub async fn readable_admitted_of(
        &self,
        list: &List,
        begins_at: Option<OffsetDateTime>,
        candidates: &[CustomerId],
    ) -> Result<(HashSet<CustomerId>, HashSet<CustomerId>), StoreError> {
        let (mut admitted, mut unread) = (HashSet::new(), HashSet::new());
        for (id, admission) in self.every_admission(list, candidates).await? {
            match admission {
                Ok(admission) if is_real(&admission, begins_at) => {
                    admitted.insert(id);
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(candidate = id.as_str(), %error, "an admission cannot be read, and its candidate is left out");
                    unread.insert(id);
                }
            }
        }
        Ok((admitted, unread))
    }

    /// What is kept of any number of candidates.
    async fn every_admission(
        &self,
        list: &List,
        candidates: &[CustomerId],
    ) -> Result<Vec<(CustomerId, Result<Admission, StoreError>)>, StoreError> {
        let some = candidates.chunks(ASKED_AT_ONCE);
        let asked: Vec<_> = some.map(|some| self.each_admission(list, some)).collect();
        let asked = futures::stream::iter(asked).buffer_unordered(BATCHES);
        let found: Vec<_> = asked.try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// What becomes of an admission; that it is the one that was found where nothing does.
    pub(super) fn turn_admission(
        &self,
        list: &List,
        customer_id: &CustomerId,
        known: Option<&Admission>,
        next: Option<&mut Admission>,
    ) -> Result<TransactWriteItem, StoreError> {
        match (known, next) {
            (known, Some(next)) if known != Some(next) => {
                next.version += u64::from(known.is_some());
                self.put_admission(list, next, known)
            }
            (Some(known), None) => self.delete_admission(list, known),
            (known, _) => self.still(list, customer_id, known),
        }
    }

    /// Removes an admission, if it is the one that was found.
    pub(super) fn delete_admission(
        &self,
        list: &List,
        known: &Admission,
    ) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(admission_key(&known.customer_id, list)))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":known", s(&known.nonce))
            .expression_attribute_values(":version", n(known.version))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    pub(super) fn put_nonce(
        &self,
        used: &Used,
        again: bool,
        now: OffsetDateTime,
    ) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(nonce_item(used, now)?));
        let put = match again {
            true => put
                .condition_expression(OUTSIDE)
                .expression_attribute_values(":no", AttributeValue::Bool(false)),
            false => put
                .condition_expression(FREE)
                .expression_attribute_values(":now", n(now.unix_timestamp())),
        };
        let put = put.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    fn put_admission(
        &self,
        list: &List,
        admission: &Admission,
        known: Option<&Admission>,
    ) -> Result<TransactWriteItem, StoreError> {
        let item = item(admission, admission_key(&admission.customer_id, list))?;
        let Some(known) = known else {
            return transaction::put_new(&self.table, item);
        };
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":known", s(&known.nonce))
            .expression_attribute_values(":version", n(known.version))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// That the admission is still the one that was found.
    pub(super) fn still(
        &self,
        list: &List,
        customer_id: &CustomerId,
        known: Option<&Admission>,
    ) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(admission_key(customer_id, list)));
        let check = match known {
            Some(known) => check
                .condition_expression(UNCHANGED)
                .expression_attribute_values(":known", s(&known.nonce))
                .expression_attribute_values(":version", n(known.version)),
            None => check.condition_expression("attribute_not_exists(pk)"),
        };
        let check = check.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }
}
