//! The roster: the passes that are accepted, sealed so that only the code of a pass opens its entry, in the order in which
//! they changed. Devices at the door keep a copy, and follow it.
//!
//! An entry is written with the projection of its candidate, which lists the entries that there are. Its key begins with
//! the moment of the write, so what has changed since another moment is one Query of each shard. A changed pass moves to
//! a new key; one that is not accepted any more leaves a mark (`ROSTER_GONE`), so that the devices forget it.

use super::place::{EntryKey, shard_of};
use crate::{
    dynamo::{Item, StoreError, key, kind, millis, s, text},
    registrations::{CandidateFile, Registrations},
    seal::RosterSeal,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    CourseId, CustomerId,
    payment::{Order, PassValidity},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

/// Among how many partitions the entries are spread.
pub(super) const SHARDS: u8 = 4;

/// The kinds of the items.
const ENTRY: &str = "ROSTER";
const GONE: &str = "ROSTER_GONE";

/// How a pass for every exam names what it is for.
const EVERY_EXAM: &str = "*";

/// How many symbols name a chosen exam.
const CHOSEN_MARK: usize = 3;

/// An entry that a candidate has in the roster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RosterEntry {
    /// By what the devices find it.
    lookup: String,
    /// When it was written, in epoch milliseconds.
    at: i64,
    /// The nonce of its seal, which is another one whenever what is sealed is.
    nonce: String,
}

/// What the roster should have of a candidate, and what is to be written for it.
#[derive(Debug, Default)]
pub(super) struct RosterPlan {
    pub(super) listed: Vec<RosterEntry>,
    pub(super) written: BTreeMap<EntryKey, Item>,
    pub(super) gone: Vec<EntryKey>,
}

/// Something that happened in the roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterChange {
    /// Its place: the reading goes on behind it.
    pub place: String,
    /// Which pass.
    pub lookup: String,
    /// Its entry, in base64url; None when the pass is not accepted any more.
    pub sealed: Option<String>,
}

impl RosterChange {
    /// Whose pass it is; None where the place is not of this release.
    #[must_use]
    pub fn candidate(&self) -> Option<CustomerId> {
        CustomerId::parse(self.place.split('#').nth(2)?).ok()
    }

    /// When it happened, in epoch milliseconds.
    #[must_use]
    pub fn at(&self) -> Option<i64> {
        self.place.split('#').next()?.parse().ok()
    }
}

impl RosterEntry {
    /// Where the entry is.
    pub(super) fn place(&self, id: &CustomerId) -> EntryKey {
        (
            partition(shard_of(id, SHARDS)),
            sort_key(self.at, &self.lookup, id),
        )
    }
}

impl RosterPlan {
    pub(super) fn is_nothing(&self) -> bool {
        self.written.is_empty() && self.gone.is_empty()
    }
}

fn partition(shard: u8) -> String {
    format!("ROSTER#{shard}")
}

fn sort_key(at: i64, lookup: &str, id: &CustomerId) -> String {
    format!("{at:014}#{lookup}#{id}")
}

/// What is to be written, when these entries are there.
pub(super) fn change(
    id: &CustomerId,
    file: Option<&CandidateFile>,
    listed: &[RosterEntry],
    now: OffsetDateTime,
) -> Result<RosterPlan, StoreError> {
    let mut changed = RosterPlan::default();
    let mut accepted = BTreeSet::new();
    let orders = file
        .into_iter()
        .flat_map(|file| file.orders.iter().map(move |order| (file, order)));
    let valid = orders.filter(|(_, order)| order.validity() == Some(PassValidity::Valid));
    for (file, order) in valid {
        let (seal, sealed) = sealed(file, order)?;
        let nonce = URL_SAFE_NO_PAD.encode(&sealed[..RosterSeal::NONCE]);
        let lookup = seal.lookup().to_owned();
        accepted.insert(lookup.clone());
        if let Some(same) = listed
            .iter()
            .find(|one| one.lookup == lookup && one.nonce == nonce)
        {
            changed.listed.push(same.clone());
            continue;
        }
        let entry = RosterEntry {
            lookup,
            at: millis(now),
            nonce,
        };
        let place = entry.place(id);
        let mut item = item(&place, ENTRY);
        item.insert("sealed".to_owned(), s(URL_SAFE_NO_PAD.encode(sealed)));
        changed.written.insert(place, item);
        changed.listed.push(entry);
    }
    for one in listed.iter().filter(|one| !changed.listed.contains(*one)) {
        changed.gone.push(one.place(id));
        if !accepted.contains(&one.lookup) {
            let place = (
                partition(shard_of(id, SHARDS)),
                sort_key(millis(now), &one.lookup, id),
            );
            let mark = item(&place, GONE);
            changed.written.insert(place, mark);
        }
    }
    // One that is written where another one was is not removed.
    changed.gone.retain(|place| !changed.written.contains_key(place));
    Ok(changed)
}

fn item(place: &EntryKey, kind: &str) -> Item {
    let mut item = key(&place.0, &place.1);
    item.insert("kind".to_owned(), s(kind));
    item
}

/// What a device must know of a pass for a verdict without a network.
fn sealed(file: &CandidateFile, order: &Order) -> Result<(RosterSeal, Vec<u8>), StoreError> {
    let candidate = &file.candidate;
    let exam = candidate.selection.course_id();
    let mut text = json!({
        "n": candidate.person.name.as_str(),
        "p": candidate.exam_preference.shown(),
        "e": exam.map_or(EVERY_EXAM, |exam| exam.as_str()),
    });
    if !candidate.chosen.is_empty() {
        text["c"] = candidate
            .chosen
            .keys()
            .map(chosen_mark)
            .collect::<String>()
            .into();
    }
    if order.reissued_as.is_some() {
        text["l"] = RosterSeal::news_lookup(order).into();
    }
    let seal = RosterSeal::of(order);
    let sealed = seal.as_ref().and_then(|seal| seal.seal(&text.to_string()));
    seal.zip(sealed)
        .ok_or_else(|| StoreError::Unavailable("a pass could not be sealed".to_owned()))
}

/// By what an entry names an exam that was chosen of all. The identifiers of a few exams would make it twice as long. A choice is
/// with it a change of the roster, in which those who give seats read whose exams have changed.
fn chosen_mark(exam: &CourseId) -> String {
    let mut mark = URL_SAFE_NO_PAD.encode(&Sha256::digest(exam.as_str())[..3]);
    mark.truncate(CHOSEN_MARK);
    mark
}

/// A new identifier of an exam, the first that the roster can tell from those of all others: two exams of one mark would be one at
/// a door without a network. Of 16 exams two would share theirs at one event in two thousand.
pub fn exam_id_unlike(others: &[CourseId], mut generate: impl FnMut() -> CourseId) -> CourseId {
    let taken: BTreeSet<String> = others.iter().map(chosen_mark).collect();
    let mut id = generate();
    // There are 262,144 marks, and a few hundred exams at most.
    while taken.contains(&chosen_mark(&id)) {
        id = generate();
    }
    id
}

impl Registrations {
    /// How many partitions the roster is in.
    pub const ROSTER_SHARDS: u8 = SHARDS;

    /// What happened in a partition of the roster behind a place, at most `most` things.
    pub async fn roster(&self, shard: u8, since: &str, most: i32) -> Result<Vec<RosterChange>, StoreError> {
        // A key must not be empty, and `!` sorts before every digit.
        let since = if since.is_empty() { "!" } else { since };
        let query = self.client.query().table_name(&self.table);
        let page = query
            .key_condition_expression("pk = :shard AND sk > :since")
            .expression_attribute_values(":shard", s(partition(shard)))
            .expression_attribute_values(":since", s(since))
            .limit(most)
            .send()
            .await?;
        let items = page.items.unwrap_or_default().into_iter();
        Ok(items.filter_map(read).collect())
    }
}

fn read(item: Item) -> Option<RosterChange> {
    let place = text(&item, "sk").to_owned();
    let lookup = place.split('#').nth(1)?.to_owned();
    let sealed = (kind(&item) != GONE).then(|| text(&item, "sealed").to_owned());
    Some(RosterChange {
        place,
        lookup,
        sealed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_new_exam_has_a_mark_of_its_own() {
        let exam = |number: u32| CourseId::parse(&format!("exam-{number}")).unwrap();
        let mut marks = HashMap::new();
        let (first, second) = (0..)
            .find_map(|number| {
                let earlier = marks.insert(chosen_mark(&exam(number)), number)?;
                Some((earlier, number))
            })
            .unwrap();
        let mut generated = [second, second + 1].into_iter();
        let new = exam_id_unlike(&[exam(first)], || exam(generated.next().unwrap()));
        assert_eq!(new, exam(second + 1));
    }
}
