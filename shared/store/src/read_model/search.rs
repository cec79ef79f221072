//! The search for candidates by the beginning of a word: of the e-mail address, the name, the phone number from its
//! end, and the candidate's identifier.
//!
//! A field's words are spread among partitions that are read side by side. Everything that begins alike is read, and a
//! single letter may begin a good part of all addresses, so an entry holds what filters and sorts it and no more. Only
//! the entries of e-mail addresses hold the status, because only they are searched with the list's filters; the others
//! are written again only when the words change.

use super::{
    earlier::Earlier,
    place::{narrowed, word_and_place},
    projection::Projection,
    row::{Course, Cursor, Row, RowFilter},
    search_entries::{Field, SHARDS, fold, words_of},
    terms::{Lookup, Terms},
};
use crate::{
    dynamo::{StoreError, s},
    registrations::Registrations,
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{OrderId, payment::Status, registration::PaymentMode};
use std::collections::HashMap;

/// How many candidates a search shows: a person who wants fewer types more. One BatchGetItem reads them.
pub const MOST_HITS: usize = 100;

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct Hits {
    /// The rows, the best first.
    pub rows: Vec<Row>,
    /// Whether there are more than these.
    pub is_cut: bool,
}

/// Where those are whom a text may find.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Their places, the best first.
    pub places: Vec<Cursor>,
    /// The beginning of a pass number.
    number: Option<String>,
    /// Words of the name.
    words: Option<Vec<String>>,
    is_earlier: bool,
}

impl Found {
    /// All who are at these places.
    #[must_use]
    pub fn all(places: Vec<Cursor>) -> Self {
        Self {
            places,
            ..Self::default()
        }
    }

    /// Whether the row at one of the places is really found: a search entry has one word, and the text may have several.
    #[must_use]
    pub fn admits(&self, row: &Row) -> bool {
        match &self.words {
            Some(words) => has_number(row, self.number.as_deref()) || has_words(row, words),
            None => true,
        }
    }
}

impl Registrations {
    /// The places of all candidates whose address begins with `email`, in lower case, and who match `filter`, the
    /// newest first: one Query of each shard, side by side.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn search(&self, email: &str, filter: &RowFilter) -> Result<Vec<Cursor>, StoreError> {
        let wanted = [
            ("status", filter.status.map(Status::as_str)),
            ("mode", filter.payment_mode.map(PaymentMode::as_str)),
            ("course", filter.course.as_ref().map(Course::as_str)),
        ];
        let wanted = wanted.into_iter();
        let conditions: Vec<(&'static str, String)> = wanted
            .filter_map(|(name, value)| Some((name, value?.to_owned())))
            .collect();
        let shards =
            (0..SHARDS).map(|shard| self.search_in(Field::Email.partition(shard), email, &conditions));
        let shards = futures::future::try_join_all(shards);
        let (found, earlier) = futures::future::try_join(shards, self.earlier()).await?;
        let mut places: Vec<Cursor> = match earlier {
            None => found.into_iter().flatten().collect(),
            Some(_) => self.earlier_search(email, filter).await?,
        };
        places.sort_unstable_by(|one, other| other.cmp(one));
        Ok(places)
    }

    /// The candidates whom a text finds by number, order, phone, address or name, in any status, at most [`MOST_HITS`]:
    /// the best first, and of those that are alike the newest.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn find(&self, text: &str) -> Result<Hits, StoreError> {
        let found = match Terms::parse(text) {
            Terms::TooShort => return Ok(Hits::default()),
            Terms::Order(id) => return self.find_order(&id).await,
            terms => self.found_by(text, terms).await?,
        };
        let is_cut = found.places.len() > MOST_HITS;
        let places = found.places.get(..MOST_HITS).unwrap_or(&found.places);
        let mut rows = self.rows_in(places, found.is_earlier).await?;
        rows.retain(|row| found.admits(row));
        Ok(Hits { rows, is_cut })
    }

    /// Where everybody is whom a text finds, the best first, however many they are.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn find_every(&self, text: &str) -> Result<Found, StoreError> {
        match Terms::parse(text) {
            Terms::TooShort => Ok(Found::default()),
            Terms::Order(id) => {
                let hits = self.find_order(&id).await?;
                Ok(Found::all(hits.rows.iter().map(Row::cursor).collect()))
            }
            terms => self.found_by(text, terms).await,
        }
    }

    async fn found_by(&self, text: &str, terms: Terms) -> Result<Found, StoreError> {
        let (lookups, number, words) = match terms {
            Terms::TooShort | Terms::Order(_) => return Ok(Found::default()),
            Terms::Any(lookups) => (lookups, None, None),
            Terms::All(lookups, words) => (lookups, None, Some(words)),
            Terms::NumberOrName(lookups, number, words) => (lookups, Some(number), Some(words)),
        };
        let found = lookups.iter().map(|lookup| self.look_up(lookup));
        let (found, earlier) =
            futures::future::try_join(futures::future::try_join_all(found), self.earlier()).await?;
        let mut ranked = match (&number, &words) {
            (None, Some(_)) => in_all(found),
            (Some(_), _) | (None, None) => any_of(found),
        };
        if earlier.is_some() {
            // Release 1.0's layout has addresses alone, until it is rebuilt.
            let places = self
                .earlier_search(&text.trim().to_lowercase(), &RowFilter::default())
                .await?;
            ranked = places.into_iter().map(|place| (place, 0)).collect();
        }
        let mut places: Vec<(u8, Cursor)> = ranked.into_iter().map(|(place, rank)| (rank, place)).collect();
        places.sort_unstable_by(|(rank, place), (other_rank, other)| {
            rank.cmp(other_rank).then(other.cmp(place))
        });
        Ok(Found {
            places: places.into_iter().map(|(_, place)| place).collect(),
            number,
            words,
            is_earlier: earlier.is_some(),
        })
    }

    async fn find_order(&self, id: &OrderId) -> Result<Hits, StoreError> {
        let (order, earlier) = futures::future::try_join(self.order(id), self.earlier()).await?;
        let Some(order) = order else {
            return Ok(Hits::default());
        };
        let item = if earlier.is_some() {
            Earlier::ROW
        } else {
            Projection::KEY
        };
        let found = self.projections(&[order.customer_id], item).await?;
        Ok(Hits {
            rows: found
                .into_values()
                .filter_map(|projection| projection.row)
                .collect(),
            is_cut: false,
        })
    }

    /// Everybody with a word that begins so, and how good a find it is: the lower the better.
    async fn look_up(&self, lookup: &Lookup) -> Result<Vec<(Cursor, u8)>, StoreError> {
        let Lookup { field, beginning } = lookup;
        let shards = (0..SHARDS).map(|shard| self.words_in(field.partition(shard), beginning, &[]));
        let found = futures::future::try_join_all(shards).await?;
        let rank = |word: &str| match (field, word.len() == beginning.len()) {
            (Field::Email | Field::Phone | Field::Customer, true) => 0,
            (Field::Email | Field::Phone | Field::Customer, false) => 1,
            (Field::Name, true) => 2,
            (Field::Name, false) => 3,
        };
        let found = found.into_iter().flatten();
        Ok(found.map(|(word, place)| (place, rank(&word))).collect())
    }

    async fn search_in(
        &self,
        partition: String,
        beginning: &str,
        conditions: &[(&'static str, String)],
    ) -> Result<Vec<Cursor>, StoreError> {
        let found = self.words_in(partition, beginning, conditions).await?;
        Ok(found.into_iter().map(|(_, place)| place).collect())
    }

    /// The words of a shard that begin so, and the place of the candidate of each.
    async fn words_in(
        &self,
        partition: String,
        beginning: &str,
        conditions: &[(&'static str, String)],
    ) -> Result<Vec<(String, Cursor)>, StoreError> {
        let mut places = Vec::new();
        let mut start = None;
        loop {
            let query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :shard AND begins_with(sk, :beginning)")
                .expression_attribute_values(":shard", s(partition.as_str()))
                .expression_attribute_values(":beginning", s(beginning))
                .projection_expression("sk")
                .set_exclusive_start_key(start);
            let page = narrowed(query, conditions).send().await?;
            for mut item in page.items.unwrap_or_default() {
                let Some(AttributeValue::S(sk)) = item.remove("sk") else {
                    continue;
                };
                // What was typed may reach over the end of the word.
                let found = word_and_place(&sk).filter(|(word, _)| word.starts_with(beginning));
                places.extend(found.map(|(word, place)| (word.to_owned(), place)));
            }
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(places);
            }
        }
    }
}

/// Everybody who is found at all, by the best find.
fn any_of(found: Vec<Vec<(Cursor, u8)>>) -> HashMap<Cursor, u8> {
    let mut best: HashMap<Cursor, u8> = HashMap::new();
    for (place, rank) in found.into_iter().flatten() {
        best.entry(place)
            .and_modify(|known| *known = rank.min(*known))
            .or_insert(rank);
    }
    best
}

/// Everybody who is found by each lookup, by the worst find of them.
fn in_all(found: Vec<Vec<(Cursor, u8)>>) -> HashMap<Cursor, u8> {
    let each = found.into_iter().map(|of_one| any_of(vec![of_one]));
    each.reduce(|one, other| {
        let both = one.into_iter();
        both.filter_map(|(place, rank)| {
            let worst = rank.max(*other.get(&place)?);
            Some((place, worst))
        })
        .collect()
    })
    .unwrap_or_default()
}

fn has_number(row: &Row, beginning: Option<&str>) -> bool {
    let id = row.customer_id.as_str().to_ascii_lowercase();
    beginning.is_some_and(|beginning| id.starts_with(beginning))
}

/// Whether each of the words begins a word of the name.
fn has_words(row: &Row, words: &[String]) -> bool {
    let name = fold(row.person.name.as_str());
    let has = |word: &String| words_of(&name).any(|of_name| of_name.starts_with(word.as_str()));
    words.iter().all(has)
}
