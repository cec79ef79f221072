//! How much one run does.

use crate::{App, with_clock};
use domain::{Clock, payment::Order};
use provider_simulator::{Call, Fault, PaymentStatus};
use reconciler::Summary;
use test_support::SINGLE;
use time::Duration;

async fn open_orders(app: &App, count: usize) -> Vec<Order> {
    let mut orders = Vec::new();
    for number in 0..count {
        let email = format!("student{number}@example.com");
        orders.push(app.test_env.open_order(SINGLE, &email).await);
    }
    orders
}

#[tokio::test]
async fn a_run_uses_at_most_seventy_per_cent_of_the_order_reads_and_begins_with_the_longest_overdue() {
    let app = App::with_order_reads("40").await;
    let first = open_orders(&app, 20).await;
    app.test_env.clock.advance(Duration::seconds(10));
    open_orders(&app, 20).await;
    app.test_env.clock.advance(Duration::minutes(1));
    for order in &first {
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
    }
    let summary = app.run().await;
    assert_eq!(summary.settled + summary.left, 40);
    // Questions about attempts count, too, and the last is kept back: one without an answer is sent twice.
    assert!((26..=28).contains(&app.asked()), "{}", app.asked());
    let paid = app.test_env.provider.calls(Call::GetPayments);
    assert!((10..=15).contains(&paid), "of the paid ones alone: {paid}");
    while app.run().await.settled > 0 {}
    for order in &first {
        assert_eq!(app.status(order).await, "PAID");
    }
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), 40);
    assert_eq!(app.test_env.provider.calls(Call::GetPayments), 20);
    assert_eq!(app.run().await, Summary::default());
}

#[tokio::test]
async fn after_five_failures_in_a_row_the_rest_is_left_for_the_next_run() {
    for fault in [
        Fault::Status { status: 503 },
        Fault::Status { status: 401 },
        Fault::RateLimited { retry_after: 60 },
        Fault::Drop,
        Fault::Junk,
    ] {
        let app = App::start().await;
        let orders = open_orders(&app, 40).await;
        app.test_env.clock.advance(Duration::minutes(2));
        app.test_env.provider.fail_always(None, fault);
        let asked = app.asked();
        let summary = app.run().await;
        // Twelve are asked about side by side, so at the fifth failure eleven more are under way at most.
        assert!((5..=16).contains(&summary.unsettled), "{fault:?} {summary:?}");
        assert_eq!(summary.unsettled + summary.left, 40, "{fault:?}");
        assert!(app.asked() - asked <= 32, "{fault:?}");

        app.test_env.provider.clear_faults();
        assert_eq!(app.run().await.settled, summary.left, "{fault:?}");
        // Those that failed have a pause of a minute, and the others are due for their second time by then.
        let just_before = Duration::minutes(1) - Duration::seconds(1);
        assert_eq!(app.run_after(just_before).await, Summary::default());
        assert_eq!(app.run_after(Duration::seconds(1)).await.settled, 40, "{fault:?}");
        for order in &orders {
            assert_eq!(app.status(order).await, "ACTIVE");
        }
    }
}

#[tokio::test]
async fn a_provider_that_is_busy_is_left_alone_for_the_rest_of_the_run() {
    let app = App::start().await;
    open_orders(&app, 40).await;
    app.test_env.clock.advance(Duration::minutes(2));
    app.test_env
        .provider
        .fail_next(Some(Call::GetOrder), Fault::RateLimited { retry_after: 60 });
    let summary = app.run().await;
    assert_eq!(summary.unsettled, 1);
    assert!(summary.settled < 24 && summary.left > 16, "{summary:?}");
}

#[tokio::test]
async fn a_failure_now_and_then_stops_nothing() {
    let app = App::start().await;
    open_orders(&app, 12).await;
    app.test_env.clock.advance(Duration::minutes(2));
    // A refusal is not tried again within a run, so each is one failed order; the fifth order is answered.
    let refused = Fault::Status { status: 401 };
    let answered = Fault::Slow { millis: 0 };
    for fault in [[refused; 4].as_slice(), &[answered], &[refused; 4]].concat() {
        app.test_env.provider.fail_next(Some(Call::GetOrder), fault);
    }
    let summary = app.run().await;
    assert_eq!((summary.settled, summary.unsettled, summary.left), (4, 8, 0));
}

#[tokio::test]
async fn a_retried_request_counts_twice() {
    let app = App::with_order_reads("60").await;
    open_orders(&app, 30).await;
    app.test_env.clock.advance(Duration::minutes(2));
    let failed = Fault::Status { status: 503 };
    let answered = Fault::Slow { millis: 0 };
    for fault in [[failed; 8].as_slice(), &[answered]].concat().repeat(6) {
        app.test_env.provider.fail_next(Some(Call::GetOrder), fault);
    }
    let asked = app.asked();
    let summary = app.run().await;
    assert!(app.asked() - asked <= 42, "{}", app.asked() - asked);
    assert!(summary.settled > 0 && summary.left > 0, "{summary:?}");
    assert_eq!(summary.settled + summary.unsettled + summary.left, 30);
}

#[tokio::test]
async fn a_provider_that_is_down_holds_up_no_mail() {
    let app = App::start().await;
    open_orders(&app, 8).await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::minutes(2));
    app.test_env
        .provider
        .fail_always(None, Fault::Status { status: 503 });
    assert_eq!(app.run().await.mailed, 1);
}

#[tokio::test]
async fn two_runs_at_once_do_everything_once() {
    let app = App::start().await;
    let orders = open_orders(&app, 6).await;
    for order in &orders {
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
    }
    app.test_env.clock.advance(Duration::minutes(2));
    let (one, other) = tokio::join!(app.reconciler.run(), app.reconciler.run());
    assert!(one.is_ok() && other.is_ok());
    app.test_env.clock.advance(Duration::minutes(2));
    let (one, other) = tokio::join!(app.reconciler.run(), app.reconciler.run());
    assert_eq!(one.unwrap().mailed + other.unwrap().mailed, 6);
    assert_eq!(app.test_env.mailbox.mails().len(), 6);
    assert!(app.flags().await.is_empty());
}

/// A run of the function whose clock shows how long its work has taken by now, and whose beginning took nothing.
pub(crate) async fn run_that_takes(
    app: &App,
    taken: impl Fn() -> Duration + Send + Sync + 'static,
) -> Summary {
    let (clock, before) = (app.test_env.clock.clone(), taken());
    let clock = Clock::from_fn(move || clock.now() + taken() - before);
    with_clock(&app.test_env, clock).await.run().await.unwrap()
}

/// How long a piece of work takes, and how many begin until a limit: in its middle, on it and just after it.
fn paces(limit: Duration) -> [(Duration, usize); 3] {
    [(limit / 2, 3), (limit, 2), (limit + Duration::milliseconds(1), 1)]
}

#[tokio::test]
async fn a_run_begins_no_order_after_twenty_two_seconds() {
    for (an_order, settled) in [
        (Duration::milliseconds(550), 40),
        // The first answer comes too late: only those that are asked about side by side from the first moment on.
        (Duration::milliseconds(22_001), 12),
    ] {
        let app = App::start().await;
        open_orders(&app, 40).await;
        app.test_env.clock.advance(Duration::minutes(2));
        let provider = app.test_env.provider.clone();
        let taken = move || an_order * i32::try_from(provider.calls(Call::GetOrder)).unwrap();
        let summary = run_that_takes(&app, taken).await;
        assert_eq!(
            (summary.settled, summary.left),
            (settled, 40 - settled),
            "{an_order}"
        );
    }
}

#[tokio::test]
async fn a_run_begins_no_mail_after_thirty_eight_seconds() {
    for (eight_mails, batches) in paces(Duration::seconds(38)) {
        let app = App::start().await;
        app.paid_orders(32).await;
        app.test_env.clock.advance(Duration::minutes(2));
        let mailbox = app.test_env.mailbox.clone();
        let taken = move || eight_mails * i32::try_from(mailbox.mails().len()).unwrap() / 8;
        let summary = run_that_takes(&app, taken).await;
        assert_eq!(
            (summary.mailed, summary.left),
            (8 * batches, 32 - 8 * batches),
            "{eight_mails}"
        );
    }
}
