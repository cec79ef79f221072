//! What was paid back in full is free again: its address may buy it once more, and nothing of it is in the way.

use crate::{
    App,
    duplicates::{assert_already_paid, register_and_pay},
    refusal,
};
use domain::{Email, payment::PassValidity};
use provider_simulator::PaymentStatus;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use test_support::{ALL, Answer, Fault, Request, SINGLE, registration};

const ADDRESS: &str = "asha@example.com";

impl App {
    async fn pay_back(&self, order: &str, key: u8, amount: u64) {
        let key = format!("00000000-0000-4000-8000-{key:012}");
        let body = json!({ "amount": amount, "reason": "Cannot come" });
        let answer = self.refund_with(&key, order, &body).await;
        assert_eq!(answer.json["status"], "SUCCESS", "{}", answer.json);
    }

    /// The orders whose passes somebody who has lost them is sent.
    async fn found_passes(&self) -> BTreeSet<String> {
        let email = Email::parse(ADDRESS).unwrap();
        let found = self.test_env.registrations().orders_with_pass(&email).await;
        let found = found.unwrap().into_iter();
        found.map(|order| order.order_id.to_string()).collect()
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

/// Registers three times for the same and pays each of them.
async fn paid_three_times(app: &App, form: &Value) -> [String; 3] {
    let orders = [
        app.register(form).await,
        app.register(form).await,
        app.register(form).await,
    ];
    for order in &orders {
        app.test_env.attempt(order, PaymentStatus::Success);
        assert_eq!(app.status(order).await.json["status"], "PAID");
    }
    orders
}

#[tokio::test]
async fn whichever_of_several_payments_of_the_same_is_paid_back_the_next_one_stays_paid_for() {
    for (package, price) in [(SINGLE, 1000), (ALL, 1850)] {
        for turns in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1]] {
            let app = App::start().await;
            let form = registration(package, ADDRESS);
            let orders = paid_three_times(&app, &form).await;
            assert_eq!(app.test_env.flags().await.len(), 2);
            let mut left = BTreeSet::from_iter(&orders);
            for turn in turns {
                assert_already_paid(&app, &form).await;
                if package == ALL {
                    assert_already_paid(&app, &registration(SINGLE, ADDRESS)).await;
                }
                assert_eq!(
                    app.found_passes().await,
                    left.iter().map(|id| (*id).clone()).collect()
                );
                app.pay_back(&orders[turn], 1, price).await;
                left.remove(&orders[turn]);
            }
            assert_eq!(app.found_passes().await, BTreeSet::new());
            let again = register_and_pay(&app, &form).await;
            assert!(!orders.contains(&again));
            assert_eq!(app.test_env.flags().await.len(), 2, "{package} {turns:?}");
        }
    }
}

#[tokio::test]
async fn a_pass_of_a_second_payment_is_found_beside_one_that_was_withdrawn() {
    let app = App::start().await;
    let form = registration(SINGLE, ADDRESS);
    let orders = paid_three_times(&app, &form).await;
    let withdrawn = json!({ "validity": "withdrawn", "reason": "Registered twice" });
    for order in &orders[..2] {
        assert_eq!(app.set_validity(order, &withdrawn).await.status, 200);
    }
    assert_eq!(app.found_passes().await, BTreeSet::from([orders[2].clone()]));
    assert_already_paid(&app, &form).await;
}

#[tokio::test]
async fn courses_that_were_paid_twice_are_named_by_a_package_until_both_are_paid_back() {
    for both in [false, true] {
        let app = App::start().await;
        let orders = paid_three_times(&app, &registration(SINGLE, ADDRESS)).await;
        app.pay_back(&orders[0], 1, 1000).await;
        app.pay_back(&orders[1], 1, 1000).await;
        if both {
            app.pay_back(&orders[2], 1, 1000).await;
        }
        let package = register_and_pay(&app, &registration(ALL, ADDRESS)).await;
        let flags = app.test_env.flags().await;
        let note = flags.iter().find(|flag| flag.order_id.as_str() == package);
        let names = |order: &String| note.is_some_and(|flag| flag.note.contains(order.as_str()));
        assert_eq!(orders.each_ref().map(names), [false, false, !both]);
    }
}

#[tokio::test]
async fn a_package_that_was_paid_under_two_names_covers_every_course_until_both_are_paid_back() {
    let app = App::start().await;
    let first = register_and_pay(&app, &registration(ALL, ADDRESS)).await;
    let second = app.test_env.open_order("early-bird", ADDRESS).await.order_id;
    app.test_env.attempt(second.as_str(), PaymentStatus::Success);
    assert_eq!(app.status(second.as_str()).await.json["status"], "PAID");
    let course = registration(SINGLE, ADDRESS);
    for order in [first.as_str(), second.as_str()] {
        assert_already_paid(&app, &course).await;
        app.pay_back(order, 1, 1850).await;
    }
    register_and_pay(&app, &course).await;
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

    // Neither the money nor the pass is left then, so nothing is in the way of the address.
    let withdrawn = json!({ "validity": "withdrawn", "reason": "Does not come" });
    assert_eq!(app.set_validity(&first, &withdrawn).await.status, 200);
    register_and_pay(&app, &form).await;
}

#[tokio::test]
async fn a_pass_that_is_withdrawn_while_the_money_is_here_keeps_its_claim() {
    let app = App::start().await;
    let form = registration(SINGLE, ADDRESS);
    let first = register_and_pay(&app, &form).await;
    let withdrawn = json!({ "validity": "withdrawn", "reason": "Does not come" });
    assert_eq!(app.set_validity(&first, &withdrawn).await.status, 200);
    assert_already_paid(&app, &form).await;
    assert_eq!(app.give_back(&first).await.status, 200);
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
async fn a_pass_of_the_counter_is_not_given_back_to_an_address_that_has_registered_there_again() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, ADDRESS).await;
    app.test_env.record_paid(&order).await;
    app.test_env.pay_back(&order).await;
    app.test_env.counter_order(SINGLE, ADDRESS).await;
    let refused = app.give_back(order.order_id.as_str()).await;
    assert_eq!(refusal(&refused), (409, "already_registered", ""));
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
