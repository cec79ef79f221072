//! The recipients of a message by what became of them.

use super::{Recipient, RecipientOutcome, Recipients, outcome_shard, recipient_id, waiting_shard};
use crate::{
    dynamo::{Item, StoreError, batch_get, count_all, n, read, s, text},
    mail_queue::key_of,
    registrations::TABLE,
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{Email, RecipientKey, job::JobId};
use std::collections::HashMap;

/// Some recipients of a message, the earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecipientsPage {
    /// The recipients.
    pub recipients: Vec<Recipient>,
    /// Behind the last; None at the end.
    pub next: Option<String>,
}

impl Recipients {
    /// The recipient of a message with this address; the first of several.
    pub async fn of_address(&self, message: &JobId, email: &Email) -> Result<Option<Recipient>, StoreError> {
        let id = recipient_id(message, &RecipientKey::of(message, email));
        self.kept(&id).await
    }

    /// How many recipients of a message have this outcome, or wait. The index follows the table after a moment.
    pub async fn count(&self, message: &JobId, outcome: Option<RecipientOutcome>) -> Result<u64, StoreError> {
        let query = self.client.query().table_name(&self.table).index_name("due");
        let query = query
            .key_condition_expression("due_shard = :shard")
            .expression_attribute_values(":shard", s(shard(message, outcome)));
        count_all(query).await
    }

    /// At most a hundred recipients of a message with this outcome, or that wait, behind a place.
    pub async fn listed(
        &self,
        message: &JobId,
        outcome: Option<RecipientOutcome>,
        after: Option<&str>,
        limit: u16,
    ) -> Result<RecipientsPage, StoreError> {
        let shard = shard(message, outcome);
        let query = self.client.query().table_name(&self.table).index_name("due");
        let page = query
            .key_condition_expression("due_shard = :shard")
            .expression_attribute_values(":shard", s(&shard))
            .limit(i32::from(limit.min(100)))
            .set_exclusive_start_key(after.and_then(|place| start_key(message, &shard, place)))
            .send()
            .await?;
        let next = page.last_evaluated_key.as_ref().and_then(place_of);
        let keys: Vec<Item> = page.items.unwrap_or_default().iter().map(key_alone).collect();
        Ok(RecipientsPage {
            recipients: self.all_of(keys).await?,
            next,
        })
    }

    /// The recipients of these keys, in their order.
    async fn all_of(&self, keys: Vec<Item>) -> Result<Vec<Recipient>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let wanted = KeysAndAttributes::builder().set_keys(Some(keys.clone())).build();
        let wanted = wanted.map_err(incomplete)?;
        let mut found = batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        let found = found.remove(&self.table).unwrap_or_default().into_iter();
        let mut found: HashMap<String, Item> =
            found.map(|item| (text(&item, "pk").to_owned(), item)).collect();
        let items = keys.iter().filter_map(|key| found.remove(text(key, "pk")));
        items.map(|item| read(TABLE, item)).collect()
    }
}

fn shard(message: &JobId, outcome: Option<RecipientOutcome>) -> String {
    outcome.map_or_else(
        || waiting_shard(message),
        |outcome| outcome_shard(message, outcome),
    )
}

fn key_alone(item: &Item) -> Item {
    let part = |name: &str| item.get(name).map(|value| (name.to_owned(), value.clone()));
    ["pk", "sk"].into_iter().filter_map(part).collect()
}

/// `<due_at>-<key of the address>`.
fn place_of(last: &Item) -> Option<String> {
    let (_, key) = text(last, "pk").rsplit_once('#')?;
    let due = last.get("due_at")?.as_n().ok()?;
    Some(format!("{due}-{key}"))
}

/// Whether a text is a place in a list of recipients.
#[must_use]
pub fn is_place(text: &str) -> bool {
    parse(text).is_some()
}

fn parse(place: &str) -> Option<(u64, RecipientKey)> {
    let (due, key) = place.split_once('-')?;
    Some((due.parse().ok()?, RecipientKey::parse(key)?))
}

/// The place as the index knows it; None for one that is none.
fn start_key(message: &JobId, shard: &str, place: &str) -> Option<Item> {
    let (due, key) = parse(place)?;
    let mut start = key_of::<Recipient>(&recipient_id(message, &key));
    start.insert("due_shard".to_owned(), s(shard));
    start.insert("due_at".to_owned(), n(due));
    Some(start)
}
