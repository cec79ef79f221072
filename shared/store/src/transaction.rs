//! Transactions: their actions, their outcomes, and the second try after a conflict.

use crate::dynamo::{Item, StoreError, held};
use aws_sdk_dynamodb::{
    Client,
    error::{BuildError, ProvideErrorMetadata, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::{CancellationReason, Put, TransactWriteItem},
};
use domain::{Backoff, Entropy};
use std::time::Duration;

/// How often a transaction that met another is tried again. A conflict lasts as long as the other: milliseconds.
const RETRIES: usize = 2;
const FIRST_PAUSE: Duration = Duration::from_millis(40);
const LONGEST_PAUSE: Duration = Duration::from_millis(80);

/// How often a transaction that is still under way is polled. The client itself has polled three times
/// before the first.
const LOOKS: usize = 3;
const FIRST_PAUSE_IN_PROGRESS: Duration = Duration::from_millis(200);
const LONGEST_PAUSE_IN_PROGRESS: Duration = Duration::from_millis(800);

/// How a conditional write ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Write {
    /// Written.
    Done,
    /// What was to be changed has changed since it was read; nothing was written.
    Stale,
}

/// How a conditional write ended, by its answer.
pub(crate) fn written<T, E, R>(sent: Result<T, SdkError<E, R>>) -> Result<Write, StoreError>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    Ok(held(sent)?.map_or(Write::Stale, |_| Write::Done))
}

/// How a conditional write of an item ended that transactions write, too: one that holds the item at this moment is
/// writing it, so what was read is stale.
pub(crate) fn refused_is_stale<T, E, R>(sent: Result<T, SdkError<E, R>>) -> Result<Write, StoreError>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match sent {
        Err(error) if error.code() == Some("TransactionConflictException") => Ok(Write::Stale),
        sent => written(sent),
    }
}

/// How a transaction ended.
pub(crate) enum Transaction {
    Done,
    /// The conditions of these actions, by their place, did not hold; nothing was written.
    Refused(Vec<usize>),
    /// Another transaction held one of the items each time, and nothing was written.
    Conflict,
}

impl Transaction {
    /// How it ended as a conditional write, where it does not matter which condition did not hold.
    pub(crate) fn written(self) -> Write {
        match self {
            Self::Done => Write::Done,
            Self::Refused(_) | Self::Conflict => Write::Stale,
        }
    }
}

/// How one try ended.
enum Try {
    Ended(Transaction),
    /// Another transaction held one of the items; nothing was written.
    Met,
}

/// Does all of `actions`, or nothing.
///
/// After a conflict nothing was written, so the same actions are tried again, twice: their conditions then say
/// what the other transaction left.
///
/// # Errors
/// When the table does not answer. The transaction may then have happened.
pub(crate) async fn transact(
    client: &Client,
    actions: Vec<TransactWriteItem>,
) -> Result<Transaction, StoreError> {
    let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
    for _ in 0..RETRIES {
        match once(client, actions.clone()).await? {
            Try::Ended(transaction) => return Ok(transaction),
            Try::Met => tokio::time::sleep(backoff.next_pause()).await,
        }
    }
    match once(client, actions).await? {
        Try::Ended(transaction) => Ok(transaction),
        Try::Met => Ok(Transaction::Conflict),
    }
}

/// One try under one token, so that however often it is sent, it is made once. The answer to one that was sent again
/// while it was under way says nothing about its end, so it is sent until it has one.
async fn once(client: &Client, actions: Vec<TransactWriteItem>) -> Result<Try, StoreError> {
    let entropy = Entropy::system();
    let token = entropy.symbols(26);
    let mut backoff = Backoff::new(&entropy, FIRST_PAUSE_IN_PROGRESS, LONGEST_PAUSE_IN_PROGRESS);
    let mut looks = 0;
    loop {
        let sent = client
            .transact_write_items()
            .client_request_token(&token)
            .set_transact_items(Some(actions.clone()))
            .send()
            .await;
        let error = match sent {
            Ok(_) => return Ok(Try::Ended(Transaction::Done)),
            Err(error) => error,
        };
        match error.as_service_error() {
            Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => {
                return refusal(cancelled.cancellation_reasons()).ok_or_else(|| error.into());
            }
            Some(TransactWriteItemsError::TransactionInProgressException(_)) if looks < LOOKS => {
                looks += 1;
                tokio::time::sleep(backoff.next_pause()).await;
            }
            // Still under way at last, too: its outcome is not known, so it is not reported as refused.
            _ => return Err(error.into()),
        }
    }
}

/// Tells refusals of a transaction, which are outcomes, from failures.
fn refusal(reasons: &[CancellationReason]) -> Option<Try> {
    let with = |code: &str| -> Vec<usize> {
        let has = |(at, reason): (usize, &CancellationReason)| (reason.code() == Some(code)).then_some(at);
        reasons.iter().enumerate().filter_map(has).collect()
    };
    let refused = with("ConditionalCheckFailed");
    if !refused.is_empty() {
        return Some(Try::Ended(Transaction::Refused(refused)));
    }
    (!with("TransactionConflict").is_empty()).then_some(Try::Met)
}

/// Writes an item, whatever is there.
pub(crate) fn put(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder().table_name(table).set_item(Some(item)).build();
    Ok(TransactWriteItem::builder().put(put.map_err(incomplete)?).build())
}

/// Writes an item whose key must be free.
pub(crate) fn put_new(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(pk)")
        .build();
    Ok(TransactWriteItem::builder().put(put.map_err(incomplete)?).build())
}

/// A part of a request that lacks something it must have.
pub(crate) fn incomplete(error: BuildError) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
