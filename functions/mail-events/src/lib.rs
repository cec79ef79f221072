//! What became of the mails after the mail service took them: news of SES by EventBridge.
//!
//! A pass that did not arrive for good, or was reported as spam, is flagged for the administrators, and the mail is no
//! longer shown as sent. A mail that was sent once more and arrived takes the flag off again; for its sake alone is the
//! function told of deliveries.
//!
//! EventBridge brings an event at least once, in any order, and also before the sender has noted that the mail is sent.
//! News of a sending that another one has followed change nothing (`store::registrations::outbox::feedback`). An event
//! that cannot be read is counted and not asked for again: it would not get better.

mod event;

use config::{ConfigError, Env};
use domain::{Clock, Entropy, MailTags};
use event::{MailEvent, Told};
use serde::Serialize;
use serde_json::Value;
use store::{
    Registrations, StoreError,
    registrations::{
        Write,
        attention::Flag,
        outbox::{Feedback, OutboxEntry, feedback::News},
    },
};
use telemetry::{INVOCATION, Metric};

/// Follows what the mail service tells.
#[derive(Debug, Clone)]
pub struct MailEvents {
    registrations: Registrations,
    clock: Clock,
}

/// What an event came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[must_use]
pub enum Outcome {
    /// The order of the mail is flagged now.
    Flagged,
    /// A flag is off again, because the mail has arrived at last.
    Cleared,
    /// It is known already, of a sending that another one has followed, or nothing follows from it.
    Nothing,
    /// The mail is under way for longer; only counted.
    Noted,
    /// The mail is no pass, such as a message of the contact form; only counted.
    NoPass,
    /// There is no such mail in the table; only counted.
    Unknown,
    /// The event is not one that this function asks for; only counted.
    Unreadable,
}

/// The function as Lambda runs it.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn handler(env: Env) -> Result<MailEvents, ConfigError> {
    handler_with(env, Clock::system(), Entropy::system()).await
}

/// The function with a clock of the caller's own. It needs no randomness.
///
/// # Errors
/// Names the variable that is missing or wrong.
pub async fn handler_with(env: Env, clock: Clock, _: Entropy) -> Result<MailEvents, ConfigError> {
    Ok(MailEvents {
        registrations: Registrations::from_env(&env)?,
        clock,
    })
}

impl MailEvents {
    /// Does what follows from an event.
    ///
    /// # Errors
    /// When the table does not answer. The event is then to come again.
    pub async fn handle(&self, event: Value) -> Result<Outcome, StoreError> {
        let Some(event) = MailEvent::read(&event) else {
            return Ok(ended("unreadable", Outcome::Unreadable));
        };
        let told = match &event.told {
            Told::Bounced(_) => "bounce",
            Told::Complained(_) => "complaint",
            Told::Delivered => "delivery",
            Told::Delayed => "delay",
            Told::Other => "other",
        };
        let outcome = match (&event.told, &event.tags) {
            (Told::Other, _) => Outcome::Unreadable,
            (_, None) => Outcome::NoPass,
            (_, Some(tags)) => {
                telemetry::about(&tags.candidate);
                self.follow(&event, tags).await?
            }
        };
        Ok(ended(told, outcome))
    }

    async fn follow(&self, event: &MailEvent, tags: &MailTags) -> Result<Outcome, StoreError> {
        let raised = match &event.told {
            Told::Bounced(reason) => Some((News::Bounced, reason)),
            Told::Complained(reason) => Some((News::Complained, reason)),
            Told::Delayed | Told::Other => return Ok(Outcome::Noted),
            Told::Delivered => None,
        };
        let Some(entry) = self.registrations.mail_of(&tags.candidate, &tags.order).await? else {
            return Ok(Outcome::Unknown);
        };
        let Some((news, reason)) = raised else {
            let arrived = self
                .registrations
                .mail_arrived(&entry, &tags.attempt, &event.message_id);
            return Ok(match arrived.await? {
                Write::Done => Outcome::Cleared,
                Write::Stale => Outcome::Nothing,
            });
        };
        self.flag(&entry, news, event, tags, reason).await
    }

    async fn flag(
        &self,
        entry: &OutboxEntry,
        news: News,
        event: &MailEvent,
        tags: &MailTags,
        reason: &str,
    ) -> Result<Outcome, StoreError> {
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
            flag: news.flag(),
            note: reason.to_owned(),
            at,
        };
        Ok(
            match self.registrations.mail_told(news, &feedback, &flag).await? {
                Write::Done => {
                    telemetry::count(match news {
                        News::Bounced => Metric::MailsBounced,
                        News::Complained => Metric::MailComplaints,
                    });
                    Outcome::Flagged
                }
                Write::Stale => Outcome::Nothing,
            },
        )
    }
}

/// Says in the line of the invocation how the event ended.
fn ended(told: &'static str, outcome: Outcome) -> Outcome {
    let (metric, said) = match outcome {
        Outcome::Flagged => (None, "flagged"),
        Outcome::Cleared => (None, "cleared"),
        Outcome::Nothing => (None, "nothing"),
        Outcome::Noted => (Some(Metric::MailsDelayed), "noted"),
        Outcome::NoPass => (Some(Metric::MailEventsIgnored), "no pass"),
        Outcome::Unknown => (Some(Metric::MailEventsIgnored), "unknown"),
        Outcome::Unreadable => (Some(Metric::MailEventsIgnored), "unreadable"),
    };
    if let Some(metric) = metric {
        telemetry::count(metric);
    }
    tracing::info!(name: INVOCATION, told, outcome = said, "heard of a mail");
    outcome
}
