//! A mail that was sent and that an administrator wants sent once more.

use super::{
    entry::{MailState, OutboxEntry, mail_key},
    sent::Receipt,
};
use crate::{
    change::ItemChange,
    dynamo::{StoreError, millis, n, read, s},
    registrations::table::{Registrations, TABLE},
    transaction::{Write, refused_is_stale},
};
use aws_sdk_dynamodb::types::{ReturnValue, builders::UpdateBuilder};
use domain::OrderId;
use time::{Duration, OffsetDateTime};

impl Registrations {
    /// Takes a sent mail to send it once more: one of any number of callers gets it, with the current entry.
    /// None when it is not sent, or another one is sending it once more at this moment.
    pub async fn lease_sent_mail(
        &self,
        id: &OrderId,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .update_expression("SET again_lease = :lease, again_until = :until")
            // The lease itself is taken once more when its first answer was lost and the client asked again.
            .condition_expression(
                "#state = :sent AND (attribute_not_exists(again_until) OR again_until < :now \
                 OR again_lease = :lease)",
            )
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":sent", MailState::Sent.attribute())
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":until", n(millis(now + length)))
            .expression_attribute_values(":now", n(millis(now)))
            .return_values(ReturnValue::AllNew)
            .send()
            .await;
        match sent {
            Ok(taken) => Ok(Some(read(TABLE, taken.attributes.unwrap_or_default())?)),
            Err(error) => {
                let (Write::Done | Write::Stale) = refused_is_stale::<(), _, _>(Err(error))?;
                Ok(None)
            }
        }
    }

    /// Writes that a sent mail has been sent once more.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and nothing else happens.
    pub async fn mail_sent_again(
        &self,
        id: &OrderId,
        lease: &str,
        receipt: &Receipt<'_>,
    ) -> Result<Write, StoreError> {
        let mark = self
            .leased_again(id, lease)
            .expression_attribute_names("#lease", "lease");
        // From now on this is the sending that the mail service's events are to be about.
        let change = ("#lease = :lease", "again_lease, again_until");
        self.write_receipt(id, mark, change, receipt).await
    }

    /// Gives a sent mail back that could not be sent once more.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, which comes to the same.
    pub async fn mail_not_sent_again(&self, id: &OrderId, lease: &str) -> Result<Write, StoreError> {
        let give_back = self
            .leased_again(id, lease)
            .update_expression("REMOVE again_lease, again_until");
        ItemChange::of(give_back)?.alone(&self.client).await
    }

    /// A change of a mail that is being sent once more under this lease.
    fn leased_again(&self, id: &OrderId, lease: &str) -> UpdateBuilder {
        ItemChange::begin(&self.table, mail_key(id))
            .condition_expression("again_lease = :lease")
            .expression_attribute_values(":lease", s(lease))
    }
}
