//! A package of all colleges and courses of it, paid by one address: the later payment is flagged as a duplicate,
//! and both are paid.

use crate::counter::{EMAIL, at_counter};
use domain::{AttentionKind, Email, PackageId, claim::Claimed};
use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::{Value, json};
use store::{
    registrations::{
        attention::Flag,
        paid::{Payment, Recorded},
        places::PlaceAction,
    },
    tables::Table,
};
use test_support::{ALL, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, call, registration};
use time::Duration;

/// Pays an order and lets its return page query it.
async fn pay(expo: &Expo, order: &str) {
    expo.pay(order, PaymentStatus::Success);
    expo.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(expo.status(order).await.json["status"], "PAID");
}

/// Registers for a package and pays the order, which is returned.
async fn register_paid(expo: &Expo, package: &str) -> String {
    let order = expo.register(package, EMAIL).await;
    pay(expo, &order).await;
    order
}

/// A course at another college.
async fn register_other_course(expo: &Expo) -> String {
    let mut form = registration(SINGLE, EMAIL);
    form["collegeId"] = json!(OTHER_COLLEGE);
    form["course_category"] = json!(OTHER_COURSE);
    let answer = expo.create_order(&form).await;
    answer.json["order_id"].as_str().unwrap().to_owned()
}

async fn mark_paid(expo: &Expo, order: &str) -> test_support::Answer {
    let token = expo.test_env.admin_token().await;
    let path = format!("/api/payments/{order}/status");
    let request = Request::put(path, &json!({ "status": "PAID" })).bearer(&token);
    call(&expo.payments, request).await
}

/// The note of the only flag, which must mark `duplicate` as a duplicate.
async fn duplicate_note(expo: &Expo, duplicate: &str) -> String {
    let mut flags = expo.attention().await;
    assert_eq!(flags.len(), 1, "{flags:?}");
    let Flag {
        flag, order_id, note, ..
    } = flags.remove(0);
    assert_eq!(flag, AttentionKind::DuplicatePayment);
    assert_eq!(order_id.as_str(), duplicate);
    note
}

/// Asserts that `duplicate` is the only flagged order, and that the flag names each of the `earlier` ones.
async fn assert_duplicate_of(expo: &Expo, duplicate: &str, earlier: &[String]) {
    let note = duplicate_note(expo, duplicate).await;
    for order in earlier {
        assert!(note.contains(order), "{note}");
    }
}

async fn assert_paid_and_mailed(expo: &Expo, orders: &[&str]) {
    expo.run_stream().await;
    for order in orders {
        assert_eq!(expo.pass(order).await.status, 200);
        assert_eq!(expo.mails_about(order), 1);
    }
}

/// Removes the mark of paid courses, as if they had been paid under a release without it.
async fn remove_mark(expo: &Expo) {
    let items = expo.test_env.dump(Table::Registrations).await;
    let marks: Vec<&Value> = items.iter().filter(|item| item["sk"] == "COURSES").collect();
    for mark in marks {
        expo.test_env.delete(Table::Registrations, mark).await;
    }
}

#[tokio::test]
async fn a_package_of_all_colleges_paid_after_a_course_is_flagged_as_a_duplicate() {
    let expo = Expo::open().await;
    let course = register_paid(&expo, SINGLE).await;
    let package = register_paid(&expo, ALL).await;
    assert_eq!(
        duplicate_note(&expo, &package).await,
        format!(
            "BCA Entrance at Backwater College was already paid by order {course}; \
             All-Inclusive Exam Access covers it"
        )
    );
    assert_paid_and_mailed(&expo, &[&course, &package]).await;
    let claims = expo
        .test_env
        .registrations()
        .claims(&expo.stored(&course).await.claim_key())
        .await;
    assert_eq!(claims.unwrap().all.unwrap().order_id.as_str(), package);
}

#[tokio::test]
async fn a_package_paid_after_several_courses_names_each_of_them() {
    let expo = Expo::open().await;
    let courses = [
        expo.register(SINGLE, EMAIL).await,
        register_other_course(&expo).await,
    ];
    for course in &courses {
        pay(&expo, course).await;
    }
    let package = register_paid(&expo, ALL).await;
    assert_duplicate_of(&expo, &package, &courses).await;
    let note = duplicate_note(&expo, &package).await;
    assert!(note.ends_with("covers them"), "{note}");
}

#[tokio::test]
async fn a_course_paid_under_the_release_before_is_found_by_the_payment_of_the_package() {
    let expo = Expo::open().await;
    let course = register_paid(&expo, SINGLE).await;
    remove_mark(&expo).await;
    let package = register_paid(&expo, ALL).await;
    assert_duplicate_of(&expo, &package, std::slice::from_ref(&course)).await;
}

#[tokio::test]
async fn a_course_paid_after_the_package_is_flagged_with_the_order_that_covers_it() {
    let expo = Expo::open().await;
    let course = expo.register(SINGLE, EMAIL).await;
    let package = register_paid(&expo, ALL).await;
    pay(&expo, &course).await;
    assert_eq!(
        duplicate_note(&expo, &course).await,
        format!(
            "The package of all colleges already paid by order {package} covers BCA Entrance at Backwater College"
        )
    );
    assert_paid_and_mailed(&expo, &[&course, &package]).await;
}

#[tokio::test]
async fn a_second_package_of_all_colleges_is_flagged_and_leaves_the_first_in_place() {
    let expo = Expo::open().await;
    let first = expo.register(ALL, EMAIL).await;
    let second = expo.register(ALL, EMAIL).await;
    pay(&expo, &first).await;
    // The same package by another name is another claim, and covers the same courses.
    let other = PackageId::parse("early-bird").unwrap();
    let items = expo.test_env.dump(Table::Registrations).await;
    let mut item = items
        .into_iter()
        .find(|item| item["kind"] == "ORDER" && item["order_id"] == second.as_str())
        .unwrap();
    item["selection"]["package_id"] = json!(other.to_string());
    expo.test_env.put(Table::Registrations, &item).await;
    pay(&expo, &second).await;
    assert_duplicate_of(&expo, &second, std::slice::from_ref(&first)).await;
    let claim = domain::ClaimKey {
        email: Email::parse(EMAIL).unwrap(),
        what: Claimed::Package(other),
    };
    let claims = expo.test_env.registrations().claims(&claim).await.unwrap();
    assert_eq!(claims.own.unwrap().order_id.as_str(), second);
    let course = expo.test_env.draft_order(SINGLE, EMAIL).claim_key();
    let claims = expo.test_env.registrations().claims(&course).await.unwrap();
    assert_eq!(claims.all.unwrap().order_id.as_str(), first);
}

#[tokio::test]
async fn an_unpaid_course_at_the_counter_does_not_make_the_package_a_duplicate_and_is_not_marked_after_it() {
    let expo = Expo::open().await;
    let course = at_counter(&expo).await;
    let package = register_paid(&expo, ALL).await;
    assert!(expo.attention().await.is_empty());
    let refused = mark_paid(&expo, &course).await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json["order_id"], *package);
}

#[tokio::test]
async fn a_course_marked_as_paid_at_the_counter_makes_the_package_a_duplicate() {
    let expo = Expo::open().await;
    let course = at_counter(&expo).await;
    assert_eq!(mark_paid(&expo, &course).await.status, 200);
    let package = register_paid(&expo, ALL).await;
    assert_duplicate_of(&expo, &package, std::slice::from_ref(&course)).await;
}

#[tokio::test]
async fn a_package_marked_as_paid_at_the_counter_after_a_course_is_paid_and_flagged() {
    let expo = Expo::open().await;
    let course = expo.register(SINGLE, EMAIL).await;
    let package = expo.test_env.counter_order(ALL, EMAIL).await.order_id.to_string();
    pay(&expo, &course).await;
    assert_eq!(mark_paid(&expo, &package).await.status, 200);
    assert_duplicate_of(&expo, &package, std::slice::from_ref(&course)).await;
    assert_paid_and_mailed(&expo, &[&course, &package]).await;
}

#[tokio::test]
async fn a_package_is_not_recorded_when_a_course_is_paid_concurrently_after_its_claim_was_read() {
    let expo = Expo::open().await;
    let courses = [
        expo.register(SINGLE, EMAIL).await,
        register_other_course(&expo).await,
    ];
    let package = expo.register(ALL, EMAIL).await;
    let order = expo.stored(&package).await;
    let registrations = expo.test_env.registrations();
    for course in &courses {
        let policy = settlement::claim_policy(&registrations, &order).await.unwrap();
        pay(&expo, course).await;
        let payment = Payment {
            order: &order,
            method: None,
            at: expo.test_env.clock.now(),
            claim: &policy,
            place: PlaceAction::Keep,
            counter: None,
        };
        let recorded = registrations.record_paid(&payment).await.unwrap();
        assert_eq!(recorded, Recorded::ClaimTaken, "{policy:?}");
    }
    assert!(expo.attention().await.is_empty());
    pay(&expo, &package).await;
    assert_duplicate_of(&expo, &package, &courses).await;
}
