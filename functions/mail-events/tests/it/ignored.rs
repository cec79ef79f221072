//! What is only counted. None of it is asked for again.

use crate::{App, about};
use domain::{MessageTags, NewsTags, OrderDigest, RecipientKey, job::JobId};
use mail_events::EventOutcome;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, SINGLE};
use time::Duration;

#[tokio::test]
async fn an_unreadable_or_other_event_is_ignored() {
    let app = App::start().await;
    let (_, events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    let with = |change: &dyn Fn(&mut Value)| {
        let mut event = events[0].clone();
        change(&mut event);
        event
    };
    for event in [
        json!({}),
        Value::Null,
        json!({ "detail-type": "Email Bounced", "detail": {} }),
        with(&|event| event["detail"]["mail"]["tags"] = json!("none")),
        with(&|event| event["detail-type"] = json!("Email Opened")),
    ] {
        assert_eq!(app.tell(&event).await, EventOutcome::Unreadable, "{event}");
    }
    assert_eq!(app.kinds().await, []);
}

#[tokio::test]
async fn a_mail_without_our_tags_is_no_pass() {
    let app = App::start().await;
    let (_, events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    for tag in ["candidate", "order", "attempt"] {
        let mut event = events[0].clone();
        event["detail"]["mail"]["tags"]
            .as_object_mut()
            .unwrap()
            .remove(tag);
        assert_eq!(app.tell(&event).await, EventOutcome::NoPass, "{tag}");
    }
    let mut event = events[0].clone();
    event["detail"]["mail"].as_object_mut().unwrap().remove("tags");
    assert_eq!(app.tell(&event).await, EventOutcome::NoPass);
    assert_eq!(app.kinds().await, []);
}

#[tokio::test]
async fn where_another_mail_came_back_no_message_goes_either() {
    let app = App::start().await;
    let (order, mut events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    // As of a mail with every pass of an address, which is nobody's alone.
    events[0]["detail"]["mail"]["tags"] = json!({});
    assert_eq!(app.tell(&events[0]).await, EventOutcome::NoPass);
    let recipients = store::Recipients::from_env(&app.test_env.env()).unwrap();
    let unreachable = recipients.unreachable().await.unwrap();
    assert!(unreachable.contains_key(&order.person.email));
    let kept = app.test_env.of_kind(Table::Registrations, "UNREACHABLE").await;
    let expires = app.test_env.clock.now() + Duration::days(400);
    assert_eq!(kept[0]["expires"], expires.unix_timestamp());
    assert_eq!(app.kinds().await, []);
}

/// The mail service may take days to say that a mail came back.
#[tokio::test]
async fn a_mail_that_comes_back_to_a_closed_event_leaves_nobody_in_the_table() {
    let app = App::start().await;
    let (order, events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    let job = json!({ "pk": "EVENT", "sk": "CLOSING" });
    for item in app.test_env.dump(Table::Registrations).await {
        app.test_env.delete(Table::Registrations, &item).await;
    }
    app.test_env.put(Table::Registrations, &job).await;
    let news = NewsTags {
        candidate: order.customer_id.clone(),
        order: OrderDigest::of(&order.order_id),
        news: "refund_ended".to_owned(),
    };
    let message = JobId::parse("01747735200000-0123456789ABCDEF").unwrap();
    let message = MessageTags {
        recipient: RecipientKey::of(&message, &order.person.email),
        message,
    };
    for (event, outcome) in [
        (events[0].clone(), EventOutcome::Unknown),
        (about(&events[0], news.pairs()), EventOutcome::Unknown),
        (about(&events[0], message.pairs()), EventOutcome::Nothing),
        (about(&events[0], Vec::new()), EventOutcome::NoPass),
    ] {
        assert_eq!(app.tell(&event).await, outcome, "{event}");
        let left = app.test_env.dump(Table::Registrations).await;
        assert_eq!(left, std::slice::from_ref(&job), "{event}");
    }
}

#[tokio::test]
async fn a_mail_of_an_unknown_candidate_or_of_another_candidates_order_is_unknown() {
    let app = App::start().await;
    let (_, events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    let (other, _) = app.sent(ALL, "binu@example.com").await;
    for (tag, value) in [
        ("candidate", "C0000000000Z".to_owned()),
        ("candidate", other.customer_id.to_string()),
        ("order", OrderDigest::of(&other.order_id).to_string()),
    ] {
        let mut event = events[0].clone();
        event["detail"]["mail"]["tags"][tag][0] = value.into();
        assert_eq!(app.tell(&event).await, EventOutcome::Unknown, "{tag}");
    }
    assert_eq!(app.kinds().await, []);
}

#[tokio::test]
async fn a_transient_bounce_or_a_delay_is_only_noted() {
    let app = App::start().await;
    let (order, events) = app.sent(SINGLE, "ooto@simulator.amazonses.com").await;
    assert_eq!(app.tell(&events[1]).await, EventOutcome::Noted);
    let mut undetermined = events[1].clone();
    undetermined["detail"]["bounce"]["bounceType"] = json!("Undetermined");
    assert_eq!(app.tell(&undetermined).await, EventOutcome::Noted);
    let mut delayed = events[0].clone();
    delayed["detail-type"] = json!("Email Delivery Delayed");
    assert_eq!(app.tell(&delayed).await, EventOutcome::Noted);
    assert_eq!(app.kinds().await, []);
    assert!(app.mail(&order).await.bounced.is_none());
}
