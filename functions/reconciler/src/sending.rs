//! How the mails of a run are sent, whatever they bring.

use crate::{PATIENCE, Reconciler};
use futures::future::join_all;
use std::ops::AddAssign;
use store::StoreError;
use time::OffsetDateTime;

/// SES takes about fourteen mails a second from a new account.
const AT_ONCE: usize = 8;

/// A kind of mail that is due.
pub(crate) trait DueMail {
    /// What names a mail.
    type Id: Send + Sync;

    /// What the log calls one.
    const NAME: &'static str;

    /// Sends a mail, if it is still to be sent and nobody else is sending it.
    fn send(
        reconciler: &Reconciler,
        id: &Self::Id,
    ) -> impl Future<Output = Result<SendOutcome, StoreError>> + Send;

    /// Puts a mail that cannot be read out of the way of the others.
    fn quarantine(
        reconciler: &Reconciler,
        id: &Self::Id,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// What became of a mail.
pub(crate) enum SendOutcome {
    /// The mail service has it.
    Sent,
    /// Nothing was to be sent, or another sender has it.
    Nothing,
    /// The mail service did not take it.
    Failed,
}

/// What became of the mails of a run.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) sent: usize,
    pub(crate) failed: usize,
    /// Left for the next run.
    pub(crate) left: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, Self { sent, failed, left }: Self) {
        self.sent += sent;
        self.failed += failed;
        self.left += left;
    }
}

impl Reconciler {
    /// Sends mails, some side by side, until it is late or the mail service is down. One that cannot be read is put out
    /// of the way of the others.
    pub(crate) async fn send_each<M: DueMail>(&self, mails: &[M::Id], until: OffsetDateTime) -> Tally {
        let mut failures_in_a_row = 0;
        let mut tally = Tally {
            left: mails.len(),
            ..Tally::default()
        };
        for batch in mails.chunks(AT_ONCE) {
            if failures_in_a_row >= PATIENCE || self.clock.now() > until {
                break;
            }
            tally.left -= batch.len();
            let outcomes = join_all(batch.iter().map(|mail| M::send(self, mail))).await;
            for (mail, outcome) in batch.iter().zip(outcomes) {
                match outcome {
                    Ok(SendOutcome::Sent) => {
                        failures_in_a_row = 0;
                        tally.sent += 1;
                    }
                    Ok(SendOutcome::Nothing) => {}
                    Ok(SendOutcome::Failed) => {
                        failures_in_a_row += 1;
                        tally.failed += 1;
                    }
                    Err(error) => {
                        tracing::warn!(kind = M::NAME, cause = %error, "a mail could not be handled");
                        tally.failed += 1;
                        if matches!(error, StoreError::Corrupt { .. }) {
                            // Nothing is wrong with the mail service, nor with the next mail.
                            if let Err(error) = M::quarantine(self, mail).await {
                                tracing::warn!(kind = M::NAME, cause = %error, "a mail could not be postponed");
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
}
