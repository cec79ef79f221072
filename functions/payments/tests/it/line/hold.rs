//! The line held by hand, and let go on.

use super::{address, place, start};
use crate::{App, order_of, refusal};
use futures::future::join_all;
use provider_simulator::{Call, Fault as ProviderFault};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Request};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

const LINE: &str = "/api/payments/line";
const HOLD: &str = "/api/payments/line/hold";

impl App {
    async fn line(&self) -> Value {
        let answer = self.call_as_admin(Request::get(LINE)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// Those who can be opened at once where the provider opens two hundred a minute; after them everybody waits.
    pub(super) async fn open_all_at_once(&self) {
        for person in 1_000..1_021 {
            order_of(&self.ask(person).await);
        }
    }

    pub(super) async fn hold(&self, until: OffsetDateTime) -> Answer {
        let until = json!({ "until": until.format(&Rfc3339).unwrap() });
        self.call_as_admin(Request::put(HOLD, &until)).await
    }

    pub(super) async fn go_on(&self) -> Answer {
        self.call_as_admin(Request::delete(HOLD)).await
    }

    /// What the audit log has of the line, in order.
    async fn in_the_log(&self) -> Vec<(String, Value)> {
        let rows = self.test_env.dump(Table::Admin).await;
        let mut of_line: Vec<_> = rows
            .into_iter()
            .filter(|row| {
                row["action"]
                    .as_str()
                    .is_some_and(|action| action.starts_with("line."))
            })
            .collect();
        of_line.sort_by_key(|row| row["sk"].to_string());
        let entry = |row: Value| (row["action"].as_str().unwrap().to_owned(), row["after"].clone());
        of_line.into_iter().map(entry).collect()
    }
}

#[tokio::test]
async fn operators_see_how_fast_it_moves_and_who_waits() {
    let app = start(200).await;
    let rest = app.line().await;
    assert_eq!(
        rest,
        json!({
            "per_minute": 180, "per_minute_of_address": 60, "waiting": 0, "wait_seconds": 0,
            "closed_until": null, "hold": null,
        })
    );
    for person in 0..80 {
        app.ask(person).await;
    }
    let line = app.line().await;
    assert!((58..=61).contains(&line["waiting"].as_u64().unwrap()), "{line}");
    assert!(
        (19..=20).contains(&line["wait_seconds"].as_u64().unwrap()),
        "{line}"
    );
    let next = app.queue(80).await;
    assert!(
        next.ahead.abs_diff(line["waiting"].as_u64().unwrap()) <= 1,
        "{next:?}"
    );
}

#[tokio::test]
async fn a_held_line_opens_nothing_keeps_every_place_and_goes_on_by_itself() {
    let app = start(200).await;
    app.open_all_at_once().await;
    let before = app.queue(20).await;
    let begun = app.test_env.clock.now();
    let until = begun + Duration::minutes(30);
    let held = app.hold(until).await;
    assert_eq!(held.status, 200, "{}", held.json);
    assert_eq!(held.json["hold"]["by"], "admin");
    assert_eq!(held.json["closed_until"], held.json["hold"]["until"]);

    // Who waited and who comes now have their turn when it goes on, in their order.
    app.test_env.clock.set_to(before.opens_at + Duration::seconds(1));
    let calls = app.test_env.provider.calls(Call::CreateOrder);
    let moved = place(&app.come_back(20, &before).await);
    assert!(
        moved.opens_at >= until && moved.opens_at - until <= Duration::seconds(1),
        "{moved:?}"
    );
    // Each of them is told why, and until when.
    assert_eq!([&before.waits_for, &moved.waits_for], ["line", "hold"]);
    let told = app.come_back(20, &before).await.json["held_until"].clone();
    assert_eq!(told, until.format(&Rfc3339).unwrap());
    let mut comes = Vec::new();
    for person in 21..61 {
        app.test_env.clock.advance(Duration::seconds(10));
        comes.push(app.queue(person).await);
    }
    assert!(comes.is_sorted_by_key(|place| place.opens_at), "{comes:?}");
    assert!(comes[0].opens_at >= until);
    assert!(
        (35..=41).contains(&comes[39].ahead),
        "those in line, and not the time that it is held: {comes:?}"
    );
    let last = comes[39].opens_at - until;
    assert!(
        last >= Duration::seconds(6) && last <= Duration::seconds(15),
        "one after another: {last}"
    );
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), calls);

    app.test_env.clock.set_to(moved.opens_at);
    order_of(&app.come_back(20, &moved).await);
    for (number, waited) in comes.iter().enumerate() {
        app.test_env.clock.set_to(waited.opens_at);
        order_of(&app.come_back(21 + number, waited).await);
    }
    assert_eq!(app.line().await["hold"], Value::Null);
}

#[tokio::test]
async fn it_goes_on_when_asked_in_its_order_and_both_are_in_the_audit_log() {
    let app = start(200).await;
    app.open_all_at_once().await;
    let before = app.queue(20).await;
    let until = app.test_env.clock.now() + Duration::hours(2);
    app.hold(until).await;
    app.test_env.clock.advance(Duration::minutes(10));
    let later = app.queue(21).await;
    assert!(later.opens_at >= until);
    let on = app.go_on().await;
    assert_eq!((on.status.as_u16(), &on.json["hold"]), (200, &Value::Null));
    assert_eq!(on.json["closed_until"], Value::Null);
    // Their moments have come nearer by what is not held any more, and who comes now is behind both.
    let [first, second] = [20, 21].map(|person| super::request(person, None));
    let first = app.call(first).await;
    assert_eq!(first.json.get("held_until"), None);
    let first = place(&first);
    assert_eq!(first.waits_for, "line");
    assert!((first.opens_at - before.opens_at - Duration::minutes(10)).abs() <= Duration::milliseconds(2));
    let second = place(&app.call(second).await);
    let third = app.queue(22).await;
    assert!(first.opens_at < second.opens_at && second.opens_at < third.opens_at);
    app.test_env.clock.set_to(first.opens_at);
    order_of(&app.come_back(20, &first).await);

    // Asked twice, it is done once.
    app.go_on().await;
    let log = app.in_the_log().await;
    let actions: Vec<_> = log.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["line.held", "line.resumed"]);
    assert_eq!(log[0].1["held_until"], until.format(&Rfc3339).unwrap());
    assert_eq!(log[1].1["held_until"], Value::Null);
}

#[tokio::test]
async fn a_hold_can_be_moved_and_the_line_stands_still_for_no_longer_than_it_is_held() {
    let app = start(200).await;
    app.open_all_at_once().await;
    let before = app.queue(20).await;
    let begun = app.test_env.clock.now();
    app.hold(begun + Duration::hours(1)).await;
    app.test_env.clock.advance(Duration::minutes(5));
    for minutes in [90, 20] {
        let held = app.hold(begun + Duration::minutes(minutes)).await;
        assert_eq!(held.status, 200, "{}", held.json);
        let moved = place(&app.come_back(20, &before).await);
        let by = moved.opens_at - before.opens_at;
        assert!(
            (by - Duration::minutes(minutes)).abs() <= Duration::milliseconds(2),
            "{minutes}: {by}"
        );
    }
}

#[tokio::test]
async fn a_pause_of_the_provider_outlives_the_end_of_a_hold() {
    let app = start(200).await;
    app.hold(app.test_env.clock.now() + Duration::minutes(1)).await;
    let before = app.test_env.clock.now();
    app.go_on().await;
    let busy = ProviderFault::RateLimited { retry_after: 300 };
    app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
    place(&app.ask(0).await);
    app.hold(before + Duration::minutes(2)).await;
    app.go_on().await;
    let paused = app.line().await;
    assert_ne!(paused["closed_until"], Value::Null);
    assert!(app.queue(1).await.opens_at >= before + Duration::minutes(5));
}

#[tokio::test]
async fn it_is_held_until_a_moment_to_come_within_twelve_hours_and_by_administrators() {
    let app = start(200).await;
    let now = app.test_env.clock.now();
    for (until, said) in [
        (json!(null), "Please say until when"),
        (json!("tomorrow"), "Please enter a date and a time"),
        (json!(now.format(&Rfc3339).unwrap()), "This moment is over"),
        (
            json!((now + Duration::hours(13)).format(&Rfc3339).unwrap()),
            "The line can be held for twelve hours",
        ),
    ] {
        let answer = app
            .call_as_admin(Request::put(HOLD, &json!({ "until": until })))
            .await;
        assert_eq!(refusal(&answer), (422, "invalid_field", "until"), "{until}");
        assert_eq!(answer.message(), said);
    }
    let anybody = Request::put(HOLD, &json!({ "until": "2031-01-01T00:00:00Z" })).from_address(&address(1));
    assert_eq!(app.call(anybody).await.status, 401);
    assert_eq!(app.in_the_log().await, []);
}

#[tokio::test]
async fn several_holds_at_once_move_the_line_by_the_one_that_stands() {
    let app = start(200).await;
    app.open_all_at_once().await;
    let before = app.queue(20).await;
    let begun = app.test_env.clock.now();
    let holds = (1..=20).map(|minutes| app.hold(begun + Duration::minutes(minutes)));
    let answers = join_all(holds).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(done >= 1);
    // Each that was done is in the log, and of those who met too many others it is said that nothing was.
    assert_eq!(app.in_the_log().await.len(), done);
    let until = app.line().await["hold"]["until"].as_str().unwrap().to_owned();
    let until = OffsetDateTime::parse(&until, &Rfc3339).unwrap();
    let moved = place(&app.come_back(20, &before).await).opens_at - before.opens_at;
    assert!(
        (moved - (until - begun)).abs() <= Duration::milliseconds(2),
        "{moved}"
    );
}
