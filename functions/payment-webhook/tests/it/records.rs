//! Refunds, and refunds beside disputes: kept once, put before the administrators, and the status stays PAID.

use crate::{App, SECRET, assert_taken, kept, note, paid_order, refusal};
use domain::payment::PassValidity;
use provider_simulator::{Call, Fault as ProviderFault, PaymentStatus, Shown, SignedWebhook, WebhookRequest};
use settlement::{Occasion, Settlement};
use test_support::{Fault, Log};
use time::Duration;

#[tokio::test]
async fn a_refund_is_kept_once_and_flagged() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    assert_eq!(webhook.event, "REFUND_STATUS_WEBHOOK");
    assert_taken(&app.deliver(&webhook).await, "Kept");
    let rows = app.rows().await;
    app.test_env.clock.advance(Duration::minutes(2));
    for _ in 0..4 {
        assert_taken(&app.deliver(&webhook).await, "Kept before");
    }
    assert_eq!(app.rows().await, rows);
    let (events, flags) = kept(&app).await;
    assert_eq!(events.len(), 1);
    assert!(events[0].starts_with("REFUND refund") && events[0].ends_with(" SUCCESS"));
    assert_eq!(flags, ["REFUNDED"]);
    assert_eq!(app.status(&order).await, "PAID");
}

#[tokio::test]
async fn a_second_payment_of_an_order_that_the_provider_refunds_is_kept_and_flagged() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let messages: Vec<String> = app
        .deliver_all()
        .await
        .iter()
        .map(|answer| {
            assert_eq!(answer.status, 200);
            answer.message().to_owned()
        })
        .collect();
    assert_eq!(messages, ["The order is paid", "Kept"]);
    let (events, flags) = kept(&app).await;
    assert!(events[0].starts_with("AUTO_REFUND "), "{events:?}");
    // Who paid is told, on the page and by mail.
    assert_eq!(app.count("NEWS").await, 1);
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    let [back] = &stored.money_back()[..] else {
        panic!("{stored:?}");
    };
    assert!(back.is_sent && back.is_automatic && back.amount == order.amount);
    assert_eq!(stored.net(), order.amount.into());
    assert_eq!(flags, ["REFUNDED"]);
    assert_eq!(app.status(&order).await, "PAID");
    assert_eq!(app.count("MAIL").await, 1);
}

#[tokio::test]
async fn a_refund_at_the_providers_dashboard_leaves_the_revenue_and_withdraws_the_pass() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    for _ in 0..3 {
        app.deliver(&webhook).await;
    }
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!((stored.net().get(), stored.refunds.len()), (0, 1));
    assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(stored.version, order.version + 2, "paid, refunded");
}

#[tokio::test]
async fn the_money_of_a_second_payment_that_the_provider_sends_back_was_never_counted() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.deliver_all().await;
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!((stored.net(), stored.refunds.len()), (order.amount.into(), 0));
    assert_eq!(stored.validity(), Some(PassValidity::Valid));
}

/// The webhook of a refund that has ended comes once more, as it was while the refund was pending.
async fn late_news_leaves_the_note(app: &App, webhook: &SignedWebhook, taken: &str) {
    let ended = note(app).await.unwrap();
    assert!(ended.contains(" SUCCESS"), "{ended}");
    let late = webhook.body.replace("\"SUCCESS\"", "\"PENDING\"");
    assert_ne!(late, webhook.body);
    assert_taken(&app.deliver_signed(SECRET, late.as_bytes()).await, taken);
    assert_eq!(note(app).await.unwrap(), ended);
}

#[tokio::test]
async fn late_news_of_a_refund_that_has_ended_does_not_change_the_flag() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    app.deliver(&webhook).await;
    late_news_leaves_the_note(&app, &webhook, "Kept").await;
}

#[tokio::test]
async fn late_news_of_an_automatic_refund_that_has_ended_does_not_change_the_flag() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let webhooks = app.test_env.provider.take_webhooks();
    let of_the_refund = webhooks
        .iter()
        .find(|webhook| webhook.event == "AUTO_REFUND_STATUS_WEBHOOK");
    let webhook = of_the_refund.unwrap();
    assert_taken(&app.deliver(webhook).await, "Kept");
    late_news_leaves_the_note(&app, webhook, "Kept").await;
}

#[tokio::test]
async fn a_refund_of_which_the_provider_cannot_be_asked_is_kept_and_refused_for_a_retry() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    let down = ProviderFault::Status { status: 503 };
    app.test_env.provider.fail_always(Some(Call::Refunds), down);
    assert_eq!(refusal(&app.deliver(&webhook).await), (502, "not_confirmed", ""));
    assert_eq!(kept(&app).await.1, ["REFUNDED"]);
    app.test_env.provider.clear_faults();
    assert_taken(&app.deliver(&webhook).await, "Kept before");
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
}

/// The payer's bank may refuse it days later.
#[tokio::test]
async fn a_refund_that_is_cancelled_after_it_went_through_is_flagged_and_stays_counted() {
    for is_down in [false, true] {
        let app = App::start().await;
        let order = paid_order(&app).await;
        let id = order.order_id.as_str();
        app.test_env.provider.refund(id).unwrap();
        app.deliver_all().await;
        let sent = app.test_env.stored(id).await;
        app.test_env.provider.cancel_refunds(id).unwrap();
        let webhook = app.test_env.provider.take_webhooks().remove(0);
        if is_down {
            let down = ProviderFault::Status { status: 503 };
            app.test_env.provider.fail_always(Some(Call::Refunds), down);
            assert_eq!(refusal(&app.deliver(&webhook).await), (502, "not_confirmed", ""));
            app.test_env.provider.clear_faults();
        } else {
            assert_taken(&app.deliver(&webhook).await, "Kept");
        }
        let (_, mut flags) = kept(&app).await;
        flags.sort_unstable();
        assert_eq!(flags, ["REFUNDED", "REFUND_FAILED"], "{is_down}");
        let flags = app.flags().await;
        let failed = flags.iter().find(|flag| flag.flag.as_str() == "REFUND_FAILED");
        let note = &failed.unwrap().note;
        assert!(note.contains("came back") && note.contains("CANCELLED"), "{note}");
        assert_eq!(app.test_env.stored(id).await, sent);
        let rows = app.rows().await;
        assert_taken(&app.deliver(&webhook).await, "Kept before");
        assert_eq!(app.rows().await, rows);
    }
}

#[tokio::test]
async fn a_refund_and_a_dispute_of_one_order_are_two_flags() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.test_env.provider.dispute(order.order_id.as_str()).unwrap();
    let answers = app.deliver_all().await;
    assert_taken(&answers[0], "Kept");
    // The first webhook led to both.
    assert_taken(&answers[1], "Kept before");
    let (_, mut flags) = kept(&app).await;
    flags.sort_unstable();
    assert_eq!(flags, ["DISPUTED", "REFUNDED"]);
}

#[tokio::test]
async fn a_refund_that_was_read_from_the_order_is_no_second_record_by_its_webhook() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    // One that the merchant sent back, and one that the provider did on its own.
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.test_env.provider.dispute(order.order_id.as_str()).unwrap();
    let settlement = settlement(&app).await;
    let order = app.test_env.stored(order.order_id.as_str()).await;
    let found = settlement.find_reversals(&order, None).await.unwrap();
    assert_eq!(found.iter().filter(|found| found.new).count(), 3);
    let before = kept(&app).await;
    let messages: Vec<String> = app
        .deliver_all()
        .await
        .iter()
        .map(|answer| answer.message().to_owned())
        .collect();
    assert_eq!(
        messages
            .iter()
            .filter(|message| **message == "Kept before")
            .count(),
        3,
        "{messages:?}"
    );
    assert_eq!(kept(&app).await, before);
}

#[tokio::test]
async fn a_refund_of_a_forgotten_payment_that_is_not_listed_yet_is_refused_for_a_retry() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    let id = order.order_id.as_str();
    app.test_env.forget(&order).await;
    app.test_env.provider.refund(id).unwrap();
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    let unlisted = Shown {
        no_refunds: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, unlisted).unwrap();
    assert_eq!(refusal(&app.deliver(&webhook).await), (502, "not_confirmed", ""));
    app.test_env.provider.show(id, Shown::default()).unwrap();
    for taken in ["Kept", "Kept before"] {
        assert_taken(&app.deliver(&webhook).await, taken);
    }
    let left = app
        .test_env
        .registrations()
        .forgotten_payment(&order.order_id)
        .await;
    assert_eq!(left.unwrap().unwrap().refunded(), order.amount);
    assert_eq!(kept(&app).await.1, ["REFUNDED"]);
    late_news_leaves_the_note(&app, &webhook, "Kept before").await;
}

async fn settlement(app: &App) -> Settlement {
    let env = app.test_env.env();
    let settlement = Settlement::from_env(&env, app.test_env.registrations(), app.test_env.clock.handle());
    settlement.await.unwrap()
}

/// Then nothing in the order says which of its payments was counted.
#[tokio::test]
async fn the_counted_payment_of_an_order_that_was_paid_in_a_crowd_is_none_that_goes_back_beside_it() {
    // The list does not have its refund yet, or fails, or the attempts cannot be asked for.
    for failing in [None, Some(Call::Refunds), Some(Call::GetPayments)] {
        let app = App::start().await;
        let order = app.open_order().await;
        let id = order.order_id.as_str();
        let provider = &app.test_env.provider;
        app.test_env.attempt(id, PaymentStatus::Success);
        let settlement = settlement(&app).await;
        let paid = settlement
            .settle_order(order.clone(), &Occasion::CrowdedPage)
            .await;
        assert!(paid.unwrap().lacks_reference(), "its webhook is lost");
        provider.refund(id).unwrap();
        let mut state = provider.export();
        let refund = &mut state["orders"][id]["refunds"][0];
        refund["automatic"] = "The payment was reported to the bank.".into();
        refund["refund_id"] = format!("auto_{}", refund["cf_refund_id"]).into();
        provider.import(state).unwrap();
        let webhook = provider.webhook(&WebhookRequest::of("AUTO_REFUND_STATUS_WEBHOOK", id));
        let unlisted = Shown {
            no_refunds: true,
            ..Shown::default()
        };
        provider.show(id, unlisted).unwrap();
        if let Some(call) = failing {
            provider.fail_always(Some(call), ProviderFault::Status { status: 503 });
            assert_eq!(refusal(&app.deliver(&webhook).await), (502, "not_confirmed", ""));
            provider.clear_faults();
        }
        assert_eq!(app.deliver(&webhook).await.status, 200);
        provider.show(id, Shown::default()).unwrap();
        assert_eq!(app.deliver(&webhook).await.status, 200);
        let stored = app.test_env.stored(id).await;
        assert_eq!(
            (stored.net().get(), stored.auto_refunds.len()),
            (0, 0),
            "{failing:?}"
        );
        assert_eq!(stored.validity(), Some(PassValidity::Withdrawn), "{failing:?}");
        let (events, flags) = kept(&app).await;
        assert!(events[0].starts_with("REFUND "), "{events:?}");
        assert_eq!((events.len(), flags), (1, vec!["REFUNDED"]), "{failing:?}");
    }
}

#[tokio::test]
async fn nothing_personal_is_kept_of_a_refund() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.deliver_all().await;
    for row in app.rows().await {
        if matches!(row["kind"].as_str(), Some("EVENT" | "ATTENTION")) {
            let text = row.to_string();
            assert!(!text.contains("asha") && !text.contains("9876543210"), "{text}");
        }
    }
}

#[tokio::test]
async fn the_webhook_of_a_refund_that_could_not_be_kept_is_refused_for_a_retry() {
    let app = App::start().await;
    let order = paid_order(&app).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    // Another transaction may hold the same flag at this moment.
    for (fault, refused) in [
        (Fault::CrashBefore(0), (500, "internal_error", "")),
        (Fault::Conflict, (503, "busy", "")),
    ] {
        app.test_env.database.set(fault);
        let answer = app.deliver(&webhook).await;
        assert_eq!(refusal(&answer), refused, "{fault:?}");
        app.test_env.database.set(Fault::None);
        assert_eq!(app.count("EVENT").await, 0);
    }
    assert_taken(&app.deliver(&webhook).await, "Kept");
    assert_eq!(kept(&app).await.1, ["REFUNDED"]);
}

#[tokio::test]
async fn the_log_says_what_each_webhook_is_about_and_never_of_which_order() {
    let app = App::start().await;
    let order = app.open_order().await;
    let log = Log::start();
    for (event, kind) in [
        ("PAYMENT_SUCCESS_WEBHOOK", "payment"),
        ("REFUND_STATUS_WEBHOOK", "refund"),
        ("DISPUTE_CREATED", "dispute"),
        ("VENDOR_STATUS_UPDATE", "VENDOR_STATUS_UPDATE"),
    ] {
        app.tell(event, order.order_id.as_str()).await;
        let text = log.text();
        assert!(text.contains(&format!("\"kind\":\"{kind}\"")), "{event}: {text}");
    }
    assert!(!log.text().contains(order.order_id.as_str()));
}
