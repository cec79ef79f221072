//! Guessing.

use crate::{App, PASSWORD};
use futures::future::join_all;
use store::tables::Table;

const QUARTER_OF_AN_HOUR: i64 = 15 * 60;

async fn fail(app: &App, times: usize) {
    for _ in 0..times {
        assert_eq!(app.login("Asha", "wrong").await.status, 401);
    }
}

#[tokio::test]
async fn ten_failures_close_the_door_for_the_rest_of_the_quarter_of_an_hour() {
    let app = App::start().await;
    fail(&app, 10).await;
    app.wait(60);
    for password in ["wrong", PASSWORD] {
        let answer = app.login("Asha", password).await;
        assert_eq!(answer.status, 429);
        assert_eq!(answer.headers["retry-after"], "840");
        assert_eq!(answer.json["code"], "too_many_requests");
        assert_eq!(answer.json["msg"], answer.json["message"]);
    }
    app.wait(839);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 429);
    app.wait(1);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn failures_count_for_the_name_whatever_its_case() {
    let app = App::start().await;
    fail(&app, 9).await;
    assert_eq!(app.login(" ASHA", "wrong").await.status, 401);
    assert_eq!(app.login("asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn failures_count_for_one_name_from_one_address() {
    let app = App::start().await;
    fail(&app, 10).await;
    assert_eq!(app.login_from("203.0.113.10", "Asha", PASSWORD).await.status, 200);
    assert_eq!(app.login("Nobody", "wrong").await.status, 401);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn an_unknown_name_is_throttled_like_a_known_one() {
    let app = App::start().await;
    for _ in 0..10 {
        assert_eq!(app.login("Nobody", "wrong").await.status, 401);
    }
    assert_eq!(app.login("Nobody", "wrong").await.status, 429);
}

#[tokio::test]
async fn successes_do_not_count() {
    let app = App::start().await;
    for _ in 0..12 {
        assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    }
    fail(&app, 9).await;
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    fail(&app, 1).await;
    assert_eq!(app.login("Asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn guesses_side_by_side_do_not_get_past_the_limit() {
    let app = App::start().await;
    let answers = join_all((0..30).map(|_| app.login("Asha", "wrong"))).await;
    let tried = answers.iter().filter(|answer| answer.status == 401).count();
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((tried, refused), (10, 20));
}

#[tokio::test]
async fn counters_die_with_their_window_and_hold_neither_name_nor_address() {
    let app = App::start().await;
    fail(&app, 1).await;
    let items = app.world.dump(Table::Access).await;
    let counter = items
        .iter()
        .find(|item| item["pk"].as_str().unwrap().starts_with("THROTTLE#login#"))
        .unwrap();
    let window_ends = app.world.clock.now().unix_timestamp() + QUARTER_OF_AN_HOUR;
    assert_eq!(counter["expires"], window_ends);
    assert_eq!(counter["count"], 1);
    let shown = format!("{counter:?}").to_lowercase();
    assert!(!shown.contains("asha") && !shown.contains("203.0.113"), "{shown}");
}
