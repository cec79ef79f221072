//! Taking a mail to send it.

use super::entry::{MailState, OutboxEntry, mail_key};
use crate::{
    dynamo::{StoreError, millis, n, read, s},
    registrations::{
        due::Task,
        table::{Registrations, TABLE},
    },
};
use aws_sdk_dynamodb::{
    operation::update_item::UpdateItemError,
    types::{ReturnValue, ReturnValuesOnConditionCheckFailure},
};
use domain::OrderId;
use time::{Duration, OffsetDateTime};

/// Which mails may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Take {
    /// Those that are still to be sent.
    Waiting,
    /// Also those that were given up: an administrator wants it sent anyway.
    GivenUpToo,
}

impl Take {
    /// The other state in which a mail may be taken.
    const fn also(self) -> MailState {
        match self {
            Self::Waiting => MailState::Pending,
            Self::GivenUpToo => MailState::Failed,
        }
    }
}

/// How the try to take a mail ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Leased {
    /// It is the caller's to send.
    Yours(OutboxEntry),
    /// It is not: the current entry.
    No(OutboxEntry),
    /// There is no such mail: the order is not paid.
    Missing,
}

impl Registrations {
    /// Takes a mail to send it: one of any number of callers gets it.
    pub async fn lease_mail(
        &self,
        id: &OrderId,
        take: Take,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Leased, StoreError> {
        // The index moves with the time at which the mail is due, and takes two writes for it. A new mail is due after
        // the lease anyway, so only one that is due before has to move.
        let stays = self.try_lease(id, take, (lease, now, length), false).await?;
        match stays {
            Leased::No(entry) if is_free(&entry, take, now) => {
                self.try_lease(id, take, (lease, now, length), true).await
            }
            other => Ok(other),
        }
    }

    async fn try_lease(
        &self,
        id: &OrderId,
        take: Take,
        (lease, now, length): (&str, OffsetDateTime, Duration),
        moves: bool,
    ) -> Result<Leased, StoreError> {
        // A mail of which it is not asked for is one in a state that it is in anyway.
        let also = take.also();
        let until = now + length;
        let (due, is_due) = match moves {
            true => (", due_shard = :shard, due_at = :due", ""),
            false => ("", " AND due_shard = :shard AND due_at >= :due"),
        };
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .update_expression(format!(
                "SET #state = :sending, #lease = :lease, lease_until = :until{due} ADD attempts :one"
            ))
            .condition_expression(format!(
                "(#state IN (:pending, :also) OR (#state = :sending AND lease_until < :now)){is_due}"
            ))
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":sending", MailState::Sending.attribute())
            .expression_attribute_values(":pending", MailState::Pending.attribute())
            .expression_attribute_values(":also", also.attribute())
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":until", n(millis(until)))
            .expression_attribute_values(":now", n(millis(now)))
            .expression_attribute_values(":shard", s(Task::Mail.shard_of(id)))
            .expression_attribute_values(":due", n(until.unix_timestamp() + 1))
            .expression_attribute_values(":one", n(1))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(taken) => Ok(Leased::Yours(read(TABLE, taken.attributes.unwrap_or_default())?)),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    match failed.item().filter(|item| !item.is_empty()) {
                        Some(item) => {
                            let entry: OutboxEntry = read(TABLE, item.clone())?;
                            // The first answer was lost, and the client retried automatically.
                            let ours = entry.lease == lease && entry.state == MailState::Sending;
                            Ok(if ours {
                                Leased::Yours(entry)
                            } else {
                                Leased::No(entry)
                            })
                        }
                        None => Ok(Leased::Missing),
                    }
                }
                _ => Err(error.into()),
            },
        }
    }
}

/// Whether the condition of a lease on the state holds.
fn is_free(entry: &OutboxEntry, take: Take, now: OffsetDateTime) -> bool {
    match entry.state {
        MailState::Pending => true,
        MailState::Sending => entry.lease_until < millis(now),
        state @ (MailState::Sent | MailState::Failed) => state == take.also(),
    }
}
