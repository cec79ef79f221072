//! Administrators keep the exams.

use crate::{DETAILS, created, form, id, list, listed, place, start, update, updated, with};
use domain::{StreamId, catalogue::Stream};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, COURSE, Fault, OTHER_COURSE, Request, SINGLE, STREAM, rebuild};

const OTHER_STREAM: &str = "arts";

async fn put_other_stream(app: &App) {
    let stream = Stream {
        id: StreamId::parse(OTHER_STREAM).unwrap(),
        name: "Arts".to_owned(),
        created_at: app.test_env.clock.now(),
        version: 1,
        arrivals: 0,
    };
    app.test_env.catalogue().put_stream(&stream).await.unwrap();
}

async fn of_stream(app: &App, stream: &str) -> Vec<Value> {
    let answer = app
        .call_as_admin(Request::get(format!("{DETAILS}/exam/{stream}")))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json.as_array().unwrap().clone()
}

#[tokio::test]
async fn every_exam_is_listed_by_day_and_time() {
    let app = start().await;
    for (date, time) in [
        ("2025-06-01", "14:00"),
        ("2025-05-31", "09:00"),
        ("2025-06-01", "09:00"),
    ] {
        let form = with(
            with(with(form(), "date", date), "timeStart", time),
            "timeEnd",
            "15:00",
        );
        created(&app, &form).await;
    }
    let list = list(&app).await;
    let times: Vec<(&Value, &Value)> = list
        .iter()
        .map(|exam| (&exam["date"], &exam["timeStart"]))
        .collect();
    let expected = [
        ("2025-05-31", "09:00"),
        ("2025-05-31", "10:00"),
        ("2025-05-31", "10:00"),
        ("2025-05-31", "10:00"),
        ("2025-06-01", "09:00"),
        ("2025-06-01", "14:00"),
    ]
    .map(|(date, time)| (json!(date), json!(time)));
    assert_eq!(
        times,
        expected
            .iter()
            .map(|(date, time)| (date, time))
            .collect::<Vec<_>>()
    );
    assert_eq!(
        listed(&app, COURSE).await,
        json!({
            "_id": COURSE,
            "examId": STREAM,
            "image": "",
            "date": "2025-05-31",
            "timeStart": "10:00",
            "timeEnd": "12:00",
            "venue": "Hall A",
            "examFee": 1000,
            "examName": "BCA Entrance",
            "details": "",
            "version": 1,
            "halls": [],
            "reportingTime": "",
        })
    );
}

#[tokio::test]
async fn a_stream_has_its_own_exams() {
    let app = start().await;
    put_other_stream(&app).await;
    assert_eq!(of_stream(&app, OTHER_STREAM).await, [] as [Value; 0]);
    let exam = created(&app, &with(form(), "examId", OTHER_STREAM)).await;
    assert_eq!(of_stream(&app, OTHER_STREAM).await, [exam]);
    assert_eq!(of_stream(&app, STREAM).await.len(), 3);
    for stream in ["no-such-stream", "ab", "a%20b"] {
        let request = Request::get(format!("{DETAILS}/exam/{stream}"));
        app.assert_changes_nothing(request, (404, "not_found", "")).await;
    }
}

#[tokio::test]
async fn a_new_exam_is_as_the_form_says() {
    let app = start().await;
    let exam = created(&app, &form()).await;
    assert!(id(&exam).starts_with("course-"));
    let mut expected = form();
    expected["_id"] = exam["_id"].clone();
    expected["image"] = json!("");
    expected["version"] = json!(1);
    assert_eq!(exam, expected);
    assert_eq!(listed(&app, id(&exam)).await, exam);
}

#[tokio::test]
async fn an_exam_without_a_name_has_that_of_its_stream() {
    let app = start().await;
    for name in [Value::Null, json!(""), json!("  ")] {
        let exam = created(&app, &with(form(), "examName", name)).await;
        assert_eq!(exam["examName"], "Science");
    }
}

#[tokio::test]
async fn an_edit_changes_everything_and_may_move_the_exam_to_another_stream() {
    let app = start().await;
    put_other_stream(&app).await;
    let exam = updated(
        &app,
        COURSE,
        &with(with(form(), "examId", OTHER_STREAM), "version", 1),
    )
    .await;
    let mut expected = form();
    expected["_id"] = json!(COURSE);
    expected["examId"] = json!(OTHER_STREAM);
    expected["image"] = json!("");
    expected["version"] = json!(2);
    assert_eq!(exam, expected);
    assert_eq!(of_stream(&app, OTHER_STREAM).await, [exam]);
    // Both streams are notified, so that neither is deleted at the same moment.
    let arrivals = |items: &[Value], sk: &str| {
        items
            .iter()
            .find(|item| item["sk"] == sk)
            .map(|item| item["arrivals"].clone())
    };
    let items = app.test_env.dump(Table::Catalogue).await;
    assert_eq!(arrivals(&items, "STREAM#arts"), Some(json!(1)));
    updated(&app, COURSE, &with(form(), "examId", OTHER_STREAM)).await;
    let items = app.test_env.dump(Table::Catalogue).await;
    assert_eq!(
        arrivals(&items, "STREAM#arts"),
        Some(json!(1)),
        "it was there already"
    );
}

#[tokio::test]
async fn a_field_that_is_left_out_of_an_edit_becomes_empty() {
    let app = start().await;
    let mut form = form();
    for field in ["venue", "details"] {
        form.as_object_mut().unwrap().remove(field);
    }
    let exam = updated(&app, COURSE, &form).await;
    assert_eq!((&exam["venue"], &exam["details"]), (&json!(""), &json!("")));
}

#[tokio::test]
async fn a_deleted_exam_is_gone() {
    let app = start().await;
    let answer = app.call_as_admin(Request::delete(place(COURSE))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        answer.json,
        json!({ "message": "Exam detail deleted successfully" })
    );
    assert_eq!(list(&app).await.len(), 2);
    let gone = (404, "not_found", "");
    app.assert_changes_nothing(Request::delete(place(COURSE)), gone)
        .await;
    app.assert_changes_nothing(Request::put(place(COURSE), &form()), gone)
        .await;
    app.assert_changes_nothing(Request::put(place(COURSE), &with(form(), "version", 1)), gone)
        .await;
}

#[tokio::test]
async fn an_unknown_identifier_is_not_found() {
    let app = start().await;
    let gone = (404, "not_found", "");
    for id in ["no-such-exam", "ab", "a%20b", SINGLE, STREAM] {
        app.assert_changes_nothing(Request::delete(place(id)), gone).await;
        app.assert_changes_nothing(Request::put(place(id), &form()), gone)
            .await;
    }
}

#[tokio::test]
async fn each_change_is_in_the_audit_log_with_before_and_after() {
    let app = start().await;
    let exam = created(&app, &form()).await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    assert_eq!(
        update(&app, id(&exam), &with(form(), "examFee", 0)).await.status,
        200
    );
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.call_as_admin(Request::delete(place(id(&exam)))).await;
    let first = with(form(), "image", "");
    let second = with(first.clone(), "examFee", 0);
    let log = app.audit_log().await;
    let expected = [
        ("exam_detail.created", Value::Null, first.clone()),
        ("exam_detail.updated", first, second.clone()),
        ("exam_detail.deleted", second, Value::Null),
    ];
    assert_eq!(log.len(), expected.len());
    for (entry, (action, before, after)) in log.iter().zip(expected) {
        assert_eq!(
            (&entry["action"], &entry["subject"]),
            (&json!(action), &exam["_id"])
        );
        assert_eq!(entry["username"], "admin");
        assert_eq!((&entry["before"], &entry["after"]), (&before, &after), "{action}");
    }
}

#[tokio::test]
async fn a_change_that_is_not_written_leaves_no_entry() {
    let app = start().await;
    app.test_env.database.set(Fault::CrashBefore(0));
    for request in [
        Request::post(DETAILS, &form()),
        Request::put(place(COURSE), &form()),
        Request::delete(place(COURSE)),
    ] {
        app.assert_changes_nothing(request, (500, "internal_error", ""))
            .await;
    }
}

/// Its deletion, if nothing is lost with it.
fn spared(id: &str) -> Request {
    Request::delete(format!("{}?if_unused=true", place(id)))
}

#[tokio::test]
async fn an_exam_that_somebody_has_paid_for_or_a_package_on_sale_needs_is_spared_on_request() {
    let app = start().await;
    let refused = (409, "on_sale", "");
    app.assert_changes_nothing(spared(OTHER_COURSE), refused).await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let now = app.test_env.clock.now();
    rebuild(&app.test_env.registrations(), now).await.unwrap();
    let refused = (409, "has_candidates", "");
    app.assert_changes_nothing(spared(COURSE), refused).await;
    let answer = app.call_as_admin(Request::delete(place(COURSE))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}

#[tokio::test]
async fn an_exam_that_was_chosen_of_all_is_spared_also_once_no_college_has_it() {
    let app = start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[COURSE]).await;
    app.test_env.list_exam(COURSE, &[]).await;
    let count = async || {
        let now = app.test_env.clock.now();
        rebuild(&app.test_env.registrations(), now).await.unwrap();
    };
    count().await;
    let refused = app
        .assert_changes_nothing(spared(COURSE), (409, "has_candidates", ""))
        .await;
    assert!(refused.message().contains("chosen"), "{}", refused.message());
    app.test_env.choose(&order, &[OTHER_COURSE]).await;
    count().await;
    assert_eq!(app.call_as_admin(spared(COURSE)).await.status, 200);
}
