//! Tells people of money that went back to them.

mod message;

use crate::{
    Reconciler,
    queued::{Letter, MailDecision, QueuedKind},
};
use pass_mail::GIVE_UP_AFTER;
use store::{MailQueue, RefundMail, StoreError};

impl QueuedKind for RefundMail {
    const NAME: &'static str = "a mail about a refund";

    fn queue(reconciler: &Reconciler) -> &MailQueue<Self> {
        &reconciler.refund_mails
    }

    async fn decide(&self, reconciler: &Reconciler, _refund: &str) -> Result<MailDecision, StoreError> {
        // Deleted since.
        let Some(order) = reconciler.registrations.order(&self.order_id).await? else {
            return Ok(MailDecision::Drop);
        };
        let words = message::render(self, &order);
        Ok(MailDecision::Send {
            letter: Letter {
                to: order.person.email,
                reply_to: Some(reconciler.pass_mail.organisers().clone()),
                words,
            },
            until: self.at + GIVE_UP_AFTER,
        })
    }
}
