//! What the mail service reports about a mail after it took it: that it did not arrive, or that its reader called it
//! spam.
//!
//! Such news come late, twice, in any order, and now and then before the sender has written that the mail is sent. They
//! name the sending that they are about by its lease, which is written before the mail goes out. Feedback about a
//! sending that another one has followed change nothing.

use super::{
    entry::{Feedback, MailState, OutboxEntry, mail_key},
    history::{ADD_NEWS, MailHappening, MailNews, with_news},
};
use crate::{
    dynamo::{StoreError, attribute, n, read, s},
    registrations::{
        attention::{self, Flag},
        table::{Registrations, TABLE, partition_of},
    },
    transaction::{Transaction, Write, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem, Update, builders::UpdateBuilder};
use domain::{AttentionKind, Contended, CustomerId, OrderDigest, OrderId};
use time::OffsetDateTime;

/// What the mail service reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedbackKind {
    /// The mail did not arrive and never will.
    Bounced,
    /// Its reader called it spam.
    Complained,
}

impl FeedbackKind {
    /// The flag that it raises.
    #[must_use]
    pub const fn flag(self) -> AttentionKind {
        match self {
            Self::Bounced => AttentionKind::MailBounced,
            Self::Complained => AttentionKind::MailComplaint,
        }
    }

    const fn happening(self) -> MailHappening {
        match self {
            Self::Bounced => MailHappening::Bounced,
            Self::Complained => MailHappening::Complained,
        }
    }

    /// What is known of this about the last sending of a mail.
    fn of_last(self, entry: &OutboxEntry) -> Option<&Feedback> {
        match self {
            Self::Bounced => entry.bounce(),
            Self::Complained => entry.complaint(),
        }
    }

    const fn member(self) -> &'static str {
        match self {
            Self::Bounced => "bounced",
            Self::Complained => "complained",
        }
    }
}

/// The latest sending of a mail is this one: the one that is being repeated at this moment, or the last.
const IS_LATEST: &str = "(again_lease = :attempt OR (#lease = :attempt AND #state <> :pending))";

impl Registrations {
    /// The mail of a candidate's order, of which only the digest is known.
    pub async fn mail_of(
        &self,
        candidate: &CustomerId,
        order: &OrderDigest,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :pk AND begins_with(sk, :mail)")
            .expression_attribute_values(":pk", s(partition_of(candidate)))
            .expression_attribute_values(":mail", s("MAIL#"))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        while let Some(item) = pages.next().await {
            let entry: OutboxEntry = read(TABLE, item?)?;
            if OrderDigest::of(&entry.order_id) == *order {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// Records feedback about a mail's latest sending and raises the flag for it, once: a duplicate, and feedback about
    /// an earlier sending, are `Stale`.
    pub async fn record_feedback(
        &self,
        kind: FeedbackKind,
        feedback: &Feedback,
        flag: &Flag,
    ) -> Result<Write, StoreError> {
        let update = self.mail_update(&flag.order_id, &feedback.attempt);
        let keep = with_news(update, feedback.at, kind.happening(), &feedback.message_id)?
            .update_expression(format!("SET #feedback = :feedback, {ADD_NEWS}"))
            .condition_expression(format!(
                "{IS_LATEST} AND (attribute_not_exists(#feedback) OR #feedback.attempt <> :attempt)"
            ))
            .expression_attribute_names("#feedback", kind.member())
            .expression_attribute_values(":feedback", attribute(TABLE, feedback)?)
            .build()
            .map_err(incomplete)?;
        let raise = self.put(attention::item(flag)?)?;
        self.both(TransactWriteItem::builder().update(keep).build(), raise)
            .await
    }

    /// Records feedback about a later mail of an order with its first, and raises the flag for it, once: a duplicate is `Stale`.
    /// Where the first is known to have come to the same, that is what the flag says.
    ///
    /// # Errors
    /// When the table does not answer, or the history has grown since the entry was read.
    pub async fn record_feedback_on_news(
        &self,
        entry: &OutboxEntry,
        kind: FeedbackKind,
        message_id: &str,
        flag: &Flag,
    ) -> Result<Write, StoreError> {
        let is_this = |news: &MailNews| news.message_id == message_id && news.what == kind.happening();
        if entry.history.iter().any(is_this) {
            return Ok(Write::Stale);
        }
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(mail_key(&entry.order_id)));
        let of_first = kind.of_last(entry);
        let flag = Flag {
            note: of_first.map_or(&flag.note, |first| &first.reason).clone(),
            ..flag.clone()
        };
        let update = match of_first {
            Some(_) => update.update_expression(format!("SET {ADD_NEWS}")),
            None => {
                // Of no sending of the first, so that the next one that is delivered takes the flag off.
                let feedback = Feedback {
                    attempt: message_id.to_owned(),
                    message_id: message_id.to_owned(),
                    reason: flag.note.clone(),
                    at: flag.at,
                };
                update
                    .update_expression(format!("SET #feedback = :feedback, {ADD_NEWS}"))
                    .expression_attribute_names("#feedback", kind.member())
                    .expression_attribute_values(":feedback", attribute(TABLE, &feedback)?)
            }
        };
        let update = match entry.history.len() {
            0 => update.condition_expression("attribute_exists(pk) AND attribute_not_exists(history)"),
            seen => update
                .condition_expression("size(history) = :seen")
                .expression_attribute_values(":seen", n(seen)),
        };
        let keep = with_news(update, flag.at, kind.happening(), message_id)?
            .build()
            .map_err(incomplete)?;
        let raise = self.put(attention::item(&flag)?)?;
        let keep = TransactWriteItem::builder().update(keep).build();
        match self.both(keep, raise).await? {
            Write::Done => Ok(Write::Done),
            Write::Stale => Err(Contended("a mail").into()),
        }
    }

    /// Clears the flag of a mail that bounced, because a later sending, this one, was delivered. `Stale` when there is none, or
    /// it is about this sending, for a mail that a server accepted may still bounce, or about a mail that went out behind it.
    pub async fn mail_delivered(
        &self,
        entry: &OutboxEntry,
        attempt: &str,
        message_id: &str,
        at: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let Some(earlier) = entry.bounced_before(attempt) else {
            return Ok(Write::Stale);
        };
        let update = self.mail_update(&entry.order_id, attempt);
        let forget = with_news(update, at, MailHappening::Delivered, message_id)?
            .update_expression(format!("SET {ADD_NEWS} REMOVE bounced"))
            .condition_expression(format!("{IS_LATEST} AND bounced.attempt = :earlier"))
            .expression_attribute_values(":earlier", s(&earlier.attempt))
            .build()
            .map_err(incomplete)?;
        // An administrator may have cleared it meanwhile.
        let clear = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(attention::flag_key(
                &entry.order_id,
                FeedbackKind::Bounced.flag(),
            )))
            .build()
            .map_err(incomplete)?;
        let clear = TransactWriteItem::builder().delete(clear).build();
        self.both(TransactWriteItem::builder().update(forget).build(), clear)
            .await
    }

    /// A change of a mail with the values that [`IS_LATEST`] compares with.
    fn mail_update(&self, id: &OrderId, attempt: &str) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":attempt", s(attempt))
            .expression_attribute_values(":pending", MailState::Pending.attribute())
    }

    async fn both(&self, mail: TransactWriteItem, flag: TransactWriteItem) -> Result<Write, StoreError> {
        match self.transact(vec![mail, flag]).await? {
            Transaction::Done => Ok(Write::Done),
            Transaction::Refused(_) => Ok(Write::Stale),
            // The sender may be writing at this moment: nothing is known of the condition yet.
            Transaction::Conflict => Err(Contended("a mail").into()),
        }
    }
}
