//! Halls and seats as staff keep them, through the function's router, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod drafts;
mod flags;
mod halls;
mod large;
mod late;
mod moves;
mod oversold;
mod overview;
mod publish;
mod roles;
mod shared_halls;
mod start;
mod together;

use domain::{CourseId, HallId, catalogue::ExamSeating, payment::Order};
use seating_plans::{LateSeats, SeatingPlans};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use test_support::{ALL, Answer, App, COURSE, OTHER_COURSE, Request, SINGLE, rebuild};

const HALLS: &str = "/api/halls";

fn seating(course: &str) -> String {
    format!("/api/seating/{course}")
}

/// How seats are made where nothing else is said.
fn plain() -> Value {
    json!({ "order": "paid", "spacing": "none", "siblings_apart": false })
}

async fn start() -> App {
    App::start(seating::app_with).await
}

/// A new hall; its identifier.
async fn hall(app: &App, name: &str, rows: u64, columns: u64) -> String {
    let form = json!({ "name": name, "rows": rows, "columns": columns });
    let answer = app.call_as_admin(Request::post(HALLS, &form)).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json["hall"]["_id"].as_str().unwrap().to_owned()
}

/// Puts an exam into halls, as the function of exams does.
async fn put_into(app: &App, course: &str, halls: &[&str]) {
    let catalogue = app.test_env.catalogue();
    let id = CourseId::parse(course).unwrap();
    let mut exam = catalogue.exam(&id).await.unwrap().unwrap();
    exam.seating = ExamSeating {
        halls: halls.iter().map(|id| HallId::parse(id).unwrap()).collect(),
        reporting_time: "09:30".to_owned(),
    };
    catalogue.put_exam(&exam).await.unwrap();
}

/// Makes the lists follow the registrations.
async fn count(app: &App) {
    let registrations = app.test_env.registrations();
    rebuild(&registrations, app.test_env.clock.now()).await.unwrap();
}

/// Puts another exam into a hall, which the fixture has at the same hours, with one candidate who has chosen it.
async fn other_exam_in(app: &App, hall: &str) -> Order {
    put_into(app, OTHER_COURSE, &[hall]).await;
    let all = app.test_env.paid_order(ALL, "all@example.com").await;
    app.test_env.choose(&all, &[OTHER_COURSE]).await;
    count(app).await;
    all
}

/// Moves an exam to other hours of its day, as the function of exams does.
async fn move_to(app: &App, course: &str, start: &str, end: &str) {
    let catalogue = app.test_env.catalogue();
    let id = CourseId::parse(course).unwrap();
    let mut exam = catalogue.exam(&id).await.unwrap().unwrap();
    (exam.time_start, exam.time_end) = (start.to_owned(), end.to_owned());
    catalogue.put_exam(&exam).await.unwrap();
}

/// So many more who have paid for an exam, a minute after one another.
async fn paid(app: &App, names: std::ops::Range<usize>) -> Vec<Order> {
    let mut orders = Vec::new();
    for number in names {
        app.test_env.clock.advance(time::Duration::minutes(1));
        let email = format!("one{number}@example.com");
        orders.push(app.test_env.paid_order(SINGLE, &email).await);
    }
    count(app).await;
    orders
}

/// An exam in one hall, with so many who sit it.
async fn with_hall(rows: u64, columns: u64, people: usize) -> (App, String, Vec<Order>) {
    let app = start().await;
    let hall = hall(&app, "Hall A", rows, columns).await;
    put_into(&app, COURSE, &[&hall]).await;
    let orders = paid(&app, 0..people).await;
    (app, hall, orders)
}

async fn post(app: &App, path: &str, body: &Value) -> Answer {
    app.call_as_admin(Request::post(path, body)).await
}

/// A call that must succeed; what it answers.
async fn done(app: &App, path: &str, body: &Value) -> Value {
    let answer = post(app, path, body).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

async fn draft(app: &App, options: &Value) -> Value {
    done(app, &seating(COURSE), options).await
}

async fn publish(app: &App) -> Value {
    done(app, &format!("{}/publish", seating(COURSE)), &json!({})).await
}

async fn read(app: &App, course: &str) -> Value {
    let answer = app.call_as_admin(Request::get(seating(course))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

/// Who sits where: `Hall A A1` to candidate. Fails where one has two seats.
fn seated(seats: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for hall in seats["halls"].as_array().unwrap() {
        for seat in hall["seats"].as_array().unwrap() {
            if let Some(id) = seat["customer_id"].as_str() {
                let place = format!(
                    "{} {}",
                    hall["name"].as_str().unwrap(),
                    seat["seat"].as_str().unwrap()
                );
                found.insert(place, id.to_owned());
            }
        }
    }
    let people: std::collections::BTreeSet<&String> = found.values().collect();
    assert_eq!(people.len(), found.len(), "somebody has two seats: {found:?}");
    found
}

fn place(name: &str, order: &Order) -> (String, String) {
    (name.to_owned(), order.customer_id.to_string())
}

/// What the reconciler does it with.
fn plans(app: &App) -> SeatingPlans {
    let clock = app.test_env.clock.handle();
    SeatingPlans::from_env(&app.test_env.env(), clock, domain::Entropy::system()).unwrap()
}

/// What the reconciler does.
async fn keep_up(app: &App) -> LateSeats {
    plans(app).keep_up(|| true).await.unwrap()
}

/// The same, which has time to look at so many candidates.
async fn keep_up_with(app: &App, most: usize) -> LateSeats {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let go_on = || asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) < most;
    plans(app).keep_up(go_on).await.unwrap()
}

/// The seats that the items of the candidates name in what is published.
async fn at_candidates(app: &App) -> BTreeMap<String, String> {
    let items = app.test_env.dump(store::tables::Table::Registrations).await;
    let published = items
        .iter()
        .find(|item| item["pk"] == "SEATING#PUBLISHED")
        .unwrap();
    let generation = &published[format!("exam#{COURSE}")]["generation"];
    let seats = items
        .iter()
        .filter(|item| item["kind"] == "SEAT" && item["generation"] == *generation);
    let named = seats.map(|item| {
        let place = format!(
            "{} {}",
            item["name"].as_str().unwrap(),
            item["seat"].as_str().unwrap()
        );
        (place, item["pk"].as_str().unwrap()["REG#".len()..].to_owned())
    });
    named.collect()
}
