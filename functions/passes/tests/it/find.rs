//! Everybody gets the same answer, and a request is kept.

use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, App, Fault, Log, Request, SINGLE};
use time::Duration;

const PATH: &str = "/api/passes/find";

async fn start() -> App {
    App::start(passes::app_with).await
}

async fn find(app: &App, email: &str) -> Answer {
    app.call(Request::post(PATH, &json!({ "email": email }))).await
}

async fn requests(app: &App) -> Vec<Value> {
    let items = app.test_env.dump(Table::Registrations).await;
    items
        .into_iter()
        .filter(|item| item["kind"] == "PASS_REQUEST")
        .collect()
}

#[tokio::test]
async fn a_known_an_unknown_and_a_twice_asked_address_get_the_same_answer_after_the_same_work() {
    let app = start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.open_order(SINGLE, "binu@example.com").await;
    let mut seen = Vec::new();
    for email in [
        "asha@example.com",
        "binu@example.com",
        "nobody@example.com",
        "asha@example.com",
    ] {
        let before = app.test_env.database.requests();
        let answer = find(&app, email).await;
        let work = app.test_env.database.requests() - before;
        seen.push((answer.status.as_u16(), answer.json, work));
    }
    let message = "If this address has a pass, a mail with it is on its way. It may take a few minutes.";
    assert_eq!(seen[0], (202, json!({ "message": message }), 2));
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    assert!(
        app.test_env.mailbox.mails().is_empty(),
        "the mail is not this function's"
    );
}

#[tokio::test]
async fn a_request_is_kept_once_and_due_at_once() {
    let app = start().await;
    find(&app, " Asha@Example.com ").await;
    let [kept] = &requests(&app).await[..] else {
        panic!("not one request");
    };
    let now = app.test_env.clock.now().unix_timestamp();
    assert_eq!(
        (&kept["pk"], &kept["email"], &kept["due_at"], &kept["due_shard"]),
        (
            &json!("PASS_REQUEST#asha@example.com"),
            &json!("asha@example.com"),
            &json!(now),
            &json!("DUE#PASS_REQUEST#0")
        )
    );
    app.test_env.clock.advance(Duration::minutes(11));
    find(&app, "asha@example.com").await;
    assert_eq!(requests(&app).await, std::slice::from_ref(kept), "it still waits");
}

#[tokio::test]
async fn what_is_no_address_is_refused_by_name_and_nothing_is_kept() {
    let app = start().await;
    for body in [
        json!({}),
        json!({ "email": null }),
        json!({ "email": "" }),
        json!({ "email": "asha@" }),
        json!({ "email": ["asha@example.com"] }),
        json!({ "email": "a@example.com\r\nBcc: b@example.com" }),
    ] {
        let answer = app.call(Request::post(PATH, &body)).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, "email"), "{body}");
    }
    assert!(requests(&app).await.is_empty());
}

#[tokio::test]
async fn a_client_asks_six_hundred_times_in_ten_minutes_at_most() {
    let app = start().await;
    let ask = async |client: &str, number: u32| {
        let body = json!({ "email": format!("student{number}@example.com") });
        app.call(Request::post(PATH, &body).from_address(client)).await
    };
    for number in 0..600 {
        assert_eq!(ask("198.51.100.7", number).await.status, 202);
    }
    let answer = ask("198.51.100.7", 600).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (429, "too_many_requests")
    );
    assert!(answer.headers.contains_key("retry-after"));
    assert_eq!(ask("198.51.100.8", 601).await.status, 202);
    assert_eq!(requests(&app).await.len(), 601);
    app.test_env.clock.advance(Duration::minutes(10));
    assert_eq!(ask("198.51.100.7", 600).await.status, 202);
}

#[tokio::test]
async fn a_request_that_cannot_be_kept_is_said_to_be_lost_and_names_nobody_in_the_log() {
    let app = start().await;
    app.test_env.database.set(Fault::TableDown(Table::Registrations));
    let log = Log::start();
    let answer = log.event(find(&app, "asha@example.com")).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    assert!(!log.text().contains("asha"), "{}", log.text());
    // The throttle protects the rest, and does not stop people when it cannot count.
    app.test_env.database.set(Fault::TableDown(Table::Access));
    assert_eq!(find(&app, "asha@example.com").await.status, 202);
    app.test_env.database.set(Fault::None);
    assert_eq!(requests(&app).await.len(), 1);
}
