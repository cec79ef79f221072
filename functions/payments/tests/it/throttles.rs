//! How often one address may ask.

use crate::{App, CREATE_ORDER, order_of, refusal};
use std::sync::atomic::{AtomicUsize, Ordering};
use store::tables::Table;
use test_support::{ALL, Answer, Fault, Log, Request, registration};
use time::Duration;

const CHECK: &str = "/api/payments/check-email?email=asha@example.com&packageId=all-inclusive";

/// A check, each of another e-mail address.
fn check() -> Request {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let number = ASKED.fetch_add(1, Ordering::Relaxed);
    Request::get(format!(
        "/api/payments/check-email?email=student-{number}@example.com&packageId=all-inclusive"
    ))
}

#[tokio::test]
async fn an_address_checks_at_most_six_hundred_times_a_minute() {
    let app = App::start().await;
    let from = async |address: &str| -> Answer { app.call(check().from_address(address)).await };
    for attempt in 0..600 {
        let answer = from("198.51.100.7").await;
        assert_eq!(answer.status, 200, "{attempt}");
    }
    let answer = from("198.51.100.7").await;
    assert_eq!(refusal(&answer), (429, "too_many_requests", ""));
    assert_eq!(answer.headers["retry-after"], "60");

    // Whatever a client writes into its headers, it is the gateway's word that counts.
    let disguised = check().from_address("198.51.100.7");
    let disguised = disguised.header("x-forwarded-for", "192.0.2.1");
    let disguised = disguised.header("cloudfront-viewer-address", "192.0.2.1:443");
    assert_eq!(app.call(disguised).await.status, 429);
    assert_eq!(from("198.51.100.8").await.status, 200);

    app.test_env.clock.advance(Duration::seconds(41));
    let answer = from("198.51.100.7").await;
    assert_eq!(answer.status, 429);
    assert_eq!(answer.headers["retry-after"], "19");
    app.test_env.clock.advance(Duration::seconds(19));
    assert_eq!(from("198.51.100.7").await.status, 200);
}

#[tokio::test]
async fn one_e_mail_address_is_asked_about_at_most_twenty_times_in_ten_minutes_from_anywhere() {
    let app = App::start().await;
    let asked = async |email: &str, from: usize| {
        let path = format!("/api/payments/check-email?email={email}&packageId=all-inclusive");
        app.call(Request::get(&path).from_address(&format!("198.51.100.{from}")))
            .await
    };
    for from in 0..20 {
        // However it is written.
        let email = ["asha@example.com", "ASHA@Example.com", "%20asha@example.com"][from % 3];
        assert_eq!(asked(email, from).await.status, 200, "{from}");
    }
    let answer = asked("asha@example.com", 20).await;
    assert_eq!(refusal(&answer), (429, "too_many_requests", ""));
    assert_eq!(answer.headers["retry-after"], "600");
    assert_eq!(asked("binu@example.com", 20).await.status, 200);

    let rows = app.test_env.dump(store::tables::Table::Access).await;
    assert!(
        rows.iter().all(|row| !row.to_string().contains("example.com")),
        "{rows:?}"
    );

    app.test_env.clock.advance(Duration::seconds(599));
    let answer = asked("asha@example.com", 21).await;
    assert_eq!(answer.status, 429);
    assert_eq!(answer.headers["retry-after"], "1");
    app.test_env.clock.advance(Duration::seconds(1));
    assert_eq!(asked("asha@example.com", 22).await.status, 200);
}

#[tokio::test]
async fn an_asked_address_that_is_refused_can_still_register() {
    let app = App::start().await;
    for from in 0..21 {
        let check = Request::get(CHECK).from_address(&format!("198.51.100.{from}"));
        app.call(check).await;
    }
    let form = registration(ALL, "asha@example.com");
    assert_eq!(app.call(Request::post(CREATE_ORDER, &form)).await.status, 200);
}

#[tokio::test]
async fn a_form_says_that_an_address_has_paid_as_often_as_a_check_does() {
    let app = App::start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    let register = async |email: &str, from: usize| {
        let form = Request::post(CREATE_ORDER, &registration(ALL, email));
        app.call(form.from_address(&format!("198.51.100.{from}"))).await
    };
    for from in 0..20 {
        let answer = register("asha@example.com", from).await;
        assert_eq!(refusal(&answer), (409, "already_paid", ""), "{from}");
    }
    let answer = register("asha@example.com", 20).await;
    assert_eq!(refusal(&answer), (429, "too_many_requests", ""));
    assert_eq!(answer.headers["retry-after"], "600");
    let together = Request::get(CHECK).from_address("198.51.100.21");
    assert_eq!(app.call(together).await.status, 429);

    app.test_env.paid_order(ALL, "binu@example.com").await;
    for _ in 0..600 {
        app.call(check().from_address("198.51.100.30")).await;
    }
    assert_eq!(register("binu@example.com", 30).await.status, 429);
    assert_eq!(register("binu@example.com", 31).await.status, 409);
    // Who has not paid is not held up by any of it.
    order_of(&register("chitra@example.com", 30).await);
}

#[tokio::test]
async fn the_addresses_of_one_ipv6_network_count_together() {
    let app = App::start().await;
    for number in 0..600 {
        let address = format!("2001:db8:0:1::{number:x}");
        assert_eq!(app.call(check().from_address(&address)).await.status, 200);
    }
    let status = async |address: &str| app.call(check().from_address(address)).await.status;
    assert_eq!(status("2001:db8:0:1:ffff::1").await, 429);
    assert_eq!(status("2001:db8:0:2::1").await, 200);
}

#[tokio::test]
async fn no_address_is_stored() {
    let app = App::start().await;
    app.call(check().from_address("198.51.100.7")).await;
    let form = registration(ALL, "asha@example.com");
    app.call(Request::post(CREATE_ORDER, &form).from_address("198.51.100.7"))
        .await;
    let rows = app.test_env.dump(Table::Access).await;
    let written = serde_json::to_string(&rows).unwrap();
    assert!(!written.contains("198.51"), "{written}");
    for row in rows
        .iter()
        .filter(|row| row["sk"] != "LINE" && row["sk"] != "GATE")
    {
        let expires = row["expires"].as_i64().unwrap();
        assert!(expires > app.test_env.clock.now().unix_timestamp(), "{row}");
    }
}

#[tokio::test]
async fn without_table_access_forms_and_checks_go_on_and_it_is_warned_and_counted() {
    let app = App::start().await;
    app.test_env.database.set(Fault::TableDown(Table::Access));
    let log = Log::start();
    let form = registration(ALL, "asha@example.com");
    order_of(&app.create(&form).await);
    assert_eq!(app.call(Request::get(CHECK)).await.status, 200);
    // One of the order, which the line did not see; one of the check by its client, and one by the address that it asks about.
    assert_eq!(log.total("ThrottlesSkipped"), 3);
    for bucket in ["line", "check-email"] {
        let text = log.text();
        let line = text
            .lines()
            .find(|line| line.contains(&format!("\"throttle\":\"{bucket}\"")));
        assert!(line.unwrap().contains("\"level\":\"WARN\""), "{text}");
    }

    // The control: with the table they are counted there, and not here.
    app.test_env.database.set(Fault::None);
    assert_eq!(app.call(Request::get(CHECK)).await.status, 200);
    assert_eq!(log.total("ThrottlesSkipped"), 3);
    assert_eq!(app.test_env.dump(Table::Access).await.len(), 2);
}
