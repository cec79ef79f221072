//! Admissions: one for each candidate and list, by a condition on the one that was found.

use super::{
    CheckIns, TABLE, counts,
    events::{self, Double, Event, Movement},
    item,
    nonces::{FREE, Used, WITHOUT_DOUBLE, nonce_item, nonce_key},
};
use crate::{
    admin::audit::{self, Audit},
    dynamo::{Item, StoreError, batch_get, key, n, read, s, text},
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Delete, KeysAndAttributes, Put, TransactWriteItem};
use domain::{
    CustomerId, Entropy,
    check_in::{Admission, List, Place},
};
use std::collections::HashMap;
use time::OffsetDateTime;

/// A scan that admits somebody, or that shows that two devices did.
#[derive(Debug)]
pub struct Entering<'a> {
    /// To what.
    pub list: &'a List,
    /// The admission that counts from now on.
    pub admission: &'a Admission,
    /// The one that was found.
    pub known: Option<&'a Admission>,
    /// Where the person was let in a second time.
    pub double: Option<&'a Place>,
    /// The lookups by which devices know the pass.
    pub lookups: &'a [String],
    /// What is answered.
    pub used: &'a Used,
    /// Whether the nonce was answered before its device let the person in, and gets another answer.
    pub again: bool,
    /// When it is written.
    pub now: OffsetDateTime,
}

/// An admission that is taken back.
#[derive(Debug)]
pub struct Leaving<'a> {
    /// From what.
    pub list: &'a List,
    /// The one that was found.
    pub known: &'a Admission,
    /// Where, when and by whom it is taken back.
    pub place: &'a Place,
    /// The lookups by which devices know the pass.
    pub lookups: &'a [String],
    /// Who did it, and why.
    pub audit: Audit<'a>,
}

/// The condition of a change: the admission is the one that was found.
const UNCHANGED: &str = "nonce = :known";

fn admission_key(candidate: &CustomerId, list: &List) -> Item {
    key(format!("PASS#{candidate}"), format!("LIST#{list}"))
}

impl CheckIns {
    /// What a nonce was used for, and the admission of a candidate, as of this moment.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn seen(
        &self,
        nonce: &str,
        candidate: Option<&CustomerId>,
        list: &List,
        now: OffsetDateTime,
    ) -> Result<(Option<Used>, Option<Admission>), StoreError> {
        let admission = candidate.map(|candidate| admission_key(candidate, list));
        let keys = [nonce_key(nonce)].into_iter().chain(admission);
        let (mut used, mut admission) = (None, None);
        for item in self.items(keys.collect()).await? {
            if text(&item, "sk") == "NONCE" {
                used = Used::read(item, now)?;
            } else {
                admission = Some(read(TABLE, item)?);
            }
        }
        Ok((used, admission))
    }

    /// The admission of a candidate to a list, as of this moment.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn admission(
        &self,
        candidate: &CustomerId,
        list: &List,
    ) -> Result<Option<Admission>, StoreError> {
        let found = self.admissions(list, std::slice::from_ref(candidate)).await?;
        Ok(found.into_values().next())
    }

    /// Which of at most a hundred candidates are in.
    ///
    /// # Errors
    /// When the table does not answer.
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

    /// Admits somebody, or keeps that two devices did, with the answer to the scan. Stale when the nonce is used, or the
    /// admission is not the one that was found.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn enter(&self, entering: &Entering<'_>) -> Result<Write, StoreError> {
        let Entering {
            list,
            admission,
            known,
            double,
            lookups,
            used,
            again,
            now,
        } = *entering;
        let random = Entropy::system().symbols(6);
        let customer_id = &admission.customer_id;
        let mut actions = vec![self.put_nonce(used, again, now)?];
        if known == Some(admission) {
            actions.push(self.still(list, admission)?);
        } else {
            actions.push(self.put_admission(list, admission, known)?);
            let movement = Event {
                movement: Movement::In.into(),
                customer_id: customer_id.clone(),
                lookups: lookups.to_vec(),
                place: admission.place.clone(),
            };
            let event = events::event_item(list, &movement, now, &random)?;
            actions.push(transaction::put(&self.table, event)?);
            let places = known.map(|known| (&known.place, -1)).into_iter();
            let places = places.chain([(&admission.place, 1)]);
            actions.extend(counts::change(&self.table, list, places)?);
        }
        if let Some(second) = double {
            let double = Double {
                customer_id: customer_id.clone(),
                lookups: lookups.to_vec(),
                first: admission.place.clone(),
                second: second.clone(),
            };
            let double = events::double_item(list, &double, now, &random)?;
            actions.push(transaction::put(&self.table, double)?);
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Takes an admission back. Stale when it is not the one that was found.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn leave(&self, leaving: &Leaving<'_>) -> Result<Write, StoreError> {
        let Leaving {
            list,
            known,
            place,
            lookups,
            audit: (admin, entry),
        } = *leaving;
        let movement = Event {
            movement: Movement::Out.into(),
            customer_id: known.customer_id.clone(),
            lookups: lookups.to_vec(),
            place: place.clone(),
        };
        let random = Entropy::system().symbols(6);
        let event = events::event_item(list, &movement, place.at, &random)?;
        let mut actions = vec![
            self.delete_admission(list, known)?,
            transaction::put(&self.table, event)?,
            audit::put(entry, admin)?,
        ];
        actions.extend(counts::change(&self.table, list, [(&known.place, -1)])?);
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
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    fn put_nonce(
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
                .condition_expression(WITHOUT_DOUBLE)
                .expression_attribute_names("#double", "double"),
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
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// That the admission is still the one that was found.
    fn still(&self, list: &List, known: &Admission) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(admission_key(&known.customer_id, list)))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":known", s(&known.nonce))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    async fn items(&self, keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()
            .map_err(incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        Ok(found.remove(&self.table).unwrap_or_default())
    }
}
