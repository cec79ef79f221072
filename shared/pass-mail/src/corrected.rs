//! The mail with the pass of an order as it is now, in place of the one that was mailed.

use crate::{
    PassMail,
    message::{MailContent, MailOccasion},
};
use domain::payment::Order;
use store::{StoreError, registrations::outbox::MailState};

/// What a corrected pass is mailed as.
#[must_use]
pub enum CorrectedPass {
    /// This mail.
    Mail(MailContent),
    /// The first mail of the pass is still to be sent, and says what is so now.
    StillToSend,
    /// The first mail is being sent at this moment, and may say what was so before.
    BeingSent,
}

impl PassMail {
    /// What the mail with the corrected pass of a paid order says today. The entry of its calendar replaces that of the last
    /// mail.
    pub async fn corrected(&self, order: &Order) -> Result<CorrectedPass, StoreError> {
        let entry = self.registrations.mail(&order.order_id).await?;
        let calendar = match entry {
            Some(entry) => match entry.state {
                MailState::Pending => return Ok(CorrectedPass::StillToSend),
                MailState::Sending => return Ok(CorrectedPass::BeingSent),
                MailState::Sent | MailState::Failed => entry.calendar,
            },
            None => None,
        };
        let beside = self.registrations.paid_beside(order).await?;
        let content = self.content(MailOccasion::Corrected, vec![(order, beside, calendar)]);
        Ok(CorrectedPass::Mail(content.await?))
    }
}
