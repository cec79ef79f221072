//! Mails those who wait in line when it is nearly their turn.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use domain::line::{HELD, MAIL_AHEAD, Micros, micros, moment};
use store::{
    MailQueue, StoreError,
    line::{LineState, Ticket},
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
        let Some(opens) = moment_of_place(&line, now) else {
            return Ok(MailDecision::Drop);
        };
        let due = moment(opens - MAIL_AHEAD);
        // The schedule of the index has whole seconds.
        if due >= now + Duration::SECOND {
            return Ok(MailDecision::Postpone(due));
        }
        Ok(MailDecision::Send {
            mail: Box::new(Addressed::of(
                self.email.clone(),
                None,
                message::render(moment(opens), ticket, &reconciler.site_origin),
            )),
            until: moment(opens + HELD),
        })
    }

    fn was_sent() {
        telemetry::count(Metric::RemindersSent);
    }

    fn was_given_up(_attempts: u32) {
        telemetry::count(Metric::RemindersDropped);
    }
}

/// The moment of a place by the clock; None for one that is used, over or gone.
fn moment_of_place(line: &LineState, now: OffsetDateTime) -> Option<Micros> {
    let place = line.place.as_ref().filter(|place| !place.used)?;
    Some(line.moment(place)).filter(|opens| micros(now) <= opens + HELD)
}
