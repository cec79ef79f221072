//! Sends the mail that did not go out.

use crate::{PATIENCE, Reconciler, Summary};
use domain::OrderId;
use pass_mail::Delivery;
use store::{StoreError, registrations::due::Task};
use time::OffsetDateTime;

/// What one run sends at most; the mail service takes more than this in a minute.
const MAILS_A_RUN: usize = 100;

/// SES takes about fourteen mails a second from a new account.
const MAILS_AT_ONCE: usize = 8;

impl Reconciler {
    /// Sends the mails until a limit is reached.
    pub(crate) async fn mail(&self, mails: Vec<OrderId>, until: OffsetDateTime, summary: &mut Summary) {
        let mut failures_in_a_row = 0;
        let mut left = mails.len();
        for batch in mails[..left.min(MAILS_A_RUN)].chunks(MAILS_AT_ONCE) {
            if failures_in_a_row >= PATIENCE || self.clock.now() > until {
                break;
            }
            left -= batch.len();
            let deliveries =
                futures::future::join_all(batch.iter().map(|id| self.pass_mail.deliver(id))).await;
            for (id, delivery) in batch.iter().zip(deliveries) {
                match delivery {
                    Ok(Delivery::Sent) => {
                        failures_in_a_row = 0;
                        summary.mailed += 1;
                    }
                    Ok(Delivery::AlreadySent | Delivery::InHand | Delivery::NotPaid) => {}
                    Ok(Delivery::Postponed(_) | Delivery::GivenUp) => {
                        failures_in_a_row += 1;
                        summary.unmailed += 1;
                    }
                    Err(error) => {
                        tracing::warn!(cause = %error, "a mail could not be seen to");
                        summary.unmailed += 1;
                        if matches!(error, StoreError::Corrupt { .. }) {
                            // Nothing is wrong with the mail service, nor with the next mail.
                            if let Err(error) = self.quarantine(Task::Mail, id).await {
                                tracing::warn!(cause = %error, "a mail could not be postponed");
                            }
                        } else {
                            failures_in_a_row += 1;
                        }
                    }
                }
            }
        }
        summary.left += left;
    }
}
