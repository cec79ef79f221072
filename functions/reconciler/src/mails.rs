//! Sends the mail that did not go out: passes, and answers to those who ask for theirs, that the stream did not send.

use crate::{
    Reconciler,
    quarantine::report,
    sending::{DueMail, SendOutcome, Tally},
};
use domain::{Email, OrderId};
use pass_mail::{Delivery, PassesAnswer};
use store::{StoreError, registrations::due::Task};
use time::OffsetDateTime;

/// What one run sends of each at most; the mail service takes more than this in a minute.
const MAILS_A_RUN: usize = 100;
const ANSWERS_A_RUN: i32 = 100;

/// The pass of an order that was paid.
struct Pass;

/// Every pass of an address, which a visitor asked for.
struct Passes;

impl Reconciler {
    /// Sends the passes of orders until a limit is reached.
    pub(crate) async fn mail(&self, orders: &[OrderId], until: OffsetDateTime) -> Tally {
        let now = &orders[..orders.len().min(MAILS_A_RUN)];
        let mut tally = self.send_each::<Pass>(now, until).await;
        tally.left += orders.len() - now.len();
        tally
    }

    /// Answers the requests that are due, after the passes that were just paid for.
    pub(crate) async fn answer(&self, until: OffsetDateTime) -> Tally {
        let look = self.pass_mail.asked(self.clock.now(), ANSWERS_A_RUN);
        match self.inspect("the requests for passes", until, look).await {
            Some(due) => self.send_each::<Passes>(&due, until).await,
            None => Tally::default(),
        }
    }
}

impl DueMail for Pass {
    type Id = OrderId;

    const NAME: &'static str = "a pass";

    async fn send(reconciler: &Reconciler, id: &OrderId) -> Result<SendOutcome, StoreError> {
        Ok(match reconciler.pass_mail.deliver(id).await? {
            Delivery::Sent => SendOutcome::Sent,
            Delivery::AlreadySent | Delivery::InHand | Delivery::NotPaid | Delivery::Withdrawn => {
                SendOutcome::Nothing
            }
            Delivery::Postponed(_) | Delivery::GivenUp(_) => SendOutcome::Failed,
        })
    }

    async fn quarantine(reconciler: &Reconciler, id: &OrderId) -> Result<(), StoreError> {
        reconciler.quarantine(Task::Mail, id).await
    }
}

impl DueMail for Passes {
    type Id = Email;

    const NAME: &'static str = "the passes of an address";

    async fn send(reconciler: &Reconciler, email: &Email) -> Result<SendOutcome, StoreError> {
        Ok(match reconciler.pass_mail.answer(email).await? {
            PassesAnswer::Sent => SendOutcome::Sent,
            PassesAnswer::NoPass | PassesAnswer::NotDue => SendOutcome::Nothing,
            PassesAnswer::Postponed(_) | PassesAnswer::GivenUp => SendOutcome::Failed,
        })
    }

    async fn quarantine(reconciler: &Reconciler, email: &Email) -> Result<(), StoreError> {
        report(reconciler.pass_mail.quarantine_request(email).await?);
        Ok(())
    }
}
