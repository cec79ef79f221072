//! An exam with ten places and sixty people who want one: whatever becomes of them, no more than ten have one, each who
//! has paid beyond that is flagged, and in the end the places are those of the people who have paid.

use domain::{AttentionKind, payment::Order};
use futures::future::join_all;
use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::tables::Table;
use test_support::{COLLEGE, COURSE, Fault, Request, SINGLE, call, places_in, registration};
use time::Duration;

const PLACES: u32 = 10;
const CAPACITY: usize = PLACES as usize;
const PEOPLE: usize = 60;

/// Everybody, at once. Returns the orders that came of it.
async fn everybody_comes(expo: &Expo, round: usize) -> Vec<String> {
    let answers = join_all((0..PEOPLE).map(async |number| {
        let form = registration(SINGLE, &format!("student{round}.{number}@example.com"));
        expo.create_order(&form).await
    }))
    .await;
    let orders = answers.iter().filter(|answer| answer.status == 200);
    orders
        .map(|answer| answer.json["order_id"].as_str().unwrap().to_owned())
        .collect()
}

/// The places of the exam, of which there are no more than it has.
async fn places(expo: &Expo) -> BTreeSet<String> {
    let items = expo.test_env.dump(Table::Registrations).await;
    let places = places_in(&items, COURSE);
    assert!(places.len() <= CAPACITY, "{places:?}");
    places.into_values().collect()
}

async fn orders(expo: &Expo) -> Vec<Order> {
    let items = expo.test_env.dump(Table::Registrations).await;
    let ids = items.iter().filter(|item| item["kind"] == "ORDER");
    let ids: Vec<String> = ids
        .map(|item| item["order_id"].as_str().unwrap().to_owned())
        .collect();
    join_all(ids.iter().map(|id| expo.stored(id))).await
}

/// Lets the reconciler run until nothing is due any more.
async fn settle_everything(expo: &Expo) {
    for pause in [2, 32, 62, 24 * 60 + 2] {
        expo.test_env.clock.advance(Duration::minutes(pause));
        for _ in 0..4 {
            expo.reconciler.run().await.unwrap();
        }
    }
}

/// What becomes of an order, by the number of its person.
fn live(expo: &Expo, number: usize, order: &str) {
    match number % 5 {
        0 | 1 => drop(expo.pay(order, PaymentStatus::Success)),
        2 => drop(expo.pay(order, PaymentStatus::Failed)),
        3 => drop(expo.pay(order, PaymentStatus::UserDropped)),
        // Goes away without a try.
        _ => {}
    }
}

async fn act(expo: &Expo, function: &axum::Router, request: Request) -> u16 {
    let token = expo.test_env.admin_token().await;
    call(function, request.bearer(&token)).await.status.as_u16()
}

async fn refund(expo: &Expo, order: &str) {
    let amount = expo.stored(order).await.amount.to_json();
    let body = json!({ "amount": amount, "reason": "Cannot come" });
    let request = Request::post(format!("/api/payments/{order}/refunds"), &body)
        .header("Idempotency-Key", "00000000-0000-4000-8000-000000000001");
    assert_eq!(act(expo, &expo.payments, request).await, 202);
}

async fn correct_to(expo: &Expo, order: &str, exam: &str) -> u16 {
    let candidate = expo.stored(order).await.customer_id;
    let correction = json!({ "version": 0, "collegeId": COLLEGE, "course_category": exam });
    let request = Request::put(format!("/api/customers/{candidate}"), &correction);
    act(expo, &expo.customers, request).await
}

async fn oversold(expo: &Expo) -> BTreeSet<String> {
    let flags = expo.attention().await.into_iter();
    flags
        .filter(|flag| flag.flag == AttentionKind::Oversold)
        .map(|flag| flag.order_id.to_string())
        .collect()
}

/// In the end: the places are those of the people who have paid, but for those who are flagged; and what the list says is left
/// can be had, and no more.
async fn assert_nothing_is_lost(expo: &Expo) {
    let held = places(expo).await;
    let flagged = oversold(expo).await;
    let here: Vec<Order> = orders(expo)
        .await
        .into_iter()
        .filter(|order| {
            order.entitles()
                && order
                    .selection
                    .course_id()
                    .is_some_and(|exam| exam.as_str() == COURSE)
        })
        .collect();
    for order in &here {
        let id = order.order_id.as_str();
        assert!(
            held.contains(id) || flagged.contains(id),
            "{id} has paid, has no place and is not flagged"
        );
    }
    let paid: BTreeSet<String> = here.iter().map(|order| order.order_id.to_string()).collect();
    assert!(held.is_subset(&paid), "a place of {held:?} is nobody's");
    let left = CAPACITY - held.len();
    let list = call(&expo.packages, Request::get("/api/packages/list"))
        .await
        .json;
    let course = course_in(&list);
    assert_eq!(
        (&course["seats_left"], &course["sold_out"]),
        (&json!(left), &json!(left == 0))
    );
    for number in 0..=left {
        let answer = expo
            .create_order(&registration(SINGLE, &format!("last{number}@example.com")))
            .await;
        let expected = if number < left { 200 } else { 409 };
        assert_eq!(answer.status, expected, "{}", answer.json);
    }
    assert_eq!(places(expo).await.len(), CAPACITY);
}

fn course_in(list: &Value) -> Value {
    let packages = list.as_array().unwrap().iter();
    let colleges = packages.flat_map(|package| package["collegeList"].as_array().unwrap());
    let mut courses = colleges.flat_map(|college| college["courseList"].as_array().unwrap());
    courses.find(|course| course["_id"] == COURSE).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_people_at_once_and_all_that_may_become_of_them_never_have_more_than_ten_places() {
    let expo = Expo::open().await;
    expo.test_env.limit_places(COURSE, PLACES).await;
    let mut late = Vec::new();
    for round in 0..3 {
        let orders = everybody_comes(&expo, round).await;
        assert!(orders.len() <= CAPACITY, "{}", orders.len());
        assert!(places(&expo).await.is_superset(&orders.iter().cloned().collect()));
        for (number, order) in orders.iter().enumerate() {
            live(&expo, number, order);
            if number % 5 > 1 {
                late.push(order.clone());
            }
        }
        // Everything that happens to them meets everybody who still wants a place.
        let webhooks = expo.deliver_webhooks();
        let (_, again) = tokio::join!(webhooks, everybody_comes(&expo, 10 + round));
        places(&expo).await;
        late.extend(again);
        expo.test_env.clock.advance(Duration::minutes(33));
        let (run, more) = tokio::join!(expo.reconciler.run(), everybody_comes(&expo, 20 + round));
        run.unwrap();
        late.extend(more);
        places(&expo).await;
    }
    // Money that comes late, all of it at once.
    for order in late.iter().step_by(2) {
        if expo.stored(order).await.paid_at.is_none() {
            expo.pay(order, PaymentStatus::Success);
        }
    }
    expo.deliver_webhooks().await;
    let held = places(&expo).await;
    // Some of the money goes back, and some are corrected to another exam and back, while others come.
    let paid: Vec<String> = held.iter().cloned().collect();
    let mut paid_here = Vec::new();
    for order in paid {
        if expo.stored(&order).await.entitles() {
            paid_here.push(order);
        }
    }
    assert!(paid_here.len() >= 4, "{paid_here:?}");
    let (first, second) = (&paid_here[0], &paid_here[1]);
    // What was seen of the places before is out of date by then.
    let a_while = Duration::seconds(3);
    expo.test_env.clock.advance(a_while);
    tokio::join!(refund(&expo, first), everybody_comes(&expo, 30));
    assert_eq!(correct_to(&expo, second, "backwater-bsc").await, 200);
    assert!(!places(&expo).await.contains(second));
    expo.test_env.clock.advance(a_while);
    tokio::join!(
        refund(&expo, &paid_here[2]),
        refund(&expo, &paid_here[3]),
        everybody_comes(&expo, 31)
    );
    settle_everything(&expo).await;
    assert_nothing_is_lost(&expo).await;
}

/// The database, and with it every function that is at work, dies at one write after another of a rush.
#[tokio::test(flavor = "multi_thread")]
async fn no_place_is_lost_by_those_who_die_in_a_rush() {
    let expo = Expo::open().await;
    expo.test_env.limit_places(COURSE, PLACES).await;
    for round in 0..8 {
        let at = 7 * round as u64;
        let fault = match round % 2 {
            0 => Fault::CrashBefore(at),
            _ => Fault::CrashAfter(at),
        };
        expo.test_env.database.set(fault);
        let orders = everybody_comes(&expo, round).await;
        expo.test_env.database.set(Fault::None);
        places(&expo).await;
        for order in orders.iter().step_by(3) {
            expo.pay(order, PaymentStatus::Success);
        }
        expo.test_env.clock.advance(Duration::minutes(33));
        expo.test_env.database.set(Fault::CrashAfter(round as u64));
        let (_, run) = tokio::join!(expo.deliver_webhooks(), expo.reconciler.run());
        drop(run);
        expo.test_env.database.set(Fault::None);
        places(&expo).await;
    }
    settle_everything(&expo).await;
    assert_nothing_is_lost(&expo).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_more_than_ten_are_sold() {
    let expo = Expo::open().await;
    expo.test_env.limit_places(COURSE, PLACES).await;
    expo.test_env.database.set(Fault::NoConditions);
    assert!(everybody_comes(&expo, 0).await.len() > CAPACITY);
    assert!(oversold(&expo).await.is_empty());
}

#[tokio::test]
async fn a_correction_takes_a_place_of_the_other_exam_and_leaves_its_own() {
    let expo = Expo::open().await;
    for exam in [COURSE, "backwater-bsc"] {
        expo.test_env.limit_places(exam, 1).await;
    }
    let order = expo.register(SINGLE, "asha@example.com").await;
    expo.pay(&order, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    assert_eq!(correct_to(&expo, &order, "backwater-bsc").await, 200);
    assert!(expo.test_env.places_of(COURSE).await.is_empty());
    assert_eq!(expo.test_env.places_of("backwater-bsc").await.len(), 1);

    let other = expo.register(SINGLE, "binu@example.com").await;
    assert_eq!(correct_to(&expo, &other, "backwater-bsc").await, 409);
    assert_eq!(
        expo.test_env
            .places_of(COURSE)
            .await
            .into_values()
            .collect::<Vec<_>>(),
        [other]
    );
}
