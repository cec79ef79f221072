//! EventBridge brings an event at least once and in any order, and a mail may be sent once more meanwhile.

use crate::App;
use aws_emulation::Fault;
use domain::AttentionKind;
use futures::future::join_all;
use mail_events::EventOutcome;
use serde_json::Value;
use store::registrations::outbox::{Leased, Take};
use test_support::{Fault as DatabaseFault, SINGLE};
use time::Duration;

/// A mail that bounced, and the event.
async fn bounced(app: &App) -> (domain::payment::Order, Value) {
    app.test_env.mailbox.fail_next(Fault::Bounced, 1);
    let (order, mut events) = app.sent(SINGLE, "asha@example.com").await;
    (order, events.remove(0))
}

#[tokio::test]
async fn the_same_event_flags_once_however_often_it_comes() {
    let app = App::start().await;
    let (_, event) = bounced(&app).await;
    let outcomes = join_all((0..6).map(|_| app.function.handle(event.clone()))).await;
    let flagged = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Ok(EventOutcome::Flagged)))
        .count();
    assert_eq!(flagged, 1, "{outcomes:?}");

    // An administrator has cleared it, and the event is repeated.
    app.test_env.clear_flag(&app.flags().await[0]).await;
    assert_eq!(app.tell(&event).await, EventOutcome::Nothing);
    assert_eq!(app.kinds().await, []);
}

#[tokio::test]
async fn a_bounce_of_an_earlier_sending_says_nothing_about_the_later_one() {
    let app = App::start().await;
    let (order, late) = bounced(&app).await;
    let again = app.sent_again(&order).await;
    assert_eq!(app.tell(&again[0]).await, EventOutcome::Nothing);
    assert_eq!(app.tell(&late).await, EventOutcome::Nothing);
    assert_eq!(app.kinds().await, []);
    assert!(app.mail(&order).await.bounce().is_none());

    // The control: it is the condition of the write that holds it back.
    app.test_env.database.set(DatabaseFault::NoConditions);
    assert_eq!(app.tell(&late).await, EventOutcome::Flagged);
}

/// The news that a mail that was sent again arrived, and that it came back: its first sending did, and is flagged.
async fn arrived_and_bounced(app: &App) -> (Value, Value) {
    let (order, first) = bounced(app).await;
    assert_eq!(app.tell(&first).await, EventOutcome::Flagged);
    let arrival = app.sent_again(&order).await.remove(0);
    let mut bounce = first;
    bounce["detail"]["mail"] = arrival["detail"]["mail"].clone();
    (arrival, bounce)
}

#[tokio::test]
async fn a_delivery_after_the_bounce_of_the_same_sending_clears_nothing() {
    let app = App::start().await;
    let (arrival, bounce) = arrived_and_bounced(&app).await;

    assert_eq!(app.tell(&bounce).await, EventOutcome::Flagged);
    assert_eq!(app.tell(&arrival).await, EventOutcome::Nothing);
    assert_eq!(app.kinds().await, [AttentionKind::MailBounced]);
}

#[tokio::test]
async fn a_mail_that_was_delivered_may_still_bounce() {
    let app = App::start().await;
    let (arrival, bounce) = arrived_and_bounced(&app).await;

    assert_eq!(app.tell(&arrival).await, EventOutcome::Cleared);
    assert_eq!(app.tell(&bounce).await, EventOutcome::Flagged);
    assert_eq!(app.kinds().await, [AttentionKind::MailBounced]);
}

/// The event may be quicker than the sender's note of it, and the sender may die before it.
#[tokio::test]
async fn a_bounce_that_comes_before_the_mail_is_noted_as_sent_is_not_lost() {
    let app = App::start().await;
    let (order, mut event) = bounced(&app).await;
    let waiting = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    let registrations = app.test_env.registrations();
    let leased = registrations.lease_mail(
        &waiting.order_id,
        Take::Waiting,
        "LEASE-OF-BINU",
        app.test_env.clock.now(),
        Duration::minutes(1),
    );
    assert!(matches!(leased.await.unwrap(), Leased::Yours(_)));
    let tags = &mut event["detail"]["mail"]["tags"];
    tags["candidate"][0] = waiting.customer_id.as_str().into();
    tags["order"][0] = domain::OrderDigest::of(&waiting.order_id).to_string().into();
    tags["attempt"][0] = "LEASE-OF-BINU".into();
    assert_eq!(app.tell(&event).await, EventOutcome::Flagged);
    let flags = app.flags().await;
    assert_eq!((flags.len(), &flags[0].order_id), (1, &waiting.order_id));
    assert!(app.mail(&order).await.bounced.is_none());
}

#[tokio::test]
async fn a_bounce_that_comes_while_the_mail_is_sent_once_more_is_not_lost() {
    let app = App::start().await;
    let (order, event) = bounced(&app).await;
    let registrations = app.test_env.registrations();
    let (now, length) = (app.test_env.clock.now(), Duration::minutes(1));
    let leased = registrations.lease_sent_mail(&order.order_id, "AGAIN", now, length);
    assert!(leased.await.unwrap().is_some());
    let mut of_the_second = event.clone();
    of_the_second["detail"]["mail"]["tags"]["attempt"][0] = "AGAIN".into();
    of_the_second["detail"]["mail"]["messageId"] = "message-2".into();
    assert_eq!(app.tell(&of_the_second).await, EventOutcome::Flagged);

    let receipt = store::registrations::outbox::Receipt {
        message_id: "message-2",
        at: now,
        calendar: None,
        audit: None,
        bulk: None,
    };
    let noted = registrations.mail_sent_again(&order.order_id, "AGAIN", &receipt);
    assert_eq!(noted.await.unwrap(), store::registrations::Write::Done);
    assert_eq!(app.mail(&order).await.bounce().unwrap().message_id, "message-2");
    assert_eq!(app.tell(&event).await, EventOutcome::Nothing, "of the first");
}
