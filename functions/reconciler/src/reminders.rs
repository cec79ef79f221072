//! Mails those who wait in line when it is nearly their turn.
//!
//! A reminder is leased before its place is looked at, so that whatever is decided about it is decided once: remove it,
//! postpone it with the line, or send it.

mod message;

use crate::{
    Reconciler, Summary,
    sending::{DueMail, Outcome, Tally},
};
use domain::line::{HELD, MAIL_AHEAD, Micros, micros, moment};
use mail::{MailError, Message};
use store::{
    StoreError, Write,
    line::{Standing, Ticket},
    reminders::Reminder,
};
use telemetry::Metric;
use time::{Duration, OffsetDateTime};

/// What one run sends at most: the provider opens fewer orders in a minute.
const REMINDERS_A_RUN: i32 = 300;

/// Longer than the mail service is waited for, so that a lease never ends under a sender at work.
const LEASE: Duration = Duration::seconds(60);

impl Reconciler {
    /// Sends the reminders that are due, after everything else and only while there is time for it.
    pub(crate) async fn remind(&self, until: OffsetDateTime, summary: &mut Summary) {
        let now = self.clock.now();
        let look = self.reminders.due(now, REMINDERS_A_RUN);
        let Some(due) = self.inspect("the reminders that are due", until, look).await else {
            return;
        };
        let mails: Vec<_> = due.into_iter().map(DueMail::Reminder).collect();
        let Tally { sent, failed, left } = self.send_each(&mails, until).await;
        summary.reminded += sent;
        summary.unreminded += failed;
        summary.left += left;
    }

    pub(crate) async fn remind_one(&self, ticket: &Ticket) -> Result<Outcome, StoreError> {
        let lease = self.entropy.symbols(20);
        let now = self.clock.now();
        let Some(reminder) = self.reminders.lease(ticket, &lease, now, LEASE).await? else {
            return Ok(Outcome::Nothing);
        };
        let standing = self.line.standing_of(ticket).await?;
        let Some(opens) = moment_of_place(&standing, now) else {
            let (Write::Done | Write::Stale) = self.reminders.remove(ticket, &lease).await?;
            return Ok(Outcome::Nothing);
        };
        let due = moment(opens - MAIL_AHEAD);
        // The schedule of the index has whole seconds.
        if due >= now + Duration::SECOND {
            let postponed = self.reminders.postpone(ticket, &lease, reminder.attempts, due);
            let (Write::Done | Write::Stale) = postponed.await?;
            return Ok(Outcome::Nothing);
        }
        match self.hand_over(&reminder, ticket, opens).await {
            Ok(_) => {
                telemetry::count(Metric::RemindersSent);
                // The client retries this a few times. If it fails all the same, the lease runs out and the
                // mail goes out once more.
                let (Write::Done | Write::Stale) = self.reminders.remove(ticket, &lease).await?;
                Ok(Outcome::Sent)
            }
            Err(error) => {
                let attempts = reminder.attempts.saturating_add(1);
                let due = self.clock.now() + pause_after(attempts);
                tracing::warn!(attempt = attempts, cause = %error, "a reminder was not mailed");
                let (Write::Done | Write::Stale) = if micros(due) > opens + HELD {
                    telemetry::count(Metric::RemindersDropped);
                    self.reminders.remove(ticket, &lease).await?
                } else {
                    self.reminders.postpone(ticket, &lease, attempts, due).await?
                };
                Ok(Outcome::Failed)
            }
        }
    }

    async fn hand_over(
        &self,
        reminder: &Reminder,
        ticket: &Ticket,
        opens: Micros,
    ) -> Result<String, MailError> {
        let (text, html) = message::render(moment(opens), ticket, &self.site_origin);
        let message = Message {
            to: &reminder.email,
            reply_to: None,
            subject: message::SUBJECT,
            text: &text,
            html: &html,
            pictures: &[],
            attachments: &[],
            tags: &[],
        };
        self.mailer.send(&message).await
    }
}

/// The moment of a place by the clock; None for one that is used, over or gone.
fn moment_of_place(standing: &Standing, now: OffsetDateTime) -> Option<Micros> {
    let place = standing.place.as_ref().filter(|place| !place.used)?;
    Some(standing.moment(place)).filter(|opens| micros(now) <= opens + HELD)
}

/// One minute after the first failure, then twice as long each time.
fn pause_after(attempts: u32) -> Duration {
    Duration::minutes(1 << attempts.saturating_sub(1).min(6))
}
