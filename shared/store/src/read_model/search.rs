//! The search for candidates by the beginning of a word: of the e-mail address, the name, the phone number from its
//! end, and the candidate's identifier.
//!
//! A field's words are spread among partitions that are read side by side. Two letters may begin a good part of all words,
//! so an entry holds what filters and sorts it and no more, and a search reads so much of each partition alone. Only the
//! entries of e-mail addresses hold the status, because only they are searched with the list's filters; the others are
//! written again only when the words change. Those of a name hold all of it: which of a hundred Zubaidas is K. P. Zubaida
//! is known before a row is read.

use super::{
    filter::RowFilter,
    place::{narrowed, word_and_place},
    row::{Course, Cursor, Row},
    search_entries::{Field, SHARDS, YES},
    terms::{Lookup, Terms},
};
use crate::{
    dynamo::{StoreError, s, text},
    registrations::{PassAddress, Registrations},
};
use domain::{
    CustomerId, OrderId, PackageId,
    name_words::{Fit, NameWords},
    payment::Status,
    registration::{ExamPreference, PaymentMode},
};
use std::collections::HashMap;

/// How many candidates a search shows: a person who wants fewer types more. One BatchGetItem reads them.
pub const MOST_HITS: usize = 100;

/// In bytes; DynamoDB takes no more in a sort key, and no entry has a word so long.
const LONGEST_BEGINNING: usize = 1_000;

/// How many pages of each shard the look-ups of a search read together: with the rows of a hundred, and the session,
/// it is at most ten reads.
const PAGES: usize = 2;

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct Hits {
    /// The rows, the best first.
    pub rows: Vec<Row>,
    /// Whether there are more than these.
    pub is_cut: bool,
}

/// What a look-up found.
#[derive(Default)]
struct Looked {
    /// Places, and how good a find each is: the lower the better.
    ranked: Vec<(Cursor, u8)>,
    /// Whether there are more.
    is_cut: bool,
}

/// How much of what begins alike is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Everything.
    All,
    /// So many pages of a megabyte from each shard, at most; of short names ten thousand entries each.
    Pages(usize),
}

/// An entry that begins as asked.
struct Found {
    word: String,
    place: Cursor,
    /// For a word of a name, all of it.
    name: Option<String>,
}

impl Registrations {
    /// The places of all candidates whose address begins with `email`, in lower case, and who match `filter`, the
    /// newest first: one Query of each shard, side by side.
    pub async fn search(&self, email: &str, filter: &RowFilter) -> Result<Vec<Cursor>, StoreError> {
        let wanted = [
            ("status", filter.status.map(Status::as_str)),
            ("mode", filter.payment_mode.map(PaymentMode::as_str)),
            ("course", filter.course.as_ref().map(Course::as_str)),
            ("package", filter.package.as_ref().map(PackageId::as_str)),
            ("preference", filter.exam_preference.map(ExamPreference::as_str)),
        ];
        let wanted = wanted.into_iter();
        let reversed = filter
            .reversed
            .map(|reversed| (reversed.attribute(), YES.to_owned()));
        let conditions: Vec<(&'static str, String)> = wanted
            .filter_map(|(name, value)| Some((name, value?.to_owned())))
            .chain(reversed)
            .collect();
        let shards =
            (0..SHARDS).map(|shard| self.search_in(Field::Email.partition(shard), email, &conditions));
        let found = futures::future::try_join_all(shards).await?;
        let mut places: Vec<Cursor> = found.into_iter().flatten().collect();
        places.retain(|place| filter.days.have_place(place));
        places.sort_unstable_by(|one, other| other.cmp(one));
        Ok(places)
    }

    /// The candidates whom a text finds by number, order, phone, address or name, in any status, at most [`MOST_HITS`]:
    /// the best first, and of those that are alike the newest.
    pub async fn find(&self, text: &str) -> Result<Hits, StoreError> {
        let lookups = match Terms::parse(text) {
            Terms::TooShort => return Ok(Hits::default()),
            Terms::Order(id) => return self.find_order(&id).await,
            Terms::Any(lookups) => lookups,
        };
        let pages = Reading::Pages((PAGES / lookups.len().max(1)).max(1));
        let (places, is_cut) = self.found_by(&lookups, pages).await?;
        let shown = places.get(..MOST_HITS).unwrap_or(&places);
        Ok(Hits {
            rows: self.rows_of(shown).await?,
            is_cut: is_cut || shown.len() < places.len(),
        })
    }

    /// Where everybody is whom a text finds, the best first, however many they are.
    pub async fn find_every(&self, text: &str) -> Result<Vec<Cursor>, StoreError> {
        match Terms::parse(text) {
            Terms::TooShort => Ok(Vec::new()),
            Terms::Order(id) => {
                let hits = self.find_order(&id).await?;
                Ok(hits.rows.iter().map(Row::cursor).collect())
            }
            Terms::Any(lookups) => {
                let (places, _) = self.found_by(&lookups, Reading::All).await?;
                Ok(places)
            }
        }
    }

    /// Where those are whom one of the look-ups finds, the best first, and whether there are more.
    async fn found_by(
        &self,
        lookups: &[Lookup],
        reading: Reading,
    ) -> Result<(Vec<Cursor>, bool), StoreError> {
        let found = lookups.iter().map(|lookup| self.look_up(lookup, reading));
        let found = futures::future::try_join_all(found).await?;
        let is_cut = found.iter().any(|looked| looked.is_cut);
        let best = best_of(found).into_iter();
        let mut ranked: Vec<(u8, Cursor)> = best.map(|(place, rank)| (rank, place)).collect();
        ranked.sort_unstable_by(|(rank, place), (other_rank, other)| {
            rank.cmp(other_rank).then(other.cmp(place))
        });
        let places = ranked.into_iter().map(|(_, place)| place).collect();
        Ok((places, is_cut))
    }

    async fn find_order(&self, id: &OrderId) -> Result<Hits, StoreError> {
        // A pass is named by its own address, and by the one that it had before.
        let candidate = match self.pass(id).await? {
            PassAddress::Leads(_) | PassAddress::Replaced => CustomerId::parse(id.customer_part()).ok(),
            PassAddress::Unknown => None,
        };
        let Some(candidate) = candidate else {
            return Ok(Hits::default());
        };
        let found = self.rows_by_candidate(&[candidate]).await?;
        Ok(Hits {
            rows: found.into_values().collect(),
            is_cut: false,
        })
    }

    /// Everybody with a word that begins so, of those who have all of the name that is looked for.
    async fn look_up(&self, lookup: &Lookup, reading: Reading) -> Result<Looked, StoreError> {
        let Lookup { field, beginning, .. } = lookup;
        if beginning.len() > LONGEST_BEGINNING {
            return Ok(Looked::default());
        }
        let shards = (0..SHARDS).map(|shard| self.words_in(field.partition(shard), beginning, &[], reading));
        let mut looked = Looked::default();
        for (found, is_cut) in futures::future::try_join_all(shards).await? {
            looked.is_cut |= is_cut;
            let ranked = found.into_iter().filter_map(|found| {
                let rank = rank(lookup, &found)?;
                Some((found.place, rank))
            });
            looked.ranked.extend(ranked);
        }
        Ok(looked)
    }

    async fn search_in(
        &self,
        partition: String,
        beginning: &str,
        conditions: &[(&'static str, String)],
    ) -> Result<Vec<Cursor>, StoreError> {
        let (found, _) = self
            .words_in(partition, beginning, conditions, Reading::All)
            .await?;
        Ok(found.into_iter().map(|found| found.place).collect())
    }

    /// The entries of a shard that begin so, and whether there are more.
    async fn words_in(
        &self,
        partition: String,
        beginning: &str,
        conditions: &[(&'static str, String)],
        reading: Reading,
    ) -> Result<(Vec<Found>, bool), StoreError> {
        let mut entries = Vec::new();
        let mut start = None;
        let mut pages = 0;
        loop {
            let query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :shard AND begins_with(sk, :beginning)")
                .expression_attribute_values(":shard", s(partition.as_str()))
                .expression_attribute_values(":beginning", s(beginning))
                .projection_expression("sk, folded")
                .set_exclusive_start_key(start);
            let page = narrowed(query, conditions).send().await?;
            for item in page.items.unwrap_or_default() {
                // What was typed may reach over the end of the word.
                let found = word_and_place(text(&item, "sk")).filter(|(word, _)| word.starts_with(beginning));
                entries.extend(found.map(|(word, place)| Found {
                    word: word.to_owned(),
                    place,
                    name: item.get("folded").and_then(|name| name.as_s().ok()).cloned(),
                }));
            }
            start = page.last_evaluated_key;
            pages += 1;
            let is_enough = match reading {
                Reading::All => false,
                Reading::Pages(most) => pages >= most,
            };
            if start.is_none() || is_enough {
                return Ok((entries, start.is_some()));
            }
        }
    }
}

/// How good a find an entry is; None for one that is none after all.
fn rank(lookup: &Lookup, found: &Found) -> Option<u8> {
    match lookup.field {
        Field::Email | Field::Phone | Field::Customer => {
            Some(u8::from(found.word.len() != lookup.beginning.len()))
        }
        Field::Name => {
            let name = NameWords::read(found.name.as_ref()?);
            Some(match name.fits(lookup.name.as_ref()?)? {
                Fit::Whole => 0,
                Fit::Words => 2,
                Fit::Beginnings => 3,
            })
        }
    }
}

/// Everybody who is found, by the best find.
fn best_of(found: Vec<Looked>) -> HashMap<Cursor, u8> {
    let mut best: HashMap<Cursor, u8> = HashMap::new();
    for (place, rank) in found.into_iter().flat_map(|looked| looked.ranked) {
        best.entry(place)
            .and_modify(|known| *known = rank.min(*known))
            .or_insert(rank);
    }
    best
}
