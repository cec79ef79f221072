//! The deliberate second mail: an administrator has a pass sent once more.
//!
//! It is the only way to a second mail of an order alone. A mail that is SENT stays SENT meanwhile, under its own lease:
//! if the sender dies, nobody goes on with it, and the administrator may ask again when the lease has run out.

use crate::{Delivery, LEASE, PassMail};
use domain::{OrderId, payment::PassValidity};
use mail::MailError;
use serde_json::json;
use store::{
    AdminTable, AuditEntry, BulkMark, StoreError,
    registrations::{
        Write,
        outbox::{Leased, MailState, OutboxEntry, Receipt, Take},
    },
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Who requested it, and where that is recorded.
#[derive(Debug, Clone, Copy)]
pub struct ResendRequest<'a> {
    /// The administrator's name.
    pub username: &'a str,
    /// Where the audit log is.
    pub admin_table: &'a AdminTable,
    /// What it means for a bulk action that it is part of.
    pub bulk: Option<BulkMark<'a>>,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Resent {
    /// The mail service has it.
    Sent,
    /// Another sender has this mail at this moment; nothing was done.
    InHand,
    /// The mail service takes nothing at the moment. If it was never sent before, it is still retried automatically.
    Failed,
    /// The mail service does not take this one. As for [`Resent::Failed`], it is retried if it was never sent.
    Refused,
    /// The mail service did not answer: the mail may have gone out, and may not.
    Unanswered,
    /// The order is not paid, so there is no mail.
    NotPaid,
    /// The pass is withdrawn.
    Withdrawn,
}

impl PassMail {
    /// Sends the mail of a paid order, also when it was sent before or given up.
    ///
    /// # Errors
    /// When the table does not answer. The mail may then have gone out.
    pub async fn send_once_more(
        &self,
        id: &OrderId,
        request: &ResendRequest<'_>,
    ) -> Result<Resent, StoreError> {
        let order = self.registrations.order(id).await?;
        if order.and_then(|order| order.validity()) == Some(PassValidity::Withdrawn) {
            return Ok(Resent::Withdrawn);
        }
        let lease = self.entropy.symbols(20);
        let now = self.clock.now();
        // One that was never sent goes the way of every first mail, so that there is one of these and no more.
        let first = self
            .registrations
            .lease_mail(id, Take::GivenUpToo, &lease, now, LEASE);
        match first.await? {
            Leased::Yours(entry) => Ok(match self.send(entry, &lease, Some(request)).await? {
                Delivery::Sent => Resent::Sent,
                Delivery::AlreadySent | Delivery::InHand => Resent::InHand,
                Delivery::Postponed(error) | Delivery::GivenUp(Some(error)) => not_sent(&error),
                Delivery::GivenUp(None) => Resent::Failed,
                Delivery::NotPaid => Resent::NotPaid,
                Delivery::Withdrawn => Resent::Withdrawn,
            }),
            Leased::Missing => Ok(Resent::NotPaid),
            Leased::No(entry) => match entry.state {
                MailState::Sent => self.send_sent(id, &lease, request).await,
                MailState::Pending | MailState::Sending | MailState::Failed => Ok(Resent::InHand),
            },
        }
    }

    async fn send_sent(
        &self,
        id: &OrderId,
        lease: &str,
        request: &ResendRequest<'_>,
    ) -> Result<Resent, StoreError> {
        let now = self.clock.now();
        let leased = self.registrations.lease_sent_mail(id, lease, now, LEASE);
        let Some(entry) = leased.await? else {
            return Ok(Resent::InHand);
        };
        let order = self.order(id).await?;
        let content = self.pass_of(&order, &entry).await?;
        match self.hand_over(&order, &content, lease, true).await {
            Ok(message_id) => {
                let at = self.clock.now();
                let audit = request.entry(self, &entry, &message_id, at);
                let receipt = Receipt {
                    message_id: &message_id,
                    at,
                    calendar: content.calendar(),
                    audit: Some(request.admin_table.audit(&audit)),
                    bulk: request.bulk,
                };
                let written = self.registrations.mail_sent_again(id, lease, &receipt);
                if written.await? == Write::Stale {
                    tracing::warn!("a mail was sent once more after its lease had run out");
                }
                Ok(Resent::Sent)
            }
            Err(error) => {
                tracing::warn!(cause = %error, "a pass was not mailed once more");
                // Stale means that the lease ran out and another sender has it: then it is theirs.
                let given_back = self.registrations.mail_not_sent_again(id, lease);
                let (Write::Done | Write::Stale) = given_back.await?;
                Ok(not_sent(&error))
            }
        }
    }
}

fn not_sent(error: &MailError) -> Resent {
    match error {
        MailError::NoAnswer => Resent::Unanswered,
        error if error.is_of_the_mail() => Resent::Refused,
        MailError::Throttled | MailError::Refused(_) => Resent::Failed,
    }
}

impl ResendRequest<'_> {
    /// The audit entry of a mail that has gone out.
    pub(crate) fn entry(
        &self,
        pass_mail: &PassMail,
        before: &OutboxEntry,
        message_id: &str,
        at: OffsetDateTime,
    ) -> AuditEntry {
        let moment = |moment: OffsetDateTime| moment.format(&Rfc3339).ok();
        AuditEntry::new(
            at,
            &pass_mail.entropy,
            self.username,
            "pass_mail.resent",
            before.order_id.as_str(),
            json!({ "message_id": before.message_id, "sent_at": before.sent_at.and_then(moment) }),
            json!({ "message_id": message_id, "sent_at": moment(at) }),
        )
    }
}
