//! Taking a place and keeping it.

use super::{Place, STEP, address, form, key, place, request, start};
use crate::{CREATE_ORDER, order_of, refusal, with, without};
use futures::future::join_all;
use provider_simulator::{Call, Limits};
use std::collections::BTreeSet;
use store::tables::Table;
use test_support::{Fault, Log, Request};
use time::Duration;

#[tokio::test]
async fn a_single_arrival_does_not_wait() {
    let app = start(10).await;
    for person in 0..30 {
        order_of(&app.ask(person).await);
        app.test_env.clock.advance(STEP);
    }
}

#[tokio::test]
async fn beyond_the_providers_limit_candidates_get_a_moment_and_nothing_is_written_about_them() {
    let app = start(10).await;
    app.fill().await;
    let log = Log::start();
    let now = app.test_env.clock.now();
    let rows = app.test_env.dump(Table::Registrations).await;
    for number in 1..=5_u8 {
        let place = app.queue(usize::from(number) + 1).await;
        let wait = STEP * number;
        assert!(place.opens_at >= now + wait && place.opens_at <= now + wait + Duration::milliseconds(1));
        assert_eq!(place.ahead, u64::from(number) - 1);
        assert_eq!(place.eta_seconds, wait.whole_seconds().unsigned_abs() + 1);
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, rows);
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), 2);
    assert_eq!(log.total("LinePlaces"), 5);
    assert_eq!(log.total("LineWait"), 7 + 14 + 21 + 27 + 34);
}

#[tokio::test]
async fn before_its_moment_a_place_is_kept_and_at_its_moment_the_order_opens() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    app.queue(3).await;
    app.test_env.clock.advance(Duration::milliseconds(6_666));
    let again = place(&app.come_back(2, &first).await);
    assert_eq!(
        (again.opens_at, again.ticket, again.eta_seconds),
        (first.opens_at, first.ticket.clone(), 1)
    );
    app.test_env.clock.set_to(first.opens_at);
    let log = Log::start();
    order_of(&app.come_back(2, &first).await);
    assert_eq!(log.total("LineAdmitted"), 1);
    assert_eq!(place(&app.ask(3).await).ahead, 0);
}

#[tokio::test]
async fn reloading_other_tabs_and_other_addresses_gain_no_place() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    for number in 0..20 {
        let ticket = (number % 2 == 0).then_some(first.ticket.as_str());
        let again = request(2, ticket).from_address(&address(1_000 + number));
        assert_eq!(place(&app.call(again).await), first);
    }
    // Nor has anybody lost one.
    let next = app.queue(3).await;
    assert!(next.opens_at - first.opens_at <= STEP + Duration::milliseconds(1));
}

#[tokio::test]
async fn the_same_form_many_times_at_once_is_one_place() {
    let app = start(10).await;
    app.fill().await;
    let answers =
        join_all((0..20).map(|number| app.call(request(2, None).from_address(&address(number))))).await;
    let places: BTreeSet<String> = answers
        .iter()
        .map(|answer| place(answer).opens_at.to_string())
        .collect();
    assert_eq!(places.len(), 1, "{places:?}");
}

#[tokio::test]
async fn a_late_candidate_does_not_go_back_to_the_end_of_the_line() {
    let app = start(10).await;
    app.fill().await;
    let mut places: Vec<Place> = Vec::new();
    for person in 2..52 {
        places.push(app.queue(person).await);
    }
    // The first one is three minutes late, while everybody else comes at their moment.
    for (number, place) in places.iter().enumerate().skip(1).take(28) {
        app.test_env.clock.set_to(place.opens_at);
        order_of(&app.come_back(number + 2, place).await);
    }
    let late = app.test_env.clock.now() - places[0].opens_at;
    assert!(late > Duration::minutes(3));
    let answer = app.come_back(2, &places[0]).await;
    if answer.status == 202 {
        let soon = place(&answer);
        assert!(soon.eta_seconds <= 7, "{soon:?}");
        assert_eq!(
            place(&app.come_back(2, &soon).await),
            soon,
            "asking again takes nothing more"
        );
        app.test_env.clock.set_to(soon.opens_at);
        order_of(&app.come_back(2, &soon).await);
    } else {
        order_of(&answer);
    }
    // The end of the line is two minutes further on.
    assert!(places[49].opens_at - app.test_env.clock.now() > Duration::minutes(2));
}

#[tokio::test]
async fn a_place_that_is_unused_for_half_an_hour_expires() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    app.test_env.clock.set_to(first.opens_at + Duration::minutes(31));
    for person in [3, 4, 5] {
        app.ask(person).await;
    }
    let again = place(&app.come_back(2, &first).await);
    assert!(again.opens_at > app.test_env.clock.now());
    assert_eq!(again.ahead, 1);
    assert_eq!(place(&app.come_back(2, &again).await), again);
}

#[tokio::test]
async fn an_invalid_form_is_refused_at_once_and_takes_no_place() {
    let app = start(10).await;
    app.fill().await;
    let dear = with(&form(2), "order_amount", 1);
    for _ in 0..5 {
        let answer = app.refused(Request::post(CREATE_ORDER, &dear)).await;
        assert_eq!(refusal(&answer), (409, "price_changed", "order_amount"));
        let answer = app
            .refused(Request::post(CREATE_ORDER, &without(&form(2), "customer_name")))
            .await;
        assert_eq!(refusal(&answer), (422, "invalid_field", "customer_name"));
    }
    let answer = app
        .refused(Request::post(CREATE_ORDER, &with(&form(2), "ticket", 7)))
        .await;
    assert_eq!(refusal(&answer), (422, "invalid_field", "ticket"));
    assert_eq!(app.queue(2).await.ahead, 0);
}

#[tokio::test]
async fn a_price_that_changed_while_waiting_is_a_409_and_the_place_is_kept() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    app.test_env.clock.set_to(first.opens_at);
    let outdated = with(
        &with(&form(2), "order_amount", 1),
        "ticket",
        first.ticket.as_str(),
    );
    let outdated = Request::post(CREATE_ORDER, &outdated).header("Idempotency-Key", key(2));
    assert_eq!(
        refusal(&app.refused(outdated).await),
        (409, "price_changed", "order_amount")
    );
    order_of(&app.come_back(2, &first).await);
}

#[tokio::test]
async fn an_order_that_is_open_is_found_without_the_line() {
    let app = start(10).await;
    app.fill().await;
    app.queue(2).await;
    let before = app.test_env.dump(Table::Access).await;
    let answer = app.ask(0).await;
    order_of(&answer);
    let line = |rows: Vec<serde_json::Value>| -> Vec<serde_json::Value> {
        let of_line = |row: &serde_json::Value| row["pk"].as_str().unwrap().starts_with("LINE#");
        rows.into_iter().filter(of_line).collect()
    };
    assert_eq!(line(app.test_env.dump(Table::Access).await), line(before));
}

/// Fifty people come at once where two can be opened: how many are opened, and how many different moments the others get.
async fn fifty_at_once(fault: Fault) -> (usize, usize) {
    let app = start(10).await;
    app.test_env.provider.set_limits(Limits::default());
    app.test_env.database.set(fault);
    let answers = join_all((0..50).map(|person| app.ask(person))).await;
    let (opened, waiting): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    let moments: BTreeSet<_> = waiting.into_iter().map(|answer| place(answer).opens_at).collect();
    (opened.len(), moments.len())
}

#[tokio::test]
async fn concurrent_arrivals_never_share_a_moment() {
    assert_eq!(fifty_at_once(Fault::None).await, (2, 48));
}

/// The control: what keeps them apart is the condition of the write.
#[tokio::test]
async fn without_conditions_concurrent_arrivals_share_a_moment() {
    let (opened, _) = fifty_at_once(Fault::NoConditions).await;
    assert!(opened > 2, "{opened}");
}

#[tokio::test]
async fn no_personal_data_is_kept_in_line() {
    let app = start(10).await;
    app.fill().await;
    let place = app.queue(2).await;
    let rows = app.test_env.dump(Table::Access).await;
    let text = serde_json::to_string(&rows).unwrap();
    assert!(text.contains(&place.ticket));
    for personal in ["example.com", "9876543210", "Asha", &address(2), &key(2)] {
        assert!(!text.contains(personal), "{personal}");
    }
    let kept = rows
        .iter()
        .filter(|row| row["sk"] == "PLACE" || row["sk"] == "FROM");
    let mut count = 0;
    for row in kept {
        count += 1;
        assert!(
            row["expires"].as_i64().unwrap() > app.test_env.clock.now().unix_timestamp(),
            "{row}"
        );
    }
    assert_eq!(count, 4, "a place, and the addresses of three");
}
