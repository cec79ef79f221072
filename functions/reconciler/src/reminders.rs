//! Mails those who wait in line when it is nearly their turn.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use domain::line::{micros, moment};
use mail::MailError;
use store::{
    MailQueue, StoreError,
    line::{LinePlace, LineState, Ticket},
    reminders::Reminder,
};
use telemetry::Metric;
use time::{Duration, OffsetDateTime};

impl QueuedKind for Reminder {
    const NAME: &'static str = "a reminder";
    /// The provider opens fewer orders in a minute.
    const A_RUN: i32 = 300;

    fn queue(reconciler: &Reconciler) -> &MailQueue<Self> {
        &reconciler.reminders
    }

    async fn decide(&self, reconciler: &Reconciler, ticket: &Ticket) -> Result<MailDecision, StoreError> {
        let now = reconciler.clock.now();
        let line = reconciler.line.state_of(ticket).await?;
        let Some(place) = waiting_place(&line, now) else {
            return Ok(MailDecision::Drop);
        };
        let due = moment(line.mail_due(place, micros(now)));
        // The schedule of the index has whole seconds.
        if due >= now + Duration::SECOND {
            return Ok(MailDecision::Postpone(due));
        }
        let (opens, until) = (moment(line.moment(place)), moment(line.held_until(place)));
        Ok(MailDecision::Send {
            mail: Box::new(Addressed::of(
                self.email.clone(),
                None,
                message::render(opens, ticket, &reconciler.site_origin),
            )),
            until,
        })
    }

    fn was_sent() {
        telemetry::count(Metric::RemindersSent);
    }

    async fn was_given_up(&self, _: &Reconciler, _: u32, _: &MailError) -> Result<(), StoreError> {
        telemetry::count(Metric::RemindersDropped);
        Ok(())
    }
}

/// The place, if it can still be used.
fn waiting_place(line: &LineState, now: OffsetDateTime) -> Option<&LinePlace> {
    let place = line.place.as_ref().filter(|place| !place.used)?;
    (micros(now) <= line.held_until(place)).then_some(place)
}
