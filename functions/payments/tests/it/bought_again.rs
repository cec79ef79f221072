//! What was paid back in full is free again: its address may buy it once more, and nothing of it is in the way.

use crate::{
    App,
    duplicates::{assert_already_paid, register_and_pay},
    refusal,
};
use domain::payment::PassValidity;
use serde_json::json;
use test_support::{ALL, Answer, Fault, Request, SINGLE, registration};

const ADDRESS: &str = "asha@example.com";

impl App {
    async fn pay_back(&self, order: &str, key: u8, amount: u64) {
        let key = format!("00000000-0000-4000-8000-{key:012}");
        let body = json!({ "amount": amount, "reason": "Cannot come" });
        let answer = self.refund_with(&key, order, &body).await;
        assert_eq!(answer.json["status"], "SUCCESS", "{}", answer.json);
    }

    async fn give_back(&self, order: &str) -> Answer {
        let body = json!({ "validity": "valid", "reason": "Comes after all" });
        self.set_validity(order, &body).await
    }
}

#[tokio::test]
async fn what_was_paid_back_in_full_can_be_bought_again_and_what_was_in_part_cannot() {
    for (package, price) in [(SINGLE, 1000), (ALL, 1850)] {
        let app = App::start().await;
        let form = registration(package, ADDRESS);
        let first = register_and_pay(&app, &form).await;
        app.pay_back(&first, 1, price - 1).await;
        assert_already_paid(&app, &form).await;
        app.pay_back(&first, 2, 1).await;
        let second = register_and_pay(&app, &form).await;
        assert_ne!(first, second);
        assert!(app.test_env.flags().await.is_empty(), "{package}");
        assert_already_paid(&app, &form).await;
    }
}

#[tokio::test]
async fn a_course_that_was_paid_back_is_not_named_among_those_that_a_package_covers() {
    let app = App::start().await;
    let course = register_and_pay(&app, &registration(SINGLE, ADDRESS)).await;
    app.pay_back(&course, 1, 1000).await;
    register_and_pay(&app, &registration(ALL, ADDRESS)).await;
    assert!(app.test_env.flags().await.is_empty());
}

#[tokio::test]
async fn a_package_that_was_paid_back_covers_no_course() {
    let app = App::start().await;
    let package = register_and_pay(&app, &registration(ALL, ADDRESS)).await;
    app.pay_back(&package, 1, 1850).await;
    register_and_pay(&app, &registration(SINGLE, ADDRESS)).await;
    assert!(app.test_env.flags().await.is_empty());
}

#[tokio::test]
async fn a_second_payment_of_the_same_is_paid_back_and_the_first_stays_paid_for() {
    let app = App::start().await;
    let form = registration(SINGLE, ADDRESS);
    let (first, second) = (app.register(&form).await, app.register(&form).await);
    for order in [&first, &second] {
        app.test_env
            .attempt(order, provider_simulator::PaymentStatus::Success);
        assert_eq!(app.status(order).await.json["status"], "PAID");
    }
    app.pay_back(&second, 1, 1000).await;
    assert_already_paid(&app, &form).await;
}

#[tokio::test]
async fn a_pass_that_is_given_back_takes_its_claim_again_unless_another_has_it() {
    let app = App::start().await;
    let form = registration(SINGLE, ADDRESS);
    let first = register_and_pay(&app, &form).await;
    app.pay_back(&first, 1, 1000).await;
    let answer = app.give_back(&first).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_already_paid(&app, &form).await;

    let withdrawn = json!({ "validity": "withdrawn", "reason": "Does not come" });
    assert_eq!(app.set_validity(&first, &withdrawn).await.status, 200);
    assert_already_paid(&app, &form).await;
}

#[tokio::test]
async fn a_pass_is_not_given_back_to_an_address_that_has_bought_the_same_again() {
    for (package, price) in [(SINGLE, 1000), (ALL, 1850)] {
        let app = App::start().await;
        let first = register_and_pay(&app, &registration(package, ADDRESS)).await;
        app.pay_back(&first, 1, price).await;
        register_and_pay(&app, &registration(package, ADDRESS)).await;
        let refused = app.give_back(&first).await;
        assert_eq!(refusal(&refused), (409, "already_registered", ""), "{package}");
        let stored = app.stored(&first).await;
        assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    }
}

#[tokio::test]
async fn a_crash_at_any_write_of_the_last_refund_leaves_the_claim_with_whom_it_belongs() {
    let mut ends = [false; 2];
    for writes in 0..3 {
        for crash in [Fault::CrashBefore(writes), Fault::CrashAfter(writes)] {
            let app = App::start().await;
            let form = registration(SINGLE, ADDRESS);
            let first = register_and_pay(&app, &form).await;
            let token = app.test_env.admin_token().await;
            app.test_env.database.set(crash);
            let body = json!({ "amount": 1000, "reason": "Cannot come" });
            let request = Request::post(format!("/api/payments/{first}/refunds"), &body).bearer(&token);
            let key = "00000000-0000-4000-8000-000000000001";
            app.call(request.header("Idempotency-Key", key)).await;
            app.test_env.database.set(Fault::None);
            let is_back = app.stored(&first).await.is_refunded();
            ends[usize::from(is_back)] = true;
            if is_back {
                register_and_pay(&app, &form).await;
            } else {
                assert_already_paid(&app, &form).await;
            }
        }
    }
    assert_eq!(ends, [true, true]);
}
