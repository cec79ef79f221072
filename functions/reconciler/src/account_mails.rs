//! Tells staff of sign-ins from devices that had not signed in before, and of changes of what opens their accounts.

mod message;

use crate::{
    Reconciler, Summary,
    sending::{DueMail, Outcome, Tally},
};
use mail::{MailError, Message};
use store::{AccountMail, StoreError, Write};
use time::{Duration, OffsetDateTime};

/// What one run sends at most.
const MAILS_A_RUN: i32 = 100;

/// Longer than the mail service is waited for, so that a lease never ends under a sender at work.
const LEASE: Duration = Duration::seconds(60);

/// How long after what it tells of a mail is still tried. It is deleted a day later.
const TRIED: Duration = Duration::hours(48);

impl Reconciler {
    /// Sends the mails about accounts that are due.
    pub(crate) async fn tell_of_accounts(&self, until: OffsetDateTime, summary: &mut Summary) {
        let look = self.account_mails.due(self.clock.now(), MAILS_A_RUN);
        let Some(due) = self.inspect("the mails about accounts", until, look).await else {
            return;
        };
        let mails: Vec<_> = due.into_iter().map(DueMail::SignIn).collect();
        let Tally { sent, failed, left } = self.send_each(&mails, until).await;
        summary.mailed += sent;
        summary.unmailed += failed;
        summary.left += left;
    }

    pub(crate) async fn tell_of_one(&self, session: &str) -> Result<Outcome, StoreError> {
        let lease = self.entropy.symbols(20);
        let now = self.clock.now();
        let Some(mail) = self.account_mails.lease(session, &lease, now, LEASE).await? else {
            return Ok(Outcome::Nothing);
        };
        match self.hand_over_sign_in(&mail).await {
            Ok(_) => {
                // The client retries this a few times. If it fails all the same, the lease runs out and the
                // mail goes out once more.
                let (Write::Done | Write::Stale) = self.account_mails.remove(session, &lease).await?;
                Ok(Outcome::Sent)
            }
            Err(error) => {
                let attempts = mail.attempts.saturating_add(1);
                let due = self.clock.now() + pause_after(attempts);
                tracing::warn!(attempt = attempts, cause = %error, "a mail about an account was not sent");
                let (Write::Done | Write::Stale) = if due > mail.at + TRIED {
                    tracing::error!(attempt = attempts, "a mail about an account was given up");
                    self.account_mails.remove(session, &lease).await?
                } else {
                    self.account_mails
                        .postpone(session, &lease, attempts, due)
                        .await?
                };
                Ok(Outcome::Failed)
            }
        }
    }

    async fn hand_over_sign_in(&self, mail: &AccountMail) -> Result<String, MailError> {
        let rendered = message::render(mail, &self.portal_origin);
        let message = Message {
            to: &mail.email,
            reply_to: None,
            subject: rendered.subject,
            text: &rendered.text,
            html: &rendered.html,
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
