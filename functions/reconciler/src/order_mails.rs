//! Tells people what became of an order that they have paid for: money that goes back, a pass that is withdrawn or restored,
//! an exam that was corrected or moved.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use message::Saying;
use pass_mail::{ChangedPass, GIVE_UP_AFTER, LEASE};
use store::{MailQueue, OrderMail, OrderNews, StoreError, Write, registrations::outbox::MailTaken};

impl QueuedKind for OrderMail {
    const NAME: &'static str = "a mail about an order";

    fn queue(reconciler: &Reconciler) -> &MailQueue<Self> {
        &reconciler.order_mails
    }

    async fn decide(&self, reconciler: &Reconciler, _id: &str) -> Result<MailDecision, StoreError> {
        let found = reconciler.registrations.order(&self.order_id).await?;
        // It may be deleted since.
        let Some(order) = found.filter(|order| !self.news.is_overtaken(order)) else {
            return Ok(MailDecision::Drop);
        };
        let to = order.person.email.clone();
        let reply_to = Some(reconciler.pass_mail.organisers().clone());
        let mail = match message::render(&self.news, &order, &reconciler.site_origin) {
            Saying::Words(words) => Addressed::of(to, reply_to, words),
            Saying::Pass(change) => match reconciler.pass_mail.changed(&order, change, self.at).await? {
                ChangedPass::Mail(content) => Addressed {
                    calendar: content.calendar().cloned(),
                    seats: content.seats().map(str::to_owned),
                    pictures: content.pictures,
                    attachments: content.attachments,
                    ..Addressed::of(to, reply_to, content.words)
                },
                ChangedPass::Known => return Ok(MailDecision::Drop),
                ChangedPass::BeingSent => {
                    return Ok(MailDecision::Postpone(reconciler.clock.now() + LEASE));
                }
            },
        };
        let until = self.at + GIVE_UP_AFTER;
        Ok(MailDecision::Send {
            mail: Box::new(mail),
            until,
        })
    }

    async fn sent(
        &self,
        reconciler: &Reconciler,
        (id, lease): (&str, &str),
        mail: &Addressed,
        message_id: &str,
    ) -> Result<Write, StoreError> {
        let taken = MailTaken {
            order_id: &self.order_id,
            what: self.news.happening(),
            message_id,
            at: reconciler.clock.now(),
            calendar: mail.calendar.as_ref(),
            seats: mail.seats.as_deref().filter(|_| self.news == OrderNews::Seated),
        };
        let registrations = &reconciler.registrations;
        registrations
            .news_sent(&reconciler.order_mails, id, lease, &taken)
            .await
    }
}
