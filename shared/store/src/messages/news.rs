//! What becomes of a recipient's mail.

use super::{KEPT, Messaged, Recipient, RecipientOutcome, Recipients, outcome_shard};
use crate::{
    dynamo::{Item, StoreError, n, rfc3339, s, write},
    mail_queue::key_of,
    registrations::{TABLE, partition_of},
    transaction::{Write, written},
};
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use domain::{CustomerId, Stored, Word};
use futures::{StreamExt, TryStreamExt};
use serde::Serialize;
use time::OffsetDateTime;

/// Candidates of one address that are written at side by side.
const AT_ONCE: usize = 8;

/// What the mail service reports about a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailReport<'a> {
    /// It has it.
    Taken,
    /// It came back, or was called spam; why, in words for people.
    CameBack(&'a str),
}

#[derive(Serialize)]
struct MessagedItem<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    /// When TTL may take it.
    expires: i64,
    #[serde(flatten)]
    messaged: &'a Messaged,
}

impl Recipients {
    /// Notes that the mail service has a leased mail. Stale when its lease has run out, or the mail service has reported it
    /// before: then that is noted.
    pub async fn sent(
        &self,
        id: &str,
        lease: &str,
        recipient: &Recipient,
        at: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        self.note(recipient, RecipientOutcome::Sent, at).await?;
        let update = self.update_leased(id, lease);
        let sent = outcome(update, recipient, RecipientOutcome::Sent, None, at)?
            .send()
            .await;
        written(sent)
    }

    /// Notes that the mail service will not take a leased mail; why, in words for people.
    pub async fn failed(
        &self,
        id: &str,
        lease: &str,
        recipient: &Recipient,
        reason: &str,
        at: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        self.note(recipient, RecipientOutcome::Failed, at).await?;
        let update = self.update_leased(id, lease);
        let sent = outcome(update, recipient, RecipientOutcome::Failed, Some(reason), at)?
            .send()
            .await;
        written(sent)
    }

    /// Notes what the mail service reports, whether or not the sender of the mail still lives. Stale when it is known,
    /// or there is no such recipient.
    pub async fn reported(
        &self,
        id: &str,
        report: MailReport<'_>,
        at: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let Some(recipient) = self.kept(id).await? else {
            return Ok(Write::Stale);
        };
        let known = recipient.outcome.as_ref().and_then(Stored::known);
        let (of, reason) = match report {
            MailReport::Taken if recipient.outcome.is_some() => return Ok(Write::Stale),
            MailReport::CameBack(_) if known == Some(RecipientOutcome::Bounced) => return Ok(Write::Stale),
            MailReport::Taken => (RecipientOutcome::Sent, None),
            MailReport::CameBack(reason) => (RecipientOutcome::Bounced, Some(reason)),
        };
        self.note(&recipient, of, recipient.at.unwrap_or(at)).await?;
        let update = self.client.update_item().table_name(&self.table);
        let update = update.set_key(Some(key_of::<Recipient>(id)));
        let update = match of {
            RecipientOutcome::Bounced => update.condition_expression(
                "attribute_exists(pk) AND (attribute_not_exists(outcome) OR outcome <> :outcome)",
            ),
            RecipientOutcome::Sent | RecipientOutcome::Failed | RecipientOutcome::Skipped => {
                update.condition_expression("attribute_exists(pk) AND attribute_not_exists(outcome)")
            }
        };
        // Who sends it at this moment finds its lease gone.
        let update = outcome(update, &recipient, of, reason, at)?;
        let update = update.expression_attribute_names("#lease", "lease");
        written(update.send().await)
    }

    /// Notes with each candidate what became of the mail, unless more is known of it. Before the outcome, so that a crash between
    /// the two leaves none out; the same once more changes nothing but the moment.
    pub(super) async fn note(
        &self,
        recipient: &Recipient,
        outcome: RecipientOutcome,
        at: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let messaged = Messaged {
            message: recipient.message.clone(),
            subject: recipient.subject.clone(),
            outcome: outcome.into(),
            at,
        };
        let items: Vec<Item> = recipient
            .candidates
            .iter()
            .map(|candidate| messaged_item(candidate, &messaged))
            .collect::<Result<_, _>>()?;
        let puts = items.into_iter().map(|item| async {
            let put = self.client.put_item().table_name(&self.table);
            let put = put.set_item(Some(item));
            let put = match outcome {
                RecipientOutcome::Bounced => put,
                RecipientOutcome::Sent => put
                    .condition_expression("attribute_not_exists(pk) OR outcome <> :bounced")
                    .expression_attribute_values(":bounced", s(RecipientOutcome::Bounced.as_str())),
                RecipientOutcome::Failed | RecipientOutcome::Skipped => {
                    put.condition_expression("attribute_not_exists(pk)")
                }
            };
            let (Write::Done | Write::Stale) = written(put.send().await)?;
            Ok::<(), StoreError>(())
        });
        futures::stream::iter(puts)
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await
    }
}

fn messaged_item(candidate: &CustomerId, messaged: &Messaged) -> Result<Item, StoreError> {
    let item = MessagedItem {
        pk: partition_of(candidate),
        sk: format!("MESSAGED#{}", messaged.message),
        kind: "MESSAGED",
        expires: (messaged.at + KEPT).unix_timestamp(),
        messaged,
    };
    write(TABLE, &item)
}

fn outcome(
    update: UpdateItemFluentBuilder,
    recipient: &Recipient,
    outcome: RecipientOutcome,
    reason: Option<&str>,
    at: OffsetDateTime,
) -> Result<UpdateItemFluentBuilder, StoreError> {
    let because = if reason.is_some() {
        ", reason = :reason"
    } else {
        ""
    };
    let update = update
        .update_expression(format!(
            "SET outcome = :outcome, #at = :at, due_shard = :shard, due_at = :due{because} REMOVE #lease, lease_until"
        ))
        .expression_attribute_names("#at", "at")
        .expression_attribute_values(":outcome", s(outcome.as_str()))
        .expression_attribute_values(":at", rfc3339(TABLE, at)?)
        .expression_attribute_values(":shard", s(outcome_shard(&recipient.message, outcome)))
        .expression_attribute_values(":due", n(at.unix_timestamp()));
    Ok(match reason {
        Some(reason) => update.expression_attribute_values(":reason", s(reason)),
        None => update,
    })
}
