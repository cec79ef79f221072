//! The lease of a mail that waits, by which one sender of many has it: taken, given back, and named by each write that ends the
//! sending.

use super::{MailQueue, QueuedMail, key_of};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, millis, n, read, s},
    registrations::TABLE,
    transaction::{Write, incomplete, made_alone, refused_is_stale},
};
use aws_sdk_dynamodb::{
    operation::update_item::{UpdateItemError, builders::UpdateItemFluentBuilder},
    types::{Delete, ReturnValue, ReturnValuesOnConditionCheckFailure, TransactWriteItem},
};
use time::{Duration, OffsetDateTime};

/// The condition of a removal.
const UNCHANGED: &str = "#lease = :lease AND attribute_not_exists(wanted_again)";

impl<T: QueuedMail> MailQueue<T> {
    /// Leases a mail that is due, so that one of any number of callers sends it. None when it is not due, leased, or
    /// gone.
    ///
    /// # Errors
    /// When the table does not answer, and [`StoreError::Corrupt`] for a mail that cannot be read.
    pub async fn lease(
        &self,
        id: &T::Id,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Option<T>, StoreError> {
        let until = now + length;
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .update_expression("SET #lease = :lease, lease_until = :until, due_at = :due REMOVE wanted_again")
            .condition_expression(
                "due_at <= :second AND (attribute_not_exists(lease_until) OR lease_until < :now)",
            )
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":until", n(millis(until)))
            .expression_attribute_values(":now", n(millis(now)))
            .expression_attribute_values(":second", n(now.unix_timestamp()))
            .expression_attribute_values(":due", n(until.unix_timestamp() + 1))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(leased) => read(TABLE, leased.attributes.unwrap_or_default()).map(Some),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(refused)) => {
                    let Some(item) = refused.item().filter(|item| !item.is_empty()) else {
                        return Ok(None);
                    };
                    let is_ours = item
                        .get("lease")
                        .and_then(|held| held.as_s().ok())
                        .is_some_and(|held| held == lease);
                    let mail = read(TABLE, item.clone())?;
                    // The first answer was lost, and the client retried.
                    Ok(is_ours.then_some(mail))
                }
                _ => Err(error.into()),
            },
        }
    }

    /// Gives a leased mail back, with `attempts` failures so far, to be looked at again at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn postpone(
        &self,
        id: &T::Id,
        lease: &str,
        attempts: u32,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let sent = self
            .update_leased(id, lease)
            .update_expression("SET due_at = :due, attempts = :attempts REMOVE #lease, lease_until")
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":attempts", n(attempts))
            .send()
            .await;
        refused_is_stale(sent)
    }

    /// Removes a leased mail: it was sent, or need not be. Stale, beside one whose lease ran out, for one that was asked for
    /// again since it was leased: when the lease has run out, it is due again.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn remove(&self, id: &T::Id, lease: &str) -> Result<Write, StoreError> {
        let delete = self.client.delete_item().table_name(&self.table);
        let sent = delete
            .set_key(Some(key_of::<T>(id)))
            .condition_expression(UNCHANGED)
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        made_alone(sent, &self.client, self.removal(id, lease)?).await
    }

    /// Ends the sending of a leased mail whose item stays.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is due again.
    pub async fn end_sending(&self, id: &T::Id, lease: &str) -> Result<Write, StoreError> {
        let end = ItemChange::begin(&self.table, key_of::<T>(id))
            .condition_expression("#lease = :lease")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .update_expression("REMOVE #lease, lease_until, due_shard, due_at");
        ItemChange::of(end)?.alone(&self.client).await
    }

    /// Removes a leased mail in a transaction.
    pub(crate) fn removal(&self, id: &T::Id, lease: &str) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .condition_expression(UNCHANGED)
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// An update of a mail on its lease.
    pub(crate) fn update_leased(&self, id: &T::Id, lease: &str) -> UpdateItemFluentBuilder {
        self.client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<T>(id)))
            .condition_expression("#lease = :lease")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
    }
}
