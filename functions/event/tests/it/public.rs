//! What everybody may know: whether people may register on the site.

use crate::{EVENT, app, set};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, App, Fault, Request};
use time::{Duration, format_description::well_known::Rfc3339};

const DAY: u64 = 86_400;

async fn ask(app: &App) -> Answer {
    let answer = app.call(Request::get(EVENT)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer
}

/// For how many seconds CloudFront keeps an answer, and shows it in place of an error.
fn kept(answer: &Answer) -> (u64, u64) {
    let caching = answer.headers["cache-control"].to_str().unwrap();
    let seconds = |of: &str| {
        let kept = caching.split(of).nth(1).unwrap();
        kept.split(',').next().unwrap().parse().unwrap()
    };
    (seconds("s-maxage="), seconds("stale-if-error="))
}

#[tokio::test]
async fn without_settings_registration_is_open_and_nobody_knows_until_when() {
    let app = app().await;
    let answer = ask(&app).await;
    let expected = json!({ "registration": "open", "opens_at": Value::Null, "closes_at": Value::Null });
    assert_eq!((answer.json.clone(), kept(&answer)), (expected, (45, DAY)));
    let tag = answer.headers["etag"].to_str().unwrap();
    let again = app.call(Request::get(EVENT).header("if-none-match", tag)).await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn it_opens_and_closes_by_the_clock_and_no_cache_keeps_what_has_just_changed() {
    let app = app().await;
    let now = app.test_env.clock.now();
    let at = |seconds| (now + Duration::seconds(seconds)).format(&Rfc3339).unwrap();
    let (opens, closes) = (at(60), at(120));
    set(
        &app,
        &json!({ "version": 0, "opens_at": opens, "closes_at": closes }),
    )
    .await;
    for (seconds, phase, keeps) in [
        (0, "not_yet", (45, 60)),
        (50, "not_yet", (10, 10)),
        (60, "open", (45, 60)),
        (119, "open", (1, 1)),
        (120, "closed", (45, DAY)),
    ] {
        app.test_env.clock.set_to(now + Duration::seconds(seconds));
        let answer = ask(&app).await;
        let expected = json!({ "registration": phase, "opens_at": opens, "closes_at": closes });
        assert_eq!(
            (answer.json.clone(), kept(&answer)),
            (expected, keeps),
            "{seconds}"
        );
    }
}

#[tokio::test]
async fn an_event_that_was_closed_by_hand_is_closed_since_then() {
    let app = app().await;
    let now = app.test_env.clock.now();
    let at = |days| (now + Duration::days(days)).format(&Rfc3339).unwrap();
    set(&app, &json!({ "version": 0, "closes_at": at(9) })).await;
    let ended = json!({ "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": at(-1), "by": "asha" });
    app.test_env.put(Table::Registrations, &ended).await;
    let expected = json!({ "registration": "closed", "opens_at": Value::Null, "closes_at": at(-1) });
    assert_eq!(ask(&app).await.json, expected);
}

#[tokio::test]
async fn settings_that_cannot_be_read_close_nothing_and_a_table_that_does_not_answer_is_an_error() {
    let app = app().await;
    let broken = json!({ "pk": "EVENT", "sk": "SETTINGS", "version": "one" });
    app.test_env.put(Table::Registrations, &broken).await;
    assert_eq!(ask(&app).await.json["registration"], "open");
    app.test_env.database.set(Fault::TableDown(Table::Registrations));
    let answer = app.call(Request::get(EVENT)).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (500, "internal_error"));
    assert_eq!(answer.headers["cache-control"], "no-store");
}
