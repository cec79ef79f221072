//! Taking a mail to send it.

use super::{MailState, OutboxEntry, mail_key, millis};
use crate::{
    dynamo::{StoreError, n, read, s},
    registrations::{Registrations, TABLE, due},
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
    /// Also those that were given up: an administrator wants it sent all the same.
    GivenUpToo,
}

/// How the try to take a mail ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Leased {
    /// It is the caller's to send.
    Yours(OutboxEntry),
    /// It is not: the entry as it stands.
    No(OutboxEntry),
    /// There is no such mail: the order is not paid.
    Missing,
}

impl Registrations {
    /// Takes a mail to send it: one of any number of callers gets it.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn lease_mail(
        &self,
        id: &OrderId,
        take: Take,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Leased, StoreError> {
        // A mail of which it is not asked for is one in a state that it is in anyway.
        let also = match take {
            Take::Waiting => MailState::Pending,
            Take::GivenUpToo => MailState::Failed,
        };
        let until = now + length;
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .update_expression(
                "SET #state = :sending, #lease = :lease, lease_until = :until, due_shard = :shard, \
                 due_at = :due ADD attempts :one",
            )
            .condition_expression("#state IN (:pending, :also) OR (#state = :sending AND lease_until < :now)")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":sending", MailState::Sending.attribute())
            .expression_attribute_values(":pending", MailState::Pending.attribute())
            .expression_attribute_values(":also", also.attribute())
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":until", n(millis(until)))
            .expression_attribute_values(":now", n(millis(now)))
            .expression_attribute_values(":shard", s(due::Task::Mail.shard_of(id)))
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
                            // The first answer was lost, and the client asked again by itself.
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
