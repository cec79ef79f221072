//! Who settles is told what is stored, and what others have stored meanwhile is not written over or again.

use crate::App;
use domain::{
    AttentionKind,
    payment::{AttemptState, CREATION, Order, Status},
};
use provider_simulator::PaymentStatus;
use settlement::Occasion;
use store::registrations::{Write, refused::WrittenOrder};
use test_support::SINGLE;
use time::Duration;

#[tokio::test]
async fn the_answer_is_the_order_as_it_is_stored_whatever_became_of_it() {
    let app = App::start().await;
    let stands = |order: &Order| (order.status, order.attempt);
    for (outcome, standing) in [
        (None, (Status::Active, AttemptState::None)),
        (
            Some(PaymentStatus::Pending),
            (Status::Active, AttemptState::Pending),
        ),
        (
            Some(PaymentStatus::Failed),
            (Status::Failed, AttemptState::Failed),
        ),
        (Some(PaymentStatus::Success), (Status::Paid, AttemptState::None)),
    ] {
        // With a session, and without one because the answer to its creation was lost.
        let orders = [
            app.test_env.open_order(SINGLE, "asha@example.com").await,
            app.test_env.unnoted_order(SINGLE, "ravi@example.com").await,
        ];
        for order in orders {
            if let Some(outcome) = outcome {
                app.test_env.attempt(order.order_id.as_str(), outcome);
            }
            assert_eq!(stands(&app.settle(&order).await), standing, "{outcome:?}");
        }
    }
}

#[tokio::test]
async fn an_order_that_is_paid_after_an_attempt_that_failed_keeps_nothing_of_that_attempt() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    for (outcome, attempt) in [
        (PaymentStatus::Failed, AttemptState::Failed),
        (PaymentStatus::Success, AttemptState::None),
    ] {
        app.test_env.attempt(order.order_id.as_str(), outcome);
        assert_eq!(app.settle(&order).await.attempt, attempt);
    }
}

#[tokio::test]
async fn an_order_that_is_not_clear_at_its_last_ask_is_flagged_and_one_that_was_left_is_not() {
    for (outcome, flags) in [
        (None, vec![]),
        (Some(PaymentStatus::Failed), vec![]),
        (Some(PaymentStatus::Pending), vec![AttentionKind::Unresolved]),
    ] {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        if let Some(outcome) = outcome {
            app.test_env.attempt(order.order_id.as_str(), outcome);
        }
        app.test_env.clock.set_to(order.expires_at + Duration::hours(24));
        app.settle(&order).await;
        let flagged: Vec<_> = app.test_env.flags().await.iter().map(|flag| flag.flag).collect();
        assert_eq!(flagged, flags, "{outcome:?}");
    }
}

#[tokio::test]
async fn an_order_that_ended_at_the_provider_is_stored_with_the_end_that_it_had() {
    let app = App::start().await;
    let expired = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let closed = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env.provider.expire(expired.order_id.as_str()).unwrap();
    app.test_env.provider.terminate(closed.order_id.as_str()).unwrap();
    app.test_env.clock.advance(Duration::minutes(5));

    let settled = app.settle(&expired).await;
    assert_eq!(
        (settled.status, settled.expires_at),
        (Status::Expired, expired.expires_at)
    );
    let settled = app.settle(&closed).await;
    let now = app.test_env.clock.now();
    assert_eq!((settled.status, settled.expires_at), (Status::Failed, now));
}

#[tokio::test]
async fn an_order_that_was_refused_and_is_there_all_the_same_is_no_longer_refused() {
    let app = App::start().await;
    for paid in [false, true] {
        let order = app.test_env.unnoted_order(SINGLE, "asha@example.com").await;
        let now = app.test_env.clock.now();
        let registrations = app.test_env.registrations();
        let written = registrations
            .record_refused(&order, &WrittenOrder::default(), now)
            .await;
        assert_eq!(written.unwrap(), Write::Done);
        assert_eq!(app.stored(&order).await.refused_at, Some(now));
        if paid {
            app.test_env
                .attempt(order.order_id.as_str(), PaymentStatus::Success);
        }
        let settled = app.settle(&order).await;
        assert_eq!(settled.status == Status::Paid, paid);
        assert_eq!(settled.refused_at, None);
    }
}

#[tokio::test]
async fn an_order_that_the_provider_does_not_know_has_failed_from_the_end_of_its_creation_on() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let clock = &app.test_env.clock;
    clock.set_to(order.created_at + CREATION - Duration::milliseconds(1));
    assert_eq!(app.settle(&order).await, order);
    clock.set_to(order.created_at + CREATION);
    assert_eq!(app.settle(&order).await.status, Status::Failed);
}

#[tokio::test]
async fn an_order_that_somebody_else_has_just_settled_alike_is_not_written_again() {
    let app = App::start().await;
    let read = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let first = app.settle_as(&read, &Occasion::Page).await.unwrap();
    assert_eq!(first.version, read.version + 1);
    let second = app.settle_as(&read, &Occasion::Page).await.unwrap();
    assert_eq!(second, first);
}

#[tokio::test]
async fn what_became_of_an_order_since_somebody_else_settled_it_is_written() {
    let app = App::start().await;
    // Another attempt in the same state, and another state with the same attempt.
    for expires in [false, true] {
        let read = app.test_env.open_order(SINGLE, "asha@example.com").await;
        app.settle(&read).await;
        let id = read.order_id.as_str();
        let standing = if expires {
            app.test_env.provider.expire(id).unwrap();
            (Status::Expired, AttemptState::None)
        } else {
            app.test_env.attempt(id, PaymentStatus::Pending);
            (Status::Active, AttemptState::Pending)
        };
        let settled = app.settle_as(&read, &Occasion::Page).await.unwrap();
        assert_eq!((settled.status, settled.attempt), standing);
        assert_eq!(settled, app.stored(&read).await);
    }
}
