//! An order that no answer decides: people are told of it, once, and nothing is lost.

use super::{SCHEDULE, stood};
use crate::App;
use domain::{
    AttentionKind,
    payment::{AttemptState, Status},
};
use provider_simulator::{Fault, PaymentStatus, Shown};
use test_support::{ALL, Fault as DatabaseFault, SINGLE};
use time::Duration;

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
