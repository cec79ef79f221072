//! How a leased mail ends: sent, postponed or given up.

use super::{
    entry::{MailState, mail_key},
    history::{ADD_NEWS, CalendarEntry, MailHappening, with_news},
};
use crate::{
    admin::Audit,
    bulk::BulkMark,
    change::ItemChange,
    dynamo::{StoreError, attribute, n, rfc3339, s},
    registrations::{
        attention::{self, Flag},
        due::Task,
        table::{Registrations, TABLE},
    },
    transaction::Write,
};
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use domain::OrderId;
use time::OffsetDateTime;

/// A mail that the mail service has taken.
#[derive(Debug, Clone, Copy)]
pub struct Receipt<'a> {
    /// The mail service's id of it.
    pub message_id: &'a str,
    /// When.
    pub at: OffsetDateTime,
    /// What the calendar's entry in it says, when it has one.
    pub calendar: Option<&'a CalendarEntry>,
    /// The administrator's act, when one asked for it once more.
    pub audit: Option<Audit<'a>>,
    /// That a bulk action has sent it.
    pub bulk: Option<BulkMark<'a>>,
}

impl Registrations {
    /// Marks a leased mail as sent, for ever.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail may be sent again.
    pub async fn mail_sent(
        &self,
        id: &OrderId,
        lease: &str,
        receipt: &Receipt<'_>,
    ) -> Result<Write, StoreError> {
        let mark = self
            .leased(id, lease)
            .expression_attribute_values(":sent", MailState::Sent.attribute());
        let change = ("#state = :sent", "due_shard, due_at");
        self.write_receipt(id, mark, change, receipt).await
    }

    /// Completes what marks a mail as sent, and writes it with the audit entry, if there is one.
    pub(super) async fn write_receipt(
        &self,
        id: &OrderId,
        mark: UpdateBuilder,
        (set, remove): (&str, &str),
        receipt: &Receipt<'_>,
    ) -> Result<Write, StoreError> {
        let mut set = format!("SET {set}, message_id = :message, sent_at = :at, {ADD_NEWS}");
        let mut mark = mark
            .expression_attribute_values(":message", s(receipt.message_id))
            .expression_attribute_values(":at", rfc3339(TABLE, receipt.at)?);
        if let Some(calendar) = receipt.calendar {
            set.push_str(", calendar = :calendar");
            mark = mark.expression_attribute_values(":calendar", attribute(TABLE, calendar)?);
        }
        let mark = with_news(mark, receipt.at, MailHappening::Sent, receipt.message_id)?
            .update_expression(format!("{set} REMOVE {remove}"));
        let mark = ItemChange::of(mark)?;
        let Some(audit) = receipt.audit else {
            return mark.alone(&self.client).await;
        };
        let mut actions = vec![
            mark.within(),
            audit.put()?,
            self.act(id.customer_part(), audit.entry())?,
        ];
        if let Some(done) = receipt.bulk {
            actions.extend(done.actions(&self.table)?);
        }
        Ok(self.transact(actions).await?.written())
    }

    /// Gives a leased mail back, to be tried again at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, which comes to the same.
    pub async fn mail_postponed(
        &self,
        id: &OrderId,
        lease: &str,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let postpone = self
            .leased(id, lease)
            .update_expression("SET #state = :pending, due_shard = :shard, due_at = :due")
            .expression_attribute_values(":pending", MailState::Pending.attribute())
            .expression_attribute_values(":shard", s(Task::Mail.shard_of(id)))
            .expression_attribute_values(":due", n(due.unix_timestamp()));
        ItemChange::of(postpone)?.alone(&self.client).await
    }

    /// Gives a leased mail up, and flags its order, in one transaction.
    pub async fn mail_given_up(&self, lease: &str, flag: &Flag) -> Result<Write, StoreError> {
        let actions = vec![
            self.not_sent(&flag.order_id, lease)?.within(),
            self.put(attention::item(flag)?)?,
        ];
        Ok(self.transact(actions).await?.written())
    }

    /// Ends a leased mail unsent whose pass is withdrawn, which is nothing that a person must look at.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail is looked at again.
    pub async fn mail_withheld(&self, id: &OrderId, lease: &str) -> Result<Write, StoreError> {
        self.not_sent(id, lease)?.alone(&self.client).await
    }

    /// Lets a mail that has ended unsent be sent after all, because its pass is valid again. Stale where it is in another state.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn mail_released(&self, id: &OrderId, at: OffsetDateTime) -> Result<Write, StoreError> {
        let release = ItemChange::begin(&self.table, mail_key(id))
            .condition_expression("#state = :failed")
            .update_expression(
                "SET #state = :pending, created_at = :at, attempts = :none, due_shard = :shard, due_at = :due",
            )
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":failed", MailState::Failed.attribute())
            .expression_attribute_values(":pending", MailState::Pending.attribute())
            .expression_attribute_values(":at", rfc3339(TABLE, at)?)
            .expression_attribute_values(":none", n(0))
            .expression_attribute_values(":shard", s(Task::Mail.shard_of(id)))
            .expression_attribute_values(":due", n(at.unix_timestamp()));
        ItemChange::of(release)?.alone(&self.client).await
    }

    /// The end of a leased mail that was not sent, and is sent only to who asks for it or once its pass is valid again.
    fn not_sent(&self, id: &OrderId, lease: &str) -> Result<ItemChange, StoreError> {
        let end = self
            .leased(id, lease)
            .update_expression("SET #state = :failed REMOVE due_shard, due_at")
            .expression_attribute_values(":failed", MailState::Failed.attribute());
        ItemChange::of(end)
    }

    /// A change of a mail that is being sent under this lease.
    fn leased(&self, id: &OrderId, lease: &str) -> UpdateBuilder {
        ItemChange::begin(&self.table, mail_key(id))
            .condition_expression("#lease = :lease AND #state = :sending")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":sending", MailState::Sending.attribute())
            .expression_attribute_values(":lease", s(lease))
    }
}
