//! The outbox: one entry for the mail of each paid order, sent once.
//!
//! An entry is PENDING until somebody leases it, SENDING while the lease lasts, and SENT for ever after. A
//! lease that ran out is taken again: the mail may then have gone out already, which no protocol of the
//! mail service can tell.
//!
//! A SENT mail that an administrator wants sent once more stays SENT and gets a lease besides ([`again`]), so
//! that nothing which works by itself can ever take it.
//!
//! What the mail service tells of a mail after it took it is kept beside that ([`feedback`]); it changes no state.

pub mod again;
pub mod feedback;
mod lease;

pub use feedback::Feedback;
pub use lease::{Leased, Take};

use super::{
    Keyed, Registrations, TABLE, Write,
    attention::{self, Flag},
    due, partition,
    settle::refused_is_stale,
};
use crate::{
    audit::{self, AuditEntry},
    dynamo::{Item, StoreError, key, n, read, s},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update, builders::UpdateBuilder};
use domain::{OrderId, payment::Order};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

/// How long the stream is given before the reconciler sends what it did not.
const STREAM_GRACE: Duration = Duration::minutes(2);

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum MailState {
    /// To be sent.
    Pending,
    /// Somebody is sending it.
    Sending,
    /// The mail service has it.
    Sent,
    /// Not sent for 48 hours; a person must look.
    Failed,
}

impl MailState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "PENDING",
            Self::Sending => "SENDING",
            Self::Sent => "SENT",
            Self::Failed => "FAILED",
        }
    }

    fn attribute(self) -> aws_sdk_dynamodb::types::AttributeValue {
        s(self.as_str())
    }
}

/// The mail of one paid order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// Whose pass it brings.
    pub order_id: OrderId,
    /// Where it stands.
    pub state: MailState,
    /// How often it was tried.
    pub attempts: u32,
    /// Who is sending it, or sent it last.
    #[serde(default)]
    pub lease: String,
    /// Until when, in epoch milliseconds.
    #[serde(default)]
    pub lease_until: i64,
    /// When it was written.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The mail service's id of it, once sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// When the mail service took it.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub sent_at: Option<OffsetDateTime>,
    /// Who is sending it once more, or tried to and died.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again_lease: Option<String>,
    /// The last news that it did not arrive and never will; maybe of an earlier sending ([`OutboxEntry::bounce`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounced: Option<Feedback>,
    /// The last news that its reader called it spam; maybe of an earlier sending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complained: Option<Feedback>,
}

/// A mail that the mail service has taken.
#[derive(Debug, Clone, Copy)]
pub struct Receipt<'a> {
    /// The mail service's id of it.
    pub message_id: &'a str,
    /// When.
    pub at: OffsetDateTime,
    /// The administrator's act, when one asked for it once more, and the table it is kept in.
    pub audit: Option<(&'a str, &'a AuditEntry)>,
}

pub(super) fn mail_key(order: &OrderId) -> Item {
    key(partition(order), format!("MAIL#{order}"))
}

fn millis(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

pub(super) fn new_item(order: &Order, at: OffsetDateTime) -> Result<Item, StoreError> {
    let entry = OutboxEntry {
        order_id: order.order_id.clone(),
        state: MailState::Pending,
        attempts: 0,
        lease: String::new(),
        lease_until: 0,
        created_at: at,
        message_id: None,
        sent_at: None,
        again_lease: None,
        bounced: None,
        complained: None,
    };
    let keyed = Keyed {
        pk: partition(&order.order_id),
        sk: format!("MAIL#{}", order.order_id),
        kind: "MAIL",
        due_shard: Some(due::Task::Mail.shard_of(&order.order_id)),
        due_at: Some((at + STREAM_GRACE).unix_timestamp()),
        value: &entry,
    };
    crate::dynamo::write(TABLE, &keyed)
}

impl Registrations {
    /// The mail of an order, as of this moment.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn mail(&self, id: &OrderId) -> Result<Option<OutboxEntry>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

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
        let mark = Update::builder()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .update_expression(
                "SET #state = :sent, message_id = :message, sent_at = :at REMOVE due_shard, due_at",
            )
            .condition_expression("#lease = :lease AND #state = :sending")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":sent", MailState::Sent.attribute())
            .expression_attribute_values(":sending", MailState::Sending.attribute())
            .expression_attribute_values(":lease", s(lease));
        self.write_receipt(mark, receipt).await
    }

    /// Completes what marks a mail as sent, and writes it with the audit entry, if there is one.
    async fn write_receipt(&self, mark: UpdateBuilder, receipt: &Receipt<'_>) -> Result<Write, StoreError> {
        let at = receipt.at.format(&Rfc3339).unwrap_or_default();
        let mark = mark
            .expression_attribute_values(":message", s(receipt.message_id))
            .expression_attribute_values(":at", s(at))
            .build()
            .map_err(incomplete)?;
        let Some((table, entry)) = receipt.audit else {
            let sent = self
                .client
                .update_item()
                .table_name(mark.table_name)
                .set_key(Some(mark.key))
                .update_expression(mark.update_expression)
                .set_condition_expression(mark.condition_expression)
                .set_expression_attribute_names(mark.expression_attribute_names)
                .set_expression_attribute_values(mark.expression_attribute_values)
                .send()
                .await;
            return refused_is_stale(sent);
        };
        let actions = vec![
            TransactWriteItem::builder().update(mark).build(),
            audit::put(entry, table)?,
        ];
        Ok(match self.transact(actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) | Transaction::Conflict => Write::Stale,
        })
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
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .update_expression("SET #state = :pending, due_shard = :shard, due_at = :due")
            .condition_expression("#lease = :lease AND #state = :sending")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":pending", MailState::Pending.attribute())
            .expression_attribute_values(":sending", MailState::Sending.attribute())
            .expression_attribute_values(":shard", s(due::Task::Mail.shard_of(id)))
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        refused_is_stale(sent)
    }

    /// Gives a leased mail up, and flags its order, in one transaction.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn mail_given_up(&self, lease: &str, flag: &Flag) -> Result<Write, StoreError> {
        let give_up = Update::builder()
            .table_name(&self.table)
            .set_key(Some(mail_key(&flag.order_id)))
            .update_expression("SET #state = :failed REMOVE due_shard, due_at")
            .condition_expression("#lease = :lease AND #state = :sending")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":failed", MailState::Failed.attribute())
            .expression_attribute_values(":sending", MailState::Sending.attribute())
            .expression_attribute_values(":lease", s(lease))
            .build()
            .map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().update(give_up).build(),
            self.put(attention::item(flag)?)?,
        ];
        Ok(match self.transact(actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) | Transaction::Conflict => Write::Stale,
        })
    }
}
