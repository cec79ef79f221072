//! Each field of the form.

use crate::{DETAILS, created, form, place, start, with};
use serde_json::{Value, json};
use test_support::{COURSE, Request};

#[tokio::test]
async fn each_field_that_is_missing_or_wrong_is_named() {
    let app = start().await;
    let no_date = "Please enter a valid date";
    let no_time = "Please enter a valid time";
    let late = "End time must be after the start time";
    let decimals = "Fee must be a number with at most two decimals";
    let misfit = "This value is not of the expected type.";
    let gone = "This exam does not exist any more";
    for (field, value, message) in [
        ("examId", Value::Null, "Exam is required"),
        ("examId", json!("no-such-stream"), gone),
        ("examId", json!("a b"), gone),
        ("date", Value::Null, "Date is required"),
        ("date", json!(" "), "Date is required"),
        ("date", json!("2025-02-29"), no_date),
        ("date", json!("31/05/2025"), no_date),
        ("date", json!("2025-5-31"), no_date),
        ("date", json!(20_250_531), misfit),
        ("timeStart", Value::Null, "Start time is required"),
        ("timeStart", json!("24:00"), no_time),
        ("timeStart", json!("9:30"), no_time),
        ("timeStart", json!("09:30:00"), no_time),
        ("timeEnd", Value::Null, "End time is required"),
        ("timeEnd", json!("noon"), no_time),
        ("timeEnd", json!("09:30"), late),
        ("timeEnd", json!("09:00"), late),
        ("venue", json!("x".repeat(201)), "This is too long."),
        ("examFee", Value::Null, "Fee is required"),
        ("examFee", json!("100"), decimals),
        ("examFee", json!(-0.5), decimals),
        ("examFee", json!(0.125), decimals),
        (
            "examFee",
            json!(1_000_001),
            "Fee must be at most Rs\u{a0}10,00,000",
        ),
        ("examName", json!("x".repeat(121)), "This is too long."),
        ("details", json!("x".repeat(2_001)), "This is too long."),
        (
            "halls",
            json!(["no-such-hall"]),
            "This hall does not exist any more",
        ),
        ("halls", json!(["a b"]), "This hall does not exist any more"),
        (
            "halls",
            json!(["hall-a", "hall-a"]),
            "Please choose each hall once",
        ),
        ("halls", json!(vec!["hall-a"; 41]), "An exam has at most 40 halls"),
        ("halls", json!("hall-a"), misfit),
        ("reportingTime", json!("9:00"), no_time),
        (
            "reportingTime",
            json!("09:31"),
            "The reporting time must not be after the start time",
        ),
        ("version", json!(1.5), misfit),
    ] {
        let mut form = with(form(), field, value.clone());
        let refused = (422, "invalid_field", field);
        for request in [Request::post(DETAILS, &form), Request::put(place(COURSE), &form)] {
            let answer = app.assert_changes_nothing(request, refused).await;
            assert_eq!(answer.message(), message, "{field}: {value}");
        }
        if value.is_null() {
            form.as_object_mut().unwrap().remove(field);
            let answer = app
                .assert_changes_nothing(Request::post(DETAILS, &form), refused)
                .await;
            assert_eq!(answer.message(), message, "{field} left out");
        }
    }
}

#[tokio::test]
async fn values_at_the_limits_are_accepted() {
    let app = start().await;
    let long = |length: usize| "ന".repeat(length);
    let form = json!({
        "examId": "science",
        "date": "2024-02-29",
        "timeStart": "00:00",
        "timeEnd": "23:59",
        "venue": long(200),
        "examFee": 0.01,
        "examName": long(120),
        "details": long(2_000),
    });
    let exam = created(&app, &form).await;
    assert_eq!(exam["examFee"], json!(0.01));
    assert_eq!(exam["venue"], json!(long(200)));
    assert_eq!(
        created(&app, &with(form, "examFee", 1_000_000)).await["examFee"],
        1_000_000
    );
}
