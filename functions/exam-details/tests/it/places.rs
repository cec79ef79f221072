//! How many places an exam has, who holds them, and a change of that.

use crate::{created, form, id, list, listed, start, update, updated, with};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, COURSE, Request, SINGLE, rebuild};

/// What is kept of the places of an exam beside those that are held.
async fn kept(app: &App, exam: &str) -> Option<Value> {
    let items = app.test_env.dump(Table::Registrations).await;
    items
        .into_iter()
        .find(|item| item["pk"] == format!("PLACE#{exam}") && item["sk"] == "CAPACITY")
}

/// The exam of the catalogue as the form sends it, with another capacity.
async fn with_capacity(app: &App, capacity: Value) -> Value {
    let mut exam = listed(app, COURSE).await;
    exam.as_object_mut().unwrap().remove("_id");
    exam["capacity"] = capacity;
    exam
}

#[tokio::test]
async fn a_capacity_is_kept_with_the_exam_and_where_payments_find_it_and_goes_with_either() {
    let app = start().await;
    let exam = created(&app, &with(form(), "capacity", 40)).await;
    assert_eq!(exam["capacity"], 40);
    assert_eq!(kept(&app, id(&exam)).await.unwrap()["places"], 40);
    let edit = with(with(form(), "capacity", 30), "version", 1);
    assert_eq!(updated(&app, id(&exam), &edit).await["capacity"], 30);
    assert_eq!(kept(&app, id(&exam)).await.unwrap()["places"], 30);
    let edit = with(form(), "version", 2);
    assert_eq!(updated(&app, id(&exam), &edit).await["capacity"], Value::Null);
    assert_eq!(kept(&app, id(&exam)).await, None);

    let other = created(&app, &with(form(), "capacity", 5)).await;
    let deleted = app.call_as_admin(Request::delete(crate::place(id(&other)))).await;
    assert_eq!(deleted.status, 200, "{}", deleted.json);
    assert_eq!(kept(&app, id(&other)).await, None);
}

#[tokio::test]
async fn what_is_no_capacity_is_refused() {
    let app = start().await;
    for wrong in [json!(0), json!(-1), json!(10_001), json!(2.5), json!("20")] {
        let request = Request::post(crate::DETAILS, &with(form(), "capacity", wrong.clone()));
        app.assert_changes_nothing(request, (422, "invalid_field", "capacity"))
            .await;
    }
}

#[tokio::test]
async fn fewer_places_than_are_held_are_saved_once_that_is_confirmed() {
    let app = start().await;
    app.test_env.limit_places(COURSE, 5).await;
    for number in 0..3 {
        app.test_env
            .paid_place(&format!("student{number}@example.com"))
            .await;
    }
    let fewer = with_capacity(&app, json!(2)).await;
    let refused = update(&app, COURSE, &fewer).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (409, "places_are_held")
    );
    assert_eq!(refused.message(), "3 candidates hold a place of it.");
    assert_eq!(
        (&refused.json["placesHeld"], &refused.json["confirm"]),
        (&json!(3), &json!(["places"]))
    );
    let agreed = with(fewer, "confirm", refused.json["confirm"].clone());
    assert_eq!(updated(&app, COURSE, &agreed).await["capacity"], 2);
    // As many as are held are no fewer.
    let enough = with_capacity(&app, json!(3)).await;
    updated(&app, COURSE, &enough).await;
}

#[tokio::test]
async fn the_lists_say_how_many_are_paid_held_and_left() {
    let app = start().await;
    assert!(listed(&app, COURSE).await.get("places").is_none());
    app.test_env.limit_places(COURSE, 5).await;
    app.test_env.paid_place("asha@example.com").await;
    app.test_env.counter_place("binu@example.com").await;
    let of_all = app.test_env.paid_order(ALL, "chandra@example.com").await;
    app.test_env.choose(&of_all, &[COURSE]).await;
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    let places = json!({ "taken": 2, "held": 1, "left": 2, "beyond": 0 });
    assert_eq!(listed(&app, COURSE).await["places"], places);
    let others = list(&app).await;
    assert!(
        others
            .iter()
            .filter(|exam| exam["_id"] != COURSE)
            .all(|exam| exam.get("places").is_none())
    );
}

#[tokio::test]
async fn those_who_paid_before_are_named_and_awaited() {
    let app = start().await;
    for number in 0..3 {
        app.test_env
            .paid_order(SINGLE, &format!("student{number}@example.com"))
            .await;
    }
    rebuild(&app.test_env.registrations(), app.test_env.clock.now())
        .await
        .unwrap();
    let limited = with_capacity(&app, json!(2)).await;
    let refused = update(&app, COURSE, &limited).await;
    assert_eq!(
        (refused.code(), &refused.json["placesHeld"]),
        ("places_are_held", &json!(3))
    );
    let agreed = with(limited, "confirm", json!(["places"]));
    updated(&app, COURSE, &agreed).await;
    let kept = kept(&app, COURSE).await.unwrap();
    assert_eq!((&kept["places"], &kept["awaited"]), (&json!(2), &json!(3)));
    assert!(kept["due_at"].is_number());
    // Nobody holds one yet, and none is left.
    let places = json!({ "taken": 3, "held": 0, "left": 0, "beyond": 1 });
    assert_eq!(listed(&app, COURSE).await["places"], places);
}
