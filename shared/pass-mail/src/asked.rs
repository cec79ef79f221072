//! The mail with every pass of an address, which anybody may ask for and its owner alone gets.

use crate::{
    GIVE_UP_AFTER, LEASE, PassMail,
    message::{MailContent, MailOccasion},
    pause_after,
};
use domain::{Email, payment::Order};
use mail::MailError;
use store::{StoreError, Write, registrations::quarantine::Quarantined};
use telemetry::Metric;
use time::{Duration, OffsetDateTime};

/// How long an address that was answered is not answered again.
const QUIET: Duration = Duration::minutes(10);

/// How many mails an address gets in a day for the asking, by any visitor.
const A_DAY: usize = 6;

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum PassesAnswer {
    /// The mail service has the mail.
    Sent,
    /// The address has no pass, so there is no mail.
    NoPass,
    /// It was answered before, or another sender has it.
    NotDue,
    /// The mail service did not take the mail; it is retried automatically.
    Postponed(MailError),
    /// The mail could not be sent for 48 hours. The visitor can ask again.
    GivenUp,
}

impl PassMail {
    /// Answers the request of an address if it is due and nobody else is answering it.
    ///
    /// # Errors
    /// When the table does not answer. What was begun is then taken up again when the lease has run out.
    pub async fn answer(&self, email: &Email) -> Result<PassesAnswer, StoreError> {
        let lease = self.entropy.symbols(20);
        let leased = self
            .requests
            .lease(email, &lease, self.clock.now(), LEASE)
            .await?;
        let Some(request) = leased else {
            return Ok(PassesAnswer::NotDue);
        };
        let now = self.clock.now();
        let mut mailed = request.mailed_since(now - Duration::DAY);
        let orders = self.registrations.orders_with_pass(email).await?;
        if orders.is_empty() {
            self.end(email, &lease, &mailed).await?;
            return Ok(PassesAnswer::NoPass);
        }
        let mut passes = Vec::new();
        for order in &orders {
            let beside = orders.iter().filter(|other| other.is_paid_beside(order)).cloned();
            let entry = self.registrations.mail(&order.order_id).await?;
            passes.push((order, beside.collect(), entry.and_then(|entry| entry.calendar)));
        }
        let content = self.content(MailOccasion::Asked, passes).await?;
        match self.mail(email, &content, &[]).await {
            Ok(message_id) => {
                self.note(&orders, &message_id, &content).await;
                telemetry::count(Metric::MailsSent);
                mailed.push(self.clock.now());
                // The client retries this a few times. If it fails all the same, the lease runs out and the mail goes
                // out once more.
                self.end(email, &lease, &mailed).await?;
                Ok(PassesAnswer::Sent)
            }
            Err(error) => {
                telemetry::count(Metric::MailsFailed);
                let attempts = request.attempts.saturating_add(1);
                tracing::warn!(attempt = attempts, cause = %error, "the passes of an address were not mailed");
                let now = self.clock.now();
                if now - request.asked_at >= GIVE_UP_AFTER {
                    tracing::error!("a request for passes was given up");
                    self.end(email, &lease, &mailed).await?;
                    return Ok(PassesAnswer::GivenUp);
                }
                let due = now + pause_after(attempts);
                let postponed = self.requests.postpone(email, &lease, attempts, due);
                let (Write::Done | Write::Stale) = postponed.await?;
                Ok(PassesAnswer::Postponed(error))
            }
        }
    }

    /// The addresses whose requests are due, `most` of them at most.
    pub async fn asked(&self, now: OffsetDateTime, most: i32) -> Result<Vec<Email>, StoreError> {
        self.requests.due(now, most).await
    }

    /// Puts a request that is due and cannot be read out of the way of the others for a while.
    pub async fn quarantine_request(&self, email: &Email) -> Result<Option<Quarantined>, StoreError> {
        self.requests.quarantine(email, self.clock.now()).await
    }

    /// Notes with each order that its pass went out. The mail is sent whether or not that succeeds.
    async fn note(&self, orders: &[Order], message_id: &str, content: &MailContent) {
        let at = self.clock.now();
        for (order, calendar) in orders.iter().zip(&content.calendars) {
            let noted = self
                .registrations
                .mail_asked_for(&order.order_id, message_id, at, calendar.as_ref());
            match noted.await {
                Ok(Write::Done | Write::Stale) => {}
                Err(error) => tracing::warn!(cause = %error, "a mail that was asked for is not in a history"),
            }
        }
    }

    /// Stale means that the lease ran out and another has answered, or will.
    async fn end(&self, email: &Email, lease: &str, mailed: &[OffsetDateTime]) -> Result<(), StoreError> {
        let pause = self.clock.now() + QUIET;
        let counted = mailed
            .len()
            .checked_sub(A_DAY)
            .and_then(|first| mailed.get(first));
        let quiet_until = counted.map_or(pause, |first| pause.max(*first + Duration::DAY));
        let ended = self.requests.answered(email, lease, mailed, quiet_until).await?;
        if ended == Write::Stale {
            tracing::warn!("a request for passes was answered after its lease had run out");
        }
        Ok(())
    }
}
