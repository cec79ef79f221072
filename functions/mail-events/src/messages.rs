//! What became of the mails of organisers' messages.

use crate::{
    EventOutcome, MailEvents,
    event::{MailEvent, MailEventKind},
};
use domain::MessageTags;
use store::{
    StoreError,
    messages::{MailReport, UnreachableCause, recipient_id},
    registrations::Write,
};
use telemetry::Metric;

impl MailEvents {
    /// Notes an event with the recipient that it is about.
    pub(crate) async fn follow_message(
        &self,
        event: &MailEvent,
        tags: &MessageTags,
    ) -> Result<EventOutcome, StoreError> {
        let (report, metric) = match &event.kind {
            MailEventKind::Taken | MailEventKind::Delivered | MailEventKind::Delayed => {
                (MailReport::Taken, None)
            }
            MailEventKind::Bounced(reason) => {
                self.not_reached(event, UnreachableCause::Bounced).await?;
                (MailReport::CameBack(reason), Some(Metric::MailsBounced))
            }
            MailEventKind::Complained(reason) => {
                self.not_reached(event, UnreachableCause::Complained).await?;
                (MailReport::CameBack(reason), Some(Metric::MailComplaints))
            }
            MailEventKind::Other => return Ok(EventOutcome::Nothing),
        };
        let id = recipient_id(&tags.message, &tags.recipient);
        Ok(
            match self.recipients.reported(&id, report, self.clock.now()).await? {
                Write::Done => {
                    if let Some(metric) = metric {
                        telemetry::count(metric);
                    }
                    EventOutcome::Recorded
                }
                Write::Stale => EventOutcome::Nothing,
            },
        )
    }
}
