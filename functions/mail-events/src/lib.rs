//! What became of the mails after the mail service took them: the events of SES, by EventBridge.
//!
//! A pass that did not arrive for good, or was reported as spam, is flagged for the administrators, and the mail is no
//! longer shown as sent; a later mail about its order is flagged too. When a mail that was sent once more is delivered, the
//! flag is cleared, and messages go to its address again; this is the only reason why the function is subscribed to deliveries
//! of passes. Where a message of the organisers came back, that is noted with its recipient; that one was taken or delivered
//! decides about it where its sender died. Messages pass over every address where a mail came back or was called spam,
//! whatever mail it was.
//!
//! EventBridge brings an event at least once, in any order, and also before the sender has noted that the mail is sent.
//! An event of a sending that has been superseded changes nothing (`store::registrations::outbox::feedback`). An event
//! that cannot be read is counted and not retried: it would fail again.

mod event;
mod messages;

use config::{ConfigError, Env};
use domain::{Clock, Entropy, MailTags, NewsTags};
use event::{AboutMail, MailEvent, MailEventKind};
use serde::Serialize;
use serde_json::Value;
use store::{
    Recipients, Registrations, StoreError,
    messages::{Unreachable, UnreachableCause},
    registrations::{
        Write,
        attention::Flag,
        outbox::{Feedback, OutboxEntry, feedback::FeedbackKind},
    },
};
use telemetry::{INVOCATION, Metric};

/// Handles the events of the mail service.
#[derive(Debug, Clone)]
pub struct MailEvents {
    registrations: Registrations,
    recipients: Recipients,
    clock: Clock,
}

/// What came of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[must_use]
pub enum EventOutcome {
    /// The order of the mail is flagged now.
    Flagged,
    /// A flag was cleared, because the mail has been delivered at last.
    Cleared,
    /// It is noted with the recipient of a message.
    Recorded,
    /// It is known already, is about a superseded sending, or has no consequence.
    Nothing,
    /// The mail is under way for longer; only counted.
    Noted,
    /// The mail is neither about an order nor an organisers' message, such as one of the contact form. It is counted, and messages
    /// pass over an address where it came back.
    NoPass,
    /// There is no such mail in the table; only counted.
    Unknown,
    /// The event is not one that this function asks for; only counted.
    Unreadable,
}

/// The function as Lambda runs it.
pub async fn handler(env: Env) -> Result<MailEvents, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock of the caller's own. It needs no randomness.
pub async fn handler_with(env: Env, clock: Clock, _: Entropy) -> Result<MailEvents, ConfigError> {
    Ok(MailEvents {
        registrations: Registrations::from_env(&env)?,
        recipients: Recipients::from_env(&env)?,
        clock,
    })
}

impl MailEvents {
    /// Handles an event.
    ///
    /// # Errors
    /// When the table does not answer. The event is then to be retried.
    pub async fn handle(&self, event: Value) -> Result<EventOutcome, StoreError> {
        let Some(event) = MailEvent::read(&event) else {
            return Ok(ended("unreadable", EventOutcome::Unreadable));
        };
        let kind = match &event.kind {
            MailEventKind::Bounced(_) => "bounce",
            MailEventKind::Complained(_) => "complaint",
            MailEventKind::Taken => "send",
            MailEventKind::Delivered => "delivery",
            MailEventKind::Delayed => "delay",
            MailEventKind::Other => "other",
        };
        let outcome = match (&event.kind, &event.about) {
            (MailEventKind::Other, _) => EventOutcome::Unreadable,
            (_, AboutMail::Other) => {
                if let Some((kind, _)) = event.feedback() {
                    self.not_reached(&event, cause_of(kind)).await?;
                }
                EventOutcome::NoPass
            }
            (_, AboutMail::Pass(tags)) => {
                telemetry::about(&tags.candidate);
                self.follow(&event, tags).await?
            }
            (_, AboutMail::News(tags)) => {
                telemetry::about(&tags.candidate);
                self.follow_news(&event, tags).await?
            }
            (_, AboutMail::Message(tags)) => self.follow_message(&event, tags).await?,
        };
        Ok(ended(kind, outcome))
    }

    async fn follow(&self, event: &MailEvent, tags: &MailTags) -> Result<EventOutcome, StoreError> {
        let raised = event.feedback();
        if raised.is_none() && event.kind != MailEventKind::Delivered {
            return Ok(EventOutcome::Noted);
        }
        let Some(entry) = self.registrations.mail_of(&tags.candidate, &tags.order).await? else {
            return Ok(EventOutcome::Unknown);
        };
        let Some((kind, reason)) = raised else {
            let delivered =
                self.registrations
                    .mail_delivered(&entry, &tags.attempt, &event.message_id, self.clock.now());
            let outcome = match delivered.await? {
                Write::Done => EventOutcome::Cleared,
                Write::Stale => EventOutcome::Nothing,
            };
            // Whatever mail came back before, but for this one: what a server has accepted may come back all the same.
            let came_back = |bounce: &Feedback| bounce.attempt == tags.attempt;
            if entry.is_latest(&tags.attempt) && !entry.bounced.as_ref().is_some_and(came_back) {
                self.reached(event).await?;
            }
            return Ok(outcome);
        };
        self.flag(&entry, kind, event, tags, reason).await
    }

    async fn flag(
        &self,
        entry: &OutboxEntry,
        kind: FeedbackKind,
        event: &MailEvent,
        tags: &MailTags,
        reason: &str,
    ) -> Result<EventOutcome, StoreError> {
        let at = self.clock.now();
        let feedback = Feedback {
            attempt: tags.attempt.clone(),
            message_id: event.message_id.clone(),
            reason: reason.to_owned(),
            at,
        };
        let flag = Flag {
            order_id: entry.order_id.clone(),
            customer_id: tags.candidate.clone(),
            flag: kind.flag(),
            note: reason.to_owned(),
            at,
        };
        // First, so that the same event once more, after a failure between the two, does both.
        self.not_reached(event, cause_of(kind)).await?;
        let recorded = self.registrations.record_feedback(kind, &feedback, &flag).await?;
        Ok(flagged(kind, recorded))
    }

    /// Follows a mail about what became of an order. Where it went the pass did, or one that was corrected, and nothing else
    /// would say that it did not arrive.
    async fn follow_news(&self, event: &MailEvent, tags: &NewsTags) -> Result<EventOutcome, StoreError> {
        let Some((kind, reason)) = event.feedback() else {
            return Ok(EventOutcome::Noted);
        };
        self.not_reached(event, cause_of(kind)).await?;
        let Some(entry) = self.registrations.mail_of(&tags.candidate, &tags.order).await? else {
            return Ok(EventOutcome::Unknown);
        };
        let flag = Flag {
            order_id: entry.order_id.clone(),
            customer_id: tags.candidate.clone(),
            flag: kind.flag(),
            note: format!("Not the pass, but a later mail about the order. {reason}"),
            at: self.clock.now(),
        };
        let recorded = self
            .registrations
            .record_feedback_on_news(&entry, kind, &event.message_id, &flag);
        Ok(flagged(kind, recorded.await?))
    }
}

/// What came of feedback about a mail, counted once.
fn flagged(kind: FeedbackKind, recorded: Write) -> EventOutcome {
    match recorded {
        Write::Done => {
            telemetry::count(match kind {
                FeedbackKind::Bounced => Metric::MailsBounced,
                FeedbackKind::Complained => Metric::MailComplaints,
            });
            EventOutcome::Flagged
        }
        Write::Stale => EventOutcome::Nothing,
    }
}

impl MailEvents {
    /// Keeps that mail does not reach where the event's went, unless everything about anybody is being deleted, or is.
    async fn not_reached(&self, event: &MailEvent, cause: UnreachableCause) -> Result<(), StoreError> {
        let Some(email) = &event.to else { return Ok(()) };
        if self.registrations.deletion_has_begun().await? {
            return Ok(());
        }
        let unreachable = Unreachable {
            email: email.clone(),
            cause,
            at: self.clock.now(),
        };
        self.recipients.keep_unreachable(&unreachable).await
    }

    /// Mail reaches where the event's went.
    async fn reached(&self, event: &MailEvent) -> Result<(), StoreError> {
        match &event.to {
            Some(email) => self.recipients.forget_unreachable(email).await,
            None => Ok(()),
        }
    }
}

const fn cause_of(kind: FeedbackKind) -> UnreachableCause {
    match kind {
        FeedbackKind::Bounced => UnreachableCause::Bounced,
        FeedbackKind::Complained => UnreachableCause::Complained,
    }
}

/// Says in the line of the invocation how the event ended.
fn ended(kind: &'static str, outcome: EventOutcome) -> EventOutcome {
    let (metric, said) = match outcome {
        EventOutcome::Flagged => (None, "flagged"),
        EventOutcome::Cleared => (None, "cleared"),
        EventOutcome::Recorded => (None, "recorded"),
        EventOutcome::Nothing => (None, "nothing"),
        EventOutcome::Noted => (Some(Metric::MailsDelayed), "noted"),
        EventOutcome::NoPass => (Some(Metric::MailEventsIgnored), "no pass"),
        EventOutcome::Unknown => (Some(Metric::MailEventsIgnored), "unknown"),
        EventOutcome::Unreadable => (Some(Metric::MailEventsIgnored), "unreadable"),
    };
    if let Some(metric) = metric {
        telemetry::count(metric);
    }
    tracing::info!(name: INVOCATION, event = kind, outcome = said, "handled a mail event");
    outcome
}
