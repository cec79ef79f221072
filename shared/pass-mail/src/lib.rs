//! The one mail of each paid order: take it, send it, mark it.
//!
//! The first to take it sends it: the notifier from the stream, the reconciler when the stream did not, an
//! administrator who asks for it. The lease in the outbox makes sure that only one of them does.
//!
//! A second mail goes out only when an administrator wants one ([`PassMail::send_once_more`]), a visitor asks for every
//! pass of an address ([`PassMail::answer`]), or the pass has changed ([`PassMail::changed`]).

mod asked;
mod calendar;
mod changed;
mod delivery;
mod message;
mod once_more;
mod qr;

pub use asked::PassesAnswer;
pub use changed::{ChangedPass, PassChange};
pub use delivery::Delivery;
pub use message::MailContent;
pub use once_more::{ResendRequest, Resent};

use config::{ConfigError, Env};
use domain::{
    AttentionKind, Clock, Email, Entropy, MailTags, OrderDigest, OrderId,
    payment::{Order, PassValidity},
};
use mail::{MailError, Mailer, Message, Words};
use message::{MailOccasion, MailSender, PaidFor};
use store::{
    Catalogue, PassRequests, Registrations, StoreError,
    registrations::{
        Write,
        attention::Flag,
        outbox::{CalendarEntry, Leased, MailState, OutboxEntry, Receipt, Take},
    },
};
use telemetry::Metric;
use time::Duration;

/// Longer than the mail service is waited for, so that a lease never ends under a sender at work.
pub const LEASE: Duration = Duration::seconds(60);

/// How long a mail is tried before a person must look.
pub const GIVE_UP_AFTER: Duration = Duration::hours(48);

/// Sends passes.
#[derive(Debug, Clone)]
pub struct PassMail {
    registrations: Registrations,
    requests: PassRequests,
    catalogue: Catalogue,
    mailer: Mailer,
    organisers: Email,
    site_origin: String,
    clock: Clock,
    entropy: Entropy,
}

impl PassMail {
    /// The mail service, the address of the site and that of the organisers, from `MAIL_FROM`, `SITE_ORIGIN`, `CONTACT_TO`
    /// and the tables.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            registrations: Registrations::from_env(env)?,
            requests: PassRequests::from_env(env)?,
            catalogue: Catalogue::from_env(env)?,
            mailer: Mailer::from_env(env)?,
            organisers: organisers(env)?,
            site_origin: env.url("SITE_ORIGIN")?,
            clock,
            entropy,
        })
    }

    /// Where answers to the mails of the system go.
    #[must_use]
    pub const fn organisers(&self) -> &Email {
        &self.organisers
    }

    /// Sends the mail of an order if it is still to be sent and nobody else is sending it.
    ///
    /// # Errors
    /// When the table does not answer. What was begun is then taken up again when the lease has run out.
    pub async fn deliver(&self, id: &OrderId) -> Result<Delivery, StoreError> {
        self.take_and_send(id, Take::Waiting).await
    }

    /// The same because an administrator asks for it, so that also a mail that was given up is tried.
    ///
    /// # Errors
    /// As [`PassMail::deliver`].
    pub async fn deliver_on_request(&self, id: &OrderId) -> Result<Delivery, StoreError> {
        self.take_and_send(id, Take::GivenUpToo).await
    }

    async fn take_and_send(&self, id: &OrderId, take: Take) -> Result<Delivery, StoreError> {
        let lease = self.entropy.symbols(20);
        match self
            .registrations
            .lease_mail(id, take, &lease, self.clock.now(), LEASE)
            .await?
        {
            Leased::Yours(entry) => self.send(entry, &lease, None).await,
            Leased::No(entry) => {
                telemetry::about(&entry.order_id.customer_part());
                Ok(match entry.state {
                    MailState::Sent => Delivery::AlreadySent,
                    MailState::Failed => Delivery::GivenUp(None),
                    MailState::Pending | MailState::Sending => Delivery::InHand,
                })
            }
            Leased::Missing => Ok(Delivery::NotPaid),
        }
    }

    /// Sends a mail under its lease, with the audit entry of an administrator who asked for it, if one did.
    async fn send(
        &self,
        entry: OutboxEntry,
        lease: &str,
        request: Option<&ResendRequest<'_>>,
    ) -> Result<Delivery, StoreError> {
        let id = &entry.order_id;
        let order = self.order(id).await?;
        if order.validity() == Some(PassValidity::Withdrawn) {
            let (Write::Done | Write::Stale) = self.registrations.mail_withheld(id, lease).await?;
            return Ok(Delivery::Withdrawn);
        }
        let content = self.pass_of(&order, &entry).await?;
        match self.hand_over(&order, &content, lease, entry.attempts > 1).await {
            Ok(message_id) => {
                telemetry::count(Metric::MailsSent);
                let at = self.clock.now();
                let audit = request.map(|request| request.entry(self, &entry, &message_id, at));
                let receipt = Receipt {
                    message_id: &message_id,
                    at,
                    calendar: content.calendar(),
                    audit: request
                        .zip(audit.as_ref())
                        .map(|(request, entry)| request.admin_table.audit(entry)),
                    bulk: request.and_then(|request| request.bulk),
                };
                // The client itself retries this a few times. If it fails anyway, the lease runs out and
                // the mail goes out once more.
                if self.registrations.mail_sent(id, lease, &receipt).await? == Write::Stale {
                    tracing::warn!("a mail was sent after its lease had run out");
                }
                Ok(Delivery::Sent)
            }
            Err(error) => {
                telemetry::count(Metric::MailsFailed);
                let now = self.clock.now();
                tracing::warn!(attempt = entry.attempts, cause = %error, "a pass was not mailed");
                if now - entry.created_at >= GIVE_UP_AFTER {
                    let flag =
                        Flag::new(&order, AttentionKind::PaidWithoutMail, now).with_note(error.to_string());
                    let (Write::Done | Write::Stale) = self.registrations.mail_given_up(lease, &flag).await?;
                    return Ok(Delivery::GivenUp(Some(error)));
                }
                let due = now + pause_after(entry.attempts);
                // Stale means that the lease ran out and another sender has it: then it is theirs.
                let (Write::Done | Write::Stale) = self.registrations.mail_postponed(id, lease, due).await?;
                Ok(Delivery::Postponed(error))
            }
        }
    }

    async fn order(&self, id: &OrderId) -> Result<Order, StoreError> {
        let order = self.registrations.order(id).await?;
        order.ok_or_else(|| StoreError::Corrupt {
            table: "registrations",
            cause: "a mail without an order".to_owned(),
        })
    }

    /// What the mail with the pass of an order says today.
    async fn pass_of(&self, order: &Order, entry: &OutboxEntry) -> Result<MailContent, StoreError> {
        let beside = self.registrations.paid_beside(order).await?;
        self.content(MailOccasion::Paid, vec![(order, beside, entry.calendar.clone())])
            .await
    }

    /// What the mail with the passes of these orders says today.
    async fn content(
        &self,
        occasion: MailOccasion,
        orders: Vec<(&Order, Vec<Order>, Option<CalendarEntry>)>,
    ) -> Result<MailContent, StoreError> {
        let catalogue = self.catalogue.everything().await?;
        let mut paid_for = Vec::new();
        for (order, beside, calendar) in orders {
            let (candidate, seats) = self
                .registrations
                .registered_with_seats(&order.customer_id)
                .await?;
            let sittings = candidate.as_ref().map_or_else(
                || catalogue.sittings(&order.selection),
                |candidate| catalogue.sittings_of_candidate(candidate),
            );
            // The seat of one who has just paid comes within a minute.
            let is_ticket = occasion == MailOccasion::HallTicket;
            let exams = sittings.iter().map(|sitting| &sitting.course);
            let seatless = exams.filter(|exam| is_ticket && seats.is_without(exam)).cloned();
            let seatless = seatless.collect();
            paid_for.push(PaidFor {
                order,
                seatless,
                sittings: seats.seated(sittings, &catalogue),
                preference: candidate.and_then(|candidate| candidate.exam_preference.known()),
                beside,
                calendar,
            });
        }
        let sender = MailSender {
            site_origin: &self.site_origin,
            organisers: &self.organisers,
            now: self.clock.now(),
        };
        message::render(occasion, &paid_for, sender)
    }

    /// Gives the mail service the mail of an order under a lease, and returns its id there. `is_again` says whether one
    /// may have gone out before.
    async fn hand_over(
        &self,
        order: &Order,
        content: &MailContent,
        lease: &str,
        is_again: bool,
    ) -> Result<String, MailError> {
        let tags = MailTags {
            candidate: order.customer_id.clone(),
            order: OrderDigest::of(&order.order_id),
            attempt: lease.to_owned(),
            is_again,
        };
        self.mail(&order.person.email, content, &tags.pairs()).await
    }

    /// Gives the mail service a mail, and returns its id there.
    async fn mail(
        &self,
        to: &Email,
        content: &MailContent,
        tags: &[(&'static str, String)],
    ) -> Result<String, MailError> {
        let MailContent {
            words: Words { subject, text, html },
            pictures,
            attachments,
            calendars: _,
            seats: _,
        } = content;
        let message = Message {
            to,
            reply_to: Some(&self.organisers),
            unsubscribe: None,
            subject,
            text,
            html,
            pictures,
            attachments,
            tags,
        };
        self.mailer.send(&message).await
    }
}

fn organisers(env: &Env) -> Result<Email, ConfigError> {
    const NAME: &str = "CONTACT_TO";
    Email::parse(&env.required(NAME)?).map_err(|_| ConfigError::new(NAME, "is not an e-mail address"))
}

/// One minute after the first failure, then twice as long each time, at most an hour.
#[must_use]
pub fn pause_after(attempts: u32) -> Duration {
    Duration::minutes(1 << attempts.saturating_sub(1).min(6)).min(Duration::hours(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_from_a_minute_to_an_hour() {
        let pauses: Vec<i64> = (1..=9)
            .map(|attempts| pause_after(attempts).whole_minutes())
            .collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    }
}
