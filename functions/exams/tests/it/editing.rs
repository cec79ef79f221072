//! Administrators keep the streams.

use crate::{EXAMS, created, form, place, start, streams};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Fault, Request, SINGLE, STREAM};

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_stream() {
    let app = start().await;
    let [form, other] = ["Law", "Laws"].map(|name| Request::post(EXAMS, &json!({ "categoryName": name })));
    app.assert_adds_once(Table::Catalogue, &form, &other).await;
}

#[tokio::test]
async fn a_form_whose_stream_was_deleted_since_adds_no_other() {
    let app = start().await;
    let form = Request::post(EXAMS, &json!({ "categoryName": "Law" }));
    let form = form.header("Idempotency-Key", "00000000-0000-4000-8000-000000000001");
    let made = app.call_as_admin(form.clone()).await;
    let id = made.json["exam"]["_id"].as_str().unwrap();
    assert_eq!(app.call_as_admin(Request::delete(place(id))).await.status, 200);
    app.assert_changes_nothing(form, (409, "deleted_since", "")).await;
}

#[tokio::test]
async fn the_streams_are_listed_the_oldest_first() {
    let app = start().await;
    let mut ids = vec![STREAM.to_owned()];
    for name in ["Zoology", "Arts"] {
        ids.push(created(&app, name).await);
        app.test_env.clock.advance(time::Duration::seconds(1));
    }
    let streams = streams(&app).await;
    assert_eq!(
        streams[0],
        json!({ "_id": "science", "categoryName": "Science", "createdAt": "2025-05-01T09:00:00Z", "version": 1 })
    );
    let listed: Vec<&Value> = streams.iter().map(|stream| &stream["_id"]).collect();
    assert_eq!(listed, ids.iter().collect::<Vec<_>>());
    assert_eq!(streams[1]["categoryName"], "Zoology");
}

#[tokio::test]
async fn a_stream_is_renamed_and_keeps_its_identity() {
    let app = start().await;
    let answer = app
        .call_as_admin(Request::put(place(STREAM), &form("  Sciences ", 1)))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        answer.json,
        json!({
            "message": "Exam updated successfully",
            "exam": {
                "_id": "science",
                "categoryName": "Sciences",
                "createdAt": "2025-05-01T09:00:00Z",
                "version": 2,
            },
        })
    );
    assert_eq!(streams(&app).await, [answer.json["exam"].clone()]);
}

#[tokio::test]
async fn a_stream_that_has_exam_details_is_not_deleted() {
    let app = start().await;
    let refused = (409, "not_empty", "");
    let answer = app
        .assert_changes_nothing(Request::delete(place(STREAM)), refused)
        .await;
    assert_eq!(answer.message(), "Delete this exam's details first.");
}

#[tokio::test]
async fn an_empty_stream_is_deleted() {
    let app = start().await;
    let id = created(&app, "Arts").await;
    let answer = app.call_as_admin(Request::delete(place(&id))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json, json!({ "message": "Exam deleted successfully" }));
    assert_eq!(streams(&app).await.len(), 1);
    let gone = (404, "not_found", "");
    app.assert_changes_nothing(Request::delete(place(&id)), gone)
        .await;
    app.assert_changes_nothing(Request::put(place(&id), &form("Back", 1)), gone)
        .await;
    app.assert_changes_nothing(Request::put(place(&id), &form("Back", Value::Null)), gone)
        .await;
}

#[tokio::test]
async fn an_unknown_identifier_is_not_found() {
    let app = start().await;
    for id in ["no-such-stream", "ab", "a%20b", SINGLE] {
        let gone = (404, "not_found", "");
        app.assert_changes_nothing(Request::delete(place(id)), gone).await;
        let request = Request::put(place(id), &form("Nowhere", Value::Null));
        app.assert_changes_nothing(request, gone).await;
    }
}

#[tokio::test]
async fn a_stream_has_a_name() {
    let app = start().await;
    for (name, message) in [
        (Value::Null, "Category name is required"),
        (json!(""), "Category name is required"),
        (json!("   "), "Category name is required"),
        (json!("x".repeat(121)), "This is too long."),
        (json!(1), "This value is not of the expected type."),
    ] {
        let form = json!({ "categoryName": name });
        for request in [Request::post(EXAMS, &form), Request::put(place(STREAM), &form)] {
            let refused = (422, "invalid_field", "categoryName");
            let answer = app.assert_changes_nothing(request, refused).await;
            assert_eq!(answer.message(), message, "{form}");
        }
    }
    for request in [
        Request::post(EXAMS, &json!({})),
        Request::put(place(STREAM), &json!({})),
    ] {
        app.assert_changes_nothing(request, (422, "invalid_field", "categoryName"))
            .await;
    }
}

#[tokio::test]
async fn each_change_is_in_the_audit_log_with_before_and_after() {
    let app = start().await;
    let id = created(&app, "Arts").await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.call_as_admin(Request::put(place(&id), &form("Fine Arts", 1)))
        .await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.call_as_admin(Request::delete(place(&id))).await;
    let named = |name: &str| json!({ "categoryName": name });
    let log = app.audit_log().await;
    let expected = [
        ("exam.created", Value::Null, named("Arts")),
        ("exam.updated", named("Arts"), named("Fine Arts")),
        ("exam.deleted", named("Fine Arts"), Value::Null),
    ];
    assert_eq!(log.len(), expected.len());
    for (entry, (action, before, after)) in log.iter().zip(expected) {
        assert_eq!(
            (&entry["action"], &entry["subject"]),
            (&json!(action), &json!(id))
        );
        assert_eq!(entry["username"], "admin");
        assert_eq!((&entry["before"], &entry["after"]), (&before, &after), "{action}");
    }
}

#[tokio::test]
async fn a_change_that_is_not_written_leaves_no_entry() {
    let app = start().await;
    let id = created(&app, "Arts").await;
    app.test_env.database.set(Fault::CrashBefore(0));
    for request in [
        Request::post(EXAMS, &form("New", Value::Null)),
        Request::put(place(STREAM), &form("New", 1)),
        Request::delete(place(&id)),
    ] {
        app.assert_changes_nothing(request, (500, "internal_error", ""))
            .await;
    }
}
