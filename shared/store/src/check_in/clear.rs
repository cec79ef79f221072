//! Clearing the practice of a list.

use super::{CheckIns, TABLE, counts, delete, doubles, without_right};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, rfc3339, text},
    transaction::{self, transact},
};
use domain::{
    Contended, CustomerId,
    check_in::{Admission, Crossings, List, Passages, Whereabouts},
};
use std::collections::{BTreeSet, HashMap};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// How many writes one transaction takes. <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html>
const TOGETHER: usize = 100;

/// How often one is tried to be removed that meets others.
const TRIES: usize = 5;

/// How many admissions one call removes.
const AT_MOST: usize = 1_000;

/// What a call has cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cleared {
    /// So many admissions.
    pub cleared: u64,
    /// Whether there are more.
    pub more: bool,
}

fn cleared_key(list: &List) -> Item {
    key("CLEARED", list.to_string())
}

impl CheckIns {
    /// The admissions of a list; at most a thousand, and whether there are more.
    pub async fn everyone_in(&self, list: &List) -> Result<(Vec<Admission>, bool), StoreError> {
        let everybody = self.every_event(list).await?.into_iter();
        let candidates: BTreeSet<_> = everybody.map(|(_, event)| event.customer_id).collect();
        let candidates: Vec<_> = candidates.into_iter().collect();
        let mut admissions = Vec::new();
        for some in candidates.chunks(100) {
            let found: HashMap<_, _> = self.admissions(list, some).await?;
            admissions.extend(found.into_values());
            if admissions.len() > AT_MOST {
                break;
            }
        }
        let more = admissions.len() > AT_MOST;
        admissions.truncate(AT_MOST);
        Ok((admissions, more))
    }

    /// Removes admissions of a list with what they count, their doubles, and whom a device let in without a right. The devices are told first, by a moment before which no
    /// admission counts for them. One that has changed meanwhile stays.
    ///
    /// # Errors
    /// When the table does not answer. Some may be removed by then.
    pub async fn clear(
        &self,
        list: &List,
        admissions: &[Admission],
        now: OffsetDateTime,
        audit: Audit<'_>,
    ) -> Result<u64, StoreError> {
        let mut note = cleared_key(list);
        note.insert("at".to_owned(), rfc3339(TABLE, now)?);
        let first = vec![transaction::put(&self.table, note)?, audit.put()?];
        if transact(&self.client, first).await?.written() == transaction::Write::Stale {
            return Err(Contended("a list").into());
        }
        let options = self.options().await?;
        let counts_exits = options.iter().any(|options| options.list == *list);
        let mut cleared = 0;
        for some in together(admissions) {
            if self.remove(list, counts_exits, some).await? {
                cleared += some.len() as u64;
                continue;
            }
            for one in some {
                cleared += u64::from(self.remove_alone(list, counts_exits, one).await?);
            }
        }
        // All of them are practice, too: the list has not begun.
        for record in self.without_right(list).await? {
            let gone = without_right::delete_records(&self.table, &record)?;
            // One that is taken back at this moment is gone by that.
            let _ = transact(&self.client, gone).await?.written();
        }
        Ok(cleared)
    }

    /// When the practice of a list was cleared last.
    pub async fn cleared_at(&self, list: &List) -> Result<Option<OffsetDateTime>, StoreError> {
        let found = self.client.get_item().table_name(&self.table);
        let found = found.set_key(Some(cleared_key(list))).send().await?;
        let at = found
            .item
            .and_then(|item| OffsetDateTime::parse(text(&item, "at"), &Rfc3339).ok());
        Ok(at)
    }

    /// Removes one that met others: as it is by then, as long as the same scan counts.
    async fn remove_alone(
        &self,
        list: &List,
        counts_exits: bool,
        one: &Admission,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            let found = self
                .admissions(list, std::slice::from_ref(&one.customer_id))
                .await?;
            let Some(found) = found.into_values().find(|found| found.nonce == one.nonce) else {
                return Ok(false);
            };
            if self.remove(list, counts_exits, &[found]).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Removes some with the crossings beside them, as long as all of it is as it was found: what is counted is that of what is
    /// removed.
    async fn remove(
        &self,
        list: &List,
        counts_exits: bool,
        admissions: &[Admission],
    ) -> Result<bool, StoreError> {
        let ids: Vec<_> = admissions.iter().map(|one| one.customer_id.clone()).collect();
        let crossings: HashMap<CustomerId, Crossings> = self.crossings(list, &ids).await?;
        let mut actions = Vec::new();
        let mut outside = Vec::new();
        for admission in admissions {
            let id = &admission.customer_id;
            let known = crossings.get(id);
            // All of it is practice: the list has not begun.
            let passages = Passages::of(id.clone(), Some(admission), known, None);
            if matches!(passages.now(), Whereabouts::Out(_)) {
                outside.push((admission.place.clone(), -1));
            }
            match known {
                Some(known) => actions.push(self.delete_crossings(list, known)?),
                None if counts_exits => actions.push(self.still_crossed(list, id, None)?),
                None => {}
            }
            actions.push(self.delete_admission(list, admission)?);
            for double in admission.others.iter().filter_map(|other| other.double.as_ref()) {
                actions.push(delete(&self.table, doubles::double_key(list, double), None)?);
            }
        }
        let places = admissions.iter().map(|admission| (&admission.place, -1));
        actions.extend(counts::change(&self.table, list, places, &outside)?);
        Ok(transact(&self.client, actions).await?.written() == transaction::Write::Done)
    }
}

/// Admissions by as many as one transaction removes, each with its crossings, its doubles and at most one count.
fn together(admissions: &[Admission]) -> impl Iterator<Item = &[Admission]> {
    let writes = |admission: &Admission| 3 + admission.others.len();
    let mut rest = admissions;
    std::iter::from_fn(move || {
        let mut sum = 0;
        let fits = rest.iter().take_while(|admission| {
            sum += writes(admission);
            sum <= TOGETHER
        });
        let (some, others) = rest.split_at(fits.count().clamp(usize::from(!rest.is_empty()), rest.len()));
        rest = others;
        (!some.is_empty()).then_some(some)
    })
}
