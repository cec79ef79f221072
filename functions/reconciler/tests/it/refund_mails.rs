//! Mails to people about money that went back to them.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::{
    AttentionKind, Paise,
    payment::{AutoRefund, Change, RefundEvent, RefundId},
};
use reconciler::Summary;
use store::{
    registrations::attention::{Flag, Kept, ProviderEvent},
    tables::Table,
};
use test_support::SINGLE;
use time::Duration;

const ASHA: &str = "asha@example.com";

impl App {
    async fn refund_mails(&self) -> usize {
        let items = self.test_env.dump(Table::Registrations).await;
        items.iter().filter(|item| item["kind"] == "REFUND").count()
    }
}

/// A paid order, its pass out of the way, of which half has gone back.
async fn start() -> App {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, ASHA).await;
    app.test_env.clock.advance(Duration::minutes(3));
    app.run().await;
    app.test_env.mailbox.clear();
    let refunded = Change::RefundReported {
        refund_id: RefundId::parse("refund_1").unwrap(),
        amount: Some(Paise::new(50_000)),
        event: RefundEvent::Succeeded,
    };
    app.test_env
        .change_paid(&app.test_env.stored(order.order_id.as_str()).await, refunded)
        .await;
    app
}

#[tokio::test]
async fn money_that_went_back_is_told_by_the_next_run_once() {
    let app = start().await;
    assert_eq!(app.refund_mails().await, 1);
    let Summary { mailed, unmailed, .. } = app.run().await;
    assert_eq!((mailed, unmailed), (1, 0));
    let mails = app.test_env.mailbox.mails();
    let [mail] = &mails[..] else {
        panic!("{} mails", mails.len());
    };
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str(), mail.reply_to.as_str()),
        (ASHA, "Money was sent back to you", "organisers@expo.example")
    );
    assert!(
        mail.text
            .contains("Rs\u{a0}500 of your payment was sent back to you."),
        "{}",
        mail.text
    );
    assert_eq!(app.refund_mails().await, 0);
    assert_eq!(app.run().await.mailed, 0);
}

#[tokio::test]
async fn a_second_payment_that_the_provider_sent_back_is_told_too() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, ASHA).await;
    let event = ProviderEvent {
        key: "AUTO_REFUND#1#SUCCESS".to_owned(),
        summary: "AUTO_REFUND 1 SUCCESS".to_owned(),
        at: app.test_env.clock.now(),
        auto_refund: Some(AutoRefund {
            id: "1".to_owned(),
            amount: order.amount,
            at: app.test_env.clock.now(),
        }),
    };
    let registrations = app.test_env.registrations();
    for written in [Kept::Now, Kept::Before] {
        let recorded = registrations.record_event(&order, &event, None).await;
        assert_eq!(recorded.unwrap(), written);
    }
    // What was decided before it was known is decided again.
    let late = ProviderEvent {
        key: "AUTO_REFUND#1#PENDING".to_owned(),
        summary: "AUTO_REFUND 1 PENDING".to_owned(),
        at: app.test_env.clock.now(),
        auto_refund: None,
    };
    let flag = Flag::new(&order, AttentionKind::Refunded, late.at);
    let of_then = registrations.record_event(&order, &late, Some(&flag)).await;
    assert_eq!(of_then.unwrap(), Kept::Stale);
    let order = app.test_env.stored(order.order_id.as_str()).await;
    let of_now = registrations.record_event(&order, &late, Some(&flag)).await;
    assert_eq!(of_now.unwrap(), Kept::Now);
    app.run().await;
    let mails = app.test_env.mailbox.mails();
    let [mail] = &mails[..] else {
        panic!("{} mails", mails.len());
    };
    assert!(
        mail.text.contains("A further payment of Rs\u{a0}1,000"),
        "{}",
        mail.text
    );
}

#[tokio::test]
async fn while_the_mail_service_is_down_the_mail_waits() {
    let app = start().await;
    app.test_env.mailbox.fail(MailFault::Down);
    assert_eq!(app.run().await.mailed, 0);
    assert_eq!(app.refund_mails().await, 1);
    app.test_env.mailbox.heal();
    app.test_env.clock.advance(Duration::minutes(2));
    assert_eq!(app.run().await.mailed, 1);
}
