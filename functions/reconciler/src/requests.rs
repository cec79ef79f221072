//! Answers the requests for the passes of an address that the stream did not.

use crate::{
    Reconciler, Summary,
    sending::{DueMail, Outcome, Tally},
};
use domain::Email;
use pass_mail::Answer;
use store::StoreError;
use time::OffsetDateTime;

/// What one run answers at most; the mail service takes more than this in a minute.
const ANSWERS_A_RUN: i32 = 100;

impl Reconciler {
    /// Answers the requests that are due, after the passes that were just paid for.
    pub(crate) async fn answer(&self, until: OffsetDateTime, summary: &mut Summary) {
        let look = self.pass_mail.asked(self.clock.now(), ANSWERS_A_RUN);
        let Some(due) = self.inspect("the requests for passes", until, look).await else {
            return;
        };
        let mails: Vec<_> = due.into_iter().map(DueMail::Passes).collect();
        let Tally { sent, failed, left } = self.send_each(&mails, until).await;
        summary.mailed += sent;
        summary.unmailed += failed;
        summary.left += left;
    }

    pub(crate) async fn answer_one(&self, email: &Email) -> Result<Outcome, StoreError> {
        Ok(match self.pass_mail.answer(email).await? {
            Answer::Sent => Outcome::Sent,
            Answer::NoPass | Answer::NotDue => Outcome::Nothing,
            Answer::Postponed(_) | Answer::GivenUp => Outcome::Failed,
        })
    }
}
