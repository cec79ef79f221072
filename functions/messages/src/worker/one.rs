//! One mail of a message: its lease, the mail service's answer, and what becomes of it.

use super::sending::{Batch, MessageSending, SendTry};
use domain::{MessageTags, RecipientKey, message::Addressee};
use mail::{MailError, Message, Words};
use store::{QueuedMail, Recipient, StoreError, Write};
use telemetry::Metric;
use time::Duration;

/// Longer than the mail service needs to report that it has a mail, so that one whose sender died is sent again only where it
/// was not taken.
const LEASE: Duration = Duration::minutes(10);

/// How often a mail is tried that the mail service does not want.
const TRIES: u32 = 3;

/// Refusals that are about a mail, and not about the account or the service.
const OF_THE_MAIL: [&str; 2] = ["MessageRejected", "InvalidParameterValue"];

const REFUSED: &str = "The mail service does not take mail to this address.";

const GONE: &str = "There is no such candidate any more.";

impl MessageSending<'_> {
    pub(super) async fn send_one(&self, batch: &Batch<'_>, id: &str) -> Result<SendTry, StoreError> {
        let worker = self.worker;
        let lease = worker.entropy.symbols(20);
        let leased = worker
            .recipients
            .lease(id, &lease, worker.clock.now(), LEASE)
            .await;
        let recipient = match leased {
            Ok(Some(recipient)) => recipient,
            Ok(None) => return Ok(SendTry::NotOurs),
            // The others do not wait for it.
            Err(StoreError::Corrupt { .. }) => {
                tracing::error!("a recipient of a message cannot be read");
                let _ = worker.recipients.quarantine(id, worker.clock.now()).await?;
                return Ok(SendTry::Postponed);
            }
            Err(error) => return Err(error),
        };
        let addressees = self.addressees(batch, &recipient).await?;
        if addressees.is_empty() {
            return self.give_up(id, &lease, &recipient, GONE).await;
        }
        match self.hand_over(batch, &recipient, &addressees).await {
            Ok(()) => {
                telemetry::count(Metric::MailsSent);
                // Stale means that the mail service has reported it before.
                let now = worker.clock.now();
                let (Write::Done | Write::Stale) =
                    worker.recipients.sent(id, &lease, &recipient, now).await?;
                Ok(SendTry::Taken)
            }
            Err(error) => {
                telemetry::count(Metric::MailsFailed);
                self.not_taken(batch, (id, &lease), &recipient, error).await
            }
        }
    }

    /// What a failure means. Without an answer the mail may have been taken: its lease is left to run out.
    async fn not_taken(
        &self,
        batch: &Batch<'_>,
        (id, lease): (&str, &str),
        recipient: &Recipient,
        error: MailError,
    ) -> Result<SendTry, StoreError> {
        let worker = self.worker;
        let now = worker.clock.now();
        let attempts = recipient.attempts();
        let (attempts, due, what) = match error {
            MailError::NoAnswer => return Ok(SendTry::Down),
            MailError::Throttled => (attempts, now, SendTry::Throttled),
            MailError::Refused(code) if !OF_THE_MAIL.contains(&code.as_str()) || !batch.was_taken => {
                tracing::warn!(code, "the mail service did not take a message");
                (attempts, now, SendTry::Down)
            }
            MailError::Refused(_) if attempts + 1 >= TRIES => {
                return self.give_up(id, lease, recipient, REFUSED).await;
            }
            MailError::Refused(_) => (attempts + 1, now + Duration::MINUTE, SendTry::Postponed),
        };
        let postponed = worker.recipients.postpone(id, lease, attempts, due);
        let (Write::Done | Write::Stale) = postponed.await?;
        Ok(what)
    }

    async fn give_up(
        &self,
        id: &str,
        lease: &str,
        recipient: &Recipient,
        why: &str,
    ) -> Result<SendTry, StoreError> {
        let now = self.worker.clock.now();
        Ok(
            match self
                .worker
                .recipients
                .failed(id, lease, recipient, why, now)
                .await?
            {
                Write::Done => SendTry::Refused,
                Write::Stale => SendTry::NotOurs,
            },
        )
    }

    /// The candidates of an address, as they are now.
    async fn addressees(
        &self,
        batch: &Batch<'_>,
        recipient: &Recipient,
    ) -> Result<Vec<Addressee>, StoreError> {
        let mut addressees = Vec::new();
        for id in &recipient.candidates {
            if let Some(file) = self.worker.sources.registrations.candidate(id).await? {
                addressees.push(self.worker.words.addressee(&file, batch.everything));
            }
        }
        Ok(addressees)
    }

    async fn hand_over(
        &self,
        batch: &Batch<'_>,
        recipient: &Recipient,
        addressees: &[Addressee],
    ) -> Result<(), MailError> {
        let Words { subject, text, html } = self.worker.words.render(batch.text, addressees);
        let tags = MessageTags {
            message: batch.message.clone(),
            recipient: RecipientKey::of(batch.message, &recipient.email),
        };
        let mail = Message {
            to: &recipient.email,
            reply_to: Some(&self.worker.words.organisers),
            subject: &subject,
            text: &text,
            html: &html,
            pictures: &[],
            attachments: &[],
            tags: &tags.pairs(),
        };
        self.worker.mailer.send(&mail).await.map(drop)
    }
}
