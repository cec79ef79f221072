//! From the form to the pass.

use crate::counter::{EMAIL, register_at_counter};
use aws_emulation::Fault as MailFault;
use provider_simulator::{Call, Fault as ProviderFault, PaymentStatus};
use scenarios::Expo;
use store::{registrations::counter::Registered, tables::Table};
use test_support::{ALL, Request, SINGLE, call, registration};
use time::Duration;

/// The order is paid, holds a pass, and exactly one mail went out about it.
async fn assert_paid_with_one_mail(expo: &Expo, order: &str) {
    assert_eq!(expo.stored(order).await.status, domain::payment::Status::Paid);
    assert_eq!(expo.pass(order).await.status, 200);
    expo.run_stream().await;
    expo.deliver_webhooks().await;
    expo.test_env.clock.advance(Duration::minutes(3));
    expo.reconciler.run().await.unwrap();
    expo.run_stream().await;
    assert_eq!(expo.mails_about(order), 1);
    assert!(expo.attention().await.is_empty());
}

#[tokio::test]
async fn a_visitor_registers_pays_and_holds_a_pass_and_one_mail() {
    for package in [ALL, SINGLE] {
        let expo = Expo::open().await;
        let order = expo.register(package, "asha@example.com").await;
        assert_eq!(expo.status(&order).await.json["status"], "ACTIVE");
        assert_eq!(expo.pass(&order).await.status, 404);

        expo.pay(&order, PaymentStatus::Success);
        expo.test_env.clock.advance(time::Duration::seconds(6));
        let status = expo.status(&order).await;
        assert_eq!(
            status.json,
            serde_json::json!({ "status": "PAID", "attempt": "none" })
        );

        let pass = expo.pass(&order).await;
        assert_eq!(pass.status, 200);
        assert_eq!(pass.json["name"], "Asha Rao");
        assert_eq!(pass.json["phone"], "9876543210");

        expo.run_stream().await;
        for answer in expo.deliver_webhooks().await {
            assert_eq!(answer.status, 200);
        }
        expo.run_stream().await;
        assert_eq!(expo.mails_about(&order), 1);
        assert!(expo.attention().await.is_empty());
    }
}

#[tokio::test]
async fn when_the_tab_is_closed_the_webhook_alone_brings_the_pass() {
    for package in [ALL, SINGLE] {
        let expo = Expo::open().await;
        let order = expo.register(package, "asha@example.com").await;
        expo.pay(&order, PaymentStatus::Success);
        assert!(
            expo.deliver_webhooks()
                .await
                .iter()
                .all(|answer| answer.status == 200)
        );
        assert_paid_with_one_mail(&expo, &order).await;
    }
}

#[tokio::test]
async fn when_the_webhook_is_lost_too_the_reconciler_alone_brings_the_pass() {
    for package in [ALL, SINGLE] {
        let expo = Expo::open().await;
        let order = expo.register(package, "asha@example.com").await;
        expo.pay(&order, PaymentStatus::Success);
        expo.test_env.provider.take_webhooks();
        expo.test_env.clock.advance(Duration::minutes(2));
        assert_eq!(expo.reconciler.run().await.unwrap().settled, 1);
        assert_paid_with_one_mail(&expo, &order).await;
    }
}

#[tokio::test]
async fn an_attempt_that_fails_is_shown_as_failed_and_the_next_one_pays_the_same_order() {
    let expo = Expo::open().await;
    let order = expo.register(SINGLE, "asha@example.com").await;
    let failed = serde_json::json!({ "status": "FAILED", "attempt": "failed" });
    let left = serde_json::json!({ "status": "FAILED", "attempt": "failed", "ended": "left" });
    for (outcome, shown) in [
        (PaymentStatus::Failed, failed),
        (PaymentStatus::UserDropped, left),
    ] {
        expo.pay(&order, outcome);
        expo.test_env.clock.advance(Duration::seconds(6));
        let status = expo.status(&order).await;
        assert_eq!(status.json, shown);
        assert_eq!(expo.pass(&order).await.status, 404);
    }
    expo.pay(&order, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    assert_paid_with_one_mail(&expo, &order).await;
}

#[tokio::test]
async fn a_payment_that_stays_pending_until_the_page_has_given_up_still_brings_pass_and_mail() {
    let expo = Expo::open().await;
    let order = expo.register(ALL, "asha@example.com").await;
    let attempt = expo.pay(&order, PaymentStatus::Pending);
    expo.test_env.clock.advance(Duration::seconds(6));
    let pending = serde_json::json!({ "status": "ACTIVE", "attempt": "pending" });
    assert_eq!(expo.status(&order).await.json, pending);
    expo.test_env.clock.advance(Duration::minutes(4));
    expo.test_env
        .provider
        .complete(&attempt, PaymentStatus::Success)
        .unwrap();
    expo.deliver_webhooks().await;
    assert_paid_with_one_mail(&expo, &order).await;
}

#[tokio::test]
async fn an_order_that_expired_and_is_paid_late_is_paid() {
    for webhook_arrives in [true, false] {
        let expo = Expo::open().await;
        let order = expo.register(SINGLE, "asha@example.com").await;
        expo.test_env.clock.advance(Duration::minutes(32));
        expo.reconciler.run().await.unwrap();
        assert_eq!(expo.status(&order).await.json["status"], "EXPIRED");
        expo.pay(&order, PaymentStatus::Success);
        if webhook_arrives {
            expo.deliver_webhooks().await;
        } else {
            expo.test_env.provider.take_webhooks();
            expo.test_env.clock.advance(Duration::hours(1));
            expo.reconciler.run().await.unwrap();
        }
        assert_paid_with_one_mail(&expo, &order).await;
    }
}

#[tokio::test]
async fn a_provider_that_is_down_through_webhook_page_and_reconciler_loses_nothing() {
    for fault in [
        ProviderFault::Status { status: 500 },
        ProviderFault::RateLimited { retry_after: 60 },
        ProviderFault::Drop,
        ProviderFault::Junk,
    ] {
        let expo = Expo::open().await;
        let order = expo.register(SINGLE, "asha@example.com").await;
        expo.pay(&order, PaymentStatus::Success);
        let before = expo.stored(&order).await;
        expo.test_env.provider.fail_always(None, fault);
        assert_eq!(
            expo.deliver_webhooks().await[0].status,
            502,
            "{fault:?}: the provider is to send it again"
        );
        expo.test_env.clock.advance(Duration::minutes(2));
        let status = expo.status(&order).await;
        assert_eq!(
            (status.status.as_u16(), &status.json["status"]),
            (200, &"ACTIVE".into()),
            "{fault:?}"
        );
        assert_eq!(expo.reconciler.run().await.unwrap().unsettled, 1, "{fault:?}");
        assert_eq!(expo.stored(&order).await.status, before.status);

        expo.test_env.provider.clear_faults();
        expo.test_env.clock.advance(Duration::minutes(4));
        expo.reconciler.run().await.unwrap();
        assert_paid_with_one_mail(&expo, &order).await;
    }
}

#[tokio::test]
async fn an_order_that_the_provider_made_before_the_connection_broke_is_the_one_that_is_paid() {
    let expo = Expo::open().await;
    expo.test_env
        .provider
        .fail_next(Some(Call::CreateOrder), ProviderFault::DropAfterCommit);
    let order = expo.register(SINGLE, "asha@example.com").await;
    assert_eq!(
        expo.test_env.provider.export()["orders"]
            .as_object()
            .unwrap()
            .len(),
        1
    );
    expo.pay(&order, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    assert_paid_with_one_mail(&expo, &order).await;
}

#[tokio::test]
async fn a_mail_service_that_is_down_or_throttles_delays_the_one_mail_and_loses_none() {
    for fault in [MailFault::Down, MailFault::Throttled] {
        let expo = Expo::open().await;
        let order = expo.register(SINGLE, "asha@example.com").await;
        expo.pay(&order, PaymentStatus::Success);
        expo.test_env.mailbox.fail(fault);
        expo.deliver_webhooks().await;
        expo.run_stream().await;
        assert_eq!(
            expo.pass(&order).await.status,
            200,
            "the pass does not wait for the mail"
        );
        for _ in 0..4 {
            expo.test_env.clock.advance(Duration::minutes(10));
            expo.reconciler.run().await.unwrap();
        }
        assert_eq!(expo.mails_about(&order), 0);

        expo.test_env.mailbox.heal();
        expo.test_env.clock.advance(Duration::hours(1));
        assert_eq!(expo.reconciler.run().await.unwrap().mailed, 1);
        assert_paid_with_one_mail(&expo, &order).await;
    }
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_for_two_days_is_flagged() {
    let expo = Expo::open().await;
    let order = expo.register(SINGLE, "asha@example.com").await;
    expo.pay(&order, PaymentStatus::Success);
    expo.test_env.mailbox.fail(MailFault::Down);
    expo.deliver_webhooks().await;
    expo.run_stream().await;
    for _ in 0..50 {
        expo.test_env.clock.advance(Duration::minutes(61));
        expo.reconciler.run().await.unwrap();
    }
    let flags = expo.attention().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(flags[0].flag, domain::AttentionKind::PaidWithoutMail);
}

#[tokio::test]
async fn a_paid_order_is_paid_although_the_provider_does_not_list_its_attempts() {
    let expo = Expo::open().await;
    let order = expo.register(SINGLE, "asha@example.com").await;
    expo.pay(&order, PaymentStatus::Success);
    // The provider answers far fewer questions about attempts than about orders in a minute.
    let busy = ProviderFault::RateLimited { retry_after: 30 };
    expo.test_env.provider.fail_always(Some(Call::GetPayments), busy);
    expo.test_env.clock.advance(Duration::minutes(1));
    expo.reconciler.run().await.unwrap();
    let reference = async || expo.stored(&order).await.method.map(|method| method.reference);
    assert_eq!(reference().await, Some(None));
    // The webhook that comes after it brings how it was paid.
    assert_paid_with_one_mail(&expo, &order).await;
    assert!(reference().await.flatten().is_some());
}

#[tokio::test]
async fn a_form_that_met_a_busy_provider_gets_its_order_at_its_assigned_moment() {
    let expo = Expo::open().await;
    let form = registration(SINGLE, "asha@example.com");
    let send = || {
        let request = Request::post("/api/payments/create-order", &form)
            .header("idempotency-key", "5b7c1f0a-9c1d-4f0e-8b3a-2f6d1c9e7a44");
        call(&expo.payments, request)
    };
    let busy = ProviderFault::RateLimited { retry_after: 30 };
    expo.test_env.provider.fail_always(None, busy);
    let waits = send().await;
    assert_eq!(
        (waits.status.as_u16(), &waits.json["eta_seconds"]),
        (202, &30.into())
    );
    assert_eq!(
        send().await.json,
        waits.json,
        "the same place, of which the provider hears nothing"
    );
    expo.test_env.provider.clear_faults();
    expo.test_env.clock.advance(Duration::seconds(30));
    assert_eq!(send().await.status, 200);
    let items = expo.test_env.dump(Table::Registrations).await;
    let orders = items.iter().filter(|item| item["kind"] == "ORDER");
    let (refused, open): (Vec<_>, Vec<_>) = orders.partition(|order| order.get("refused_at").is_some());
    assert_eq!((refused.len(), open.len()), (1, 1));
}

#[tokio::test]
async fn a_counter_registration_is_refused_when_every_course_is_paid_for() {
    let expo = Expo::open().await;
    let order = expo.register(ALL, EMAIL).await;
    expo.pay(&order, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    assert_eq!(register_at_counter(&expo).await.1, Registered::ClaimTaken);
}
