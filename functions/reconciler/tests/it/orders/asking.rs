//! When the provider is asked about an order, and what its answer makes of it.

use super::{LAST, SCHEDULE, stood};
use crate::App;
use domain::payment::{Ask, AttemptState, FIRST_ASK, Lane, Status};
use provider_simulator::PaymentStatus;
use store::registrations::{
    Write, due::Task, places::PlaceAction, refused::WrittenOrder, settle::UnpaidChange,
};
use test_support::SINGLE;
use time::Duration;

#[tokio::test]
async fn an_order_is_asked_about_seven_times_at_its_times_and_then_no_more() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let began = app.test_env.clock.now();
    let mut stood = Vec::new();
    for minutes in SCHEDULE {
        app.test_env
            .clock
            .set_to(began + Duration::minutes(minutes) - Duration::seconds(1));
        assert_eq!(app.run().await.settled, 0, "a second before {minutes} minutes");
        app.test_env.clock.advance(Duration::seconds(1));
        let asked = app.asked();
        assert_eq!(app.run().await.settled, 1, "at {minutes} minutes");
        // Whether money is under way is asked at the end alone.
        assert_eq!(app.asked() - asked, if minutes == LAST { 2 } else { 1 });
        assert_eq!(app.run().await.settled, 0, "once at {minutes} minutes");
        stood.push(app.status(&order).await);
    }
    assert_eq!(
        stood,
        [
            "ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE", "EXPIRED", "EXPIRED", "EXPIRED"
        ]
    );
    assert_eq!(app.run_after(Duration::days(30)).await.settled, 0);
    assert!(
        app.flags().await.is_empty(),
        "an order that was left is nobody's concern"
    );
}

#[tokio::test]
async fn an_order_in_the_last_lane_is_there_until_it_was_asked_about_once() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let change = UnpaidChange {
        status: Status::Active,
        attempt: AttemptState::None,
        session: None,
        closed_at: None,
        place: PlaceAction::Keep,
        due: Some(Ask {
            at: order.created_at + FIRST_ASK,
            lane: Lane::Late,
        }),
    };
    let registrations = app.test_env.registrations();
    let written = registrations.record_unpaid(&order, &change).await;
    assert_eq!(written.unwrap(), Write::Done);
    assert_eq!(app.run_at(&order, 1).await.settled, 1);
    let waiting = registrations.waiting().await.unwrap();
    let next = order.created_at + Duration::minutes(3);
    assert_eq!(waiting.due(Task::Settle(Lane::Repeat), next), [order.order_id]);
}

#[tokio::test]
async fn an_order_that_the_provider_refused_is_asked_about_no_more() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let registrations = app.test_env.registrations();
    let waiting = registrations.waiting().await.unwrap();
    let now = app.test_env.clock.now();
    let written = WrittenOrder::default();
    let refused = registrations.record_refused(&order, &written, now).await;
    assert_eq!(refused.unwrap(), Write::Done);
    for minutes in SCHEDULE {
        assert_eq!(app.run_at(&order, minutes).await.settled, 0);
    }
    assert_eq!(app.asked(), 0);
    assert_eq!(waiting.backlog(now).oldest_open_order, Some(order.created_at));
    let waiting = registrations.waiting().await.unwrap();
    assert_eq!(waiting.backlog(now).oldest_open_order, None);
}

#[tokio::test]
async fn a_payment_whose_webhook_was_lost_is_found_at_each_of_the_times() {
    for minutes in SCHEDULE {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        for earlier in SCHEDULE.into_iter().take_while(|earlier| *earlier < minutes) {
            app.run_at(&order, earlier).await;
        }
        // Money may arrive after the order has expired.
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        app.run_at(&order, minutes).await;
        assert_eq!(app.status(&order).await, "PAID", "at {minutes} minutes");
        let mailed = app.run_after(Duration::minutes(2)).await.mailed;
        assert_eq!(mailed, 1);
        assert_eq!(app.test_env.mailbox.mails().len(), 1);
        assert_eq!(app.run_after(Duration::days(3)).await.settled, 0);
        assert_eq!(app.test_env.mailbox.mails().len(), 1);
    }
}

#[tokio::test]
async fn an_order_whose_creation_got_no_answer_is_found_open_or_paid() {
    for paid in [false, true] {
        let app = App::start().await;
        let order = app.test_env.unnoted_order(SINGLE, "asha@example.com").await;
        assert_eq!(app.status(&order).await, "CREATED");
        if paid {
            app.test_env
                .attempt(order.order_id.as_str(), PaymentStatus::Success);
        }
        app.run_after(Duration::minutes(2)).await;
        assert_eq!(app.status(&order).await, if paid { "PAID" } else { "ACTIVE" });
        let stored = app.test_env.stored(order.order_id.as_str()).await;
        assert_eq!(stored.session.is_some(), !paid);
    }
}

#[tokio::test]
async fn an_order_that_never_reached_the_provider_has_failed() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    app.run_at(&order, 1).await;
    assert_eq!(app.status(&order).await, "CREATED", "it may still be on its way");
    app.run_at(&order, 2).await;
    assert_eq!(app.status(&order).await, "FAILED");
    for minutes in SCHEDULE.into_iter().skip(1) {
        app.run_at(&order, minutes).await;
        assert_eq!(app.status(&order).await, "FAILED");
    }
    assert_eq!(app.run_after(Duration::days(30)).await.settled, 0);
    assert!(app.flags().await.is_empty());
}

#[tokio::test]
async fn an_attempt_under_way_is_asked_about_each_minute_until_it_has_ended() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let attempt = app.test_env.attempt(id, PaymentStatus::Pending);
    stood(&app, &order, Status::Active, AttemptState::Pending).await;
    for minutes in 1..=4 {
        assert_eq!(
            app.run_at(&order, minutes).await.settled,
            1,
            "at {minutes} minutes"
        );
        assert_eq!(app.test_env.stored(id).await.attempt, AttemptState::Pending);
    }
    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::Failed)
        .unwrap();
    app.run_at(&order, 5).await;
    let stored = app.test_env.stored(id).await;
    assert_eq!(
        (stored.status.as_str(), stored.attempt),
        ("FAILED", AttemptState::Failed)
    );
    assert_eq!(
        app.run_at(&order, 5).await.settled,
        0,
        "nothing hints at money any more"
    );
    app.test_env.attempt(id, PaymentStatus::Success);
    app.run_at(&order, 6).await;
    assert_eq!(app.status(&order).await, "PAID");
}

#[tokio::test]
async fn a_payment_at_the_counter_is_left_alone() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    for minutes in SCHEDULE {
        assert_eq!(app.run_at(&order, minutes).await, reconciler::Summary::default());
    }
    assert_eq!(app.asked(), 0);
    assert_eq!(app.status(&order).await, "CREATED");
}
