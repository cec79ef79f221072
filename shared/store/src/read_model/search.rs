//! The search for candidates by the beginning of a word: of the e-mail address, the name, the phone number from its
//! end, and the candidate's identifier.
//!
//! A field's words are spread among partitions that are read side by side. Everything that begins alike is read, and a
//! single letter may begin a good part of all addresses, so an entry holds what filters and sorts it and no more. Only
//! the entries of e-mail addresses hold the status, because only they are searched with the list's filters; the others
//! are written again only when the words change.

use super::{
    place::{narrowed, word_and_place},
    row::{Course, Cursor, RowFilter},
    search_entries::{Field, SHARDS},
};
use crate::{
    dynamo::{StoreError, s},
    registrations::Registrations,
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{payment::Status, registration::PaymentMode};

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

    async fn search_in(
        &self,
        partition: String,
        beginning: &str,
        conditions: &[(&'static str, String)],
    ) -> Result<Vec<Cursor>, StoreError> {
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
                places.extend(found.map(|(_, place)| place));
            }
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(places);
            }
        }
    }
}
