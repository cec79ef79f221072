//! The search for candidates by the beginning of an e-mail address.
//!
//! Its entries hold what filters and sorts them, and no more: everything that begins alike is read, and a single
//! letter may begin a good part of all addresses. They are spread among partitions that are read side by side.

use super::{
    Registrations, TABLE,
    follow::{EMAIL_SHARDS, KeptRow, Place},
    rows::{Course, Cursor, Row, RowFilter},
};
use crate::dynamo::{Item, StoreError, batch_get, key, read, s};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{CustomerId, payment::Status, registration::PaymentMode};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The most rows that one BatchGetItem brings.
const AT_ONCE: usize = 100;

/// An entry of the search.
#[derive(Serialize)]
struct Entry<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    status: &'static str,
    #[serde(rename = "mode")]
    payment_mode: &'static str,
    course: &'a str,
    /// The row's place in the lists, which sorts by the time of registration.
    place: &'a str,
}

/// What is read of an entry.
#[derive(Deserialize)]
struct Found {
    sk: String,
    place: String,
}

/// Where the entry of a row is.
pub(super) fn place(row: &Row) -> Place {
    let id = &row.customer_id;
    let shard = id.as_str().bytes().last().unwrap_or_default() % EMAIL_SHARDS;
    (partition(shard), format!("{}#{id}", row.person.email.as_str()))
}

fn partition(shard: u8) -> String {
    format!("EMAILS#{shard}")
}

pub(super) fn entry(row: &Row) -> Result<(Place, Item), StoreError> {
    let (pk, sk) = place(row);
    let course = Course::of(&row.selection);
    let in_lists = row.cursor();
    let entry = Entry {
        pk: pk.clone(),
        sk: sk.clone(),
        kind: "EMAILS",
        status: row.status.as_str(),
        payment_mode: row.payment_mode.as_str(),
        course: course.as_str(),
        place: in_lists.as_str(),
    };
    let item = crate::dynamo::write(TABLE, &entry)?;
    Ok(((pk, sk), item))
}

impl Registrations {
    /// The places of all candidates whose address begins with `email`, in lower case, and whom `filter` admits, the
    /// newest first: one Query of each shard, side by side.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn search(&self, email: &str, filter: &RowFilter) -> Result<Vec<Cursor>, StoreError> {
        let shards = (0..EMAIL_SHARDS).map(|shard| self.search_in(shard, email, filter));
        let found = futures::future::try_join_all(shards).await?;
        let mut places: Vec<Cursor> = found.into_iter().flatten().collect();
        places.sort_unstable_by(|one, other| other.cmp(one));
        Ok(places)
    }

    async fn search_in(&self, shard: u8, email: &str, filter: &RowFilter) -> Result<Vec<Cursor>, StoreError> {
        let wanted = [
            ("status", filter.status.map(Status::as_str)),
            ("mode", filter.payment_mode.map(PaymentMode::as_str)),
            ("course", filter.course.as_ref().map(Course::as_str)),
        ];
        let wanted: Vec<(&str, &str)> = wanted
            .into_iter()
            .filter_map(|(name, text)| Some((name, text?)))
            .collect();
        let mut places = Vec::new();
        let mut start = None;
        loop {
            let mut query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :shard AND begins_with(sk, :email)")
                .expression_attribute_values(":shard", s(partition(shard)))
                .expression_attribute_values(":email", s(email))
                .projection_expression("sk, place")
                .set_exclusive_start_key(start);
            for (name, text) in &wanted {
                query = query
                    .expression_attribute_names(format!("#{name}"), *name)
                    .expression_attribute_values(format!(":{name}"), s(*text));
            }
            if !wanted.is_empty() {
                let all: Vec<String> = wanted
                    .iter()
                    .map(|(name, _)| format!("#{name} = :{name}"))
                    .collect();
                query = query.filter_expression(all.join(" AND "));
            }
            let page = query.send().await?;
            for item in page.items.unwrap_or_default() {
                let found: Found = read(TABLE, item)?;
                // What was typed may reach over the end of the address.
                let address = found.sk.rsplit_once('#').map_or("", |(address, _)| address);
                if address.starts_with(email) {
                    places.extend(Cursor::parse(&found.place));
                }
            }
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(places);
            }
        }
    }

    /// The rows at these places, in their order, without those that are gone: one BatchGetItem for a hundred.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows_of(&self, places: &[Cursor]) -> Result<Vec<Row>, StoreError> {
        let ids: Vec<CustomerId> = places.iter().filter_map(Cursor::customer).collect();
        let mut found = HashMap::new();
        for some in ids.chunks(AT_ONCE) {
            found.extend(self.kept_rows(some, false).await?);
        }
        Ok(ids
            .iter()
            .filter_map(|id| found.remove(id))
            .map(|kept| kept.row)
            .collect())
    }

    /// The rows that are kept of at most a hundred candidates.
    pub(super) async fn kept_rows(
        &self,
        ids: &[CustomerId],
        consistent: bool,
    ) -> Result<HashMap<CustomerId, KeptRow>, StoreError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let keys = ids.iter().map(|id| key(format!("REG#{id}"), "ROW")).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(consistent)
            .build()
            .map_err(crate::transaction::incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        let items = found.remove(&self.table).unwrap_or_default();
        items
            .into_iter()
            .map(|item| {
                let kept: KeptRow = read(TABLE, item)?;
                Ok((kept.row.customer_id.clone(), kept))
            })
            .collect()
    }
}
