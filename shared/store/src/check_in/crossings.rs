//! Crossings: who went out and came in again, and what that changes beside the admission.

use super::{
    CheckIns, TABLE,
    admissions::admission_key,
    candidate, delete, doubles,
    events::{self, DoorEvent, DoorMovement},
    item,
    nonces::Used,
};
use crate::{
    dynamo::{Item, StoreError, key, n, read},
    transaction::{self, Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Put, TransactWriteItem};
use domain::{
    CustomerId, Entropy,
    check_in::{Admission, Crossings, List, Passage, ScanPlace, Whereabouts},
};
use std::collections::HashMap;
use time::OffsetDateTime;

/// What becomes of somebody's crossings when something is written about them.
#[derive(Debug, Clone, Copy, Default)]
pub struct CrossingsTurn<'a> {
    /// Those that were found.
    pub known: Option<&'a Crossings>,
    /// As they are from now on; None where they do not change.
    pub next: Option<&'a Crossings>,
    /// Whether the list counts who goes out, or once did, so that they may come at the same moment.
    pub is_watched: bool,
    /// When the list begins to count.
    pub begins_at: Option<OffsetDateTime>,
}

/// A scan that is a crossing beside the admission, or before it.
#[derive(Debug)]
pub struct CrossingOver<'a> {
    /// Of what.
    pub list: &'a List,
    /// Who.
    pub customer_id: &'a CustomerId,
    /// The crossings, with this one.
    pub turn: CrossingsTurn<'a>,
    /// The admission that was found.
    pub known: Option<&'a Admission>,
    /// The admission as it is from now on, where an exit explains a double of it.
    pub explained: Option<&'a Admission>,
    /// Where, when and by whom.
    pub place: &'a ScanPlace,
    /// The lookups by which devices know the pass.
    pub lookups: &'a [String],
    /// What is answered.
    pub used: &'a Used,
    /// Whether the nonce was answered before, and gets another answer.
    pub again: bool,
    /// When it is written.
    pub now: OffsetDateTime,
}

/// What devices are told by, of something that is written.
pub(super) struct News<'a> {
    /// Where, when and by whom.
    pub(super) place: &'a ScanPlace,
    /// The lookups by which devices know the pass.
    pub(super) lookups: &'a [String],
    /// When it is written.
    pub(super) now: OffsetDateTime,
    /// Tells it apart from all else that is written at that moment.
    pub(super) random: &'a str,
}

/// The admission before something is written, and after it.
pub(super) type Around<'a> = (Option<&'a Admission>, Option<&'a Admission>);

const UNCHANGED: &str = "version = :version";
const NONE: &str = "attribute_not_exists(pk)";

impl<'a> CrossingsTurn<'a> {
    const fn passage(
        &self,
        admission: Option<&'a Admission>,
        crossings: Option<&'a Crossings>,
    ) -> Passage<'a> {
        Passage {
            admission,
            crossings,
            begins_at: self.begins_at,
        }
    }

    /// What is known of the person once it is written.
    pub(super) fn after(&self, admission: Option<&'a Admission>) -> Passage<'a> {
        self.passage(admission, self.next.or(self.known))
    }

    /// How the counts of those who went out change: under the hour of the admission that counts, as the counts of those who came
    /// in are, and under the device that tells it.
    pub(super) fn outside(&self, (before, after): Around<'a>, place: &ScanPlace) -> Vec<(ScanPlace, i64)> {
        let of = |passage: Passage<'_>, by| {
            let admission = passage.admission.filter(|_| is_out(passage))?;
            let at = admission.place.at;
            Some((ScanPlace { at, ..place.clone() }, by))
        };
        let before = of(self.passage(before, self.known), -1);
        let after = of(self.after(after), 1);
        before.into_iter().chain(after).collect()
    }

    /// Where devices have to know that somebody went out, or is inside again.
    fn moved(&self, (before, after): Around<'a>, place: &ScanPlace) -> Option<(DoorMovement, ScanPlace)> {
        let was_out = is_out(self.passage(before, self.known));
        match (was_out, self.after(after).now()) {
            (false, Whereabouts::Out(exit)) => Some((DoorMovement::Left, exit.clone())),
            (true, Whereabouts::In) => Some((DoorMovement::Back, place.clone())),
            (true, Whereabouts::Out(_) | Whereabouts::NotIn { .. })
            | (false, Whereabouts::In | Whereabouts::NotIn { .. }) => None,
        }
    }
}

fn is_out(passage: Passage<'_>) -> bool {
    matches!(passage.now(), Whereabouts::Out(_))
}

pub(super) fn crossings_key(candidate: &CustomerId, list: &List) -> Item {
    key(candidate::partition(candidate), format!("CROSSINGS#{list}"))
}

impl CheckIns {
    /// The crossings of at most a hundred candidates.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn crossings(
        &self,
        list: &List,
        candidates: &[CustomerId],
    ) -> Result<HashMap<CustomerId, Crossings>, StoreError> {
        if candidates.is_empty() {
            return Ok(HashMap::new());
        }
        let keys = candidates.iter().map(|candidate| crossings_key(candidate, list));
        let mut found = HashMap::new();
        for item in self.items(keys.collect()).await? {
            let crossings: Crossings = read(TABLE, item)?;
            found.insert(crossings.customer_id.clone(), crossings);
        }
        Ok(found)
    }

    /// Keeps a crossing, with the answer to it. Stale when the nonce is used, or admission or crossings are not those that were
    /// found.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn cross(&self, crossing: &CrossingOver<'_>) -> Result<Write, StoreError> {
        let CrossingOver {
            list,
            customer_id,
            turn,
            known,
            explained,
            place,
            lookups,
            used,
            again,
            now,
        } = *crossing;
        let random = Entropy::system().symbols(6);
        let around = (known, explained.or(known));
        let mut actions = vec![self.put_nonce(used, again, now)?];
        match (explained, known) {
            (Some(explained), known) => {
                actions.push(self.put_admission(list, explained, known)?);
                let before = known.into_iter().flat_map(|known| &known.others);
                for (one, other) in before.zip(&explained.others) {
                    if let Some(double) = one.double.as_ref().filter(|_| other.double.is_none()) {
                        actions.push(delete(&self.table, doubles::double_key(list, double), None)?);
                    }
                }
            }
            (None, known) => actions.push(self.still(list, customer_id, known)?),
        }
        let outside = turn.outside(around, place);
        actions.extend(super::counts::change(&self.table, list, [], &outside)?);
        let news = News {
            place,
            lookups,
            now,
            random: &random,
        };
        actions.extend(self.turn(list, customer_id, &turn, around, &news)?);
        Ok(transact(&self.client, actions).await?.written())
    }

    /// The writes of the crossings themselves, and the news for the devices.
    pub(super) fn turn(
        &self,
        list: &List,
        customer_id: &CustomerId,
        turn: &CrossingsTurn<'_>,
        around: Around<'_>,
        news: &News<'_>,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions = Vec::new();
        match turn.next {
            Some(next) => actions.push(self.put_crossings(list, next, turn.known)?),
            None if turn.is_watched || turn.known.is_some() => {
                actions.push(self.still_crossed(list, customer_id, turn.known)?);
            }
            None => {}
        }
        if let Some((movement, place)) = turn.moved(around, news.place) {
            let event = DoorEvent {
                movement: movement.into(),
                customer_id: customer_id.clone(),
                lookups: news.lookups.to_vec(),
                place,
                nonce: String::new(),
            };
            // Of one moment, it comes behind what is told of the admission.
            let event = events::event_item(list, &event, news.now, &format!("~{}", news.random))?;
            actions.push(transaction::put(&self.table, event)?);
        }
        Ok(actions)
    }

    fn put_crossings(
        &self,
        list: &List,
        next: &Crossings,
        known: Option<&Crossings>,
    ) -> Result<TransactWriteItem, StoreError> {
        let item = item(next, crossings_key(&next.customer_id, list))?;
        let Some(known) = known else {
            return transaction::put_new(&self.table, item);
        };
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression(UNCHANGED)
            .expression_attribute_values(":version", n(known.version))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// That the crossings are still those that were found.
    fn still_crossed(
        &self,
        list: &List,
        customer_id: &CustomerId,
        known: Option<&Crossings>,
    ) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(crossings_key(customer_id, list)));
        let check = match known {
            Some(known) => check
                .condition_expression(UNCHANGED)
                .expression_attribute_values(":version", n(known.version)),
            None => check.condition_expression(NONE),
        };
        let check = check.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
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
                .condition_expression(super::admissions::UNCHANGED)
                .expression_attribute_values(":known", crate::dynamo::s(&known.nonce))
                .expression_attribute_values(":version", n(known.version)),
            None => check.condition_expression(NONE),
        };
        let check = check.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }
}
