//! Guessing, from one address and from many.

use crate::{App, PASSWORD, pause_of};
use futures::future::join_all;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use store::tables::Table;
use test_support::{Answer, Fault, Log};

const DAY: i64 = 24 * 60 * 60;

/// Another one for each number.
fn address(number: u32) -> String {
    Ipv4Addr::from(u32::from(Ipv4Addr::new(198, 18, 0, 0)) + number).to_string()
}

fn retry_after(answer: &Answer) -> i64 {
    assert_eq!(answer.status, 429, "{}", answer.json);
    answer.headers["retry-after"].to_str().unwrap().parse().unwrap()
}

/// How many passwords were checked.
fn tried(answers: &[Answer]) -> usize {
    answers.iter().filter(|answer| answer.status == 401).count()
}

/// Uses up what the name has free, from its own addresses, and begins a pause of half a minute.
async fn attack(app: &App, username: &str) {
    for number in 0..10 {
        while app.login_from(&address(number), username, "wrong").await.status == 429 {
            app.wait(1);
        }
    }
}

#[tokio::test]
async fn a_thousand_addresses_have_109_guesses_at_one_name_in_a_day() {
    let app = App::start().await;
    let (mut passed, mut guesses, mut sent) = (0, 0, 0);
    while passed < DAY {
        let answer = app.login_from(&address(sent % 1000), "Asha", "wrong").await;
        sent += 1;
        if answer.status == 401 {
            guesses += 1;
            assert!(guesses <= 109, "there is no bound");
            continue;
        }
        let wait = retry_after(&answer);
        app.wait(wait);
        passed += wait;
    }
    assert_eq!(guesses, 109);
}

#[tokio::test]
async fn pauses_grow_and_tell_how_long_they_last() {
    let app = App::start().await;
    for _ in 0..5 {
        assert_eq!(app.login("Asha", "wrong").await.status, 401);
    }
    for pause in [1, 2, 4, 8] {
        for password in ["wrong", PASSWORD] {
            let answer = app.login("Asha", password).await;
            assert_eq!(retry_after(&answer), pause);
            assert_eq!(answer.json["code"], "too_many_requests");
            assert_eq!(answer.json["msg"], answer.json["message"]);
        }
        app.wait(pause);
        assert_eq!(app.login("Asha", "wrong").await.status, 401);
    }
    app.wait(16);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn failures_are_forgotten_one_an_hour() {
    let app = App::start().await;
    for _ in 0..5 {
        app.login("Asha", "wrong").await;
    }
    app.wait(2 * 60 * 60);
    for _ in 0..2 {
        assert_eq!(app.login("Asha", "wrong").await.status, 401);
    }
    assert_eq!(retry_after(&app.login("Asha", "wrong").await), 1);
}

#[tokio::test]
async fn failures_count_for_the_name_whatever_its_case() {
    let app = App::start().await;
    for name in ["Asha", "asha", " ASHA", "asha ", "aShA"] {
        assert_eq!(app.login(name, "wrong").await.status, 401);
    }
    assert_eq!(app.login("Asha", PASSWORD).await.status, 429);
    assert_eq!(app.login("Asho", "wrong").await.status, 401);
}

#[tokio::test]
async fn an_unknown_name_and_a_disabled_account_are_paced_like_a_known_one() {
    let app = App::start().await;
    app.accounts().create("Gone", PASSWORD).await.unwrap();
    app.accounts().disable("Gone").await.unwrap();
    let mut told_each = Vec::new();
    for name in ["Asha", "Nobody", "Gone"] {
        let mut told_this = Vec::new();
        for attempt in 0..8 {
            let answer = app.login(name, "wrong").await;
            let wait = answer.headers.get("retry-after").map(|_| retry_after(&answer));
            told_this.push((answer.status, wait, pause_of(&answer)));
            if attempt > 5 {
                app.wait(1);
            }
        }
        told_each.push(told_this);
    }
    assert_eq!(told_each[0][5].0, 429);
    assert_eq!(told_each[0], told_each[1]);
    assert_eq!(told_each[0], told_each[2]);
}

#[tokio::test]
async fn successes_do_not_count_and_leave_what_others_failed() {
    let app = App::start().await;
    for _ in 0..12 {
        assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    }
    for _ in 0..4 {
        assert_eq!(app.login("Asha", "wrong").await.status, 401);
    }
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    assert_eq!(app.login("Asha", "wrong").await.status, 401);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn guesses_side_by_side_do_not_get_past_the_pauses() {
    let app = App::start().await;
    let addresses: Vec<String> = (0..40).map(address).collect();
    let guesses = addresses
        .iter()
        .map(|address| app.login_from(address, "Asha", "wrong"));
    let answers = join_all(guesses).await;
    let tried = tried(&answers);
    assert!((1..=5).contains(&tried), "{tried}");
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == 401 || answer.status == 429)
    );
    // Guesses beyond the free ones have to wait, too.
    assert_eq!(
        answers.iter().filter(|answer| answer.status == 429).count(),
        40 - tried
    );
}

/// The control: without the condition of the write, guesses side by side all pass.
#[tokio::test]
async fn without_conditions_guesses_side_by_side_do_get_past_the_pauses() {
    let app = App::start().await;
    app.test_env.database.set(Fault::NoConditions);
    let addresses: Vec<String> = (0..40).map(address).collect();
    let guesses = addresses
        .iter()
        .map(|address| app.login_from(address, "Asha", "wrong"));
    assert!(tried(&join_all(guesses).await) > 5);
}

#[tokio::test]
async fn an_address_that_floods_many_names_is_refused_and_others_are_not() {
    let app = App::start().await;
    app.flood(2).await;
    // What succeeds does not count.
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    for name in ["one", "another"] {
        assert_eq!(app.login(name, "wrong").await.status, 401);
    }
    assert_eq!(retry_after(&app.login("Asha", PASSWORD).await), 15 * 60);
    assert_eq!(app.login_from("203.0.113.10", "Asha", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_counter_expires_with_its_failures_and_holds_neither_name_nor_address() {
    let app = App::start().await;
    let started = app.test_env.clock.now().unix_timestamp();
    for _ in 0..5 {
        app.login("Asha", "wrong").await;
    }
    let items = app.test_env.dump(Table::Access).await;
    let item = |start: &str| -> Value {
        let is_it = |item: &&Value| item["pk"].as_str().unwrap().starts_with(start);
        items.iter().find(is_it).unwrap().clone()
    };
    assert_eq!(item("LOGIN#NAME#")["expires"], started + 5 * 60 * 60 + 1);
    assert_eq!(item("THROTTLE#login#")["count"], 5);
    let shown = format!("{items:?}").to_lowercase();
    assert!(!shown.contains("asha") && !shown.contains("203.0.113"), "{shown}");
}

#[tokio::test]
async fn refusals_are_logged_by_the_hash_of_the_name_and_counted() {
    let app = App::start().await;
    let log = Log::start();
    for name in ["Asha", "ASHA", "Nobody"] {
        app.login(name, "a-wrong-word").await;
    }
    attack(&app, "Asha").await;
    let lines = log.text();
    let refused: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| line["message"] == "a sign-in was refused")
        .collect();
    assert_eq!(log.total("SignInsRefused"), u64::try_from(refused.len()).unwrap());
    // The line of the request itself has the account, where there is one.
    let accounts: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| line["status"] == 401)
        .map(|line| line["account"].clone())
        .take(3)
        .collect();
    let id = json!(app.accounts().list().await.unwrap()[0].id);
    assert_eq!(accounts, [id.clone(), id, Value::Null]);
    let hash = |line: &Value| line["name_hash"].as_str().unwrap().to_owned();
    assert_eq!(hash(&refused[0]), hash(&refused[1]));
    assert_ne!(hash(&refused[0]), hash(&refused[2]));
    assert_eq!(refused[0]["why"], "wrong");
    assert!(refused.iter().any(|line| line["why"] == "paused"));
    for personal in ["asha", "nobody", "a-wrong-word", "203.0.113", "198.18"] {
        assert!(!lines.to_lowercase().contains(personal), "{personal}: {lines}");
    }
    // A success is none of them.
    let before = log.total("SignInsRefused");
    app.wait(900);
    assert_eq!(app.login("Asha", PASSWORD).await.status, 200);
    assert_eq!(log.total("SignInsRefused"), before);
}
