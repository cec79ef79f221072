//! Invites staff by mail. The secret of a link is made here, for each try, and kept nowhere but in the mail.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use store::{InvitationMail, InvitationToken, MailQueue, StoreError, Write};

impl QueuedKind for InvitationMail {
    const NAME: &'static str = "an invitation";

    fn queue(reconciler: &Reconciler) -> &MailQueue<Self> {
        &reconciler.invitations
    }

    async fn decide(&self, reconciler: &Reconciler, id: &str) -> Result<MailDecision, StoreError> {
        if self.expires_at <= reconciler.clock.now() {
            return Ok(MailDecision::Drop);
        }
        let token = InvitationToken::new(id, &reconciler.entropy);
        match reconciler.invitations.give_secret(&token, self).await? {
            Write::Done => Ok(MailDecision::Send {
                mail: Box::new(Addressed::of(
                    self.email.clone(),
                    None,
                    message::render(self, &token, &reconciler.portal_origin),
                )),
                until: self.expires_at,
            }),
            // It was taken back meanwhile.
            Write::Stale => Ok(MailDecision::Drop),
        }
    }

    async fn sent(
        &self,
        reconciler: &Reconciler,
        (id, lease): (&str, &str),
        _mail: &Addressed,
        _message_id: &str,
    ) -> Result<Write, StoreError> {
        // It stays until it is accepted, taken back, or over.
        reconciler.invitations.end_sending(id, lease).await
    }
}
