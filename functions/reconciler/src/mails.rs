//! Sends the mail that did not go out.

use crate::{
    Reconciler, Summary,
    sending::{DueMail, Outcome, Tally},
};
use domain::OrderId;
use pass_mail::Delivery;
use store::StoreError;
use time::OffsetDateTime;

/// What one run sends at most; the mail service takes more than this in a minute.
const MAILS_A_RUN: usize = 100;

impl Reconciler {
    /// Sends the mails until a limit is reached.
    pub(crate) async fn mail(&self, mails: Vec<OrderId>, until: OffsetDateTime, summary: &mut Summary) {
        let all = mails.len();
        let mails: Vec<_> = mails.into_iter().take(MAILS_A_RUN).map(DueMail::Pass).collect();
        let Tally { sent, failed, left } = self.send_each(&mails, until).await;
        summary.mailed += sent;
        summary.unmailed += failed;
        summary.left += left + all - mails.len();
    }

    pub(crate) async fn mail_one(&self, id: &OrderId) -> Result<Outcome, StoreError> {
        Ok(match self.pass_mail.deliver(id).await? {
            Delivery::Sent => Outcome::Sent,
            Delivery::AlreadySent | Delivery::InHand | Delivery::NotPaid => Outcome::Nothing,
            Delivery::Postponed(_) | Delivery::GivenUp => Outcome::Failed,
        })
    }
}
