//! Tells people what became of an order that they have paid for: money that goes back, a pass that is withdrawn or restored,
//! an exam that was corrected or moved.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use domain::{AttentionKind, NewsTags, OrderDigest, Word, payment::Order};
use mail::MailError;
use message::Saying;
use pass_mail::{ChangedPass, GIVE_UP_AFTER, LEASE};
use store::{
    MailQueue, OrderMail, OrderNews, StoreError, Write,
    registrations::{
        attention::Flag,
        outbox::{MailState, MailTaken},
    },
};

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
        if self.news == OrderNews::PassRestored && reconciler.waits_for_pass(&order).await? {
            return Ok(MailDecision::Postpone(reconciler.clock.now() + LEASE));
        }
        let to = order.person.email.clone();
        let reply_to = Some(reconciler.pass_mail.organisers().clone());
        let tags = NewsTags {
            candidate: order.customer_id.clone(),
            order: OrderDigest::of(&order.order_id),
            news: self.news.happening().as_str().to_owned(),
        };
        let of = |words| Addressed {
            tags: tags.pairs(),
            ..Addressed::of(to, reply_to, words)
        };
        let mail = match message::render(&self.news, &order, &reconciler.site_origin) {
            Saying::Words(words) => of(words),
            Saying::Pass(change) => match reconciler.pass_mail.changed(&order, change, self.at).await? {
                ChangedPass::Mail { content, seats } => Addressed {
                    calendar: content.calendar().cloned(),
                    seats,
                    pictures: content.pictures,
                    attachments: content.attachments,
                    ..of(content.words)
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
            seats: &mail.seats,
        };
        let registrations = &reconciler.registrations;
        registrations
            .news_sent(&reconciler.order_mails, id, lease, &taken)
            .await
    }

    /// Nothing else would say that somebody does not know of their seat, or of their money.
    async fn was_given_up(
        &self,
        reconciler: &Reconciler,
        attempts: u32,
        error: &MailError,
    ) -> Result<(), StoreError> {
        tracing::error!(attempt = attempts, "{} was given up", Self::NAME);
        let Some(order) = reconciler.registrations.order(&self.order_id).await? else {
            return Ok(());
        };
        let flag = Flag::new(&order, AttentionKind::PaidWithoutMail, reconciler.clock.now());
        let note = format!("Not the pass, but a later mail about the order: {error}");
        reconciler.registrations.flag(&flag.with_note(note)).await
    }
}

impl Reconciler {
    /// Whether to wait for the mail with the pass itself, which is still to go out. Where that mail was never sent because the pass
    /// was withdrawn, this puts it back in its queue; it does not say that the pass is valid again, so there is no need to wait.
    async fn waits_for_pass(&self, order: &Order) -> Result<bool, StoreError> {
        let Some(entry) = self.registrations.mail(&order.order_id).await? else {
            return Ok(false);
        };
        Ok(match entry.state {
            MailState::Sent => false,
            MailState::Pending | MailState::Sending => true,
            MailState::Failed => {
                let released = self
                    .registrations
                    .mail_released(&order.order_id, self.clock.now());
                released.await? == Write::Stale
            }
        })
    }
}
