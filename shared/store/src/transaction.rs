//! Transactions: their actions, their outcomes, and the second try after a conflict.

use crate::dynamo::{Item, StoreError, held};
use aws_sdk_dynamodb::{
    Client,
    error::{BuildError, ProvideErrorMetadata, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::{CancellationReason, Put, TransactWriteItem},
};
use domain::{Backoff, Contended, Entropy};
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

/// How often a transaction that was throttled is tried again, for some two seconds in all. The client does not: it knows a
/// request that is throttled, and not a transaction that is cancelled for it.
const THROTTLED_RETRIES: usize = 4;
const FIRST_PAUSE_OF_THROTTLED: Duration = Duration::from_millis(200);
const LONGEST_PAUSE_OF_THROTTLED: Duration = Duration::from_millis(800);
const THROTTLED: Contended = Contended("a table that is throttled");

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

/// How a conditional write of one item ended, sent alone, of which nothing may be lost: one that met a transaction, which may
/// itself come to nothing, is made once more as a transaction of its own, which waits for the other.
pub(crate) async fn made_alone<T, E, R>(
    sent: Result<T, SdkError<E, R>>,
    client: &Client,
    write: TransactWriteItem,
) -> Result<Write, StoreError>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match sent {
        Err(error) if error.code() == Some("TransactionConflictException") => {
            Ok(transact(client, vec![write]).await?.written())
        }
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
    /// The table takes no more at this moment; nothing was written.
    Throttled,
}

/// Does all of `actions`, or nothing.
///
/// After a conflict nothing was written, so the same actions are tried again, twice: their conditions then say
/// what the other transaction left. They are also tried again, more patiently, when the table was throttled.
///
/// # Errors
/// When the table does not answer: the transaction may then have happened. [`StoreError::Contended`] when it was throttled
/// to the end: it has not.
pub(crate) async fn transact(
    client: &Client,
    actions: Vec<TransactWriteItem>,
) -> Result<Transaction, StoreError> {
    let entropy = Entropy::system();
    let mut after_meeting = Backoff::new(&entropy, FIRST_PAUSE, LONGEST_PAUSE);
    let mut after_throttling = Backoff::new(&entropy, FIRST_PAUSE_OF_THROTTLED, LONGEST_PAUSE_OF_THROTTLED);
    let (mut met, mut throttled) = (0, 0);
    loop {
        let pause = match once(client, actions.clone()).await? {
            Try::Ended(transaction) => return Ok(transaction),
            Try::Met if met == RETRIES => return Ok(Transaction::Conflict),
            Try::Met => {
                met += 1;
                after_meeting.next_pause()
            }
            Try::Throttled if throttled == THROTTLED_RETRIES => return Err(THROTTLED.into()),
            Try::Throttled => {
                throttled += 1;
                after_throttling.next_pause()
            }
        };
        tokio::time::sleep(pause).await;
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
    let is_refused = |(at, reason): (usize, &CancellationReason)| {
        (reason.code() == Some("ConditionalCheckFailed")).then_some(at)
    };
    let refused: Vec<usize> = reasons.iter().enumerate().filter_map(is_refused).collect();
    if !refused.is_empty() {
        return Some(Try::Ended(Transaction::Refused(refused)));
    }
    let has = |codes: &[&str]| {
        let mut found = reasons.iter().filter_map(CancellationReason::code);
        found.any(|code| codes.contains(&code))
    };
    if has(&["ThrottlingError", "ProvisionedThroughputExceeded"]) {
        return Some(Try::Throttled);
    }
    has(&["TransactionConflict"]).then_some(Try::Met)
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
