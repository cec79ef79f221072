//! Mail that did not go out.

use crate::App;
use aws_emulation::Fault;
use domain::payment::Order;
use reconciler::Summary;
use store::registrations::outbox::{Leased, MailState, OutboxEntry, Take};
use test_support::{Fault as DatabaseFault, SINGLE};
use time::Duration;

async fn paid_order(app: &App) -> Order {
    app.test_env.paid_order(SINGLE, "asha@example.com").await
}

async fn mail(app: &App, order: &Order) -> OutboxEntry {
    app.test_env
        .registrations()
        .mail(&order.order_id)
        .await
        .unwrap()
        .unwrap()
}

const UNMAILED: Summary = Summary {
    settled: 0,
    unsettled: 0,
    refunds: 0,
    refunds_unsettled: 0,
    mailed: 0,
    unmailed: 1,
    reminded: 0,
    unreminded: 0,
    left: 0,
    sync_resumed: false,
    exports_resumed: 0,
    imports_resumed: 0,
    messages_resumed: 0,
    bulk_resumed: 0,
    seats: 0,
    unseated: 0,
};

const MAILED: Summary = Summary {
    mailed: 1,
    unmailed: 0,
    ..UNMAILED
};

#[tokio::test]
async fn a_mail_that_the_notifier_did_not_send_within_two_minutes_is_sent_once() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let summary = app.run_after(Duration::seconds(119)).await;
    assert_eq!(summary, Summary::default(), "the stream's turn");
    assert_eq!(app.run_after(Duration::seconds(1)).await, MAILED);
    assert_eq!(app.run().await, Summary::default());
    assert_eq!(app.run_after(Duration::days(3)).await, Summary::default());
    let mails = app.test_env.mailbox.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.contains(order.order_id.as_str()));
    assert_eq!(mail(&app, &order).await.state, MailState::Sent);
}

#[tokio::test]
async fn a_pass_whose_mark_as_sent_meets_a_transaction_is_not_sent_again() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env
        .database
        .set(DatabaseFault::MeetsTransaction(":message", 1));
    assert_eq!(app.run_after(Duration::minutes(2)).await, MAILED);
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(mail(&app, &order).await.state, MailState::Sent);
    assert_eq!(app.run_after(Duration::minutes(2)).await, Summary::default());
    assert_eq!(app.test_env.mailbox.mails().len(), 1);
}

#[tokio::test]
async fn a_mail_service_that_is_down_is_tried_at_doubling_pauses_and_then_gets_one_mail() {
    for fault in [Fault::Down, Fault::Throttled, Fault::Rejected] {
        let app = App::start().await;
        let order = paid_order(&app).await;
        app.test_env.mailbox.fail(fault);
        assert_eq!(app.run_after(Duration::minutes(2)).await, UNMAILED);
        for (failed, minutes) in (1..).zip([1, 2, 4, 8, 16, 32, 60, 60, 60]) {
            assert_eq!(mail(&app, &order).await.attempts, failed);
            let just_before = Duration::minutes(minutes) - Duration::seconds(1);
            assert_eq!(app.run_after(just_before).await, Summary::default());
            assert_eq!(app.run_after(Duration::seconds(1)).await, UNMAILED, "{minutes}");
        }
        app.test_env.mailbox.heal();
        assert_eq!(app.run_after(Duration::hours(1)).await, MAILED);
        assert_eq!(app.run_after(Duration::days(3)).await, Summary::default());
        assert_eq!(app.test_env.mailbox.mails().len(), 1);
        assert!(app.flags().await.is_empty());
    }
}

#[tokio::test]
async fn a_mail_that_could_not_be_sent_for_two_days_is_given_up_and_flagged() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.mailbox.fail(Fault::Down);
    for _ in 0..47 {
        assert_eq!(app.run_after(Duration::hours(1)).await, UNMAILED);
        assert!(app.flags().await.is_empty());
    }
    app.test_env.clock.advance(Duration::minutes(59));
    app.run().await;
    assert!(app.flags().await.is_empty(), "after 47 hours and 59 minutes");
    assert_eq!(mail(&app, &order).await.state, MailState::Pending);

    assert_eq!(app.run_after(Duration::hours(1)).await, UNMAILED);
    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(flags[0].flag.as_str(), "PAID_WITHOUT_MAIL");
    assert_eq!(flags[0].order_id, order.order_id);
    assert!(!flags[0].note.contains("asha"));
    assert_eq!(mail(&app, &order).await.state, MailState::Failed);
    assert_eq!(app.status(&order).await, "PAID");

    app.test_env.mailbox.heal();
    assert_eq!(app.run_after(Duration::days(1)).await, Summary::default());
    assert!(app.test_env.mailbox.mails().is_empty());
}

#[tokio::test]
async fn throttled_mails_follow_later_and_each_is_sent_once() {
    let app = App::start().await;
    app.paid_orders(10).await;
    app.test_env.mailbox.fail_next(Fault::Throttled, 6);
    let summary = app.run_after(Duration::minutes(2)).await;
    assert_eq!((summary.mailed, summary.unmailed), (4, 6));
    assert_eq!(app.run_after(Duration::minutes(1)).await.mailed, 6);
    let mut receivers: Vec<String> = app
        .test_env
        .mailbox
        .mails()
        .into_iter()
        .map(|mail| mail.to)
        .collect();
    receivers.sort();
    receivers.dedup();
    assert_eq!(receivers.len(), 10);
    assert_eq!(app.test_env.mailbox.mails().len(), 10);
}

/// Leases the mail of an order for a sender that then dies.
async fn lease_and_die(app: &App, order: &Order) {
    let leased = app
        .test_env
        .registrations()
        .lease_mail(
            &order.order_id,
            Take::Waiting,
            "dead",
            app.test_env.clock.now(),
            Duration::seconds(60),
        )
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
}

#[tokio::test]
async fn the_mail_of_a_sender_that_died_is_taken_up_when_its_lease_is_over() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.clock.advance(Duration::minutes(2));
    lease_and_die(&app, &order).await;
    assert_eq!(app.run_after(Duration::seconds(60)).await, Summary::default());
    assert!(app.test_env.mailbox.mails().is_empty());
    assert_eq!(app.run_after(Duration::seconds(1)).await, MAILED);
    assert_eq!(app.test_env.mailbox.mails().len(), 1);
    assert_eq!(mail(&app, &order).await.attempts, 2);
}

#[tokio::test]
async fn a_mail_whose_notifier_crashed_is_taken_up_two_minutes_after_the_payment() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    lease_and_die(&app, &order).await;
    assert_eq!(app.run_after(Duration::seconds(119)).await, Summary::default());
    assert!(app.test_env.mailbox.mails().is_empty());
    assert_eq!(app.run_after(Duration::seconds(1)).await, MAILED);
    assert_eq!(app.test_env.mailbox.mails().len(), 1);
    assert_eq!(mail(&app, &order).await.attempts, 2);
}

#[tokio::test]
async fn mail_of_a_run_is_not_sent_twice_by_the_next_run_that_still_finds_it_due() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.clock.advance(Duration::minutes(2));
    let (first, second) = tokio::join!(app.reconciler.run(), app.reconciler.run());
    assert_eq!(first.unwrap().mailed + second.unwrap().mailed, 1);
    assert_eq!(app.test_env.mailbox.mails().len(), 1);
    assert_eq!(mail(&app, &order).await.attempts, 1);
}
