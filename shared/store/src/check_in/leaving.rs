//! Taking scans back: what they let in is out, or in by another scan.

use super::{
    CheckIns, CrossingsTurn, TakenBack, WithoutRight, candidate, counts,
    crossings::News,
    delete,
    doubles::{self, Double},
    events::{self, DoorEvent, DoorMovement},
    nonces::{FREE, Used, nonce_item, nonce_key},
    without_right,
};
use crate::{
    admin::Audit,
    dynamo::{StoreError, n, text},
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem, Update};
use domain::{
    CustomerId, Entropy, Stored,
    check_in::{Admission, List, Passage, Refusal, ScanPlace},
};
use time::OffsetDateTime;

/// What is taken back.
#[derive(Debug)]
pub enum Taken<'a> {
    /// One scan or more of an admission.
    Admitted {
        /// The admission that was found.
        known: &'a Admission,
        /// As it is from now on; None where nobody is in any more.
        left: Option<&'a Admission>,
    },
    /// A crossing beside the admission.
    Crossed {
        /// Its nonce.
        nonce: &'a str,
        /// The admission that was found.
        known: Option<&'a Admission>,
    },
    /// A scan that is on record as let in without a right.
    WithoutRight(&'a WithoutRight),
    /// A scan that let nobody in, or that has not come yet and will let nobody in.
    Outside {
        /// Its nonce.
        nonce: &'a str,
        /// What it was used for.
        used: Option<&'a Used>,
        /// The admission that was found, which another scan has made.
        known: Option<&'a Admission>,
    },
}

/// Scans that are taken back.
#[derive(Debug)]
pub struct Leaving<'a> {
    /// From what.
    pub list: &'a List,
    /// Whose they were.
    pub customer_id: &'a CustomerId,
    /// Which.
    pub taken: Taken<'a>,
    /// What becomes of the crossings.
    pub turn: CrossingsTurn<'a>,
    /// Where, when and by whom they are taken back.
    pub place: &'a ScanPlace,
    /// The lookups by which devices know the pass.
    pub lookups: &'a [String],
    /// What is answered; None for somebody who has no name for it.
    pub used: Option<&'a Used>,
    /// Who did it, and why.
    pub audit: Audit<'a>,
    /// When it is written.
    pub now: OffsetDateTime,
}

impl CheckIns {
    /// Takes scans back. Stale when the nonce is used, or they are not as they were found.
    pub async fn leave(&self, leaving: &Leaving<'_>) -> Result<Write, StoreError> {
        let Leaving { list, now, .. } = *leaving;
        let mut actions = vec![leaving.audit.put()?];
        if let Some(used) = leaving.used {
            actions.push(self.put_nonce(used, false, now)?);
        }
        let Leaving { turn, place, .. } = *leaving;
        let random = Entropy::system().symbols(6);
        let news = News {
            place,
            lookups: leaving.lookups,
            now,
            random: &random,
        };
        let crossed = |around| self.turn(list, leaving.customer_id, &turn, around, &news);
        match &leaving.taken {
            Taken::Admitted { known, left } => {
                actions.extend(self.less(leaving, known, *left, &random)?);
                actions.extend(crossed((Some(*known), *left))?);
            }
            Taken::Crossed { nonce, known } => {
                let around = (*known, *known);
                actions.push(self.mark_undone(nonce, now)?);
                actions.push(self.still(list, leaving.customer_id, *known)?);
                let outside = turn.outside(around, place);
                actions.extend(counts::change(&self.table, list, [], &outside)?);
                actions.extend(crossed(around)?);
            }
            Taken::WithoutRight(record) => {
                actions.extend(without_right::delete_records(&self.table, record)?);
                actions.push(self.mark_undone(&record.nonce, now)?);
                let reason = Some(record.reason.clone());
                actions.push(self.put_history(leaving, &record.nonce, &record.place, reason)?);
            }
            Taken::Outside { nonce, used, known } => {
                actions.push(self.bar(nonce, *used, now)?);
                actions.push(self.still(list, leaving.customer_id, *known)?);
            }
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    /// An admission is changed to what is left of it.
    fn less(
        &self,
        leaving: &Leaving<'_>,
        known: &Admission,
        left: Option<&Admission>,
        random: &str,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let Leaving {
            list,
            place,
            now,
            turn,
            ..
        } = *leaving;
        let is_left =
            |nonce: &str| left.is_some_and(|left| left.entrances().any(|(other, _)| other == nonce));
        let mut actions = Vec::new();
        for (nonce, scanned) in known.entrances().filter(|(nonce, _)| !is_left(nonce)) {
            actions.push(self.mark_undone(nonce, now)?);
            actions.push(self.put_history(leaving, nonce, scanned, None)?);
        }
        let counts_no_more = left.is_none_or(|left| left.nonce != known.nonce);
        // A double is of the scan that counts and another one: without either it is none.
        for other in &known.others {
            if let Some(double) = other
                .double
                .as_ref()
                .filter(|_| counts_no_more || !is_left(&other.nonce))
            {
                actions.push(delete(&self.table, doubles::double_key(list, double), None)?);
            }
        }
        let outside = turn.outside((Some(known), left), place);
        let places = [(&known.place, -1)].into_iter();
        let places = places.chain(left.map(|left| (&left.place, 1)));
        let places = places.filter(|_| counts_no_more);
        actions.extend(counts::change(&self.table, list, places, &outside)?);
        let passage = turn.after(left);
        let mut left = left.cloned();
        if counts_no_more {
            let event = |movement: DoorMovement, place: &ScanPlace, nonce: &str| DoorEvent {
                movement: movement.into(),
                customer_id: known.customer_id.clone(),
                lookups: leaving.lookups.to_vec(),
                place: place.clone(),
                nonce: nonce.to_owned(),
            };
            // Both are of one moment: out comes before in.
            let out = event(DoorMovement::Out, place, &known.nonce);
            let out = events::event_item(list, &out, now, &format!("0{random}"))?;
            actions.push(transaction::put(&self.table, out)?);
            if let Some(left) = &mut left {
                let is_in = event(DoorMovement::In, &left.place, &left.nonce);
                let is_in = events::event_item(list, &is_in, now, &format!("1{random}"))?;
                actions.push(transaction::put(&self.table, is_in)?);
                actions.extend(self.double_again(list, left, passage, leaving.lookups, (now, random))?);
            }
        }
        actions.push(match &left {
            Some(left) => self.put_admission(list, left, Some(known))?,
            None => self.delete_admission(list, known)?,
        });
        Ok(actions)
    }

    /// That a scan which had let somebody in was taken back, for the candidate's page.
    fn put_history(
        &self,
        leaving: &Leaving<'_>,
        nonce: &str,
        scanned: &ScanPlace,
        reason: Option<Stored<Refusal>>,
    ) -> Result<TransactWriteItem, StoreError> {
        let taken = TakenBack {
            customer_id: leaving.customer_id.clone(),
            list: leaving.list.to_string(),
            nonce: nonce.to_owned(),
            scanned: scanned.clone(),
            reason,
            place: leaving.place.clone(),
        };
        candidate::put_taken_back(&self.table, &taken)
    }

    /// The doubles of the scan that counts now.
    fn double_again(
        &self,
        list: &List,
        left: &mut Admission,
        passage: Passage<'_>,
        lookups: &[String],
        (now, random): (OffsetDateTime, &str),
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions = Vec::new();
        let counting = left.clone();
        for (number, other) in left.others.iter_mut().enumerate() {
            other.double = None;
            if other.place.device == left.place.device || passage.is_return(&other.place, &other.nonce) {
                continue;
            }
            let scan = (other.nonce.as_str(), &other.place);
            let double = Double::of(&counting, scan, lookups);
            let item = doubles::double_item(list, &double, now, &format!("{random}{number}"))?;
            other.double = Some(text(&item, "sk").to_owned());
            actions.push(transaction::put(&self.table, item)?);
        }
        Ok(actions)
    }

    /// A scan of an admission is taken back. Where what it was used for is forgotten by now, that is all that is known of it.
    fn mark_undone(&self, nonce: &str, now: OffsetDateTime) -> Result<TransactWriteItem, StoreError> {
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(nonce_key(nonce)));
        let mut sets = Vec::new();
        for (name, value) in nonce_item(&Used::undone(nonce), now)? {
            sets.push(match name.as_str() {
                "pk" | "sk" => continue,
                "undone" | "expires" => format!("#{name} = :{name}"),
                _ => format!("#{name} = if_not_exists(#{name}, :{name})"),
            });
            update = update
                .expression_attribute_values(format!(":{name}"), value)
                .expression_attribute_names(format!("#{name}"), name);
        }
        let update = update
            .update_expression(format!("SET {}", sets.join(", ")))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// A scan that let nobody in never will.
    fn bar(
        &self,
        nonce: &str,
        used: Option<&Used>,
        now: OffsetDateTime,
    ) -> Result<TransactWriteItem, StoreError> {
        let barred = used
            .cloned()
            .map_or_else(|| Used::undone(nonce), |used| Used { undone: true, ..used });
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(nonce_item(&barred, now)?));
        let put = match used {
            Some(used) => put
                .condition_expression("let_in = :let_in AND undone = :no")
                .expression_attribute_values(":let_in", AttributeValue::Bool(used.let_in))
                .expression_attribute_values(":no", AttributeValue::Bool(false)),
            None => put
                .condition_expression(FREE)
                .expression_attribute_values(":now", n(now.unix_timestamp())),
        };
        let put = put.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}
