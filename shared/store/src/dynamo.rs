//! What every table shares: the error, and the step between items and types.

use crate::transaction::incomplete;
use aws_sdk_dynamodb::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    operation::query::builders::QueryFluentBuilder,
    types::{AttributeValue, KeysAndAttributes, Select},
};
use domain::{Backoff, Contended, Entropy};
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::HashMap, time::Duration};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::time::sleep;

/// How often BatchGetItem is asked for what a throttled table has left out.
const ASKED_AT_MOST: u32 = 4;
/// What one BatchGetItem takes.
const KEYS_OF_A_BATCH: usize = 100;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

pub(crate) type Item = HashMap<String, AttributeValue>;

/// The table could not do what was asked of it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// DynamoDB refused, throttled or did not answer; the message names the cause, never an item.
    #[error("DynamoDB did not answer: {0}")]
    Unavailable(String),
    /// Others changed the same items at each try. Nothing was written, and a later try may succeed.
    #[error("too many writes at once")]
    Contended(#[from] Contended),
    /// An item does not have the shape that this code writes.
    #[error("an item of {table} cannot be read: {cause}")]
    Corrupt {
        /// Where it was found.
        table: &'static str,
        /// What is wrong with it.
        cause: String,
    },
}

impl<E, R> From<SdkError<E, R>> for StoreError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    fn from(error: SdkError<E, R>) -> Self {
        // The service's own message may quote a key, and the SDK's may quote an answer: both hold personal data,
        // so only the code or the kind of the failure is named.
        let kind = match &error {
            SdkError::ConstructionFailure(_) => "the request could not be built",
            SdkError::TimeoutError(_) => "no answer in time",
            SdkError::DispatchFailure(_) => "no connection",
            SdkError::ResponseError(_) => "an answer that cannot be read",
            _ => "an error without a code",
        };
        match error.code().unwrap_or(kind) {
            // A transaction holds the item at this moment.
            "TransactionConflictException" => Contended("an item").into(),
            other => Self::Unavailable(other.to_owned()),
        }
    }
}

/// Whether a write was refused because its condition did not hold. Nothing was written then.
pub(crate) fn condition_failed(error: &impl ProvideErrorMetadata) -> bool {
    error.code() == Some("ConditionalCheckFailedException")
}

/// What a conditional write answered; None when its condition did not hold.
pub(crate) fn held<T, E, R>(sent: Result<T, SdkError<E, R>>) -> Result<Option<T>, StoreError>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match sent {
        Ok(written) => Ok(Some(written)),
        Err(error) if condition_failed(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Reads an item into a type.
pub(crate) fn read<T: DeserializeOwned>(table: &'static str, item: Item) -> Result<T, StoreError> {
    serde_dynamo::from_item(item).map_err(|_| misfit::<T>(table))
}

/// Writes a type as an item.
pub(crate) fn write<T: Serialize>(table: &'static str, value: &T) -> Result<Item, StoreError> {
    serde_dynamo::to_item(value).map_err(|_| misfit::<T>(table))
}

/// Writes a type as one attribute.
pub(crate) fn attribute<T: Serialize>(table: &'static str, value: &T) -> Result<AttributeValue, StoreError> {
    serde_dynamo::to_attribute_value(value).map_err(|_| misfit::<T>(table))
}

/// A moment in RFC 3339, as items have it.
pub(crate) fn rfc3339(table: &'static str, moment: OffsetDateTime) -> Result<AttributeValue, StoreError> {
    moment
        .format(&Rfc3339)
        .map(s)
        .map_err(|_| misfit::<OffsetDateTime>(table))
}

/// What does not fit is not quoted: it may be an address or a name.
fn misfit<T>(table: &'static str) -> StoreError {
    StoreError::Corrupt {
        table,
        cause: format!("it is not a {}", std::any::type_name::<T>()),
    }
}

/// An attribute that is a string; empty when there is none.
pub(crate) fn text<'a>(item: &'a Item, name: &str) -> &'a str {
    item.get(name)
        .and_then(|value| value.as_s().ok())
        .map_or("", String::as_str)
}

/// What an item is; empty for one that does not say.
pub(crate) fn kind(item: &Item) -> &str {
    text(item, "kind")
}

/// A string attribute.
pub(crate) fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// A number attribute.
pub(crate) fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

/// A moment in epoch milliseconds, as leases have it.
pub(crate) fn millis(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

/// A primary key.
pub(crate) fn key(pk: impl Into<String>, sk: impl Into<String>) -> Item {
    HashMap::from([("pk".to_owned(), s(pk)), ("sk".to_owned(), s(sk))])
}

/// Every item that a Query finds: one call, more only past a megabyte.
pub(crate) async fn query_all(query: QueryFluentBuilder) -> Result<Vec<Item>, StoreError> {
    let mut items = Vec::new();
    let mut from = None;
    loop {
        let page = query.clone().set_exclusive_start_key(from).send().await?;
        items.extend(page.items.unwrap_or_default());
        from = page.last_evaluated_key;
        if from.is_none() {
            return Ok(items);
        }
    }
}

/// How many items a Query finds.
pub(crate) async fn count_all(query: QueryFluentBuilder) -> Result<u64, StoreError> {
    let query = query.select(Select::Count);
    let (mut count, mut from) = (0, None);
    loop {
        let page = query.clone().set_exclusive_start_key(from).send().await?;
        count += u64::from(page.count.unsigned_abs());
        from = page.last_evaluated_key;
        if from.is_none() {
            return Ok(count);
        }
    }
}

/// The items of a table with these keys, strongly consistent and in any order, without those that are missing.
pub(crate) async fn get_all(client: &Client, table: &str, keys: &[Item]) -> Result<Vec<Item>, StoreError> {
    let mut items = Vec::with_capacity(keys.len());
    for some in keys.chunks(KEYS_OF_A_BATCH) {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(some.to_vec()))
            .consistent_read(true)
            .build()
            .map_err(incomplete)?;
        let mut found = batch_get(client, [(table.to_owned(), wanted)].into()).await?;
        items.extend(found.remove(table).unwrap_or_default());
    }
    Ok(items)
}

/// BatchGetItem that asks again for what a throttled table left out, a few times.
pub(crate) async fn batch_get(
    client: &Client,
    mut wanted: HashMap<String, KeysAndAttributes>,
) -> Result<HashMap<String, Vec<Item>>, StoreError> {
    let mut found: HashMap<String, Vec<Item>> = HashMap::new();
    let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
    for asked in 1..=ASKED_AT_MOST {
        let answer = client
            .batch_get_item()
            .set_request_items(Some(wanted))
            .send()
            .await?;
        for (table, items) in answer.responses.unwrap_or_default() {
            found.entry(table).or_default().extend(items);
        }
        wanted = answer.unprocessed_keys.unwrap_or_default();
        if wanted.is_empty() {
            return Ok(found);
        }
        if asked < ASKED_AT_MOST {
            sleep(backoff.next_pause()).await;
        }
    }
    Err(StoreError::Unavailable(
        "BatchGetItem left keys unprocessed".to_owned(),
    ))
}
