//! Which payment of an order a refund or dispute is of.

use crate::App;
use domain::payment::{Change, Order, PassValidity, RefundId, RefundState};
use payment_provider::{WebhookEvent, parse_webhook};
use provider_simulator::{Call, Fault, PaymentStatus};
use serde_json::{Value, json};
use settlement::Occasion;
use test_support::SINGLE;

impl App {
    async fn paid(&self) -> Order {
        let order = self.test_env.open_order(SINGLE, "asha@example.com").await;
        self.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        let paid = self.settle(&order).await;
        assert!(paid.method.as_ref().unwrap().reference.is_some());
        paid
    }

    /// Makes the refunds of an order at the provider other ones.
    fn alter_refunds(&self, order: &Order, alter: impl FnOnce(&mut [Value])) {
        let mut state = self.test_env.provider.export();
        let refunds = &mut state["orders"][order.order_id.as_str()]["refunds"];
        alter(refunds.as_array_mut().unwrap());
        self.test_env.provider.import(state).unwrap();
    }

    async fn find(&self, order: &Order) -> Order {
        let before = self.stored(order).await;
        self.settlement.find_reversals(&before, None).await.unwrap();
        self.stored(order).await
    }

    /// The mails that are due about the order.
    async fn news(&self) -> Vec<String> {
        let rows = self.test_env.dump(store::tables::Table::Registrations).await;
        let rows = rows.iter().filter(|row| row["kind"] == "NEWS");
        rows.map(Value::to_string).collect()
    }
}

/// The provider sends it back of its own accord.
fn automatic(refund: &mut Value) {
    refund["automatic"] = json!("The payment was reported to the bank.");
    refund["refund_id"] = json!(format!("auto_{}", refund["cf_refund_id"]));
}

#[tokio::test]
async fn the_counted_payment_that_the_provider_sends_back_by_itself_leaves_revenue_and_pass() {
    let app = App::start().await;
    let order = app.paid().await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.alter_refunds(&order, |refunds| automatic(&mut refunds[0]));
    let after = app.find(&order).await;
    assert_eq!((after.net().get(), after.refundable().get()), (0, 0));
    assert_eq!(after.validity(), Some(PassValidity::Withdrawn));
    assert!(after.auto_refunds.is_empty());
    let [mail] = &app.news().await[..] else {
        panic!("one mail")
    };
    assert!(
        !mail.contains("automatic_refund") && mail.contains("ENDED"),
        "{mail}"
    );
    let [flag] = app.test_env.flags().await.try_into().unwrap();
    assert!(flag.note.starts_with("REFUND "), "{}", flag.note);
    // And it is said once.
    assert_eq!(app.find(&order).await, after);
    assert_eq!(app.news().await.len(), 1);
}

#[tokio::test]
async fn a_further_payment_that_is_refunded_by_hand_was_never_counted() {
    let app = App::start().await;
    let order = app.paid().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.alter_refunds(&order, |refunds| {
        refunds[0]["automatic"] = Value::Null;
        refunds[0]["refund_id"] = json!("by_hand");
    });
    for _ in 0..2 {
        let after = app.find(&order).await;
        assert_eq!(after.net(), order.amount.into());
        assert_eq!(after.validity(), Some(PassValidity::Valid));
        assert!(after.refunds.is_empty());
        let [sent] = &after.auto_refunds[..] else {
            panic!("{after:?}")
        };
        assert_eq!((sent.id.as_str(), sent.amount), ("by_hand", order.amount));
    }
    assert_eq!(app.news().await.len(), 1);
}

#[tokio::test]
async fn the_payment_that_the_provider_keeps_instead_of_the_counted_one_counts_until_it_goes_back_too() {
    let app = App::start().await;
    let order = app.paid().await;
    let counted = order.method.as_ref().unwrap().reference.clone().unwrap();
    let counted: u64 = counted.parse().unwrap();
    let further: u64 = app
        .test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success)
        .parse()
        .unwrap();
    app.alter_refunds(&order, |refunds| refunds[0]["cf_payment_id"] = json!(counted));
    let after = app.find(&order).await;
    assert_eq!(after.net(), order.amount.into());
    assert_eq!(after.validity(), Some(PassValidity::Valid));
    assert_eq!((after.refunds.len(), after.auto_refunds.len()), (0, 1));

    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.alter_refunds(&order, |refunds| refunds[1]["cf_payment_id"] = json!(further));
    let after = app.find(&order).await;
    assert_eq!(after.net().get(), 0);
    assert_eq!(after.validity(), Some(PassValidity::Withdrawn));
    assert_eq!((after.refunds.len(), after.auto_refunds.len()), (1, 1));
}

#[tokio::test]
async fn a_lost_dispute_of_a_further_payment_leaves_revenue_and_pass_and_is_flagged() {
    let app = App::start().await;
    let order = app.paid().await;
    let id = order.order_id.as_str();
    let further = app.test_env.attempt(id, PaymentStatus::Success);
    app.test_env.provider.dispute_payment(id, &further).unwrap();
    app.test_env
        .provider
        .move_dispute(id, "DISPUTE_MERCHANT_ACCEPTED")
        .unwrap();
    for _ in 0..2 {
        let after = app.find(&order).await;
        assert_eq!(
            (after.net(), after.refundable()),
            (order.amount.into(), order.amount)
        );
        assert_eq!(after.validity(), Some(PassValidity::Valid));
        assert!(after.disputes.is_empty());
    }
    let flags = app.test_env.flags().await;
    let disputed: Vec<_> = flags
        .iter()
        .filter(|flag| flag.flag == domain::AttentionKind::Disputed)
        .collect();
    let [flag] = disputed[..] else { panic!("{flags:?}") };
    assert!(
        flag.note.starts_with("DISPUTE_OF_FURTHER_PAYMENT ")
            && flag.note.ends_with(" DISPUTE_MERCHANT_ACCEPTED"),
        "{}",
        flag.note
    );
}

#[tokio::test]
async fn a_lost_dispute_of_the_counted_payment_takes_revenue_and_pass_although_there_is_a_further_one() {
    let app = App::start().await;
    let order = app.paid().await;
    let id = order.order_id.as_str();
    let counted = order.method.as_ref().unwrap().reference.clone().unwrap();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.test_env.provider.dispute_payment(id, &counted).unwrap();
    app.test_env.provider.lose_dispute(id).unwrap();
    let after = app.find(&order).await;
    assert_eq!(after.net().get(), 0);
    assert_eq!(after.validity(), Some(PassValidity::Withdrawn));
}

#[tokio::test]
async fn a_lost_dispute_of_the_payment_that_the_provider_keeps_instead_of_the_counted_one_takes_its_money() {
    let app = App::start().await;
    let order = app.paid().await;
    let id = order.order_id.as_str();
    let counted = order.method.as_ref().unwrap().reference.clone().unwrap();
    let counted: u64 = counted.parse().unwrap();
    let further = app.test_env.attempt(id, PaymentStatus::Success);
    app.alter_refunds(&order, |refunds| refunds[0]["cf_payment_id"] = json!(counted));
    assert_eq!(app.find(&order).await.net(), order.amount.into());

    app.test_env.provider.dispute_payment(id, &further).unwrap();
    let open = app.find(&order).await;
    assert_eq!(open.net(), order.amount.into());
    assert_eq!(open.validity(), Some(PassValidity::Valid));
    assert_eq!(open.disputes.len(), 1, "it is followed");
    app.test_env.clock.advance(time::Duration::DAY);
    app.test_env.provider.lose_dispute(id).unwrap();
    let after = app.find(&order).await;
    assert_eq!(after.net().get(), 0);
    assert_eq!(after.validity(), Some(PassValidity::Withdrawn));
}

#[tokio::test]
async fn a_further_payment_that_is_refunded_was_never_counted_although_the_order_became_paid_in_a_crowd() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    let counted = app.test_env.attempt(id, PaymentStatus::Success);
    let paid = app.settle_as(&order, &Occasion::CrowdedPage).await.unwrap();
    assert!(paid.lacks_reference(), "{paid:?}");
    app.test_env.clock.advance(time::Duration::MINUTE);
    app.test_env.attempt(id, PaymentStatus::Success);
    app.alter_refunds(&order, |refunds| {
        refunds[0]["automatic"] = Value::Null;
        refunds[0]["refund_id"] = json!("by_hand");
    });
    let after = app.find(&order).await;
    assert_eq!(after.reference(), Some(counted.as_str()));
    assert_eq!(after.net(), order.amount.into());
    assert_eq!(after.validity(), Some(PassValidity::Valid));
    assert_eq!((after.refunds.len(), after.auto_refunds.len()), (0, 1));
}

#[tokio::test]
async fn a_refund_that_was_asked_for_here_needs_no_attempts_although_the_order_became_paid_in_a_crowd() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let paid = app.settle_as(&order, &Occasion::CrowdedPage).await.unwrap();
    assert!(paid.lacks_reference(), "{paid:?}");
    let refund_id = RefundId::parse("RF0123456789").unwrap();
    let change = Change::RefundRequested {
        refund_id: refund_id.clone(),
        amount: paid.amount,
        reason: "Cannot come".to_owned(),
        by: "meera".to_owned(),
        mode: None,
    };
    let requested = app.test_env.change_paid(&paid, change).await;
    let busy = Fault::RateLimited { retry_after: 60 };
    app.test_env.provider.fail_always(Some(Call::GetPayments), busy);
    // Given to the provider, and listed by it.
    app.settlement.settle_refunds(requested).await.unwrap();
    let after = app.find(&order).await;
    assert_eq!(after.net().get(), 0);
    assert_eq!(after.refund(&refund_id).unwrap().state, RefundState::Success);
    assert_eq!(app.test_env.provider.calls(Call::GetPayments), 0);
}

#[tokio::test]
async fn of_two_payments_in_a_crowd_the_one_that_is_told_of_first_is_the_counted_one() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    let paid = app.settle_as(&order, &Occasion::CrowdedPage).await.unwrap();
    app.test_env.clock.advance(time::Duration::MINUTE);
    let later = app.test_env.attempt(id, PaymentStatus::Success);
    let mut webhooks = app.test_env.provider.take_webhooks().into_iter();
    let webhook = webhooks
        .rfind(|webhook| webhook.event == "PAYMENT_SUCCESS_WEBHOOK")
        .unwrap();
    let event = parse_webhook(webhook.body.as_bytes()).unwrap();
    let WebhookEvent::Payment { reported, .. } = event else {
        panic!("{event:?}")
    };
    let noted = app.settle_as(&paid, &Occasion::Webhook(&reported)).await;
    assert_eq!(noted.unwrap().reference(), Some(later.as_str()));
    // The provider sends that one back by itself, and the money of the other is here.
    let after = app.find(&order).await;
    assert_eq!(after.net(), order.amount.into());
    assert_eq!(after.validity(), Some(PassValidity::Valid));
    assert_eq!((after.refunds.len(), after.auto_refunds.len()), (0, 1));
}

#[tokio::test]
async fn a_refund_is_of_the_payment_that_its_webhook_names_while_the_order_does_not_list_it() {
    let app = App::start().await;
    let order = app.paid().await;
    app.test_env.provider.take_webhooks();
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.alter_refunds(&order, |refunds| {
        refunds[0]["automatic"] = Value::Null;
        refunds[0]["refund_id"] = json!("by_hand");
    });
    let request = provider_simulator::WebhookRequest::of("REFUND_STATUS_WEBHOOK", order.order_id.as_str());
    let webhook = app.test_env.provider.webhook(&request);
    let event = parse_webhook(webhook.body.as_bytes()).unwrap();
    let WebhookEvent::Reversal { reversal, .. } = event else {
        panic!("{event:?}")
    };
    let written = app.settlement.keep_reversal(&order, &reversal).await;
    assert_eq!(written.unwrap(), store::Write::Done);
    let after = app.stored(&order).await;
    assert_eq!((after.refunds.len(), after.auto_refunds.len()), (0, 1));
}
