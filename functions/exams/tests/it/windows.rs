//! Several windows at the same stream, and an exam that comes into one.

use crate::{created, form, place, start, streams};
use domain::{
    CourseId, Entropy, Paise, StreamId,
    catalogue::{Exam, ExamSeating},
};
use futures::future::join_all;
use serde_json::{Value, json};
use store::{AdminTable, AuditEntry, Made};
use test_support::{App, Fault, Request, STREAM};

async fn ten_windows(app: &App, version: Value) -> usize {
    let forms = (0..10).map(|window| form(&format!("Window {window}"), version.clone()));
    let saves = forms.map(|form| app.call_as_admin(Request::put(place(STREAM), &form)));
    let answers = join_all(saves).await;
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "stale_version"));
    }
    answers.iter().filter(|answer| answer.status == 200).count()
}

/// Puts an exam into a stream, as the function of exam details does.
async fn put_exam(app: &App, stream: &str) -> Option<Made> {
    let exam = Exam {
        id: CourseId::parse("newcomer").unwrap(),
        stream_id: StreamId::parse(stream).unwrap(),
        exam_name: "Newcomer".to_owned(),
        date: "2025-05-31".to_owned(),
        time_start: "10:00".to_owned(),
        time_end: "11:00".to_owned(),
        venue: String::new(),
        fee: Paise::new(0),
        details: String::new(),
        image: String::new(),
        capacity: None,
        seating: ExamSeating::default(),
        version: 1,
    };
    let now = app.test_env.clock.now();
    let entry = AuditEntry::new(
        now,
        &Entropy::system(),
        "admin",
        "test",
        "test",
        Value::Null,
        Value::Null,
    );
    let admin = AdminTable::from_env(&app.test_env.env()).unwrap();
    app.test_env
        .catalogue()
        .create_exam(&exam, admin.audit(&entry), None, &app.test_env.registrations())
        .await
        .unwrap()
}

#[tokio::test]
async fn the_second_of_two_windows_gets_a_conflict_and_overwrites_nothing() {
    let app = start().await;
    let first = Request::put(place(STREAM), &form("First", 1));
    assert_eq!(app.call_as_admin(first).await.status, 200);
    let second = Request::put(place(STREAM), &form("Second", 1));
    app.assert_changes_nothing(second, (409, "stale_version", ""))
        .await;
    assert_eq!(streams(&app).await[0]["categoryName"], "First");
}

#[tokio::test]
async fn of_ten_windows_at_once_one_saves() {
    let app = start().await;
    assert_eq!(ten_windows(&app, json!(1)).await, 1);
    assert_eq!(app.audit_log().await.len(), 1);
}

#[tokio::test]
async fn without_the_condition_on_the_version_several_windows_appear_to_save() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert!(ten_windows(&app, json!(1)).await > 1);
}

#[tokio::test]
async fn without_a_version_the_last_to_save_wins() {
    let app = start().await;
    let saved = ten_windows(&app, Value::Null).await;
    assert!(saved > 1);
    assert_eq!(streams(&app).await[0]["version"], 1 + saved);
}

#[tokio::test]
async fn an_exam_that_comes_in_does_not_make_an_edit_stale() {
    let app = start().await;
    let id = created(&app, "Arts").await;
    assert_eq!(put_exam(&app, &id).await, Some(Made::Done));
    let answer = app
        .call_as_admin(Request::put(place(&id), &form("Fine Arts", 1)))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}

/// Deletes a stream and lets an exam come into it before each of the deletion's requests in turn; returns whether an exam
/// was left without a stream.
async fn leaves_an_orphan(fault: Fault) -> bool {
    for request in 1.. {
        let app = start().await;
        let id = created(&app, "Arts").await;
        app.test_env.database.set(fault);
        let delete = app.call_as_admin(Request::delete(place(&id)));
        let met = app.test_env.database.meet(request, delete, put_exam(&app, &id));
        let Some((deleted, placed)) = met.await else {
            assert!(request > 3, "the deletion made too few requests");
            return false;
        };
        assert!(matches!(deleted.status.as_u16(), 200 | 409), "{}", deleted.json);
        let there = streams(&app)
            .await
            .iter()
            .any(|stream| stream["_id"] == json!(id));
        assert_eq!(there, deleted.status == 409);
        if placed == Some(Made::Done) && !there {
            return true;
        }
    }
    unreachable!("the deletion has made every request there is")
}

#[tokio::test]
async fn an_exam_that_comes_in_while_its_stream_is_deleted_is_never_left_without_one() {
    assert!(!leaves_an_orphan(Fault::None).await);
}

#[tokio::test]
async fn without_the_condition_an_exam_is_left_without_its_stream() {
    assert!(leaves_an_orphan(Fault::NoConditions).await);
}
