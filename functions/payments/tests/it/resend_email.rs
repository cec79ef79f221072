//! An administrator wants a pass to be mailed once more.

use crate::{App, refusal};
use aws_emulation::Fault;
use domain::payment::Change;
use futures::future::join_all;
use serde_json::Value;
use store::{
    registrations::{
        due::Task,
        outbox::{Leased, MailState, OutboxEntry, Take},
    },
    tables::Table,
};
use test_support::{ALL, Answer, Request, SINGLE};
use time::Duration;

impl App {
    async fn resend(&self, order: &str) -> Answer {
        let token = self.test_env.admin_token().await;
        let path = format!("/api/payments/{order}/resend-email");
        self.call(Request::post_raw(path, "").bearer(&token)).await
    }

    async fn outbox(&self, order: &domain::payment::Order) -> OutboxEntry {
        let entry = self.test_env.registrations().mail(&order.order_id).await.unwrap();
        entry.unwrap()
    }

    async fn resent(&self) -> Vec<Value> {
        let log = self.test_env.dump(Table::Admin).await;
        log.into_iter()
            .filter(|entry| entry["action"] == "pass_mail.resent")
            .collect()
    }

    /// Whether the order's mail would be sent automatically, now or in a week.
    async fn mail_is_due(&self) -> bool {
        let later = self.test_env.clock.now() + Duration::weeks(1);
        let due = self
            .test_env
            .registrations()
            .waiting()
            .await
            .unwrap()
            .due(Task::Mail, later);
        !due.is_empty()
    }
}

#[tokio::test]
async fn each_request_for_a_sent_mail_sends_one_more_and_says_so_in_the_audit_log() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    assert_eq!(app.send(id).await.status, 200);
    let first = app.outbox(&order).await;
    for count in 2..=3 {
        app.test_env.clock.advance(Duration::minutes(10));
        let answer = app.resend(id).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["message"], "Success email sent");
        assert_eq!(app.mails(), count);
        let entry = app.outbox(&order).await;
        let mail = app.test_env.mailbox.mails().pop().unwrap();
        assert_eq!(mail.to, "asha@example.com");
        assert!(mail.text.contains(id));
        assert_eq!(entry.state, MailState::Sent);
        assert_eq!(entry.message_id, Some(mail.message_id));
        assert_eq!(entry.sent_at, Some(app.test_env.clock.now()));
        assert_eq!(app.resent().await.len(), count - 1);
    }
    assert!(!app.mail_is_due().await);
    let entry = &app.resent().await[0];
    assert_eq!(entry["username"], "admin");
    assert_eq!(entry["subject"], id);
    assert_eq!(entry["before"]["message_id"], Value::from(first.message_id));
    assert_ne!(entry["after"]["message_id"], entry["before"]["message_id"]);
    // What is not deliberate sends nothing, as ever.
    assert_eq!(
        app.send(id).await.json["message"],
        "Success email was already sent"
    );
    assert_eq!(app.mails(), 3);
}

#[tokio::test]
async fn a_mail_that_was_never_sent_goes_out_once_as_the_first() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    assert_eq!(app.resend(order.order_id.as_str()).await.status, 200);
    assert_eq!(app.outbox(&order).await.state, MailState::Sent);
    assert!(!app.mail_is_due().await);
    assert_eq!(
        app.send(order.order_id.as_str()).await.json["message"],
        "Success email was already sent"
    );
    assert_eq!(app.mails(), 1);
    assert_eq!(app.resent().await.len(), 1);
}

#[tokio::test]
async fn a_mail_that_was_given_up_can_be_sent_and_its_flag_stays_for_a_person() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.clock.advance(Duration::hours(49));
    app.test_env.mailbox.fail(Fault::Down);
    for _ in 0..2 {
        let answer = app.resend(id).await;
        assert_eq!(refusal(&answer), (502, "mail_failed", ""));
        assert_eq!(app.outbox(&order).await.state, MailState::Failed);
    }
    let flags = app.test_env.flags().await;
    assert_eq!(flags[0].flag.as_str(), "PAID_WITHOUT_MAIL");
    app.test_env.mailbox.heal();
    assert_eq!(app.resend(id).await.status, 200);
    assert_eq!(app.mails(), 1);
    assert_eq!(app.outbox(&order).await.state, MailState::Sent);
    assert_eq!(app.test_env.flags().await.len(), 1);
}

#[tokio::test]
async fn a_pass_that_was_never_mailed_and_is_withdrawn_is_mailed_when_it_is_given_back_and_asked_for() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.withdraw(&order).await;
    assert_eq!(refusal(&app.send(id).await), (409, "pass_withdrawn", ""));
    assert_eq!(app.mails(), 0);
    assert_eq!(app.outbox(&order).await.state, MailState::Failed);
    assert!(!app.mail_is_due().await && app.test_env.flags().await.is_empty());
    app.test_env.change_paid(&order, Change::Restored).await;
    assert_eq!(app.resend(id).await.status, 200);
    assert_eq!(
        (app.mails(), app.outbox(&order).await.state),
        (1, MailState::Sent)
    );
}

#[tokio::test]
async fn a_mail_service_that_is_down_is_a_502_and_nothing_is_sent_automatically_later() {
    for fault in [Fault::Down, Fault::Throttled, Fault::Rejected] {
        let app = App::start().await;
        let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        let id = order.order_id.as_str();
        assert_eq!(app.send(id).await.status, 200);
        let before = app.everything().await;
        app.test_env.mailbox.fail(fault);
        let token = app.test_env.admin_token().await;
        let path = format!("/api/payments/{id}/resend-email");
        let answer = app.call(Request::post_raw(path, "").bearer(&token)).await;
        assert_eq!(refusal(&answer), (502, "mail_failed", ""), "{fault:?}");
        assert_eq!(answer.message(), "Failed to send success email");
        assert_eq!(registrations(&app.everything().await), registrations(&before));
        assert!(app.resent().await.is_empty());
        assert!(!app.mail_is_due().await);
        // And it can be asked for again at once.
        app.test_env.mailbox.heal();
        assert_eq!(app.resend(id).await.status, 200);
        assert_eq!(app.mails(), 2);
    }
}

#[tokio::test]
async fn a_mail_that_may_have_gone_out_is_not_called_refused() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    assert_eq!(app.send(id).await.status, 200);
    app.test_env.mailbox.fail(Fault::DroppedAfterAcceptance);
    let answer = app.resend(id).await;
    assert_eq!(refusal(&answer), (500, "internal_error", ""));
    assert_eq!(app.mails(), 2);
}

fn registrations(everything: &[Vec<Value>]) -> &Vec<Value> {
    let of = |table: &&Vec<Value>| table.iter().any(|item| item["kind"] == "ORDER");
    everything.iter().find(of).unwrap()
}

#[tokio::test]
async fn a_mail_that_failed_at_first_is_still_retried_automatically() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.mailbox.fail(Fault::Down);
    let answer = app.resend(order.order_id.as_str()).await;
    assert_eq!(refusal(&answer), (502, "mail_failed", ""));
    assert_eq!(app.outbox(&order).await.state, MailState::Pending);
    assert!(app.mail_is_due().await);
}

#[tokio::test]
async fn ten_administrators_at_once_never_send_two_at_once() {
    let app = App::start().await;
    for first_sent in [true, false] {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("asha{first_sent}@example.com"))
            .await;
        let id = order.order_id.as_str();
        if first_sent {
            assert_eq!(app.send(id).await.status, 200);
        }
        let before = app.mails();
        let answers = join_all((0..10).map(|_| app.resend(id))).await;
        let sent = answers.iter().filter(|answer| answer.status == 200).count();
        let refused = answers
            .iter()
            .filter(|answer| answer.code() == "mail_in_hand")
            .count();
        assert!(sent >= 1);
        assert_eq!(sent + refused, 10);
        assert_eq!(app.mails() - before, sent);
    }
    assert_eq!(app.resent().await.len(), app.mails() - 1);
}

#[tokio::test]
async fn a_mail_that_another_sender_has_leased_is_a_409() {
    let app = App::start().await;
    let registrations = app.test_env.registrations();
    let now = app.test_env.clock.now();
    let minute = Duration::seconds(60);
    let first = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let leased = registrations
        .lease_mail(&first.order_id, Take::Waiting, "another", now, minute)
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
    let again = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    assert_eq!(app.send(again.order_id.as_str()).await.status, 200);
    let leased = registrations
        .lease_sent_mail(&again.order_id, "another", now, minute)
        .await;
    assert!(leased.unwrap().is_some());
    for order in [&first, &again] {
        let answer = app.resend(order.order_id.as_str()).await;
        assert_eq!(refusal(&answer), (409, "mail_in_hand", ""));
    }
    assert_eq!(app.mails(), 1);
    // Those senders have died.
    app.test_env.clock.advance(minute + Duration::seconds(1));
    for order in [&first, &again] {
        assert_eq!(app.resend(order.order_id.as_str()).await.status, 200);
    }
    assert_eq!(app.mails(), 3);
}

#[tokio::test]
async fn a_crash_while_a_second_mail_is_sent_never_sends_a_third() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    assert_eq!(app.send(id).await.status, 200);
    // The writes are the refused lease of a first mail, the lease of a second, and the note that it was sent.
    for (fault, mails) in [
        (test_support::Fault::CrashBefore(0), 1),
        (test_support::Fault::CrashAfter(0), 1),
        (test_support::Fault::CrashBefore(1), 1),
        (test_support::Fault::CrashAfter(1), 1),
        (test_support::Fault::CrashBefore(2), 2),
        (test_support::Fault::CrashAfter(2), 3),
    ] {
        // A session that was not used for a minute would be written, too.
        let token = app.test_env.admin_token().await;
        app.test_env.database.set(fault);
        let path = format!("/api/payments/{id}/resend-email");
        let answer = app.call(Request::post_raw(path, "").bearer(&token)).await;
        assert_eq!(answer.status, 500, "{fault:?}");
        app.test_env.database.set(test_support::Fault::None);
        assert_eq!(app.mails(), mails, "{fault:?}");
        assert_eq!(app.outbox(&order).await.state, MailState::Sent);
        assert!(!app.mail_is_due().await);
        app.test_env.clock.advance(Duration::seconds(61));
    }
    assert_eq!(app.resend(id).await.status, 200);
    assert_eq!(app.mails(), 4);
}

#[tokio::test]
async fn an_order_that_is_not_paid_has_no_mail_to_send_once_more() {
    let app = App::start().await;
    for order in [
        app.test_env.open_order(SINGLE, "asha@example.com").await,
        app.test_env.counter_order(ALL, "asha@example.com").await,
    ] {
        let answer = app.resend(order.order_id.as_str()).await;
        assert_eq!(refusal(&answer), (409, "not_paid", ""));
    }
    let answer = app.resend("C0123456789A-0123456789ABCDEFGHJK").await;
    assert_eq!(refusal(&answer), (404, "not_found", ""));
    assert_eq!(
        refusal(&app.resend("ab").await),
        (422, "invalid_field", "order_id")
    );
    assert_eq!(app.mails(), 0);
}
