//! Admissions: one for each candidate and list, by a condition on the one that was found.

use super::{
    CheckIns, TABLE, WithoutRight, candidate, counts,
    crossings::{CrossingsTurn, News, crossings_key},
    doubles::{self, Double},
    events::{self, DoorEvent, DoorMovement},
    item,
    nonces::{FREE, OUTSIDE, Used, nonce_item, nonce_key},
    options::{self, ListOptions},
    without_right,
};
use crate::{
    dynamo::{Item, StoreError, batch_get, key, n, read, s, text},
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{AttributeValue, Delete, KeysAndAttributes, Put, TransactWriteItem};
use domain::{
    CustomerId, Entropy,
    check_in::{Admission, Crossings, List, ScanPlace},
};
use std::collections::HashMap;
use time::OffsetDateTime;

/// A scan that let somebody in, in whatever place among those that did.
#[derive(Debug)]
pub struct Entering<'a> {
    /// To what.
    pub list: &'a List,
    /// The admission as it is from now on. Of a double, the scan that does not count is the last of its others.
    pub admission: &'a Admission,
    /// The one that was found.
    pub known: Option<&'a Admission>,
    /// Where the person was let in a second time.
    pub double: Option<&'a ScanPlace>,
    /// What becomes of the crossings.
    pub turn: CrossingsTurn<'a>,
    /// The lookups by which devices know the pass.
    pub lookups: &'a [String],
    /// What is answered.
    pub used: &'a Used,
    /// Whether the nonce was answered before its device let the person in, and gets another answer.
    pub again: bool,
    /// When it is written.
    pub now: OffsetDateTime,
}

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
pub(super) const UNCHANGED: &str = "nonce = :known AND (version = :version OR attribute_not_exists(version))";

pub(super) fn admission_key(candidate: &CustomerId, list: &List) -> Item {
    key(candidate::partition(candidate), format!("LIST#{list}"))
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
        let keys = keys.chain([options::key_of(list)]);
        let mut seen = Seen::default();
        for item in self.items(keys.collect()).await? {
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
        if candidates.is_empty() {
            return Ok(HashMap::new());
        }
        let keys = candidates.iter().map(|candidate| admission_key(candidate, list));
        let mut admissions = HashMap::new();
        for item in self.items(keys.collect()).await? {
            let admission: Admission = read(TABLE, item)?;
            admissions.insert(admission.customer_id.clone(), admission);
        }
        Ok(admissions)
    }

    /// Keeps that a scan let somebody in, with the answer to it. Stale when the nonce is used, or the
    /// admission is not the one that was found.
    pub async fn enter(&self, entering: &Entering<'_>) -> Result<Write, StoreError> {
        let Entering {
            list,
            admission,
            known,
            double,
            turn,
            lookups,
            used,
            again,
            now,
        } = *entering;
        let random = Entropy::system().symbols(6);
        let customer_id = &admission.customer_id;
        let mut admission = admission.clone();
        let mut actions = vec![self.put_nonce(used, again, now)?];
        if let Some(second) = double {
            let other = admission.others.last();
            let nonce = other.map(|other| other.nonce.clone()).unwrap_or_default();
            let double = Double::of(&admission, (&nonce, second), lookups);
            let double = doubles::double_item(list, &double, now, &random)?;
            if let Some(other) = admission.others.last_mut() {
                other.double = Some(text(&double, "sk").to_owned());
            }
            actions.push(transaction::put(&self.table, double)?);
        }
        actions.push(self.put_admission(list, &admission, known)?);
        let around = (known, Some(&admission));
        let is_another = known.is_none_or(|known| known.nonce != admission.nonce);
        if is_another {
            let movement = DoorEvent {
                movement: DoorMovement::In.into(),
                customer_id: customer_id.clone(),
                lookups: lookups.to_vec(),
                place: admission.place.clone(),
                nonce: admission.nonce.clone(),
            };
            let event = events::event_item(list, &movement, now, &random)?;
            actions.push(transaction::put(&self.table, event)?);
        }
        let outside = turn.outside(around, &admission.place);
        let places = known.map(|known| (&known.place, -1)).into_iter();
        let places = places.chain([(&admission.place, 1)]).filter(|_| is_another);
        actions.extend(counts::change(&self.table, list, places, &outside)?);
        let news = News {
            place: &admission.place,
            lookups,
            now,
            random: &random,
        };
        actions.extend(self.turn(list, customer_id, &turn, around, &news)?);
        Ok(transact(&self.client, actions).await?.written())
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

    pub(super) fn put_admission(
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

    pub(super) async fn items(&self, keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()
            .map_err(incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        Ok(found.remove(&self.table).unwrap_or_default())
    }
}
