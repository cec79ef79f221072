//! Attempts are asked about only where something depends on the answer.

use crate::App;
use domain::payment::{AttemptState, AttemptStatus, Method, Order, OrderPlace, ReportedAttempt, Status};
use provider_simulator::{Call, Fault, PaymentStatus};
use settlement::{Occasion, PaymentReads, SettleError};
use test_support::{COURSE, SINGLE};
use time::Duration;

/// Settles the order as it stands, and answers how often its attempts were asked about.
async fn asked(app: &App, order: &Order, occasion: &Occasion<'_>) -> u64 {
    let before = app.test_env.provider.calls(Call::GetPayments);
    let read = app.stored(order).await;
    app.settle_as(&read, occasion).await.unwrap();
    app.test_env.provider.calls(Call::GetPayments) - before
}

fn reported(status: AttemptStatus, method: Option<Method>) -> ReportedAttempt {
    ReportedAttempt { status, method }
}

#[tokio::test]
async fn a_paid_order_and_one_of_the_counter_are_answered_without_a_question() {
    let app = App::start().await;
    for order in [
        app.test_env.paid_order(SINGLE, "asha@example.com").await,
        app.test_env.counter_order(SINGLE, "ravi@example.com").await,
    ] {
        let before = app.stored(&order).await;
        let orders_asked = app.test_env.provider.calls(Call::GetOrder);
        let settled = app.settlement.settle(&order.order_id, &Occasion::Page).await;
        assert_eq!(settled.unwrap(), Some(before));
        assert_eq!(app.test_env.provider.calls(Call::GetOrder), orders_asked);
    }
    let nobodys = app.test_env.draft_order(SINGLE, "asha@example.com");
    let settled = app.settlement.settle(&nobodys.order_id, &Occasion::Page).await;
    assert_eq!(settled.unwrap(), None);
}

#[tokio::test]
async fn a_page_always_asks_and_a_webhook_for_the_method_of_a_payment_that_it_does_not_tell() {
    let app = App::start().await;
    let whole = reported(AttemptStatus::Success, Some(Method::default()));
    let bare = reported(AttemptStatus::Success, None);
    let failed = reported(AttemptStatus::Failed, None);
    for (occasion, paid, times) in [
        (Occasion::Page, false, 1),
        (Occasion::CrowdedPage, false, 0),
        (Occasion::Webhook(&failed), false, 0),
        (Occasion::Webhook(&bare), false, 0),
        (Occasion::Webhook(&bare), true, 1),
        (Occasion::Webhook(&whole), true, 0),
    ] {
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        if paid {
            app.test_env
                .attempt(order.order_id.as_str(), PaymentStatus::Success);
        }
        assert_eq!(asked(&app, &order, &occasion).await, times);
    }
}

#[tokio::test]
async fn a_late_webhook_of_an_older_attempt_leaves_the_one_that_is_under_way() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::UserDropped);
    app.test_env.clock.advance(Duration::minutes(5));
    let newer = app.test_env.attempt(id, PaymentStatus::Pending);
    app.settle_as(&app.stored(&order).await, &Occasion::Page)
        .await
        .unwrap();
    assert_eq!(app.stored(&order).await.attempt, AttemptState::Pending);

    let older = reported(AttemptStatus::UserDropped, None);
    assert_eq!(asked(&app, &order, &Occasion::Webhook(&older)).await, 1);
    assert_eq!(app.stored(&order).await.attempt, AttemptState::Pending);

    // Its own end is heard in the same way.
    app.test_env
        .provider
        .complete(&newer, PaymentStatus::Failed)
        .unwrap();
    let failed = reported(AttemptStatus::Failed, None);
    app.settle_as(&app.stored(&order).await, &Occasion::Webhook(&failed))
        .await
        .unwrap();
    assert_eq!(app.stored(&order).await.attempt, AttemptState::Failed);
}

#[tokio::test]
async fn an_order_that_is_due_asks_for_a_payment_or_an_attempt_under_way_as_long_as_reads_are_left() {
    let app = App::start().await;
    let open = async || app.test_env.open_order(SINGLE, "asha@example.com").await;
    for (reads, outcome, times) in [
        (1, None, 0),
        (1, Some(PaymentStatus::Success), 1),
        (0, Some(PaymentStatus::Success), 0),
    ] {
        let order = open().await;
        if let Some(outcome) = outcome {
            app.test_env.attempt(order.order_id.as_str(), outcome);
        }
        let occasion = PaymentReads::new(reads);
        let asked = asked(&app, &order, &Occasion::Due(&occasion)).await;
        assert_eq!(asked, times, "{reads} {outcome:?}");
    }

    let order = open().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Pending);
    app.settle(&order).await;
    let reads = PaymentReads::new(1);
    for times in [1, 0] {
        assert_eq!(asked(&app, &order, &Occasion::Due(&reads)).await, times);
    }
}

#[tokio::test]
async fn the_last_ask_waits_for_a_read_and_is_then_made_with_it() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.set_to(order.expires_at + Duration::hours(24));
    let orders_asked = app.test_env.provider.calls(Call::GetOrder);
    let none = PaymentReads::new(0);
    let refused = app.settle_as(&order, &Occasion::Due(&none)).await;
    assert!(matches!(refused, Err(SettleError::PaymentReadsExhausted)));
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), orders_asked);
    let one = PaymentReads::new(1);
    assert_eq!(asked(&app, &order, &Occasion::Due(&one)).await, 1);
}

#[tokio::test]
async fn an_order_that_expires_with_a_place_asks_for_attempts_once_and_one_without_it_notes_that_they_are_unread()
 {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let holder = app.test_env.open_place("asha@example.com").await;
    let other = app.test_env.open_order(SINGLE, "ravi@example.com").await;
    app.test_env
        .clock
        .set_to(holder.expires_at + Duration::minutes(1));
    let reads = PaymentReads::new(10);
    for times in [1, 0] {
        assert_eq!(asked(&app, &holder, &Occasion::Due(&reads)).await, times);
        assert_eq!(app.stored(&holder).await.place, Some(OrderPlace::Without));
        assert!(app.stored(&holder).await.end_is_read());
    }
    assert_eq!(asked(&app, &other, &Occasion::Due(&reads)).await, 0);
    let stored = app.stored(&other).await;
    assert!(stored.status == Status::Expired && stored.attempts_are_unread());
    assert!(app.settle(&other).await.end_is_read());
    // Nothing is left to read, so a page that may not read it knows as much.
    assert_eq!(asked(&app, &other, &Occasion::CrowdedPage).await, 0);
    assert!(app.stored(&other).await.end_is_read());
}

#[tokio::test]
async fn a_webhook_of_an_older_attempt_gives_back_no_place_of_one_that_nobody_has_read() {
    let app = App::start().await;
    app.test_env.limit_places(COURSE, 1).await;
    let order = app.test_env.open_place("asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::UserDropped);
    app.test_env.clock.advance(Duration::minutes(28));
    app.test_env.attempt(id, PaymentStatus::Pending);
    app.test_env.clock.set_to(order.expires_at + Duration::minutes(1));
    let older = reported(AttemptStatus::UserDropped, None);
    assert_eq!(asked(&app, &order, &Occasion::Webhook(&older)).await, 1);
    let stored = app.stored(&order).await;
    assert_eq!(
        (stored.status, stored.attempt),
        (Status::Expired, AttemptState::Pending)
    );
    assert!(stored.held_place().is_some());
}

/// The provider answers so few questions about attempts that the last ask of an order is easily one too many.
#[tokio::test]
async fn the_last_ask_is_made_again_where_the_attempts_are_not_answered() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.set_to(order.expires_at + Duration::hours(24));
    for fault in [
        Fault::RateLimited { retry_after: 60 },
        Fault::Status { status: 500 },
    ] {
        app.test_env.provider.fail_always(Some(Call::GetPayments), fault);
        let reads = PaymentReads::new(1);
        let before = app.stored(&order).await;
        let settled = app.settle_as(&before, &Occasion::Due(&reads)).await;
        assert!(settled.is_err(), "{fault:?}");
        assert_eq!(app.stored(&order).await, before);
    }
    app.test_env.provider.clear_faults();
    let reads = PaymentReads::new(1);
    assert_eq!(asked(&app, &order, &Occasion::Due(&reads)).await, 1);
    assert_eq!(app.stored(&order).await.status, Status::Expired);
}
