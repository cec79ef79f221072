//! What became of the mails of organisers' messages, and the addresses that mail does not reach.

use crate::App;
use domain::{CustomerId, Email, MessageTags, job::JobId};
use mail_events::EventOutcome;
use serde_json::{Value, json};
use store::{
    Recipient, RecipientOutcome, Recipients, Write,
    messages::{UnreachableCause, recipient_id},
    tables::Table,
};
use test_support::SINGLE;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

impl App {
    fn recipients(&self) -> Recipients {
        Recipients::from_env(&self.test_env.env()).unwrap()
    }

    /// A recipient of a message, and an event about its mail.
    async fn recipient(&self) -> (Recipient, impl Fn(&str, Value) -> Value + use<>) {
        let message = JobId::parse("01747735200000-0123456789ABCDEF").unwrap();
        let email = Email::parse("asha@example.com").unwrap();
        let candidates = vec![CustomerId::parse("C0123456789A").unwrap()];
        let recipient = Recipient::new(message.clone(), "News", email, candidates);
        let added = self.recipients().add(&recipient, self.test_env.clock.now()).await;
        assert_eq!(added.unwrap(), Write::Done);
        let tags = MessageTags {
            message,
            recipient: recipient.key(),
        };
        let event = move |detail_type: &str, more: Value| {
            let tags: serde_json::Map<_, _> = tags
                .pairs()
                .into_iter()
                .map(|(name, value)| (name.to_owned(), json!([value])))
                .collect();
            let mut detail = json!({
                "mail": { "messageId": "1", "destination": ["asha@example.com"], "tags": tags },
            });
            detail
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            json!({ "detail-type": detail_type, "detail": detail })
        };
        (recipient, event)
    }

    /// What the page of the candidate has of messages, and of when.
    async fn messaged(&self) -> Vec<(String, OffsetDateTime)> {
        let items = self.test_env.of_kind(Table::Registrations, "MESSAGED").await;
        let theirs = items.iter().filter(|item| item["pk"] == "REG#C0123456789A");
        let text = |member: &Value| member.as_str().unwrap().to_owned();
        theirs
            .map(|item| {
                let at = OffsetDateTime::parse(&text(&item["at"]), &Rfc3339).unwrap();
                (text(&item["outcome"]), at)
            })
            .collect()
    }

    async fn outcome(&self, recipient: &Recipient) -> Option<RecipientOutcome> {
        let kept = self
            .recipients()
            .of_address(&recipient.message, &recipient.email)
            .await;
        kept.unwrap().unwrap().outcome.and_then(|outcome| outcome.known())
    }
}

fn bounce() -> Value {
    json!({ "bounce": { "bounceType": "Permanent", "bouncedRecipients": [{ "status": "5.1.1" }] } })
}

#[tokio::test]
async fn a_mail_that_was_taken_is_sent_whoever_sent_it_and_one_that_came_back_is_listed() {
    let app = App::start().await;
    let (recipient, event) = app.recipient().await;
    // Its sender has leased it and died.
    let id = recipient_id(&recipient.message, &recipient.key());
    let now = app.test_env.clock.now();
    let leased = app
        .recipients()
        .lease(&id, "lease", now, time::Duration::minutes(10))
        .await;
    assert!(leased.unwrap().is_some());
    assert_eq!(
        app.tell(&event("Email Sent", json!({}))).await,
        EventOutcome::Recorded
    );
    assert_eq!(app.outcome(&recipient).await, Some(RecipientOutcome::Sent));
    assert_eq!(app.messaged().await, [("sent".to_owned(), now)]);
    assert_eq!(
        app.tell(&event("Email Sent", json!({}))).await,
        EventOutcome::Nothing
    );
    app.test_env.clock.advance(time::Duration::HOUR);
    let due = app
        .recipients()
        .due_of(&recipient.message, now + time::Duration::DAY, 10)
        .await;
    assert!(due.unwrap().is_empty());
    assert_eq!(
        app.tell(&event("Email Bounced", bounce())).await,
        EventOutcome::Recorded
    );
    assert_eq!(app.outcome(&recipient).await, Some(RecipientOutcome::Bounced));
    assert_eq!(
        app.tell(&event("Email Bounced", bounce())).await,
        EventOutcome::Nothing
    );
    // Late news change nothing.
    assert_eq!(
        app.tell(&event("Email Sent", json!({}))).await,
        EventOutcome::Nothing
    );
    assert_eq!(app.outcome(&recipient).await, Some(RecipientOutcome::Bounced));
    let unreachable = app.recipients().unreachable().await.unwrap();
    assert_eq!(
        unreachable.get(&recipient.email),
        Some(&UnreachableCause::Bounced)
    );
    // The page of the candidate says that it came back, where it was sent: also when its sender is late.
    let sent = app.recipients().sent(&id, "lease", &recipient, now).await;
    assert_eq!(sent.unwrap(), Write::Stale);
    assert_eq!(app.messaged().await, [("bounced".to_owned(), now)]);
}

#[tokio::test]
async fn an_event_about_a_recipient_that_is_not_there_changes_nothing() {
    let app = App::start().await;
    let (recipient, event) = app.recipient().await;
    let items = app.test_env.dump(Table::Registrations).await;
    let there = items.iter().find(|item| item["kind"] == "MESSAGE").unwrap();
    app.test_env.delete(Table::Registrations, there).await;
    assert_eq!(
        app.tell(&event("Email Sent", json!({}))).await,
        EventOutcome::Nothing
    );
    let kept = app
        .recipients()
        .of_address(&recipient.message, &recipient.email)
        .await;
    assert_eq!(kept.unwrap(), None);
}

#[tokio::test]
async fn an_address_where_a_pass_came_back_is_out_of_reach_until_a_later_one_arrives() {
    let app = App::start().await;
    let (order, events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);
    let email = order.person.email.clone();
    let unreachable = app.recipients().unreachable().await.unwrap();
    assert_eq!(unreachable.get(&email), Some(&UnreachableCause::Bounced));
    let mut arrived = app.sent_again(&order).await.remove(0);
    arrived["detail-type"] = json!("Email Delivered");
    assert_eq!(app.tell(&arrived).await, EventOutcome::Cleared);
    assert!(app.recipients().unreachable().await.unwrap().is_empty());
}

/// The pass never came back, so there is no flag that its arrival takes off.
#[tokio::test]
async fn an_address_where_a_message_came_back_is_written_to_again_once_a_pass_arrives() {
    let app = App::start().await;
    let (recipient, event) = app.recipient().await;
    let (order, _) = app.sent(SINGLE, recipient.email.as_str()).await;
    let came_back = event("Email Bounced", bounce());
    assert_eq!(app.tell(&came_back).await, EventOutcome::Recorded);
    assert_eq!(app.recipients().unreachable().await.unwrap().len(), 1);
    let arrived = app.sent_again(&order).await.remove(0);
    assert_eq!(app.tell(&arrived).await, EventOutcome::Nothing);
    assert!(app.recipients().unreachable().await.unwrap().is_empty());
    // The pass of now came back, and then the same mail is said to have arrived.
    let mut late = came_back;
    late["detail"]["mail"] = arrived["detail"]["mail"].clone();
    assert_eq!(app.tell(&late).await, EventOutcome::Flagged);
    assert_eq!(app.tell(&arrived).await, EventOutcome::Nothing);
    assert_eq!(app.recipients().unreachable().await.unwrap().len(), 1);
}

#[tokio::test]
async fn who_called_a_message_spam_is_left_out_whatever_arrives_later() {
    let app = App::start().await;
    let (recipient, event) = app.recipient().await;
    let (order, _) = app.sent(SINGLE, recipient.email.as_str()).await;
    let spam = event("Email Complaint Received", json!({ "complaint": {} }));
    assert_eq!(app.tell(&spam).await, EventOutcome::Recorded);
    // The mail service holds back what is sent there now, and calls that a bounce.
    let held_back = event("Email Bounced", bounce());
    assert_eq!(app.tell(&held_back).await, EventOutcome::Nothing);
    let arrived = app.sent_again(&order).await.remove(0);
    assert_eq!(app.tell(&arrived).await, EventOutcome::Nothing);
    let unreachable = app.recipients().unreachable().await.unwrap();
    assert_eq!(
        unreachable.get(&recipient.email),
        Some(&UnreachableCause::Complained)
    );
}
