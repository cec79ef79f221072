//! Webhooks about payments: a hint to ask the provider, and what follows from its answer.

use crate::{App, assert_taken};
use futures::future::join_all;
use provider_simulator::{Call, PaymentMethod, PaymentStatus, WebhookRequest};
use test_support::{ALL, Fault as DatabaseFault, SINGLE};
use time::Duration;

#[tokio::test]
async fn a_payment_becomes_paid_with_its_method_its_claim_and_its_mail() {
    let app = App::start().await;
    for (email, method, group) in [
        (
            "asha@example.com",
            PaymentMethod::Upi {
                upi_id: "asha@upi".to_owned(),
            },
            "upi",
        ),
        (
            "binu@example.com",
            PaymentMethod::Card {
                last4: "1111".to_owned(),
                bank: "Backwater Bank".to_owned(),
            },
            "credit_card",
        ),
    ] {
        let order = app.test_env.open_order(SINGLE, email).await;
        let id = order.order_id.as_str();
        app.test_env
            .provider
            .attempt(id, PaymentStatus::Success, method)
            .unwrap();
        let answers = app.deliver_all().await;
        assert_eq!(answers.len(), 1);
        assert_taken(&answers[0], "The order is paid");

        let stored = app.test_env.stored(id).await;
        assert_eq!(stored.status.as_str(), "PAID");
        assert_eq!(stored.paid_at, Some(app.test_env.clock.now()));
        let kept = stored.method.unwrap();
        assert_eq!(kept.group.as_deref(), Some(group));
        if group == "upi" {
            assert_eq!(kept.upi.unwrap().upi_id.as_deref(), Some("asha@upi"));
        } else {
            assert_eq!(
                kept.card.unwrap().card_bank_name.as_deref(),
                Some("Backwater Bank")
            );
        }
        let claims = app
            .test_env
            .registrations()
            .claims(&order.claim_key())
            .await
            .unwrap();
        assert!(claims.paid());
        assert!(
            app.test_env
                .registrations()
                .mail(&order.order_id)
                .await
                .unwrap()
                .is_some()
        );
        assert!(!format!("{:?}", app.rows().await).contains("1111"));
    }
    assert_eq!(app.count("MAIL").await, 2);
    assert!(app.flags().await.is_empty());
}

#[tokio::test]
async fn a_webhook_says_how_an_order_was_paid_that_became_paid_without_it_and_the_next_changes_nothing() {
    let app = App::start().await;
    let order = app.open_order().await;
    let id = order.order_id.as_str();
    let counted = app.test_env.attempt(id, PaymentStatus::Success);
    let (env, clock) = (app.test_env.env(), app.test_env.clock.handle());
    let settlement = settlement::Settlement::from_env(&env, app.test_env.registrations(), clock).await;
    let settlement = settlement.unwrap();
    let crowded = settlement::Occasion::CrowdedPage;
    let paid = settlement
        .settle(&order.order_id, &crowded)
        .await
        .unwrap()
        .unwrap();
    assert!(paid.lacks_reference());

    let further = app.test_env.attempt(id, PaymentStatus::Success);
    let asked = app.asked();
    let payments = app.test_env.provider.take_webhooks();
    let payments = payments
        .iter()
        .filter(|webhook| webhook.event == "PAYMENT_SUCCESS_WEBHOOK");
    let [first, second] = payments.collect::<Vec<_>>().try_into().unwrap();
    assert!(first.body.contains(&counted) && second.body.contains(&further));
    for webhook in [first, second, first] {
        assert_taken(&app.deliver(webhook).await, "The order is paid");
        let stored = app.test_env.stored(id).await;
        assert_eq!(stored.reference(), Some(counted.as_str()));
        assert_eq!(stored.method.unwrap().group.as_deref(), Some("upi"));
        assert_eq!(stored.version, paid.version + 1);
    }
    assert_eq!(app.asked(), asked, "a paid order is not asked about");
    assert_eq!(app.count("MAIL").await, 1);
}

#[tokio::test]
async fn every_version_of_the_webhook_is_understood() {
    for version in ["2021-09-21", "2022-09-01", "2023-08-01", "2025-01-01"] {
        let app = App::start().await;
        let order = app.open_order().await;
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        let request = WebhookRequest {
            version: Some(version.to_owned()),
            ..WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", order.order_id.as_str())
        };
        let answer = app.deliver(&app.test_env.provider.webhook(&request)).await;
        assert_taken(&answer, "The order is paid");
        assert_eq!(app.status(&order).await, "PAID", "{version}");
    }
}

#[tokio::test]
async fn a_webhook_that_arrives_five_times_has_its_effect_once() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    app.deliver(&webhook).await;
    let (rows, asked) = (app.rows().await, app.asked());
    app.test_env.clock.advance(Duration::hours(1));
    for _ in 0..4 {
        assert_taken(&app.deliver(&webhook).await, "The order is paid");
    }
    assert_eq!(app.rows().await, rows);
    assert_eq!(app.asked(), asked, "a paid order is not asked about");
    assert_eq!(app.count("MAIL").await, 1);
}

#[tokio::test]
async fn twenty_concurrent_duplicates_of_a_webhook_make_one_payment_and_one_mail() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let webhook = app.test_env.provider.take_webhooks().remove(0);
    for answer in join_all((0..20).map(|_| app.deliver(&webhook))).await {
        assert_taken(&answer, "The order is paid");
    }
    assert_eq!(app.count("MAIL").await, 1);
    assert_eq!(app.count("CLAIM").await, 1);
    assert!(app.flags().await.is_empty());
}

#[tokio::test]
async fn a_failed_and_a_dropped_attempt_leave_the_order_open_for_another() {
    let app = App::start().await;
    let order = app.open_order().await;
    for (outcome, event) in [
        (PaymentStatus::Failed, "PAYMENT_FAILED_WEBHOOK"),
        (PaymentStatus::UserDropped, "PAYMENT_USER_DROPPED_WEBHOOK"),
    ] {
        app.test_env.clock.advance(Duration::seconds(30));
        app.test_env.attempt(order.order_id.as_str(), outcome);
        let webhooks = app.test_env.provider.take_webhooks();
        assert_eq!(webhooks[0].event, event);
        assert_taken(&app.deliver(&webhooks[0]).await, "The order is not paid");
        assert_eq!(app.status(&order).await, "FAILED");
        assert_eq!(app.count("MAIL").await, 0);
    }
    app.test_env.clock.advance(Duration::seconds(30));
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    assert_taken(&app.deliver_all().await[0], "The order is paid");
    assert_eq!(app.status(&order).await, "PAID");
}

#[tokio::test]
async fn a_failure_that_arrives_after_the_success_changes_nothing() {
    let app = App::start().await;
    let order = app.open_order().await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Failed);
    app.test_env.clock.advance(Duration::seconds(30));
    app.test_env.attempt(id, PaymentStatus::Success);
    let [failed, success] = app.test_env.provider.take_webhooks().try_into().unwrap();
    assert_taken(&app.deliver(&success).await, "The order is paid");
    let rows = app.rows().await;
    for late in [&failed, &failed] {
        assert_taken(&app.deliver(late).await, "The order is paid");
    }
    for event in ["PAYMENT_FAILED_WEBHOOK", "PAYMENT_USER_DROPPED_WEBHOOK"] {
        assert_taken(&app.tell(event, id).await, "The order is paid");
    }
    assert_eq!(app.rows().await, rows);
}

#[tokio::test]
async fn money_that_arrives_after_the_order_has_expired_still_pays_it() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env.clock.advance(Duration::minutes(31));
    assert_taken(
        &app.tell("PAYMENT_USER_DROPPED_WEBHOOK", order.order_id.as_str())
            .await,
        "The order is not paid",
    );
    assert_eq!(app.status(&order).await, "EXPIRED");
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    assert_taken(&app.deliver_all().await[0], "The order is paid");
    assert_eq!(app.status(&order).await, "PAID");
}

#[tokio::test]
async fn a_webhook_takes_at_most_four_requests_to_the_database() {
    let app = App::start().await;
    let order = app.open_order().await;
    let requests_of_all = async || {
        app.test_env.database.set(DatabaseFault::None);
        app.deliver_all().await;
        app.test_env.database.requests()
    };
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Failed);
    assert_eq!(requests_of_all().await, 2);
    app.test_env.clock.advance(Duration::seconds(30));
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    assert_eq!(requests_of_all().await, 2);
    // The second payment of the same: its first transaction is refused, and the claims are read.
    let second = app.open_order().await;
    app.test_env
        .attempt(second.order_id.as_str(), PaymentStatus::Success);
    assert_eq!(requests_of_all().await, 4);
    let flags = app.flags().await;
    let duplicate = flags
        .iter()
        .find(|flag| flag.flag.as_str() == "DUPLICATE_PAYMENT");
    assert_eq!(duplicate.unwrap().order_id, second.order_id);

    // With all of the money the order gives up its claim, which is read before.
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    assert_eq!(requests_of_all().await, 4);
}

#[tokio::test]
async fn a_webhook_of_a_package_takes_three_requests_and_four_after_courses() {
    let app = App::start().await;
    for (email, requests) in [("asha@example.com", 3), ("binu@example.com", 4)] {
        if requests == 4 {
            app.test_env.paid_order(SINGLE, email).await;
        }
        let package = app.test_env.open_order(ALL, email).await;
        app.test_env
            .attempt(package.order_id.as_str(), PaymentStatus::Success);
        app.test_env.database.set(DatabaseFault::None);
        app.deliver_all().await;
        assert_eq!(app.test_env.database.requests(), requests, "{email}");
        assert_eq!(app.status(&package).await, "PAID");
    }
}

#[tokio::test]
async fn a_webhook_settles_with_one_question_about_the_order_and_none_about_its_attempts() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let answers = app.deliver_all().await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    assert_eq!(app.status(&order).await, "PAID");
    let provider = &app.test_env.provider;
    assert_eq!(
        (provider.calls(Call::GetOrder), provider.calls(Call::GetPayments)),
        (1, 0)
    );
    let method = app.test_env.stored(order.order_id.as_str()).await.method.unwrap();
    assert!(method.group.is_some(), "the webhook says how it was paid");
}
