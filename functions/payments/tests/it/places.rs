//! An exam with a capacity: an order holds a place from its first moment until it can certainly no longer be paid.

use crate::{App, CREATE_ORDER, order_of, refusal};
use domain::{AttentionKind, payment::OrderPlace};
use futures::future::join_all;
use provider_simulator::{Call, Fault as ProviderFault, PaymentStatus};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::tables::Table;
use test_support::{ALL, COURSE, Fault, Request, SINGLE, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";
const SOLD_OUT: (u16, &str, &str) = (409, "sold_out", "course_category");

impl App {
    async fn with_places(places: u32) -> Self {
        let app = Self::start().await;
        app.test_env.limit_places(COURSE, places).await;
        app
    }

    async fn held(&self) -> Vec<String> {
        self.test_env.places_of(COURSE).await.into_values().collect()
    }

    /// Takes a place under [`KEY`].
    async fn hold_with_key(&self) -> String {
        let form = registration(SINGLE, "asha@example.com");
        order_of(&self.create_with_key(KEY, &form).await)
    }

    fn status_at_provider(&self, order: &str) -> Value {
        self.test_env.provider.export()["orders"][order]["status"].clone()
    }

    /// Lets the time of every order pass, and the page of this one ask.
    async fn expire(&self, order: &str) {
        self.test_env.clock.advance(Duration::minutes(32));
        assert_eq!(self.status(order).await.json["status"], "EXPIRED");
    }

    async fn oversold(&self) -> Vec<String> {
        let flags = self.test_env.flags().await.into_iter();
        flags
            .filter(|flag| flag.flag == AttentionKind::Oversold)
            .map(|flag| flag.order_id.to_string())
            .collect()
    }
}

#[tokio::test]
async fn the_last_place_is_one_order_and_who_comes_after_it_leaves_no_trace() {
    let app = App::with_places(1).await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    assert_eq!(app.held().await, [order.as_str()]);
    let form = registration(SINGLE, "binu@example.com");
    assert_eq!(refusal(&app.form_refused(&form).await), SOLD_OUT);
    let keyed = Request::post(CREATE_ORDER, &form).header("Idempotency-Key", KEY);
    assert_eq!(refusal(&app.refused(keyed).await), SOLD_OUT);
    // Every exam together has no capacity of its own.
    order_of(&app.create(&registration(ALL, "binu@example.com")).await);
}

#[tokio::test]
async fn an_open_order_is_answered_under_its_key_when_everything_is_sold() {
    let app = App::with_places(1).await;
    let form = registration(SINGLE, "asha@example.com");
    let order = order_of(&app.create_with_key(KEY, &form).await);
    assert_eq!(order_of(&app.create_with_key(KEY, &form).await), order);
    assert_eq!(app.held().await, [order]);
}

#[tokio::test]
async fn a_further_order_of_a_form_has_the_place_of_the_one_before() {
    let app = App::with_places(1).await;
    let form = registration(SINGLE, "asha@example.com");
    let down = ProviderFault::Status { status: 502 };
    app.test_env.provider.fail_always(Some(Call::CreateOrder), down);
    let first = app.create_with_key(KEY, &form).await;
    assert_eq!(first.status, 502, "{}", first.json);
    app.test_env.provider.clear_faults();
    let [held] = app.held().await.try_into().unwrap();
    // Too late to give it to the provider, and not yet over.
    app.test_env.clock.advance(Duration::minutes(20));
    let further = order_of(&app.create_with_key(KEY, &form).await);
    assert_ne!(further, held);
    assert_eq!(app.held().await, [further]);
    assert_eq!(app.stored(&held).await.place, Some(OrderPlace::Without));
}

const OTHER_KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d11";

/// The same form with another address, which was sent under [`KEY`] before.
fn corrected() -> Value {
    let mut form = registration(SINGLE, "asha.rao@example.com");
    form["replaces"] = json!(KEY);
    form
}

#[tokio::test]
async fn who_holds_the_last_place_and_corrects_the_form_keeps_it_and_only_the_new_order_can_be_paid() {
    for key in [None, Some(OTHER_KEY)] {
        let app = App::with_places(1).await;
        let first = app.hold_with_key().await;
        let mut request = Request::post(CREATE_ORDER, &corrected());
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let further = order_of(&app.call(request).await);
        assert_eq!(app.held().await, [further.as_str()]);
        assert_eq!(app.stored(&first).await.place, Some(OrderPlace::Without));
        assert_eq!(app.status_at_provider(&first), "TERMINATED");
        assert_eq!(app.status_at_provider(&further), "ACTIVE");
        // Nobody gets it by naming what has it no more.
        assert_eq!(refusal(&app.create(&corrected()).await), SOLD_OUT);
    }
}

#[tokio::test]
async fn an_order_before_the_correction_stays_open_while_places_are_left() {
    let app = App::with_places(2).await;
    let first = app.hold_with_key().await;
    let further = app.register(&corrected()).await;
    let mut held = app.held().await;
    held.sort();
    let mut both = [first.clone(), further];
    both.sort();
    assert_eq!(held, both);
    assert_eq!(app.status_at_provider(&first), "ACTIVE");
}

#[tokio::test]
async fn an_order_that_the_bank_decides_about_or_that_is_paid_keeps_its_place_from_a_corrected_form() {
    for (attempt, code) in [
        (PaymentStatus::Pending, "payment_pending"),
        (PaymentStatus::Success, "already_paid"),
    ] {
        let app = App::with_places(1).await;
        let first = app.hold_with_key().await;
        app.test_env.attempt(&first, attempt);
        assert_eq!(refusal(&app.create(&corrected()).await), (409, code, ""));
        assert_eq!(app.held().await, [first.as_str()]);
        // Once that is known here, too.
        let again = app.create(&corrected()).await;
        assert_eq!(again.status, 409, "{}", again.json);
        assert_eq!(app.held().await, [first]);
    }
}

#[tokio::test]
async fn a_corrected_form_takes_no_place_by_a_key_that_made_none() {
    let app = App::with_places(1).await;
    let held = app.register(&registration(SINGLE, "binu@example.com")).await;
    assert_eq!(refusal(&app.create(&corrected()).await), SOLD_OUT);
    let everything = registration(ALL, "asha@example.com");
    order_of(&app.create_with_key(KEY, &everything).await);
    assert_eq!(refusal(&app.create(&corrected()).await), SOLD_OUT);
    let mut form = corrected();
    form["replaces"] = json!("k".repeat(3_000));
    assert_eq!(
        refusal(&app.form_refused(&form).await),
        (422, "invalid_field", "replaces")
    );
    assert_eq!(app.held().await, [held]);
}

#[tokio::test]
async fn while_the_provider_does_not_answer_a_corrected_form_changes_nothing() {
    let app = App::with_places(1).await;
    let first = app.hold_with_key().await;
    let down = ProviderFault::Status { status: 502 };
    app.test_env.provider.fail_always(Some(Call::Terminate), down);
    let answer = app.create(&corrected()).await;
    assert_eq!(answer.status, 502, "{}", answer.json);
    assert_eq!(app.held().await, [first.as_str()]);
    app.test_env.provider.clear_faults();
    let further = app.register(&corrected()).await;
    assert_eq!(app.held().await, [further]);
}

#[tokio::test]
async fn a_corrected_form_takes_no_place_of_an_attempt_that_nobody_could_read() {
    let app = App::with_places(1).await;
    let first = app.hold_with_key().await;
    app.test_env.clock.advance(Duration::minutes(28));
    app.test_env.attempt(&first, PaymentStatus::Pending);
    app.test_env.clock.advance(Duration::minutes(3));
    let limited = ProviderFault::RateLimited { retry_after: 60 };
    app.test_env
        .provider
        .fail_always(Some(Call::GetPayments), limited);
    assert_eq!(refusal(&app.create(&corrected()).await), (503, "busy", ""));
    assert_eq!(app.held().await, [first]);
}

#[tokio::test]
async fn a_page_that_could_not_read_the_attempts_keeps_the_place() {
    let app = App::with_places(1).await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    app.test_env.attempt(&order, PaymentStatus::Pending);
    let limited = ProviderFault::RateLimited { retry_after: 60 };
    app.test_env
        .provider
        .fail_always(Some(Call::GetPayments), limited);
    app.expire(&order).await;
    assert_eq!(app.held().await, [order]);
}

#[tokio::test]
async fn of_many_at_once_that_name_one_key_one_has_its_place() {
    let app = App::with_places(1).await;
    app.hold_with_key().await;
    let answers = join_all((0..6).map(async |number| {
        let mut form = registration(SINGLE, &format!("asha{number}@example.com"));
        form["replaces"] = json!(KEY);
        app.create(&form).await
    }))
    .await;
    let made = answers.iter().filter(|answer| answer.status == 200);
    let made: Vec<String> = made.map(order_of).collect();
    assert_eq!(made.len(), 1, "{answers:?}");
    assert_eq!(app.held().await, made);
}

#[tokio::test]
async fn what_expires_or_is_refused_gives_its_place_back() {
    let app = App::with_places(1).await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    // A failed attempt may be followed by another one.
    app.test_env.attempt(&order, PaymentStatus::Failed);
    assert_eq!(app.status(&order).await.json["status"], "FAILED");
    assert_eq!(app.held().await, [order.as_str()]);
    app.expire(&order).await;
    assert!(app.held().await.is_empty());

    let refuses = ProviderFault::Status { status: 400 };
    app.test_env
        .provider
        .fail_always(Some(Call::CreateOrder), refuses);
    let refused = app.create(&registration(SINGLE, "binu@example.com")).await;
    assert_eq!(refused.status, 502, "{}", refused.json);
    app.test_env.provider.clear_faults();
    assert!(app.held().await.is_empty());
    let order = app.register(&registration(SINGLE, "binu@example.com")).await;
    assert_eq!(app.held().await, [order]);
}

#[tokio::test]
async fn a_bank_that_has_not_decided_keeps_the_place() {
    let app = App::with_places(1).await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    app.test_env.attempt(&order, PaymentStatus::Pending);
    app.expire(&order).await;
    assert_eq!(app.held().await, [order]);
}

#[tokio::test]
async fn a_late_payment_takes_a_place_that_is_left_and_else_is_flagged() {
    let app = App::with_places(1).await;
    let late = app.register(&registration(SINGLE, "asha@example.com")).await;
    app.expire(&late).await;
    app.test_env.attempt(&late, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(app.status(&late).await.json["status"], "PAID");
    assert_eq!(app.held().await, [late.as_str()]);
    assert!(app.oversold().await.is_empty());

    let app = App::with_places(1).await;
    let late = app.register(&registration(SINGLE, "asha@example.com")).await;
    app.expire(&late).await;
    let other = app.register(&registration(SINGLE, "binu@example.com")).await;
    app.test_env.attempt(&late, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(app.status(&late).await.json["status"], "PAID");
    assert_eq!(app.held().await, [other]);
    assert_eq!(app.oversold().await, [late.as_str()]);
    assert_eq!(app.stored(&late).await.place, Some(OrderPlace::Without));
}

#[tokio::test]
async fn all_of_the_money_takes_the_place_along_and_a_pass_that_is_given_back_takes_one_again() {
    let app = App::with_places(1).await;
    let order = app.test_env.paid_place("asha@example.com").await;
    assert_eq!(app.held().await, [order.order_id.to_string()]);
    let order = app.test_env.pay_back(&order).await;
    assert!(app.held().await.is_empty());
    let restore = || {
        let path = format!("/api/payments/{}/validity", order.order_id);
        Request::post(path, &json!({ "validity": "valid", "reason": "Comes after all" }))
    };
    assert_eq!(app.call_as_admin(restore()).await.status, 200);
    assert_eq!(app.held().await, [order.order_id.to_string()]);
    assert!(app.oversold().await.is_empty());
}

#[tokio::test]
async fn a_pass_that_is_given_back_when_nothing_is_left_is_flagged() {
    let app = App::with_places(1).await;
    let order = app.test_env.paid_place("asha@example.com").await;
    let order = app.test_env.pay_back(&order).await;
    let other = app.register(&registration(SINGLE, "binu@example.com")).await;
    let path = format!("/api/payments/{}/validity", order.order_id);
    let restored = json!({ "validity": "valid", "reason": "Comes after all" });
    assert_eq!(
        app.call_as_admin(Request::post(path, &restored)).await.status,
        200
    );
    assert_eq!(app.held().await, [other]);
    assert_eq!(app.oversold().await, [order.order_id.to_string()]);
}

/// Each was written while the exam had any number of places, and comes to count when the last is gone.
#[tokio::test]
async fn who_missed_that_an_exam_was_given_a_capacity_is_flagged_where_nothing_is_left() {
    let app = App::start().await;
    let late = app.register(&registration(SINGLE, "late@example.com")).await;
    app.expire(&late).await;
    let paid = app.test_env.paid_order(SINGLE, "back@example.com").await;
    let back = app.test_env.pay_back(&paid).await.order_id.to_string();
    app.test_env.limit_places(COURSE, 1).await;
    let last = app.register(&registration(SINGLE, "last@example.com")).await;
    app.test_env.attempt(&late, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(app.status(&late).await.json["status"], "PAID");
    let path = format!("/api/payments/{back}/validity");
    let restored = json!({ "validity": "valid", "reason": "Comes after all" });
    let answer = app.call_as_admin(Request::post(path, &restored)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(app.held().await, [last]);
    let oversold: BTreeSet<String> = app.oversold().await.into_iter().collect();
    assert_eq!(oversold, BTreeSet::from([late.clone(), back]));
    assert_eq!(app.stored(&late).await.place, Some(OrderPlace::Without));
}

#[tokio::test]
async fn a_late_payment_of_an_exam_with_any_number_of_places_is_not_flagged() {
    let app = App::start().await;
    let late = app.register(&registration(SINGLE, "late@example.com")).await;
    app.expire(&late).await;
    app.test_env.attempt(&late, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(app.status(&late).await.json["status"], "PAID");
    assert!(app.oversold().await.is_empty());
    assert_eq!(app.stored(&late).await.place, None);
}

#[tokio::test]
async fn of_thirty_at_once_ten_have_the_ten_places_and_the_others_none() {
    let app = App::with_places(10).await;
    let answers = join_all((0..30).map(async |number| {
        let form = registration(SINGLE, &format!("student{number}@example.com"));
        app.create(&form).await
    }))
    .await;
    let sold = answers.iter().filter(|answer| answer.status == 200).count();
    let busy = answers.iter().filter(|answer| answer.status == 503).count();
    let refused = answers
        .iter()
        .filter(|answer| refusal(answer) == SOLD_OUT)
        .count();
    assert_eq!(sold + busy + refused, 30, "{answers:?}");
    assert_eq!(app.held().await.len(), sold);
    assert!(sold <= 10);
}

#[tokio::test]
async fn without_conditions_one_place_is_sold_to_several() {
    let app = App::with_places(3).await;
    app.test_env.database.set(Fault::NoConditions);
    let answers = join_all((0..12).map(async |number| {
        let form = registration(SINGLE, &format!("student{number}@example.com"));
        app.create(&form).await
    }))
    .await;
    assert!(answers.iter().filter(|answer| answer.status == 200).count() > 3);
}

#[tokio::test]
async fn an_exam_without_a_capacity_costs_nothing_and_one_with_it_a_read() {
    for (capacity, expected) in [(None, 8), (Some(5), 9)] {
        let app = App::start().await;
        if let Some(places) = capacity {
            app.test_env.limit_places(COURSE, places).await;
        }
        app.test_env.database.set(Fault::None);
        app.register(&registration(SINGLE, "asha@example.com")).await;
        assert_eq!(app.test_env.database.requests(), expected);
    }
}

#[tokio::test]
async fn fewer_places_than_are_held_sell_none_until_fewer_hold_one() {
    let app = App::with_places(3).await;
    let mut orders = Vec::new();
    for number in 0..3 {
        let email = format!("student{number}@example.com");
        orders.push(app.test_env.paid_place(&email).await);
    }
    app.test_env.limit_places(COURSE, 2).await;
    let form = registration(SINGLE, "late@example.com");
    assert_eq!(refusal(&app.create(&form).await), SOLD_OUT);
    // What was seen of the places is good enough for two seconds.
    let a_while = Duration::seconds(3);
    app.test_env.pay_back(&orders[0]).await;
    app.test_env.clock.advance(a_while);
    assert_eq!(refusal(&app.create(&form).await), SOLD_OUT);
    app.test_env.pay_back(&orders[1]).await;
    app.test_env.clock.advance(a_while);
    order_of(&app.create(&form).await);
    assert_eq!(app.held().await.len(), 2);
}

#[tokio::test]
async fn a_counter_registration_is_marked_paid_with_the_place_that_it_holds() {
    let app = App::with_places(1).await;
    let order = app.test_env.counter_place("asha@example.com").await;
    let path = format!("/api/payments/{}/status", order.order_id);
    let answer = app
        .call_as_admin(Request::put(path, &json!({ "status": "PAID" })))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(app.held().await, [order.order_id.to_string()]);
    let items = app.test_env.dump(Table::Registrations).await;
    assert!(items.iter().all(|item| item["flag"] != "OVERSOLD"));
}
