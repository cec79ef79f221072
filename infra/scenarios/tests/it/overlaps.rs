//! A package of all colleges and courses of it, paid by one address: whichever comes first, the later one is flagged as a
//! duplicate, and both are paid.

use crate::counter::{EMAIL, at_counter};
use domain::{AttentionKind, Email, PackageId, claim::Claimed};
use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::{Value, json};
use store::{
    registrations::{
        attention::Flag,
        paid::{Payment, Recorded},
    },
    tables::Table,
};
use test_support::{ALL, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, call, registration};
use time::Duration;

/// Pays an order, as its return page finds out.
async fn pay(expo: &Expo, order: &str) {
    expo.pay(order, PaymentStatus::Success);
    expo.world.clock.advance(Duration::seconds(6));
    assert_eq!(expo.status(order).await.json["status"], "PAID");
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
    let token = expo.world.admin_token().await;
    let path = format!("/api/payments/{order}/status");
    let request = Request::put(path, &json!({ "status": "PAID" })).bearer(&token);
    call(&expo.payments, request).await
}

/// The one flag there is, which must be a duplicate's.
async fn the_flag(expo: &Expo) -> Flag {
    let mut flags = expo.attention().await;
    assert_eq!(flags.len(), 1, "{flags:?}");
    assert_eq!(flags[0].flag, AttentionKind::DuplicatePayment);
    flags.remove(0)
}

async fn assert_paid_and_mailed(expo: &Expo, orders: &[&str]) {
    expo.run_stream().await;
    for order in orders {
        assert_eq!(expo.pass(order).await.status, 200);
        assert_eq!(expo.mails_about(order), 1);
    }
}

/// Takes the mark of paid courses away, as if the courses had been paid under the release before it.
async fn forget_mark(expo: &Expo) {
    let items = expo.world.dump(Table::Registrations).await;
    let marks: Vec<&Value> = items.iter().filter(|item| item["sk"] == "COURSES").collect();
    for mark in marks {
        expo.world.delete(Table::Registrations, mark).await;
    }
}

#[tokio::test]
async fn a_package_of_all_colleges_paid_after_a_course_is_flagged_as_a_duplicate() {
    let expo = Expo::open().await;
    let course = expo.register(SINGLE, EMAIL).await;
    pay(&expo, &course).await;
    let package = expo.register(ALL, EMAIL).await;
    pay(&expo, &package).await;
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), package);
    assert_eq!(
        flag.note,
        format!(
            "BCA Entrance at Backwater College was already paid by order {course}; \
             All-Inclusive Exam Access covers it"
        )
    );
    assert_paid_and_mailed(&expo, &[&course, &package]).await;
    let claims = expo
        .world
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
    let package = expo.register(ALL, EMAIL).await;
    pay(&expo, &package).await;
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), package);
    for course in &courses {
        assert!(flag.note.contains(course.as_str()), "{}", flag.note);
    }
    assert!(flag.note.ends_with("covers them"), "{}", flag.note);
}

#[tokio::test]
async fn a_course_paid_under_the_release_before_is_found_by_the_payment_of_the_package() {
    let expo = Expo::open().await;
    let course = expo.register(SINGLE, EMAIL).await;
    pay(&expo, &course).await;
    forget_mark(&expo).await;
    let package = expo.register(ALL, EMAIL).await;
    pay(&expo, &package).await;
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), package);
    assert!(flag.note.contains(&course), "{}", flag.note);
}

#[tokio::test]
async fn a_course_paid_after_the_package_is_flagged_with_the_order_that_covers_it() {
    let expo = Expo::open().await;
    let course = expo.register(SINGLE, EMAIL).await;
    let package = expo.register(ALL, EMAIL).await;
    pay(&expo, &package).await;
    pay(&expo, &course).await;
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), course);
    assert_eq!(
        flag.note,
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
    let items = expo.world.dump(Table::Registrations).await;
    let mut item = items
        .into_iter()
        .find(|item| item["kind"] == "ORDER" && item["order_id"] == second.as_str())
        .unwrap();
    item["selection"]["package_id"] = json!(other.to_string());
    expo.world.put(Table::Registrations, &item).await;
    pay(&expo, &second).await;
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), second);
    assert!(flag.note.contains(&first), "{}", flag.note);
    let claim = domain::ClaimKey {
        email: Email::parse(EMAIL).unwrap(),
        what: Claimed::Package(other),
    };
    let claims = expo.world.registrations().claims(&claim).await.unwrap();
    assert_eq!(claims.own.unwrap().order_id.as_str(), second);
    let course = expo.world.draft_order(SINGLE, EMAIL).claim_key();
    let claims = expo.world.registrations().claims(&course).await.unwrap();
    assert_eq!(claims.all.unwrap().order_id.as_str(), first);
}

#[tokio::test]
async fn an_unpaid_course_at_the_counter_does_not_make_the_package_a_duplicate_and_is_not_marked_after_it() {
    let expo = Expo::open().await;
    let course = at_counter(&expo).await;
    let package = expo.register(ALL, EMAIL).await;
    pay(&expo, &package).await;
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
    let package = expo.register(ALL, EMAIL).await;
    pay(&expo, &package).await;
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), package);
    assert!(flag.note.contains(&course), "{}", flag.note);
}

#[tokio::test]
async fn a_package_marked_as_paid_at_the_counter_after_a_course_is_paid_and_flagged() {
    let expo = Expo::open().await;
    let course = expo.register(SINGLE, EMAIL).await;
    let package = expo.world.counter_order(ALL, EMAIL).await.order_id.to_string();
    pay(&expo, &course).await;
    assert_eq!(mark_paid(&expo, &package).await.status, 200);
    let flag = the_flag(&expo).await;
    assert_eq!(flag.order_id.as_str(), package);
    assert!(flag.note.contains(&course), "{}", flag.note);
    assert_paid_and_mailed(&expo, &[&course, &package]).await;
}

#[tokio::test]
async fn a_course_paid_concurrently_between_the_look_and_the_payment_of_the_package_refuses_it() {
    let expo = Expo::open().await;
    let courses = [
        expo.register(SINGLE, EMAIL).await,
        register_other_course(&expo).await,
    ];
    let package = expo.register(ALL, EMAIL).await;
    let order = expo.stored(&package).await;
    let registrations = expo.world.registrations();
    for course in &courses {
        let policy = settlement::claim_policy(&registrations, &order).await.unwrap();
        pay(&expo, course).await;
        let payment = Payment {
            order: &order,
            method: None,
            at: expo.world.clock.now(),
            claim: &policy,
            audit: None,
        };
        let recorded = registrations.record_paid(&payment).await.unwrap();
        assert_eq!(recorded, Recorded::ClaimTaken, "{policy:?}");
    }
    assert!(expo.attention().await.is_empty());
    pay(&expo, &package).await;
    let flag = the_flag(&expo).await;
    assert!(courses.iter().all(|course| flag.note.contains(course.as_str())));
}
