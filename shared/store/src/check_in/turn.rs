//! A scan is added to what is kept of a person, or taken back: what changes by that, in one transaction on what was found.
//!
//! Admission, doubles, counts and what devices are told follow from the passages before and after alone
//! ([`Passages`]), so they are the same in whatever order scans and undos come.

use super::{
    CheckIns, Seen, counts, delete,
    doubles::{self, Double},
    events::{self, DoorEvent, DoorMovement},
    nonces::Used,
};
use crate::{
    dynamo::{StoreError, text},
    transaction::{self, Write, transact},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{
    Entropy,
    check_in::{Admission, List, Passage, Passages, ScanPlace, Whereabouts},
};
use std::collections::HashMap;
use time::OffsetDateTime;

/// What becomes of what is kept of a person.
#[derive(Debug, Clone, Copy)]
pub struct PassageTurn<'a> {
    /// At which list.
    pub list: &'a List,
    /// What was found.
    pub seen: &'a Seen,
    /// What it says.
    pub before: &'a Passages,
    /// What is kept from now on.
    pub after: &'a Passages,
    /// Where, when and by whom something is added or taken back.
    pub place: &'a ScanPlace,
    /// The lookups by which devices know what happens to the candidate (`RosterSeal::news_lookup`).
    pub lookups: &'a [String],
    /// When it is written.
    pub now: OffsetDateTime,
}

/// A scan that is kept, with the answer to it.
#[derive(Debug)]
pub struct Passing<'a> {
    /// What becomes of what was kept.
    pub turn: PassageTurn<'a>,
    /// What is answered.
    pub used: &'a Used,
    /// Whether the nonce was answered before its device let the person through, and gets another answer.
    pub again: bool,
}

impl PassageTurn<'_> {
    /// How the counts of those who went out change: under the hour of the admission that counts, as the counts of those who came
    /// in are, and under the device that tells it.
    fn outside(&self, next: Option<&Admission>) -> Vec<(ScanPlace, i64)> {
        let of = |admission: Option<&Admission>, passages: &Passages, by| {
            let admission = admission.filter(|_| matches!(passages.now(), Whereabouts::Out(_)))?;
            let at = admission.place.at;
            Some((
                ScanPlace {
                    at,
                    ..self.place.clone()
                },
                by,
            ))
        };
        let before = of(self.seen.admission.as_ref(), self.before, -1);
        let after = of(next, self.after, 1);
        before.into_iter().chain(after).collect()
    }

    /// What was taken back.
    fn taken(&self) -> Option<&Passage> {
        self.before
            .all()
            .find(|one| self.after.find(&one.nonce).is_none())
    }

    /// What devices have to know of somebody who went out, ever: where they are by now, whenever that has changed for anybody who
    /// knows some of it.
    fn moved(&self) -> Option<(DoorMovement, ScanPlace)> {
        let exits = |passages: &Passages| passages.exits().count();
        let (before, after) = (exits(self.before), exits(self.after));
        let counting = |passages: &Passages| passages.counting().map(|one| one.nonce.clone());
        let is_another = counting(self.before) != counting(self.after);
        let was = self.before.now();
        let is_same = match (was, self.after.now()) {
            (Whereabouts::Out(exit), Whereabouts::Out(later)) => exit == later,
            // Who knows of an exit that the server does not know yet is told when it does.
            (Whereabouts::In(_), Whereabouts::In(_))
            | (Whereabouts::NotIn { .. }, Whereabouts::NotIn { .. }) => true,
            (Whereabouts::In(_) | Whereabouts::Out(_) | Whereabouts::NotIn { .. }, _) => false,
        };
        if before + after == 0 || before == after && !is_another && is_same {
            return None;
        }
        match (was, self.after.now()) {
            (_, Whereabouts::Out(exit)) => Some((DoorMovement::Left, exit.clone())),
            // The admission itself is told.
            (Whereabouts::NotIn { .. }, Whereabouts::In(place))
                if self.after.counting().is_some_and(|one| one.place == *place) =>
            {
                None
            }
            (_, Whereabouts::In(place)) => Some((DoorMovement::Back, place.clone())),
            (_, Whereabouts::NotIn { .. }) => {
                (after < before).then(|| (DoorMovement::Back, self.place.clone()))
            }
        }
    }
}

impl CheckIns {
    /// Keeps a scan, with the answer to it. Stale when the nonce is used, or what is kept is not what was found.
    pub async fn pass(&self, passing: &Passing<'_>) -> Result<Write, StoreError> {
        let Passing { turn, used, again } = passing;
        let mut actions = vec![self.put_nonce(used, *again, turn.now)?];
        actions.extend(self.turn(turn)?);
        Ok(transact(&self.client, actions).await?.written())
    }

    /// The writes by which what follows from the passages becomes what follows from those after.
    pub(super) fn turn(&self, turn: &PassageTurn<'_>) -> Result<Vec<TransactWriteItem>, StoreError> {
        let PassageTurn {
            list, seen, after, ..
        } = turn;
        let known = seen.admission.as_ref();
        let random = Entropy::system().symbols(6);
        let mut next = after.admission(known);
        let mut actions = self.doubles_of(turn, next.as_mut(), &random)?;
        actions.push(self.turn_admission(list, after.customer_id(), known, next.as_mut())?);
        let counted = |admission: Option<&Admission>| admission.map(|one| one.nonce.clone());
        let is_another = counted(known) != counted(next.as_ref());
        let places = known.map(|known| (&known.place, -1)).into_iter();
        let places = places.chain(next.as_ref().map(|next| (&next.place, 1)));
        let outside = turn.outside(next.as_ref());
        actions.extend(counts::change(
            &self.table,
            list,
            places.filter(|_| is_another),
            &outside,
        )?);
        if is_another {
            actions.extend(self.news_of_admission(turn, known, next.as_ref(), &random)?);
        }
        let crossings = after.crossings(seen.crossings.as_ref());
        actions.extend(self.turn_crossings(list, after.customer_id(), seen, crossings)?);
        if let Some((movement, place)) = turn.moved() {
            let nonce = turn.taken().map(|taken| taken.nonce.clone()).unwrap_or_default();
            // Of one moment, it comes behind what is told of the admission.
            actions.push(self.news(turn, movement, &place, &nonce, &format!("~{random}"))?);
        }
        Ok(actions)
    }

    /// The doubles that are one no more, and those that have become one. Each is known by its second scan.
    fn doubles_of(
        &self,
        turn: &PassageTurn<'_>,
        next: Option<&mut Admission>,
        random: &str,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let firsts = turn.before.doubles().into_iter();
        let firsts: HashMap<&str, &str> = firsts
            .map(|twice| (twice.second.nonce.as_str(), twice.first.nonce.as_str()))
            .collect();
        let mut others: HashMap<String, &mut Option<String>> = next
            .into_iter()
            .flat_map(|next| &mut next.others)
            .map(|other| (other.nonce.clone(), &mut other.double))
            .collect();
        let known = turn.seen.admission.iter().flat_map(|known| &known.others);
        let mut gone: HashMap<&str, &str> = known
            .filter_map(|other| Some((other.nonce.as_str(), other.double.as_deref()?)))
            .collect();
        let mut actions = Vec::new();
        let doubles = turn.after.doubles();
        for (number, twice) in doubles.iter().enumerate() {
            let nonce = twice.second.nonce.as_str();
            let is_known = firsts.get(nonce) == Some(&twice.first.nonce.as_str());
            if is_known && gone.remove(nonce).is_some() {
                continue;
            }
            let double = Double::of(turn.after.customer_id(), *twice, turn.lookups);
            let item = doubles::double_item(turn.list, &double, turn.now, &format!("{random}{number}"))?;
            if let Some(other) = others.get_mut(nonce) {
                **other = Some(text(&item, "sk").to_owned());
            }
            actions.push(transaction::put(&self.table, item)?);
        }
        for (nonce, place) in gone {
            let key = doubles::double_key(turn.list, place);
            actions.push(delete(&self.table, key, None)?);
            if let Some(other) = others.get_mut(nonce)
                && other.as_deref() == Some(place)
            {
                **other = None;
            }
        }
        Ok(actions)
    }

    /// That the scan which counts is another one.
    fn news_of_admission(
        &self,
        turn: &PassageTurn<'_>,
        known: Option<&Admission>,
        next: Option<&Admission>,
        random: &str,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions = Vec::new();
        // One that is only not the first any more is replaced without a word.
        let lets_in = |nonce: &str| turn.after.entrances().any(|one| one.nonce == nonce);
        if let Some(known) = known.filter(|known| !lets_in(&known.nonce)) {
            // Both are of one moment: out comes before in.
            let random = format!("0{random}");
            actions.push(self.news(turn, DoorMovement::Out, turn.place, &known.nonce, &random)?);
        }
        if let Some(next) = next {
            let random = format!("1{random}");
            actions.push(self.news(turn, DoorMovement::In, &next.place, &next.nonce, &random)?);
        }
        Ok(actions)
    }

    fn news(
        &self,
        turn: &PassageTurn<'_>,
        movement: DoorMovement,
        place: &ScanPlace,
        nonce: &str,
        random: &str,
    ) -> Result<TransactWriteItem, StoreError> {
        let event = DoorEvent {
            movement: movement.into(),
            customer_id: turn.after.customer_id().clone(),
            lookups: turn.lookups.to_vec(),
            place: place.clone(),
            nonce: nonce.to_owned(),
        };
        transaction::put(
            &self.table,
            events::event_item(turn.list, &event, turn.now, random)?,
        )
    }
}
