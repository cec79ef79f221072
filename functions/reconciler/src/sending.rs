//! How the mails of a run are sent, whatever they bring.

use crate::{PATIENCE, Reconciler};
use domain::{Email, OrderId};
use futures::future::join_all;
use store::{StoreError, line::Ticket, registrations::due::Task};
use time::OffsetDateTime;

/// SES takes about fourteen mails a second from a new account.
const AT_ONCE: usize = 8;

/// A mail that is due.
pub(crate) enum DueMail {
    Pass(OrderId),
    /// Every pass of an address, which somebody asked for.
    Passes(Email),
    Reminder(Ticket),
    /// The sign-in that began this session.
    SignIn(String),
    /// A refund, by its order and itself.
    Refund(String),
}

/// What became of a mail.
pub(crate) enum Outcome {
    /// The mail service has it.
    Sent,
    /// Nothing was to be sent, or somebody else is sending it.
    Nothing,
    /// The mail service did not take it.
    Failed,
}

/// What became of the mails of a run.
pub(crate) struct Tally {
    pub(crate) sent: usize,
    pub(crate) failed: usize,
    /// Left for the next run.
    pub(crate) left: usize,
}

impl Reconciler {
    /// Sends mails, some side by side, until it is late or the mail service is down. One that cannot be read is put out
    /// of the way of the others.
    pub(crate) async fn send_each(&self, mails: &[DueMail], until: OffsetDateTime) -> Tally {
        let mut failures_in_a_row = 0;
        let mut tally = Tally {
            sent: 0,
            failed: 0,
            left: mails.len(),
        };
        for batch in mails.chunks(AT_ONCE) {
            if failures_in_a_row >= PATIENCE || self.clock.now() > until {
                break;
            }
            tally.left -= batch.len();
            let outcomes = join_all(batch.iter().map(|mail| self.send_one(mail))).await;
            for (mail, outcome) in batch.iter().zip(outcomes) {
                match outcome {
                    Ok(Outcome::Sent) => {
                        failures_in_a_row = 0;
                        tally.sent += 1;
                    }
                    Ok(Outcome::Nothing) => {}
                    Ok(Outcome::Failed) => {
                        failures_in_a_row += 1;
                        tally.failed += 1;
                    }
                    Err(error) => {
                        tracing::warn!(kind = mail.kind(), cause = %error, "a mail could not be handled");
                        tally.failed += 1;
                        if matches!(error, StoreError::Corrupt { .. }) {
                            // Nothing is wrong with the mail service, nor with the next mail.
                            if let Err(error) = self.quarantine_mail(mail).await {
                                tracing::warn!(kind = mail.kind(), cause = %error, "a mail could not be postponed");
                            }
                        } else {
                            failures_in_a_row += 1;
                        }
                    }
                }
            }
        }
        tally
    }

    async fn send_one(&self, mail: &DueMail) -> Result<Outcome, StoreError> {
        match mail {
            DueMail::Pass(id) => self.mail_one(id).await,
            DueMail::Passes(email) => self.answer_one(email).await,
            DueMail::Reminder(ticket) => self.remind_one(ticket).await,
            DueMail::SignIn(session) => self.tell_of_one(session).await,
            DueMail::Refund(id) => self.tell_of_refund(id).await,
        }
    }

    async fn quarantine_mail(&self, mail: &DueMail) -> Result<(), StoreError> {
        match mail {
            DueMail::Pass(id) => self.quarantine(Task::Mail, id).await,
            DueMail::Passes(email) => self.quarantine_request(email).await,
            DueMail::Reminder(ticket) => self.quarantine_reminder(ticket).await,
            DueMail::SignIn(session) => self.quarantine_sign_in(session).await,
            DueMail::Refund(id) => self.quarantine_refund_mail(id).await,
        }
    }
}

impl DueMail {
    fn kind(&self) -> &'static str {
        match self {
            Self::Pass(_) => "pass",
            Self::Passes(_) => "passes",
            Self::Reminder(_) => "reminder",
            Self::SignIn(_) => "sign-in",
            Self::Refund(_) => "refund",
        }
    }
}
