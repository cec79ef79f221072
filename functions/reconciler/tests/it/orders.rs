//! Orders that nobody returned from.

use crate::App;
use domain::{
    AttentionKind,
    payment::{Ask, AttemptState, FIRST_ASK, Lane, Order, Status},
};
use provider_simulator::{Fault, PaymentStatus, Shown};
use store::registrations::{Write, due::Task, refused::Written, settle::Unpaid};
use test_support::{ALL, Fault as DatabaseFault, SINGLE};
use time::Duration;

/// When an order is asked about, in minutes since its creation: 1, 3, 6, 15, a minute after its expiry, an hour
/// after it, a day after it.
const SCHEDULE: [i64; 7] = [1, 3, 6, 15, 31, 90, LAST];
const LAST: i64 = 30 + 24 * 60;

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
    let change = Unpaid {
        status: Status::Active,
        attempt: AttemptState::None,
        session: None,
        closed_at: None,
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
    let written = Written::default();
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

/// Writes the state of the newest attempt, as a page that waited for it left it.
async fn stood(app: &App, order: &Order, status: Status, attempt: AttemptState) {
    let change = Unpaid {
        status,
        attempt,
        session: None,
        closed_at: None,
        due: Some(Ask {
            at: order.created_at + FIRST_ASK,
            lane: Lane::First,
        }),
    };
    let written = app.test_env.registrations().record_unpaid(order, &change).await;
    assert_eq!(written.unwrap(), Write::Done);
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

#[tokio::test]
async fn an_order_that_is_still_unclear_a_day_after_its_expiry_is_flagged_once() {
    for shown in [
        // A state that nobody knows, and money whose attempt is not to be seen.
        Shown {
            order_status: Some("SOMETHING_NEW".to_owned()),
            ..Shown::default()
        },
        Shown {
            order_status: Some("PAID".to_owned()),
            ..Shown::default()
        },
        // Still open, although its time is over.
        Shown {
            order_status: Some("ACTIVE".to_owned()),
            ..Shown::default()
        },
    ] {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        app.test_env
            .provider
            .show(order.order_id.as_str(), shown.clone())
            .unwrap();
        for minutes in SCHEDULE {
            assert!(app.flags().await.is_empty());
            app.run_at(&order, minutes).await;
        }
        let flags = app.flags().await;
        assert_eq!(flags.len(), 1, "{shown:?}");
        assert_eq!(flags[0].flag.as_str(), "UNRESOLVED");
        assert_eq!(flags[0].order_id, order.order_id);
        assert_ne!(app.status(&order).await, "PAID");
        assert_eq!(app.run_after(Duration::days(30)).await.settled, 0);
        assert_eq!(app.flags().await.len(), 1);
    }
}

#[tokio::test]
async fn an_order_that_ended_and_then_became_unclear_is_flagged_a_day_after_its_expiry() {
    let said = |word: &str| Shown {
        order_status: Some(word.to_owned()),
        ..Shown::default()
    };
    for (ended, unclear) in [
        (None, said("PAID")),
        (None, said("SOMETHING_NEW")),
        (Some(PaymentStatus::Failed), said("PAID")),
        (Some(PaymentStatus::Failed), said("SOMETHING_NEW")),
    ] {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        let id = order.order_id.as_str();
        if let Some(attempt) = ended {
            app.test_env.attempt(id, attempt);
            stood(&app, &order, Status::Failed, AttemptState::Failed).await;
        }
        for minutes in SCHEDULE {
            if minutes == if ended.is_some() { 15 } else { 90 } {
                let stood = if ended.is_some() { "FAILED" } else { "EXPIRED" };
                assert_eq!(app.status(&order).await, stood);
                app.test_env.provider.show(id, unclear.clone()).unwrap();
            }
            app.run_at(&order, minutes).await;
        }
        let flags = app.flags().await;
        assert_eq!(flags.len(), 1, "{ended:?} {unclear:?}");
        assert_eq!(flags[0].flag, AttentionKind::Unresolved);
    }
}

#[tokio::test]
async fn money_that_is_under_way_a_day_after_the_expiry_is_flagged() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Pending);
    for minutes in SCHEDULE {
        assert!(app.flags().await.is_empty());
        app.run_at(&order, minutes).await;
    }
    assert_eq!(app.status(&order).await, "EXPIRED");
    assert_eq!(app.flags().await[0].flag, AttentionKind::Unresolved);
}

/// The account was changed, say, or its data lost: no bank has declined anything.
#[tokio::test]
async fn an_order_that_the_provider_no_longer_knows_has_not_failed_and_is_flagged() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let mut state = app.test_env.provider.export();
    state["orders"] = serde_json::json!({});
    app.test_env.provider.import(state).unwrap();
    for minutes in SCHEDULE {
        assert!(app.flags().await.is_empty());
        app.run_at(&order, minutes).await;
        assert_eq!(app.status(&order).await, "UNKNOWN", "at {minutes} minutes");
    }
    assert_eq!(app.flags().await[0].flag, AttentionKind::Unresolved);
}

#[tokio::test]
async fn a_provider_that_is_down_for_two_days_is_flagged_and_everything_is_right_once_it_is_back() {
    let app = App::start().await;
    let paid = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let left = app.test_env.open_order(ALL, "binu@example.com").await;
    app.test_env
        .attempt(paid.order_id.as_str(), PaymentStatus::Success);
    app.test_env
        .provider
        .fail_always(None, Fault::Status { status: 503 });
    for _ in 0..12 {
        let summary = app.run_after(Duration::hours(4)).await;
        assert_eq!((summary.settled, summary.unsettled), (0, 2));
        assert_eq!(app.status(&paid).await, "ACTIVE");
    }
    let flags = app.flags().await;
    assert_eq!(flags.len(), 2);
    assert!(flags.iter().all(|flag| flag.flag.as_str() == "UNRESOLVED"));

    app.test_env.provider.clear_faults();
    app.run_after(Duration::minutes(3)).await;
    assert_eq!(app.status(&paid).await, "PAID");
    assert_eq!(app.status(&left).await, "EXPIRED");
    assert_eq!(app.run_after(Duration::minutes(2)).await.mailed, 1);
}

#[tokio::test]
async fn a_database_that_takes_no_writes_leaves_the_order_due_and_loses_nothing() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.test_env.clock.advance(Duration::minutes(2));
    app.test_env.database.set(DatabaseFault::CrashBefore(0));
    assert_eq!(app.run().await.unsettled, 1);
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(app.run().await.settled, 1);
    assert_eq!(app.status(&order).await, "PAID");
}
