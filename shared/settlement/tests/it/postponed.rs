//! When an order that is not paid is due again: after an answer, and where there was none.

use crate::App;
use domain::{
    AttentionKind,
    payment::{AttemptStatus, Lane, Order, ReportedAttempt},
};
use provider_simulator::PaymentStatus;
use settlement::Occasion;
use store::registrations::{Write, due::Task, refused::WrittenOrder};
use test_support::SINGLE;
use time::Duration;

const PAUSE: Duration = Duration::minutes(20);

async fn due(app: &App, lane: Lane, after: Duration) -> bool {
    let waiting = app.test_env.registrations().waiting().await.unwrap();
    let due = waiting.due(Task::Settle(lane), app.test_env.clock.now() + after);
    !due.is_empty()
}

#[tokio::test]
async fn a_payment_is_likely_while_an_attempt_is_under_way_and_the_order_has_not_expired() {
    for expires in [false, true] {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        let id = order.order_id.as_str();
        app.test_env.attempt(id, PaymentStatus::Pending);
        if expires {
            app.test_env.provider.expire(id).unwrap();
        }
        app.settle(&order).await;
        assert_eq!(due(&app, Lane::Likely, Duration::days(2)).await, !expires);
    }
}

#[tokio::test]
async fn a_payment_is_likely_when_a_webhook_reports_it_and_the_provider_does_not_show_it_yet() {
    for (status, likely) in [(AttemptStatus::Success, true), (AttemptStatus::Failed, false)] {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        let reported = ReportedAttempt { status, method: None };
        let read = app.stored(&order).await;
        app.settle_as(&read, &Occasion::Webhook(&reported)).await.unwrap();
        let is_likely = due(&app, Lane::Likely, Duration::days(2)).await;
        assert_eq!(is_likely, likely, "{status:?}");
    }
}

#[tokio::test]
async fn it_is_due_after_the_pause_among_the_likely_while_an_attempt_is_under_way() {
    for (pending, lane) in [(false, Lane::Repeat), (true, Lane::Likely)] {
        let app = App::start().await;
        let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
        if pending {
            app.test_env
                .attempt(order.order_id.as_str(), PaymentStatus::Pending);
            app.settle(&order).await;
        }
        app.settlement.postpone(&order.order_id, PAUSE).await.unwrap();
        assert!(!due(&app, lane, PAUSE - Duration::SECOND).await, "{lane:?}");
        assert!(due(&app, lane, PAUSE).await, "{lane:?}");
        assert!(app.test_env.flags().await.is_empty());
    }
}

#[tokio::test]
async fn it_is_flagged_when_its_last_time_is_past() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let last = order.expires_at + Duration::hours(24);
    for (moment, flagged) in [(last - Duration::SECOND, false), (last, true)] {
        app.test_env.clock.set_to(moment);
        app.settlement.postpone(&order.order_id, PAUSE).await.unwrap();
        let flags = app.test_env.flags().await;
        let kinds: Vec<_> = flags.iter().map(|flag| flag.flag).collect();
        assert_eq!(kinds == [AttentionKind::Unresolved], flagged, "{kinds:?}");
    }
}

#[tokio::test]
async fn one_of_the_counter_or_paid_or_refused_is_left_as_it_is() {
    let app = App::start().await;
    let refused: Order = app.test_env.written_order(SINGLE, "ravi@example.com").await;
    let now = app.test_env.clock.now();
    let written = app
        .test_env
        .registrations()
        .record_refused(&refused, &WrittenOrder::default(), now)
        .await;
    assert_eq!(written.unwrap(), Write::Done);
    for order in [
        app.test_env.counter_order(SINGLE, "asha@example.com").await,
        app.test_env.paid_order(SINGLE, "asha@example.com").await,
        refused,
    ] {
        let before = app.stored(&order).await;
        app.settlement.postpone(&order.order_id, PAUSE).await.unwrap();
        assert_eq!(app.stored(&order).await, before);
    }
}
