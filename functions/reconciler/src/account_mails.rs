//! Tells staff of sign-ins from devices that had not signed in before, and of changes of what opens their accounts.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use pass_mail::GIVE_UP_AFTER;
use store::{AccountMail, MailQueue, StoreError};

impl QueuedKind for AccountMail {
    const NAME: &'static str = "a mail about an account";

    fn queue(reconciler: &Reconciler) -> &MailQueue<Self> {
        &reconciler.account_mails
    }

    async fn decide(&self, reconciler: &Reconciler, _session: &str) -> Result<MailDecision, StoreError> {
        Ok(MailDecision::Send {
            mail: Box::new(Addressed::of(
                self.email.clone(),
                None,
                message::render(self, &reconciler.portal_origin),
            )),
            until: self.at + GIVE_UP_AFTER,
        })
    }
}
