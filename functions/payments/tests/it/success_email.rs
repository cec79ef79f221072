//! An administrator wants the pass to be in the mail.

use crate::{App, refusal};
use aws_emulation::Fault;
use futures::future::join_all;
use store::registrations::{
    due::Task,
    outbox::{Leased, MailState, Receipt, Take},
};
use test_support::{ALL, Answer, Request, SINGLE};
use time::Duration;

impl App {
    pub(crate) async fn send(&self, order: &str) -> Answer {
        let token = self.test_env.admin_token().await;
        let path = format!("/api/payments/send-success-email/{order}");
        self.call(Request::post_raw(path, "").bearer(&token)).await
    }

    pub(crate) fn mails(&self) -> usize {
        self.test_env.mailbox.mails().len()
    }
}

fn assert_mail_failed(answer: &Answer) {
    assert_eq!(refusal(answer), (502, "mail_failed", ""));
    assert_eq!(answer.message(), "Failed to send success email");
}

#[tokio::test]
async fn a_waiting_mail_is_sent_and_a_sent_one_is_not_sent_again() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let first = app.send(id).await;
    assert_eq!(first.status, 200, "{}", first.json);
    assert_eq!(first.json["message"], "Success email sent");
    let again = app.send(id).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.json["message"], "Success email was already sent");

    let mails = app.test_env.mailbox.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, "asha@example.com");
    assert_eq!(mails[0].from, "Scholarship Expo <pass@expo.example>");
    for part in [&mails[0].text, &mails[0].html] {
        assert!(part.contains(id) && part.contains("BCA Entrance"));
        assert!(part.contains(&format!("https://expo.example/payment/success?order_id={id}")));
    }
    let entry = app
        .test_env
        .registrations()
        .mail(&order.order_id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(entry.state, MailState::Sent);
    assert_eq!(entry.message_id.as_ref(), Some(&mails[0].message_id));
}

#[tokio::test]
async fn ten_administrators_at_once_send_one_mail_and_all_see_it_as_sent() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    for answer in join_all((0..10).map(|_| app.send(order.order_id.as_str()))).await {
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    assert_eq!(app.mails(), 1);
}

#[tokio::test]
async fn a_mail_that_another_sender_has_leased_is_waited_for() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let registrations = app.test_env.registrations();
    let now = app.test_env.clock.now();
    let leased = registrations
        .lease_mail(
            &order.order_id,
            Take::Waiting,
            "another",
            now,
            Duration::seconds(60),
        )
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
    let outcome = async {
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        let receipt = Receipt {
            message_id: "message-1",
            at: now,
            calendar: None,
            audit: None,
            bulk: None,
        };
        registrations
            .mail_sent(&order.order_id, "another", &receipt)
            .await
    };
    let (answer, written) = futures::future::join(app.send(order.order_id.as_str()), outcome).await;
    assert_eq!(written.unwrap(), store::registrations::Write::Done);
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(app.mails(), 0, "it is the other sender's mail");
}

#[tokio::test]
async fn a_mail_that_stays_leased_by_another_sender_is_a_502_after_eight_seconds() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let now = app.test_env.clock.now();
    let leased = app
        .test_env
        .registrations()
        .lease_mail(
            &order.order_id,
            Take::Waiting,
            "another",
            now,
            Duration::seconds(60),
        )
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
    let began = std::time::Instant::now();
    assert_mail_failed(&app.send(order.order_id.as_str()).await);
    let waited = began.elapsed();
    assert!((7..20).contains(&waited.as_secs()), "{waited:?}");
    assert_eq!(app.mails(), 0);
}

#[tokio::test]
async fn a_mail_that_may_have_gone_out_is_not_called_refused() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.mailbox.fail(Fault::DroppedAfterAcceptance);
    let answer = app.send(order.order_id.as_str()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    assert_eq!(app.mails(), 1);
}

#[tokio::test]
async fn a_mail_service_that_is_down_is_a_502_and_the_mail_is_tried_again() {
    for fault in [Fault::Down, Fault::Throttled, Fault::Rejected] {
        let app = App::start().await;
        let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        app.test_env.mailbox.fail(fault);
        assert_mail_failed(&app.send(order.order_id.as_str()).await);
        let entry = app
            .test_env
            .registrations()
            .mail(&order.order_id)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (entry.state, entry.attempts),
            (MailState::Pending, 1),
            "{fault:?}"
        );
        let soon = app.test_env.clock.now() + Duration::minutes(1);
        assert_eq!(
            app.test_env
                .registrations()
                .waiting()
                .await
                .unwrap()
                .due(Task::Mail, soon)
                .len(),
            1
        );

        app.test_env.mailbox.heal();
        assert_eq!(app.send(order.order_id.as_str()).await.status, 200);
        assert_eq!(app.mails(), 1);
    }
}

#[tokio::test]
async fn an_order_that_is_not_paid_has_no_mail() {
    let app = App::start().await;
    for order in [
        app.test_env.open_order(SINGLE, "asha@example.com").await,
        app.test_env.counter_order(ALL, "asha@example.com").await,
    ] {
        let answer = app.send(order.order_id.as_str()).await;
        assert_eq!(refusal(&answer), (409, "not_paid", ""));
    }
    let answer = app.send("C0123456789A-0123456789ABCDEFGHJK").await;
    assert_eq!(refusal(&answer), (404, "not_found", ""));
    for id in ["ab", &"a".repeat(46), "a%20b"] {
        assert_eq!(refusal(&app.send(id).await), (422, "invalid_field", "order_id"));
    }
    assert_eq!(app.mails(), 0);
}

#[tokio::test]
async fn nobody_but_an_administrator_sends_mail() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let path = format!("/api/payments/send-success-email/{}", order.order_id);
    for request in [
        Request::post_raw(&path, ""),
        Request::post_raw(&path, "").bearer("junk"),
    ] {
        assert_eq!(refusal(&app.refused(request).await), (401, "unauthorized", ""));
    }
    assert_eq!(app.mails(), 0);
}
