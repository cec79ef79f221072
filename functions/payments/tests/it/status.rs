//! The status of a payment.

use crate::{App, order_of, refusal};
use domain::{Entropy, OrderId, payment::Status};
use futures::future::join_all;
use provider_simulator::{Call, Fault, PaymentStatus, Shown};
use serde_json::{Value, json};
use test_support::{ALL, SINGLE, TestEnv, registration};
use time::Duration;

fn status_body(status: &str, attempt: &str) -> Value {
    json!({ "status": status, "attempt": attempt })
}

/// The status after the provider may be asked again.
async fn later(app: &App, order: &str) -> Value {
    app.test_env.clock.advance(Duration::seconds(5));
    let answer = app.status(order).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.json
}

#[tokio::test]
async fn the_status_follows_what_happens_at_the_provider() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "none"));
    let attempt = app.test_env.attempt(&order, PaymentStatus::Pending);
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "pending"));
    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::Failed)
        .unwrap();
    assert_eq!(later(&app, &order).await, status_body("FAILED", "failed"));
    let attempt = app.test_env.attempt(&order, PaymentStatus::Pending);
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "pending"));
    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::UserDropped)
        .unwrap();
    let left = json!({ "status": "FAILED", "attempt": "failed", "ended": "left" });
    assert_eq!(later(&app, &order).await, left);
    app.test_env.provider.expire(&order).unwrap();
    assert_eq!(later(&app, &order).await["status"], "EXPIRED");
    app.test_env.attempt(&order, PaymentStatus::Success);
    assert_eq!(later(&app, &order).await, status_body("PAID", "none"));
}

#[tokio::test]
async fn the_page_of_a_pass_with_another_address_shows_what_goes_back() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@gmial.com").await;
    app.test_env.pay_back(&order).await;
    let pass_id = app.test_env.reissued(&order).await;
    let status = app.status(pass_id.as_str()).await;
    assert_eq!(
        (status.status.as_u16(), &status.json["status"]),
        (200, &json!("PAID"))
    );
    assert_eq!(status.json["money_back"].as_array().unwrap().len(), 1);
    assert_eq!(app.status(order.order_id.as_str()).await.json, status.json);
    let nobodys = OrderId::generate(&order.customer_id, &Entropy::system());
    assert_eq!(app.status(nobodys.as_str()).await.status, 404);
}

#[tokio::test]
async fn paid_is_the_end_whatever_the_provider_says_later() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    app.test_env.attempt(&order, PaymentStatus::Success);
    assert_eq!(later(&app, &order).await, status_body("PAID", "none"));
    let asked = app.test_env.provider.calls(Call::GetOrder);
    let shown = Shown {
        order_status: Some("EXPIRED".to_owned()),
        payment_status: Some("FAILED".to_owned()),
        ..Shown::default()
    };
    app.test_env.provider.show(&order, shown).unwrap();
    assert_eq!(later(&app, &order).await, status_body("PAID", "none"));
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), asked);
}

#[tokio::test]
async fn the_provider_is_asked_once_in_five_seconds_however_many_pages_wait() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    let asks_of_twenty = async || {
        let before = app.test_env.provider.calls(Call::GetOrder);
        for answer in join_all((0..20).map(|_| app.status(&order))).await {
            assert_eq!(answer.status, 200);
        }
        app.test_env.provider.calls(Call::GetOrder) - before
    };
    assert_eq!(asks_of_twenty().await, 1);
    app.test_env.clock.advance(Duration::milliseconds(4_999));
    assert_eq!(asks_of_twenty().await, 0);
    app.test_env.clock.advance(Duration::milliseconds(1));
    assert_eq!(asks_of_twenty().await, 1);
    // Another order has its own five seconds.
    let other = app.register(&registration(ALL, "binu@example.com")).await;
    let before = app.test_env.provider.calls(Call::GetOrder);
    app.status(&other).await;
    assert_eq!(app.test_env.provider.calls(Call::GetOrder) - before, 1);
}

#[tokio::test]
async fn when_the_provider_does_not_answer_the_known_status_is_returned() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    app.test_env.attempt(&order, PaymentStatus::Failed);
    assert_eq!(later(&app, &order).await, status_body("FAILED", "failed"));
    app.test_env.attempt(&order, PaymentStatus::Success);
    for fault in [
        Fault::Status { status: 500 },
        Fault::Status { status: 401 },
        Fault::RateLimited { retry_after: 60 },
        Fault::Drop,
        Fault::Junk,
    ] {
        app.test_env.provider.fail_always(None, fault);
        assert_eq!(
            later(&app, &order).await,
            status_body("FAILED", "unknown"),
            "{fault:?}"
        );
        app.test_env.provider.clear_faults();
    }
    assert_eq!(later(&app, &order).await, status_body("PAID", "none"));
}

#[tokio::test]
async fn attempts_that_cannot_be_read_are_unknown_to_every_page_until_they_are_read() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "none"));
    app.test_env.attempt(&order, PaymentStatus::Pending);
    let limited = Fault::RateLimited { retry_after: 60 };
    app.test_env
        .provider
        .fail_always(Some(Call::GetPayments), limited);
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "unknown"));
    // A page that may not ask yet knows no more.
    let asked = app.test_env.provider.calls(Call::GetOrder);
    assert_eq!(app.status(&order).await.json, status_body("ACTIVE", "unknown"));
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), asked);

    app.test_env.provider.clear_faults();
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "pending"));
    // What is known to be under way stays so, whatever is not answered later.
    app.test_env
        .provider
        .fail_always(Some(Call::GetPayments), limited);
    assert_eq!(later(&app, &order).await, status_body("ACTIVE", "pending"));
}

#[tokio::test]
async fn pages_ask_the_provider_no_more_often_than_their_part_of_what_it_grants() {
    let test_env = TestEnv::start().await;
    let env = test_env.env_and(&[
        ("PROVIDER_ORDER_READS_PER_MINUTE", "20"),
        ("PROVIDER_PAYMENT_READS_PER_MINUTE", "10"),
    ]);
    let router = payments::app_with(env, test_env.clock.handle(), Entropy::system());
    let router = router.await.unwrap();
    let app = App(test_support::App { test_env, router });
    // At the beginning of a minute.
    let clock = &app.test_env.clock;
    clock.advance(Duration::seconds(60 - clock.now().unix_timestamp() % 60));
    let order = async |name: &str| {
        app.test_env
            .open_order(SINGLE, &format!("{name}@example.com"))
            .await
    };
    let orders = [
        order("a").await,
        order("b").await,
        order("c").await,
        order("d").await,
    ];
    let count = |call| app.test_env.provider.calls(call);
    let (asked, read) = (count(Call::GetOrder), count(Call::GetPayments));
    let mut attempts = Vec::new();
    for _ in 0..2 {
        for order in &orders {
            let answer = app.status(order.order_id.as_str()).await;
            attempts.push(answer.json["attempt"].as_str().unwrap().to_owned());
        }
        clock.advance(Duration::seconds(5));
    }
    assert_eq!(attempts, [&["none"; 3][..], &["unknown"; 5]].concat());
    // 30 of 100, of each kind.
    assert_eq!(
        (count(Call::GetOrder) - asked, count(Call::GetPayments) - read),
        (6, 3)
    );

    clock.advance(Duration::minutes(1));
    let answer = app.status(orders[3].order_id.as_str()).await;
    assert_eq!(answer.json, status_body("ACTIVE", "none"));
}

#[tokio::test]
async fn an_unknown_status_of_the_provider_is_never_a_failure() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    let shown = Shown {
        order_status: Some("SOMETHING_NEW".to_owned()),
        ..Shown::default()
    };
    app.test_env.provider.show(&order, shown).unwrap();
    assert_eq!(later(&app, &order).await["status"], "UNKNOWN");
}

#[tokio::test]
async fn an_order_that_the_provider_never_got_fails_only_once_its_creation_must_be_over() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let order = order.order_id.as_str();
    assert_eq!(later(&app, order).await, status_body("CREATED", "none"));
    app.test_env.clock.advance(Duration::minutes(2));
    assert_eq!(later(&app, order).await, status_body("FAILED", "failed"));
}

#[tokio::test]
async fn a_payment_at_the_counter_is_never_asked_about() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    assert_eq!(
        later(&app, order.order_id.as_str()).await,
        status_body("CREATED", "none")
    );
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), 0);
}

#[tokio::test]
async fn an_unknown_order_is_a_404_and_an_invalid_id_a_422() {
    let app = App::start().await;
    for id in ["C0123456789A-0123456789ABCDEFGHJK", "abc", &"a".repeat(45)] {
        assert_eq!(refusal(&app.status(id).await), (404, "not_found", ""), "{id}");
    }
    for id in [
        "ab",
        &"a".repeat(46),
        "a%20b",
        "a%2F..%2Fb",
        "abc%23",
        "%E0%B4%95%E0%B4%95",
        "%FF%FE%FD",
    ] {
        assert_eq!(
            refusal(&app.status(id).await),
            (422, "invalid_field", "order_id"),
            "{id}"
        );
    }
    assert_eq!(app.test_env.provider.calls(Call::GetOrder), 0);
}

#[tokio::test]
async fn an_amount_that_is_not_ours_is_never_paid() {
    let app = App::start().await;
    let cheaper = Shown {
        amount: Some(100),
        ..Shown::default()
    };
    let foreign = Shown {
        currency: Some("USD".to_owned()),
        ..Shown::default()
    };
    for (shown, paid) in [
        (&cheaper, true),
        (&foreign, true),
        (&cheaper, false),
        (&foreign, false),
    ] {
        let order = app.register(&registration(SINGLE, "asha@example.com")).await;
        if paid {
            app.test_env.attempt(&order, PaymentStatus::Success);
        }
        app.test_env.provider.show(&order, shown.clone()).unwrap();
        assert_eq!(later(&app, &order).await["status"], "UNKNOWN");
        assert_eq!(app.stored(&order).await.status, Status::Unknown);
        let flags = app.test_env.flags().await;
        assert!(
            flags
                .iter()
                .any(|flag| flag.order_id.as_str() == order && flag.flag.as_str() == "AMOUNT_MISMATCH")
        );
    }
}

#[tokio::test]
async fn a_candidate_who_pays_again_at_once_is_not_shown_the_previous_failure() {
    let app = App::start().await;
    let key = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";
    let form = registration(SINGLE, "asha@example.com");
    let order = order_of(&app.create_with_key(key, &form).await);
    app.test_env.attempt(&order, PaymentStatus::Failed);
    assert_eq!(later(&app, &order).await, status_body("FAILED", "failed"));

    assert_eq!(order_of(&app.create_with_key(key, &form).await), order);
    app.test_env.attempt(&order, PaymentStatus::Success);
    assert_eq!(app.status(&order).await.json, status_body("PAID", "none"));
}
