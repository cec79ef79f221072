//! Tells people of money that went back to them.

mod message;

use crate::{
    Reconciler, Summary,
    sending::{DueMail, Outcome, Tally},
};
use domain::payment::Order;
use mail::{MailError, Message};
use store::{RefundMail, StoreError, Write};
use time::{Duration, OffsetDateTime};

/// What one run sends at most.
const MAILS_A_RUN: i32 = 100;

/// Longer than the mail service is waited for, so that a lease never ends under a sender at work.
const LEASE: Duration = Duration::seconds(60);

/// How long after the refund a mail is still tried. It is deleted a day later.
const TRIED: Duration = Duration::hours(48);

impl Reconciler {
    /// Sends the mails about refunds that are due.
    pub(crate) async fn tell_of_refunds(&self, until: OffsetDateTime, summary: &mut Summary) {
        let look = self.refund_mails.due(self.clock.now(), MAILS_A_RUN);
        let Some(due) = self.inspect("the mails about refunds", until, look).await else {
            return;
        };
        let mails: Vec<_> = due.into_iter().map(DueMail::Refund).collect();
        let Tally { sent, failed, left } = self.send_each(&mails, until).await;
        summary.mailed += sent;
        summary.unmailed += failed;
        summary.left += left;
    }

    pub(crate) async fn tell_of_refund(&self, id: &str) -> Result<Outcome, StoreError> {
        let lease = self.entropy.symbols(20);
        let now = self.clock.now();
        let Some(mail) = self.refund_mails.lease(id, &lease, now, LEASE).await? else {
            return Ok(Outcome::Nothing);
        };
        // Deleted since.
        let Some(order) = self.registrations.order(&mail.order_id).await? else {
            let (Write::Done | Write::Stale) = self.refund_mails.remove(id, &lease).await?;
            return Ok(Outcome::Nothing);
        };
        match self.hand_over_refund(&mail, &order).await {
            Ok(_) => {
                // The client retries this a few times. If it fails all the same, the lease runs out and the
                // mail goes out once more.
                let (Write::Done | Write::Stale) = self.refund_mails.remove(id, &lease).await?;
                Ok(Outcome::Sent)
            }
            Err(error) => {
                let attempts = mail.attempts.saturating_add(1);
                let due = self.clock.now() + pause_after(attempts);
                tracing::warn!(attempt = attempts, cause = %error, "a mail about a refund was not sent");
                let (Write::Done | Write::Stale) = if due > mail.at + TRIED {
                    tracing::error!(attempt = attempts, "a mail about a refund was given up");
                    self.refund_mails.remove(id, &lease).await?
                } else {
                    self.refund_mails.postpone(id, &lease, attempts, due).await?
                };
                Ok(Outcome::Failed)
            }
        }
    }

    async fn hand_over_refund(&self, mail: &RefundMail, order: &Order) -> Result<String, MailError> {
        let (text, html) = message::render(mail, order);
        let message = Message {
            to: &order.person.email,
            reply_to: Some(self.pass_mail.organisers()),
            subject: message::SUBJECT,
            text: &text,
            html: &html,
            pictures: &[],
            attachments: &[],
            tags: &[],
        };
        self.mailer.send(&message).await
    }
}

/// One minute after the first failure, then twice as long each time, up to an hour.
fn pause_after(attempts: u32) -> Duration {
    Duration::minutes((1 << attempts.saturating_sub(1).min(6)).min(60))
}
