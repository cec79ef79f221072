//! Mails that wait in a queue of their own, each kind of which says what is sent: leased, decided about, sent or tried
//! again later, and given up in the end.
//!
//! A mail is leased before it is decided about, so that whatever is decided is decided once.

use crate::{
    Reconciler,
    quarantine::report,
    sending::{DueMail, SendOutcome, Tally},
};
use domain::Email;
use mail::{File, MailError, Message, Words};
use pass_mail::{LEASE, pause_after};
use std::borrow::Borrow;
use store::{
    MailQueue, QueuedMail, StoreError, Write,
    registrations::outbox::{CalendarEntry, SeatsSaid},
};
use time::OffsetDateTime;

/// A kind of mail in a queue.
pub(crate) trait QueuedKind: QueuedMail {
    /// What the log calls one.
    const NAME: &'static str;
    /// What one run sends at most; the mail service takes more than a hundred in a minute.
    const A_RUN: i32 = 100;

    /// Where they wait.
    fn queue(reconciler: &Reconciler) -> &MailQueue<Self>;

    /// What is to be done about a mail that is due.
    fn decide(
        &self,
        reconciler: &Reconciler,
        id: &Self::Id,
    ) -> impl Future<Output = Result<MailDecision, StoreError>> + Send;

    /// Takes one out of the queue that the mail service has, under its id there.
    fn sent(
        &self,
        reconciler: &Reconciler,
        (id, lease): (&Self::Id, &str),
        _mail: &Addressed,
        _message_id: &str,
    ) -> impl Future<Output = Result<Write, StoreError>> + Send {
        async move { Self::queue(reconciler).remove(id, lease).await }
    }

    /// The mail service has one.
    fn was_sent() {}

    /// One is not tried again, after so many attempts, of which the last failed for this.
    fn was_given_up(
        &self,
        _reconciler: &Reconciler,
        attempts: u32,
        _error: &MailError,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        tracing::error!(attempt = attempts, "{} was given up", Self::NAME);
        async { Ok(()) }
    }
}

/// What is to be done about a mail.
pub(crate) enum MailDecision {
    Send {
        mail: Box<Addressed>,
        /// Until when it is worth another try.
        until: OffsetDateTime,
    },
    /// Not before this moment.
    Postpone(OffsetDateTime),
    /// It is not needed any more.
    Drop,
}

/// A mail as it is handed over.
pub(crate) struct Addressed {
    pub(crate) to: Email,
    pub(crate) reply_to: Option<Email>,
    pub(crate) words: Words,
    pub(crate) pictures: Vec<File>,
    pub(crate) attachments: Vec<File>,
    /// What its entry for the calendar says, where it has one.
    pub(crate) calendar: Option<CalendarEntry>,
    /// What it means for the seats that its reader knows of.
    pub(crate) seats: SeatsSaid,
    /// What the mail service says beside everything that it reports about it later.
    pub(crate) tags: Vec<(&'static str, String)>,
}

impl Addressed {
    /// Words alone.
    pub(crate) const fn of(to: Email, reply_to: Option<Email>, words: Words) -> Self {
        Self {
            to,
            reply_to,
            words,
            pictures: Vec::new(),
            attachments: Vec::new(),
            calendar: None,
            seats: SeatsSaid::AsBefore,
            tags: Vec::new(),
        }
    }
}

impl Reconciler {
    /// Sends the mails of a kind that are due.
    pub(crate) async fn send_due<M: QueuedKind>(&self, until: OffsetDateTime) -> Tally {
        let look = M::queue(self).due(self.clock.now(), M::A_RUN);
        match self.inspect(M::NAME, until, look).await {
            Some(due) => self.send_each::<M>(&due, until).await,
            None => Tally::default(),
        }
    }

    async fn hand_over(&self, mail: &Addressed) -> Result<String, MailError> {
        let Addressed {
            to,
            reply_to,
            words: Words { subject, text, html },
            pictures,
            attachments,
            calendar: _,
            seats: _,
            tags,
        } = mail;
        let message = Message {
            to,
            reply_to: reply_to.as_ref(),
            unsubscribe: None,
            subject,
            text,
            html,
            pictures,
            attachments,
            tags,
        };
        self.mailer.send(&message).await
    }
}

impl<M: QueuedKind> DueMail for M {
    type Id = <M::Id as ToOwned>::Owned;

    const NAME: &'static str = M::NAME;

    async fn send(reconciler: &Reconciler, id: &Self::Id) -> Result<SendOutcome, StoreError> {
        let id = id.borrow();
        let queue = M::queue(reconciler);
        let lease = reconciler.entropy.symbols(20);
        let Some(mail) = queue.lease(id, &lease, reconciler.clock.now(), LEASE).await? else {
            return Ok(SendOutcome::Nothing);
        };
        let (addressed, until) = match mail.decide(reconciler, id).await? {
            MailDecision::Send { mail, until } => (mail, until),
            MailDecision::Postpone(due) => {
                let (Write::Done | Write::Stale) = queue.postpone(id, &lease, mail.attempts(), due).await?;
                return Ok(SendOutcome::Nothing);
            }
            MailDecision::Drop => {
                let (Write::Done | Write::Stale) = queue.remove(id, &lease).await?;
                return Ok(SendOutcome::Nothing);
            }
        };
        match reconciler.hand_over(&addressed).await {
            Ok(message_id) => {
                M::was_sent();
                // The client retries this a few times. If it fails all the same, the lease runs out and the mail goes
                // out once more.
                let ended = mail.sent(reconciler, (id, &lease), &addressed, &message_id);
                let (Write::Done | Write::Stale) = ended.await?;
                Ok(SendOutcome::Sent)
            }
            Err(error) => {
                let attempts = mail.attempts().saturating_add(1);
                let due = reconciler.clock.now() + pause_after(attempts);
                tracing::warn!(attempt = attempts, cause = %error, "{} was not sent", M::NAME);
                let (Write::Done | Write::Stale) = if due > until {
                    // First, so that nothing is given up unseen.
                    mail.was_given_up(reconciler, attempts, &error).await?;
                    queue.remove(id, &lease).await?
                } else {
                    queue.postpone(id, &lease, attempts, due).await?
                };
                Ok(SendOutcome::Failed)
            }
        }
    }

    async fn quarantine(reconciler: &Reconciler, id: &Self::Id) -> Result<(), StoreError> {
        let found = M::queue(reconciler)
            .quarantine(id.borrow(), reconciler.clock.now())
            .await?;
        report(found);
        Ok(())
    }
}
