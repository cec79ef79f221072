//! The stream is only the fast path: whatever fails is left to the reconciler, and the batch is done.

use crate::{App, new_mail};
use aws_emulation::Fault;
use store::registrations::{due::Task, outbox::MailState};
use test_support::{ALL, Fault as DatabaseFault, SINGLE};
use time::Duration;

#[tokio::test]
async fn a_mail_service_that_is_down_fails_no_batch_and_the_mail_is_due_again() {
    for fault in [Fault::Down, Fault::Throttled, Fault::Rejected] {
        let app = App::start().await;
        let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        let record = new_mail("1", order.order_id.as_str());
        app.test_env.mailbox.fail(fault);
        assert_eq!(
            app.handle(std::slice::from_ref(&record)).await,
            Vec::<String>::new()
        );
        let entry = app.mail(&order).await;
        assert_eq!((entry.state, entry.attempts), (MailState::Pending, 1));
        let due_after = async |seconds: i64| {
            let then = app.test_env.clock.now() + Duration::seconds(seconds);
            let due = app
                .test_env
                .registrations()
                .waiting()
                .await
                .unwrap()
                .due(Task::Mail, then);
            due.contains(&order.order_id)
        };
        assert!(!due_after(59).await);
        assert!(due_after(60).await);

        app.test_env.mailbox.heal();
        app.handle(&[record]).await;
        assert_eq!(app.mails_about(&order), 1, "{fault:?}");
    }
}

/// The money of an order went back before its pass was mailed.
#[tokio::test]
async fn a_pass_that_is_withdrawn_before_it_is_mailed_is_not_mailed() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.pay_back(&order).await;
    let record = new_mail("1", order.order_id.as_str());
    assert_eq!(app.handle(&[record]).await, Vec::<String>::new());
    assert!(app.test_env.mailbox.mails().is_empty());
    assert_eq!(app.mail(&order).await.state, MailState::Failed);
    let later = app.test_env.clock.now() + Duration::weeks(1);
    let waiting = app.test_env.registrations().waiting().await.unwrap();
    assert!(!waiting.due(Task::Mail, later).contains(&order.order_id));
    assert!(app.test_env.flags().await.is_empty());
}

#[tokio::test]
async fn refused_mails_wait_and_the_others_are_sent() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for number in 0..5 {
        orders.push(
            app.test_env
                .paid_order(ALL, &format!("student{number}@example.com"))
                .await,
        );
    }
    let records: Vec<_> = orders
        .iter()
        .map(|order| new_mail("1", order.order_id.as_str()))
        .collect();
    app.test_env.mailbox.fail_next(Fault::Throttled, 2);
    assert_eq!(app.handle(&records).await, Vec::<String>::new());
    assert_eq!(app.test_env.mailbox.mails().len(), 3);
    app.handle(&records).await;
    for order in &orders {
        assert_eq!(app.mails_about(order), 1);
    }
}

#[tokio::test]
async fn a_database_that_is_down_fails_no_batch_and_sends_nothing() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let record = new_mail("1", order.order_id.as_str());
    app.test_env.database.set(DatabaseFault::CrashBefore(0));
    assert_eq!(app.handle(&[record]).await, Vec::<String>::new());
    app.test_env.database.set(DatabaseFault::None);
    assert!(
        app.test_env.mailbox.mails().is_empty(),
        "who cannot lease a mail must not send it"
    );
    let due = app.test_env.clock.now() + Duration::minutes(2);
    assert_eq!(
        app.test_env
            .registrations()
            .waiting()
            .await
            .unwrap()
            .due(Task::Mail, due)
            .len(),
        1
    );
}

#[tokio::test]
async fn without_the_condition_of_the_lease_a_mail_goes_out_twice() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let record = new_mail("1", order.order_id.as_str());
    app.test_env.database.set(DatabaseFault::NoConditions);
    app.handle(std::slice::from_ref(&record)).await;
    app.handle(&[record]).await;
    assert_eq!(
        app.mails_about(&order),
        2,
        "the control of the tests about one mail"
    );
}
