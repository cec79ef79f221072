//! What is flagged, and what takes a flag off again.

use crate::App;
use aws_emulation::Fault;
use domain::{AttentionKind, NewsTags, OrderDigest, payment::Order};
use mail_events::EventOutcome;
use serde_json::{Value, json};
use store::{registrations::outbox::MailState, tables::Table};
use test_support::{ALL, Fault as DatabaseFault, SINGLE};
use time::Duration;

#[tokio::test]
async fn a_permanently_bounced_mail_is_flagged_and_is_never_resent_automatically() {
    let app = App::start().await;
    let (order, events) = app.sent(SINGLE, "bounce+asha@simulator.amazonses.com").await;
    assert_eq!(events.len(), 1);
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);

    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(
        (&flags[0].order_id, &flags[0].customer_id, flags[0].flag),
        (&order.order_id, &order.customer_id, AttentionKind::MailBounced)
    );
    assert_eq!(
        flags[0].note,
        "The receiving server refused the mail for good (5.1.1)."
    );
    let mail = app.mail(&order).await;
    assert_eq!(
        mail.state,
        MailState::Sent,
        "a sent mail is never sent again automatically"
    );
    assert_eq!(mail.bounce().unwrap().reason, flags[0].note);
    assert!(mail.complaint().is_none());
}

#[tokio::test]
async fn a_mail_that_was_reported_as_spam_is_flagged_as_such() {
    let app = App::start().await;
    let (order, events) = app.sent(SINGLE, "complaint@simulator.amazonses.com").await;
    let outcomes = [app.tell(&events[0]).await, app.tell(&events[1]).await];
    assert_eq!(
        outcomes,
        [EventOutcome::Nothing, EventOutcome::Flagged],
        "delivered, then reported"
    );
    assert_eq!(app.kinds().await, [AttentionKind::MailComplaint]);
    let mail = app.mail(&order).await;
    assert!(mail.complaint().is_some() && mail.bounce().is_none());
}

#[tokio::test]
async fn a_mail_that_is_held_back_says_so() {
    let app = App::start().await;
    let (_, events) = app.sent(SINGLE, "suppressionlist@simulator.amazonses.com").await;
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);
    assert!(app.flags().await[0].note.starts_with("Not tried: "));
}

#[tokio::test]
async fn a_mail_that_the_service_rejected_later_is_flagged_too() {
    let app = App::start().await;
    let (_, mut events) = app.sent(SINGLE, "asha@example.com").await;
    events[0]["detail-type"] = "Email Rejected".into();
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);
    assert_eq!(app.kinds().await, [AttentionKind::MailBounced]);
}

/// That a later mail about an order came back, as one about money that goes back, or with hall and seat.
async fn later_bounce(app: &App, order: &Order) -> Value {
    let (_, mut events) = app.sent(ALL, "bounce@simulator.amazonses.com").await;
    let tags = NewsTags {
        candidate: order.customer_id.clone(),
        order: OrderDigest::of(&order.order_id),
        news: "hall_ticket".to_owned(),
    };
    let pairs = tags.pairs().into_iter();
    let tags: serde_json::Map<_, _> = pairs
        .map(|(name, value)| (name.to_owned(), json!([value])))
        .collect();
    events[0]["detail"]["mail"]["tags"] = tags.into();
    events.remove(0)
}

#[tokio::test]
async fn a_later_mail_about_the_order_that_comes_back_is_flagged_once_and_says_nothing_of_the_pass() {
    let app = App::start().await;
    let (order, _) = app.sent(SINGLE, "asha@example.com").await;
    let bounce = later_bounce(&app, &order).await;
    assert_eq!(app.tell(&bounce).await, EventOutcome::Flagged);
    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(
        (&flags[0].order_id, flags[0].flag, flags[0].note.as_str()),
        (
            &order.order_id,
            AttentionKind::MailBounced,
            "Not the pass, but a later mail about the order. The receiving server refused the mail for good (5.1.1)."
        )
    );
    let mail = app.mail(&order).await;
    assert!(mail.state == MailState::Sent && mail.bounce().is_none());
    app.test_env.clear_flag(&flags[0]).await;
    assert_eq!(app.tell(&bounce).await, EventOutcome::Nothing);
    assert_eq!(app.kinds().await, []);
}

/// Staff send the pass, as they are advised to.
#[tokio::test]
async fn a_pass_that_is_delivered_behind_a_later_mail_that_came_back_clears_the_flag() {
    let app = App::start().await;
    let (order, first) = app.sent(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::MINUTE);
    let bounce = later_bounce(&app, &order).await;
    assert_eq!(app.tell(&bounce).await, EventOutcome::Flagged);
    // Late news of what went out before that.
    assert_eq!(app.tell(&first[0]).await, EventOutcome::Nothing);
    assert_eq!(app.kinds().await, [AttentionKind::MailBounced]);
    let again = app.sent_again(&order).await;
    assert_eq!(app.tell(&again[0]).await, EventOutcome::Cleared);
    assert_eq!(app.kinds().await, []);
}

#[tokio::test]
async fn a_later_mail_that_comes_back_as_the_pass_did_leaves_what_the_flag_says() {
    let app = App::start().await;
    app.test_env.mailbox.fail_next(Fault::Bounced, 1);
    let (order, events) = app.sent(SINGLE, "asha@example.com").await;
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);
    let said = app.flags().await.remove(0).note;
    let bounce = later_bounce(&app, &order).await;
    assert_eq!(app.tell(&bounce).await, EventOutcome::Flagged);
    assert_eq!(app.flags().await.remove(0).note, said);
    assert_eq!(app.mail(&order).await.bounce().unwrap().reason, said);
}

#[tokio::test]
async fn a_later_mail_that_is_delivered_clears_the_flag() {
    let app = App::start().await;
    app.test_env.mailbox.fail_next(Fault::Bounced, 1);
    let (order, events) = app.sent(SINGLE, "asha@example.com").await;
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);

    let again = app.sent_again(&order).await;
    assert_eq!(again[0]["detail"]["mail"]["tags"]["again"][0], "yes");
    assert!(
        app.mail(&order).await.bounce().is_none(),
        "the last sending has not bounced"
    );
    assert_eq!(
        app.kinds().await,
        [AttentionKind::MailBounced],
        "and has not arrived yet"
    );
    assert_eq!(app.tell(&again[0]).await, EventOutcome::Cleared);
    assert_eq!(app.kinds().await, []);
    assert_eq!(app.tell(&again[0]).await, EventOutcome::Nothing);
}

#[tokio::test]
async fn a_later_mail_that_bounces_too_raises_a_flag_that_was_cleared() {
    let app = App::start().await;
    app.test_env.mailbox.fail(Fault::Bounced);
    let (order, events) = app.sent(SINGLE, "asha@example.com").await;
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);
    app.test_env.clear_flag(&app.flags().await[0]).await;

    let again = app.sent_again(&order).await;
    assert_eq!(app.tell(&again[0]).await, EventOutcome::Flagged);
    assert_eq!(app.kinds().await, [AttentionKind::MailBounced]);
    assert!(app.mail(&order).await.bounce().is_some());
}

#[tokio::test]
async fn a_delivered_mail_does_not_clear_other_flags() {
    let app = App::start().await;
    app.test_env.mailbox.fail_next(Fault::Complained, 1);
    let (order, events) = app.sent(SINGLE, "asha@example.com").await;
    assert_eq!(app.tell(&events[1]).await, EventOutcome::Flagged);
    let again = app.sent_again(&order).await;
    assert_eq!(app.tell(&again[0]).await, EventOutcome::Nothing);
    assert_eq!(app.kinds().await, [AttentionKind::MailComplaint]);
}

#[tokio::test]
async fn while_the_table_does_not_answer_the_event_is_retried() {
    let app = App::start().await;
    let (_, events) = app.sent(SINGLE, "bounce@simulator.amazonses.com").await;
    for fault in [
        DatabaseFault::TableDown(Table::Registrations),
        DatabaseFault::Conflict,
    ] {
        app.test_env.database.set(fault);
        assert!(app.function.handle(events[0].clone()).await.is_err(), "{fault:?}");
    }
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(app.tell(&events[0]).await, EventOutcome::Flagged);
}
