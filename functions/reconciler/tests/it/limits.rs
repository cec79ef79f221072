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
        orders.push(app.world.open_order(SINGLE, &email).await);
    }
    orders
}

#[tokio::test]
async fn a_run_asks_the_provider_at_most_sixty_times_and_begins_with_the_longest_overdue() {
    let app = App::start().await;
    let first = open_orders(&app, 20).await;
    app.world.clock.advance(Duration::seconds(10));
    open_orders(&app, 20).await;
    app.world.clock.advance(Duration::minutes(2));
    for order in &first {
        app.world.attempt(order.order_id.as_str(), PaymentStatus::Success);
    }
    let asked = app.asked();
    let summary = app.run().await;
    assert_eq!(
        summary,
        Summary {
            settled: 30,
            left: 10,
            ..Summary::default()
        }
    );
    assert_eq!(app.asked() - asked, 60);
    for order in &first {
        assert_eq!(app.status(order).await, "PAID");
    }
    assert_eq!(app.run().await.settled, 10, "the rest");
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
        let orders = open_orders(&app, 12).await;
        app.world.clock.advance(Duration::minutes(2));
        app.world.provider.fail_always(None, fault);
        let asked = app.asked();
        let summary = app.run().await;
        assert_eq!(
            summary,
            Summary {
                unsettled: 5,
                left: 7,
                ..Summary::default()
            },
            "{fault:?}"
        );
        assert!(app.asked() - asked <= 20, "{fault:?}");

        app.world.provider.clear_faults();
        assert_eq!(app.run().await.settled, 7, "{fault:?}");
        // The five have a pause of three minutes, and the seven are due for their second time by then.
        let just_before = Duration::minutes(3) - Duration::seconds(1);
        assert_eq!(app.run_after(just_before).await, Summary::default());
        assert_eq!(app.run_after(Duration::seconds(1)).await.settled, 12, "{fault:?}");
        for order in &orders {
            assert_eq!(app.status(order).await, "ACTIVE");
        }
    }
}

#[tokio::test]
async fn a_failure_now_and_then_stops_nothing() {
    let app = App::start().await;
    open_orders(&app, 12).await;
    app.world.clock.advance(Duration::minutes(2));
    // A refusal is not tried again within a run, so each is one failed order; the fifth order is answered.
    let refused = Fault::Status { status: 401 };
    let answered = Fault::Slow { millis: 0 };
    for fault in [[refused; 4].as_slice(), &[answered], &[refused; 4]].concat() {
        app.world.provider.fail_next(Some(Call::GetOrder), fault);
    }
    let summary = app.run().await;
    assert_eq!((summary.settled, summary.unsettled, summary.left), (4, 8, 0));
}

#[tokio::test]
async fn what_is_asked_twice_because_it_failed_counts_twice() {
    let app = App::start().await;
    open_orders(&app, 30).await;
    app.world.clock.advance(Duration::minutes(2));
    let failed = Fault::Status { status: 503 };
    let answered = Fault::Slow { millis: 0 };
    for fault in [[failed; 8].as_slice(), &[answered]].concat().repeat(6) {
        app.world.provider.fail_next(Some(Call::GetOrder), fault);
    }
    let asked = app.asked();
    let summary = app.run().await;
    assert!(app.asked() - asked <= 60, "{}", app.asked() - asked);
    assert!(summary.settled > 0 && summary.left > 0, "{summary:?}");
    assert_eq!(summary.settled + summary.unsettled + summary.left, 30);
}

#[tokio::test]
async fn a_provider_that_is_down_keeps_no_mail_back() {
    let app = App::start().await;
    open_orders(&app, 8).await;
    app.world.paid_order(SINGLE, "asha@example.com").await;
    app.world.clock.advance(Duration::minutes(2));
    app.world
        .provider
        .fail_always(None, Fault::Status { status: 503 });
    assert_eq!(app.run().await.mailed, 1);
}

#[tokio::test]
async fn two_runs_at_once_do_everything_once() {
    let app = App::start().await;
    let orders = open_orders(&app, 6).await;
    for order in &orders {
        app.world.attempt(order.order_id.as_str(), PaymentStatus::Success);
    }
    app.world.clock.advance(Duration::minutes(2));
    let (one, other) = tokio::join!(app.reconciler.run(), app.reconciler.run());
    assert!(one.is_ok() && other.is_ok());
    app.world.clock.advance(Duration::minutes(2));
    let (one, other) = tokio::join!(app.reconciler.run(), app.reconciler.run());
    assert_eq!(one.unwrap().mailed + other.unwrap().mailed, 6);
    assert_eq!(app.world.mailbox.mails().len(), 6);
    assert!(app.flags().await.is_empty());
}

/// A run of the function whose clock shows how long its work has taken by now, and whose beginning took nothing.
async fn run_that_takes(app: &App, taken: impl Fn() -> Duration + Send + Sync + 'static) -> Summary {
    let (clock, before) = (app.world.clock.clone(), taken());
    let clock = Clock::from_fn(move || clock.now() + taken() - before);
    with_clock(&app.world, clock).await.run().await.unwrap()
}

/// How long a piece of work takes, and how many begin until a limit: in its middle, on it and just after it.
fn paces(limit: Duration) -> [(Duration, usize); 3] {
    [(limit / 2, 3), (limit, 2), (limit + Duration::milliseconds(1), 1)]
}

#[tokio::test]
async fn a_run_begins_no_order_after_twenty_two_seconds() {
    for (an_order, settled) in paces(Duration::seconds(22)) {
        let app = App::start().await;
        open_orders(&app, 5).await;
        app.world.clock.advance(Duration::minutes(2));
        let provider = app.world.provider.clone();
        let taken = move || an_order * i32::try_from(provider.calls(Call::GetOrder)).unwrap();
        let summary = run_that_takes(&app, taken).await;
        assert_eq!(
            (summary.settled, summary.left),
            (settled, 5 - settled),
            "{an_order}"
        );
    }
}

#[tokio::test]
async fn a_run_begins_no_mail_after_thirty_eight_seconds() {
    for (eight_mails, batches) in paces(Duration::seconds(38)) {
        let app = App::start().await;
        app.paid_orders(32).await;
        app.world.clock.advance(Duration::minutes(2));
        let mailbox = app.world.mailbox.clone();
        let taken = move || eight_mails * i32::try_from(mailbox.mails().len()).unwrap() / 8;
        let summary = run_that_takes(&app, taken).await;
        assert_eq!(
            (summary.mailed, summary.left),
            (8 * batches, 32 - 8 * batches),
            "{eight_mails}"
        );
    }
}
