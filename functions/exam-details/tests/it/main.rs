//! The exams as administrators keep them, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod collect;
mod disturbed;
mod editing;
mod fields;
mod halls;
mod pictures;
mod places;
mod single_tables;
mod start;
mod together;
mod windows;

use axum::Router;
use base64::{Engine, prelude::BASE64_STANDARD};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::io::Cursor;
use test_support::{Answer, App, Request, STREAM};

const DETAILS: &str = "/api/exam-details";

/// The side of the function that answers HTTP.
async fn app_with(env: Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let (router, _) = exam_details::app_and_collector_with(env, clock, entropy).await?;
    Ok(router)
}

async fn start() -> App {
    App::start(app_with).await
}

fn place(id: &str) -> String {
    format!("{DETAILS}/{id}")
}

/// An exam in order, without a picture, as the form sends it.
fn form() -> Value {
    json!({
        "examId": STREAM,
        "date": "2025-06-01",
        "timeStart": "09:30",
        "timeEnd": "11:00",
        "venue": "Hall B",
        "examFee": 250.5,
        "examName": "M.Sc Entrance",
        "details": "Bring a pen.",
        "halls": [],
        "reportingTime": "08:00",
    })
}

fn with(mut form: Value, field: &str, value: impl Into<Value>) -> Value {
    form[field] = value.into();
    form
}

fn data_url(bytes: &[u8]) -> String {
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(bytes))
}

/// A picture of one shade, as the browser sends it.
fn picture(shade: u8) -> String {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(60, 40, Rgb([shade; 3]))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    data_url(bytes.get_ref())
}

async fn list(app: &App) -> Vec<Value> {
    let answer = app.call_as_admin(Request::get(DETAILS)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json.as_array().unwrap().clone()
}

/// The exam of an id as it is listed.
async fn listed(app: &App, id: &str) -> Value {
    let mut list = list(app).await.into_iter();
    list.find(|exam| exam["_id"] == id).unwrap()
}

/// A new exam of a form, even if its hall is occupied; the exam that was answered.
async fn created(app: &App, form: &Value) -> Value {
    let mut answer = app.call_as_admin(Request::post(DETAILS, form)).await;
    if answer.code() == "hall_is_occupied" {
        let agreed = with(form.clone(), "confirm", answer.json["confirm"].clone());
        answer = app.call_as_admin(Request::post(DETAILS, &agreed)).await;
    }
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "Exam detail created successfully");
    answer.json["examDetail"].clone()
}

async fn update(app: &App, id: &str, form: &Value) -> Answer {
    app.call_as_admin(Request::put(place(id), form)).await
}

/// An edit that must be taken; the exam that was answered.
async fn updated(app: &App, id: &str, form: &Value) -> Value {
    let answer = update(app, id, form).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "Exam detail updated successfully");
    answer.json["examDetail"].clone()
}

fn id(exam: &Value) -> &str {
    exam["_id"].as_str().unwrap()
}
