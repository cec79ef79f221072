//! The same form sent again is the same registration.

use crate::{App, CREATE_ORDER, order_of, refusal, with};
use domain::payment::Status;
use futures::future::join_all;
use provider_simulator::{Call, PaymentStatus};
use serde_json::json;
use std::collections::HashSet;
use store::tables::Table;
use test_support::{ALL, Fault, Request, SINGLE, registration};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";

#[tokio::test]
async fn the_same_key_and_fields_are_the_same_order_and_session() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = app.create_with_key(KEY, &form).await;
    order_of(&first);
    for key in [KEY, &KEY.to_uppercase()] {
        assert_eq!(app.create_with_key(key, &form).await.json, first.json);
    }
    assert_eq!(app.count("ORDER").await, 1);
    assert_eq!(app.count("CANDIDATE").await, 1);
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), 1);
}

#[tokio::test]
async fn the_same_form_twenty_times_at_once_is_one_order() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let answers = join_all((0..20).map(|_| app.create_with_key(KEY, &form))).await;
    let distinct: HashSet<String> = answers
        .iter()
        .map(|answer| {
            order_of(answer);
            answer.json.to_string()
        })
        .collect();
    assert_eq!(distinct.len(), 1, "{distinct:?}");
    assert_eq!(app.count("ORDER").await, 1);
    assert_eq!(app.count("CANDIDATE").await, 1);
    assert_eq!(
        app.test_env.provider.export()["orders"]
            .as_object()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn without_a_key_or_with_another_key_each_form_is_a_registration() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let other = KEY.replace('1', "2");
    let orders = HashSet::from([
        order_of(&app.create(&form).await),
        order_of(&app.create(&form).await),
        order_of(&app.create_with_key(KEY, &form).await),
        order_of(&app.create_with_key(&other, &form).await),
    ]);
    assert_eq!(orders.len(), 4);
}

#[tokio::test]
async fn a_key_cannot_be_used_with_any_other_field() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    order_of(&app.create_with_key(KEY, &form).await);
    for other in [
        with(&form, "customer_name", "Asha R"),
        with(&form, "customer_email", "binu@example.com"),
        with(&form, "customer_phone", "9876543211"),
        with(&form, "secondary_phone", "9876543211"),
        with(&form, "exam_preference", "Online"),
        with(&form, "payment_mode", "upi"),
        with(&form, "course_category", "backwater-bsc"),
        registration(ALL, "asha@example.com"),
    ] {
        let request = Request::post(CREATE_ORDER, &other).header("Idempotency-Key", KEY);
        let answer = app.refused(request).await;
        assert_eq!(
            refusal(&answer),
            (422, "idempotency_key_reused", "Idempotency-Key"),
            "{other}"
        );
    }
}

#[tokio::test]
async fn a_key_that_is_no_uuid_is_refused() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    for key in [
        "",
        "1",
        "1f0e4c0a7a3e4d439c3f2b8f2f6a9d10",
        "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d1",
        "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d100",
        "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d1g",
        "1f0e4c0a-7a3e-4d43-9c3f2b-8f2f6a9d10",
        "{1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d1}",
    ] {
        let request = Request::post(CREATE_ORDER, &form).header("Idempotency-Key", key);
        let answer = app.refused(request).await;
        assert_eq!(
            refusal(&answer),
            (422, "invalid_field", "Idempotency-Key"),
            "{key:?}"
        );
    }
}

#[tokio::test]
async fn after_a_failed_attempt_the_same_order_can_be_paid() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = app.create_with_key(KEY, &form).await;
    let order = order_of(&first);
    app.test_env.attempt(&order, PaymentStatus::Failed);
    assert_eq!(app.create_with_key(KEY, &form).await.json, first.json);
    assert_eq!(app.stored(&order).await.status, Status::Failed);
}

#[tokio::test]
async fn while_an_attempt_is_under_way_nothing_is_opened_for_a_second_one() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = app.create_with_key(KEY, &form).await;
    let order = order_of(&first);
    let attempt = app.test_env.attempt(&order, PaymentStatus::Pending);
    let refused = app.create_with_key(KEY, &form).await;
    assert_eq!(refusal(&refused), (409, "payment_pending", ""));
    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::UserDropped)
        .unwrap();
    assert_eq!(app.create_with_key(KEY, &form).await.json, first.json);
}

#[tokio::test]
async fn an_order_whose_time_is_over_is_followed_by_none_while_the_bank_decides() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = order_of(&app.create_with_key(KEY, &form).await);
    let attempt = app.test_env.attempt(&first, PaymentStatus::Pending);
    for wait in [31, 60] {
        app.test_env.clock.advance(Duration::minutes(wait));
        let refused = app.create_with_key(KEY, &form).await;
        assert_eq!(refusal(&refused), (409, "payment_pending", ""));
    }
    assert_eq!(app.count("ORDER").await, 1);
    app.test_env
        .provider
        .complete(&attempt, PaymentStatus::Failed)
        .unwrap();
    assert_ne!(order_of(&app.create_with_key(KEY, &form).await), first);
}

#[tokio::test]
async fn an_attempt_of_which_nothing_is_heard_for_a_day_holds_nobody_back() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.attempt(&first, PaymentStatus::Pending);
    app.test_env.clock.advance(Duration::minutes(20));
    assert_eq!(
        refusal(&app.create_with_key(KEY, &form).await).1,
        "payment_pending"
    );
    // The key is known for a day, and the provider is asked for a day after the order's time.
    app.test_env.clock.advance(Duration::hours(25));
    assert_ne!(order_of(&app.create_with_key(KEY, &form).await), first);
}

#[tokio::test]
async fn a_closed_order_is_followed_by_a_further_one_of_the_same_candidate() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.clock.advance(Duration::minutes(31));

    let second = app.create_with_key(KEY, &form).await;
    let further = order_of(&second);
    assert_ne!(further, first);
    assert_eq!(
        app.stored(&further).await.customer_id,
        app.stored(&first).await.customer_id
    );
    assert_eq!(app.count("CANDIDATE").await, 1);
    assert_eq!(app.count("ORDER").await, 2);

    assert_eq!(app.create_with_key(KEY, &form).await.json, second.json);
    let file = app
        .test_env
        .registrations()
        .candidate(&app.stored(&first).await.customer_id)
        .await;
    assert_eq!(file.unwrap().unwrap().orders.len(), 2);
}

#[tokio::test]
async fn an_order_that_the_provider_has_closed_before_its_time_is_followed_by_a_further_one() {
    // By its own clock, which may be a little ahead, and by the merchant in the provider's dashboard.
    for close in [expire, terminate] {
        let app = App::start().await;
        let form = registration(SINGLE, "asha@example.com");
        let first = order_of(&app.create_with_key(KEY, &form).await);
        close(&app, &first);
        let answers = join_all((0..5).map(|_| app.create_with_key(KEY, &form))).await;
        let orders: HashSet<String> = answers.iter().map(order_of).collect();
        assert_eq!(orders.len(), 1);
        assert!(!orders.contains(&first));
        assert_eq!(app.count("CANDIDATE").await, 1);
        assert_eq!(app.count("ORDER").await, 2);
        let closed = app.stored(&first).await;
        assert!(!closed.is_open(app.test_env.clock.now()), "{}", closed.status);
    }
}

fn expire(app: &App, order: &str) {
    app.test_env.provider.expire(order).unwrap();
}

fn terminate(app: &App, order: &str) {
    app.test_env.provider.terminate(order).unwrap();
}

#[tokio::test]
async fn a_closed_order_is_followed_by_one_further_order_however_many_ask_at_once() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let first = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.clock.advance(Duration::minutes(31));
    let answers = join_all((0..10).map(|_| app.create_with_key(KEY, &form))).await;
    let orders: HashSet<String> = answers.iter().map(order_of).collect();
    assert_eq!(orders.len(), 1);
    assert!(!orders.contains(&first));
    assert_eq!(app.count("ORDER").await, 2);
}

#[tokio::test]
async fn an_order_with_too_little_time_for_the_provider_is_followed_by_a_further_one() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let down = provider_simulator::Fault::Status { status: 500 };
    app.test_env.provider.fail_always(None, down);
    assert_eq!(app.create_with_key(KEY, &form).await.status, 502);
    app.test_env.provider.clear_faults();
    // The provider takes no order that ends within 15 minutes.
    app.test_env.clock.advance(Duration::minutes(20));
    let order = order_of(&app.create_with_key(KEY, &form).await);
    assert_eq!(app.count("ORDER").await, 2);
    assert_eq!(app.stored(&order).await.status, Status::Active);
}

#[tokio::test]
async fn an_order_is_given_to_the_provider_again_up_to_sixteen_minutes_before_its_expiry_and_not_later() {
    for (left, orders) in [(Duration::seconds(16 * 60 + 1), 1), (Duration::minutes(16), 2)] {
        let app = App::start().await;
        let form = registration(SINGLE, "asha@example.com");
        let down = provider_simulator::Fault::Status { status: 500 };
        app.test_env.provider.fail_always(None, down);
        assert_eq!(app.create_with_key(KEY, &form).await.status, 502);
        app.test_env.provider.clear_faults();
        let rows = app.test_env.dump(Table::Registrations).await;
        let order = rows.iter().find(|row| row["kind"] == "ORDER").unwrap();
        let expires = OffsetDateTime::parse(order["expires_at"].as_str().unwrap(), &Rfc3339).unwrap();
        app.test_env.clock.set_to(expires - left);
        order_of(&app.create_with_key(KEY, &form).await);
        assert_eq!(app.count("ORDER").await, orders, "{left}");
    }
}

#[tokio::test]
async fn a_transaction_that_is_still_in_progress_is_retried_under_its_token_until_it_has_ended() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    app.test_env.database.set(Fault::InProgress(5));
    let order = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.attempt(&order, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    app.test_env.database.set(Fault::InProgress(5));
    assert_eq!(app.status(&order).await.json["status"], "PAID");
    app.test_env.database.set(Fault::None);
    assert_eq!(app.count("ORDER").await, 1);
    assert_eq!(app.count("MAIL").await, 1);
    assert_eq!(
        app.count("ATTENTION").await,
        0,
        "it is not taken for a duplicate of itself"
    );
}

#[tokio::test]
async fn a_transaction_that_stays_in_progress_is_an_error_and_not_a_refusal() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    app.test_env.database.set(Fault::InProgress(u64::MAX));
    assert_eq!(app.create_with_key(KEY, &form).await.status, 500);
    app.test_env.database.set(Fault::None);
    // It was made anyway, and the same form finds it.
    order_of(&app.create_with_key(KEY, &form).await);
    assert_eq!(app.count("ORDER").await, 1);
}

#[tokio::test]
async fn a_form_sent_again_after_it_was_paid_is_already_paid() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let order = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.attempt(&order, PaymentStatus::Success);
    // No webhook has arrived yet: the provider is asked before the order is handed out again.
    let answer = app.create_with_key(KEY, &form).await;
    assert_eq!(refusal(&answer), (409, "already_paid", ""));
    assert_eq!(app.stored(&order).await.status, Status::Paid);
    assert_eq!(
        app.create_with_key(KEY, &form).await.json["code"],
        json!("already_paid")
    );
    assert_eq!(app.count("ORDER").await, 1);
}

#[tokio::test]
async fn an_order_that_was_paid_just_before_it_closed_is_not_followed_by_a_further_one() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let order = order_of(&app.create_with_key(KEY, &form).await);
    app.test_env.attempt(&order, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::minutes(31));
    let answer = app.create_with_key(KEY, &form).await;
    assert_eq!(refusal(&answer), (409, "already_paid", ""));
    assert_eq!(app.count("ORDER").await, 1);
    assert_eq!(app.stored(&order).await.status, Status::Paid);
}
