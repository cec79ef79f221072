//! One mail of a message: its lease, the mail service's answer, and what becomes of it.

use super::sending::{Batch, MessageSending, SendTry, Unwanted};
use domain::{CustomerId, Email, MessageTags, message::Addressee};
use mail::{MailError, Message, Words};
use std::sync::atomic::Ordering;
use store::{QueuedMail, Recipient, StoreError, Write, messages::Redirected};
use telemetry::Metric;
use time::Duration;

/// Longer than the mail service needs to report that it has a mail, so that one whose sender died is sent again only where it
/// was not taken.
const LEASE: Duration = Duration::minutes(10);

/// How often a mail is tried that the mail service does not want.
const TRIES: u32 = 3;

const REFUSED: &str = "The mail service does not take mail to this address.";

const GONE: &str = "There is no such candidate any more.";

const MOVED: &str = "The address was corrected meanwhile. The message goes to the address as it is now.";

const UNREADABLE_CANDIDATE: &str = "The candidate's record cannot be read.";

/// For how long a mail is left alone that waits for the one at another address. Two wait for each other where candidates have
/// exchanged addresses: a worker that is called each minute finds one of them due by itself.
fn until_free(own: &Email, other: &Email) -> Duration {
    match own.as_str() < other.as_str() {
        true => Duration::MINUTE,
        false => Duration::minutes(3),
    }
}

/// Who is written to at an address.
#[derive(Default)]
struct Addressed {
    candidates: Vec<CustomerId>,
    addressees: Vec<Addressee>,
    /// Those whose address is another one by now, and which.
    moved: Vec<(CustomerId, Email)>,
    /// Those who cannot be read.
    unreadable: Vec<CustomerId>,
}

impl MessageSending<'_> {
    pub(super) async fn send_one(&self, batch: &Batch<'_>, id: &str) -> Result<SendTry, StoreError> {
        let worker = self.worker;
        let lease = worker.entropy.symbols(20);
        let leased = worker
            .recipients
            .lease(id, &lease, worker.clock.now(), LEASE)
            .await;
        let mut recipient = match leased {
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
        let Addressed {
            candidates,
            addressees,
            moved,
            unreadable,
        } = self.addressed(batch, &recipient).await?;
        // Before this one has an outcome, so that a crash in between leaves nobody out.
        for (candidate, email) in &moved {
            if !self.redirect(batch, &recipient, candidate, email).await? {
                let due = worker.clock.now() + until_free(&recipient.email, email);
                let postponed = worker.recipients.postpone(id, &lease, recipient.attempts(), due);
                let (Write::Done | Write::Stale) = postponed.await?;
                return Ok(SendTry::Postponed);
            }
        }
        // Who cannot be read has it nowhere else, and may be read when it is tried again.
        let stays = |one: &&CustomerId| candidates.contains(one) || unreadable.contains(one);
        let named: Vec<CustomerId> = recipient.candidates.iter().filter(stays).cloned().collect();
        let names_others = recipient.candidates.len() > named.len();
        recipient.candidates = candidates;
        if addressees.is_empty() {
            let why = match (moved.is_empty(), !unreadable.is_empty()) {
                (false, _) => MOVED,
                (true, true) => UNREADABLE_CANDIDATE,
                (true, false) => GONE,
            };
            return self.give_up(id, &lease, &recipient, why).await;
        }
        // If it comes back, that says nothing of who has the message elsewhere, or not at all.
        if names_others && worker.recipients.name_alone(id, &lease, &named).await? == Write::Stale {
            return Ok(SendTry::NotOurs);
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
                self.not_taken(batch, (id, &lease), recipient, error).await
            }
        }
    }

    /// Sends a candidate's message to their present address. False while another worker sends the mail of that address.
    async fn redirect(
        &self,
        batch: &Batch<'_>,
        recipient: &Recipient,
        candidate: &CustomerId,
        email: &Email,
    ) -> Result<bool, StoreError> {
        let worker = self.worker;
        let (message, subject) = (recipient.message.clone(), recipient.subject.as_str());
        let moved = Recipient::new(message, subject, email.clone(), vec![candidate.clone()]);
        let redirected = worker.recipients.redirect(moved, candidate, worker.clock.now());
        match redirected.await? {
            Redirected::Added => {
                batch.added.fetch_add(1, Ordering::Relaxed);
            }
            Redirected::Skipped => {
                batch.skipped.fetch_add(1, Ordering::Relaxed);
            }
            Redirected::There => {}
            Redirected::Busy => return Ok(false),
        }
        Ok(true)
    }

    /// What a failure means. Without an answer the mail may have been taken: its lease is left to run out.
    async fn not_taken(
        &self,
        batch: &Batch<'_>,
        (id, lease): (&str, &str),
        recipient: Recipient,
        error: MailError,
    ) -> Result<SendTry, StoreError> {
        let worker = self.worker;
        let what = match error {
            MailError::NoAnswer => return Ok(SendTry::Down),
            MailError::Throttled => SendTry::Throttled,
            MailError::Refused(_) if error.is_of_the_mail() && batch.refusal_is_of_the_mail => {
                let (id, lease) = (id.to_owned(), lease.to_owned());
                return Ok(SendTry::Unwanted(Box::new(Unwanted { id, lease, recipient })));
            }
            MailError::Refused(code) => {
                tracing::warn!(code, "the mail service did not take a message");
                SendTry::Down
            }
        };
        let (attempts, due) = (recipient.attempts(), worker.clock.now());
        let postponed = worker.recipients.postpone(id, lease, attempts, due);
        let (Write::Done | Write::Stale) = postponed.await?;
        Ok(what)
    }

    /// Decides about a mail that was refused. Where nothing is taken any more, `is_down`, that is not counted against it.
    pub(super) async fn put_off(&self, mail: Unwanted, is_down: bool) -> Result<SendTry, StoreError> {
        let Unwanted { id, lease, recipient } = mail;
        let (now, attempts) = (self.worker.clock.now(), recipient.attempts());
        if !is_down && attempts + 1 >= TRIES {
            return self.give_up(&id, &lease, &recipient, REFUSED).await;
        }
        let (attempts, due, what) = match is_down {
            true => (attempts, now, SendTry::Down),
            false => (attempts + 1, now + Duration::MINUTE, SendTry::Postponed),
        };
        let postponed = self.worker.recipients.postpone(&id, &lease, attempts, due);
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

    /// The candidates of an address, as they are now. A corrected one is written to where it is now: who had its address by
    /// mistake must not get the link to its pass.
    async fn addressed(&self, batch: &Batch<'_>, recipient: &Recipient) -> Result<Addressed, StoreError> {
        let mut found = Addressed::default();
        for id in &recipient.candidates {
            let (file, seats) = match self.worker.sources.registrations.candidate_seated(id).await {
                Ok((Some(file), seats)) => (file, seats),
                Ok((None, _)) => continue,
                // The others do not wait for it.
                Err(StoreError::Corrupt { .. }) => {
                    tracing::error!(customer_id = %id, "a candidate of a message cannot be read");
                    found.unreadable.push(id.clone());
                    continue;
                }
                Err(error) => return Err(error),
            };
            let email = &file.candidate.person.email;
            if *email == recipient.email {
                found.candidates.push(id.clone());
                found
                    .addressees
                    .push(self.worker.words.addressee(&file, &seats, batch.everything));
            } else {
                found.moved.push((id.clone(), email.clone()));
            }
        }
        Ok(found)
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
            recipient: recipient.key(),
        };
        let mail = Message {
            to: &recipient.email,
            reply_to: Some(&self.worker.words.organisers),
            unsubscribe: Some(&self.worker.words.organisers),
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
