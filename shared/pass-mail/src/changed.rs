//! The mail with the pass of an order as it is now, in place of the one that was mailed.

use crate::{
    LEASE, PassMail,
    message::{MailContent, MailOccasion},
};
use domain::payment::Order;
use store::{
    StoreError,
    registrations::outbox::{MailState, OutboxEntry, SeatsSaid},
};
use time::{Duration, OffsetDateTime};

/// Why a pass is another one than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassChange {
    /// The registration was corrected.
    Corrected,
    /// The exam was moved. Told only where the calendar's entry says something else than in the last mail, so once.
    Moved,
    /// Where its holder sits was published, or is elsewhere than the last mail about it said.
    Seated,
}

/// What a pass that has changed is mailed as.
#[must_use]
pub enum ChangedPass {
    /// This mail.
    Mail {
        /// What it says.
        content: MailContent,
        /// What it means for the seats that its reader knows of.
        seats: SeatsSaid,
    },
    /// Nothing: the first mail of the pass is still to be sent, and says what is so now, or the last one has said it.
    Known,
    /// The first mail is being sent at this moment, and may say what was so before; or it is to come before this one.
    BeingSent,
}

impl PassMail {
    /// What the mail with the pass of a paid order says today, which has changed `since`. The entry of its calendar replaces
    /// that of the last mail.
    pub async fn changed(
        &self,
        order: &Order,
        change: PassChange,
        since: OffsetDateTime,
    ) -> Result<ChangedPass, StoreError> {
        let entry = self.registrations.mail(&order.order_id).await?;
        let said = entry.as_ref().and_then(|entry| entry.seats.clone());
        let said = said.filter(|digest| digest != NO_SEATS);
        let before = match entry {
            // Where somebody sits is told by a mail of its own, whatever the pass has said.
            Some(entry) if change == PassChange::Seated => match entry.state {
                MailState::Pending | MailState::Sending => return Ok(ChangedPass::BeingSent),
                MailState::Sent | MailState::Failed => entry.calendar,
            },
            Some(entry) => match entry.state {
                MailState::Pending => return Ok(ChangedPass::Known),
                MailState::Sending => return Ok(ChangedPass::BeingSent),
                // Taken up so long after the change began to be written that it says it.
                MailState::Sent if leased_at(&entry) >= since + LEASE => return Ok(ChangedPass::Known),
                MailState::Sent | MailState::Failed => entry.calendar,
            },
            None => None,
        };
        let occasion = match change {
            PassChange::Corrected => MailOccasion::Corrected,
            PassChange::Moved => MailOccasion::Moved,
            PassChange::Seated => MailOccasion::HallTicket,
        };
        let beside = self.registrations.paid_beside(order).await?;
        let orders = vec![(order, beside, before.clone())];
        let content = self.content(occasion, orders.clone()).await?;
        let seats = content.seats();
        let is_as_said = seats == said.as_deref();
        Ok(match (change, seats.map(str::to_owned)) {
            (PassChange::Moved, _) if content.calendar() == before.as_ref() => ChangedPass::Known,
            (PassChange::Moved | PassChange::Corrected, _) => ChangedPass::Mail {
                content,
                seats: match is_as_said {
                    true => SeatsSaid::AsBefore,
                    false => SeatsSaid::Outdated,
                },
            },
            (PassChange::Seated, _) if is_as_said => ChangedPass::Known,
            (PassChange::Seated, Some(seats)) => ChangedPass::Mail {
                content,
                seats: SeatsSaid::These(seats),
            },
            // There was one, and now there is none.
            (PassChange::Seated, None) => ChangedPass::Mail {
                content: self.content(MailOccasion::SeatLost, orders).await?,
                seats: SeatsSaid::These(NO_SEATS.to_owned()),
            },
        })
    }
}

/// What is kept in the place of a digest of seats once a mail has said that there is none any more.
const NO_SEATS: &str = "NONE";

/// When the first mail was taken up.
fn leased_at(entry: &OutboxEntry) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(entry.lease_until) - LEASE
}
