//! Five times as many people in a minute as the provider opens orders.

use super::{Place, form, key, place, start};
use crate::{App, CREATE_ORDER, order_of};
use futures::{StreamExt, stream};
use provider_simulator::{Call, Limits};
use std::collections::{BTreeMap, HashSet};
use test_support::Request;
use time::{Duration, OffsetDateTime};

/// No 60 s, whenever they begin, may have more orders than the provider opens in a minute.
fn assert_within_limit(opened: &[OffsetDateTime], limit: usize) {
    let minute = Duration::minutes(1);
    for from in opened {
        let within = opened
            .iter()
            .filter(|at| *at >= from && **at < *from + minute)
            .count();
        assert!(within <= limit, "{within} from {from}");
    }
}

#[tokio::test]
async fn in_a_rush_all_get_an_order_first_come_first_served_within_the_limit() {
    rush(300, 60).await;
}

/// The same in the size of a real one.
#[tokio::test]
#[ignore = "takes minutes in a debug build"]
async fn a_thousand_in_a_minute_all_get_an_order_where_two_hundred_are_opened() {
    rush(1_000, 200).await;
}

async fn rush(people: u32, limit: u32) {
    let app = start(limit).await;
    let mut opened = Vec::new();
    let mut orders = HashSet::new();
    let mut waiting: BTreeMap<OffsetDateTime, (usize, Place)> = BTreeMap::new();
    let all = people as usize;
    for person in 0..all {
        let answer = app.ask(person).await;
        if answer.status == 200 {
            orders.insert(order_of(&answer));
            opened.push(app.test_env.clock.now());
        } else {
            let place = place(&answer);
            waiting.insert(place.opens_at, (person, place));
        }
        app.test_env.clock.advance(Duration::minutes(1) / people);
        open_due(&app, &mut waiting, &mut opened, &mut orders).await;
    }
    // First come, first served: later people have later moments.
    let in_line: Vec<usize> = waiting.values().map(|(person, _)| *person).collect();
    assert!(in_line.is_sorted(), "{in_line:?}");
    assert_eq!(waiting.len() + opened.len(), all);
    let begun = app.test_env.clock.now();
    while let Some(at) = waiting.keys().next() {
        app.test_env.clock.set_to(*at);
        open_due(&app, &mut waiting, &mut opened, &mut orders).await;
    }
    assert_eq!((orders.len(), opened.len()), (all, all));
    assert_eq!(app.count("ORDER").await, all);
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), u64::from(people));
    assert_within_limit(&opened, limit as usize);
    let took = app.test_env.clock.now() - begun;
    assert!(took <= Duration::minutes(5), "{took}");
}

async fn open_due(
    app: &App,
    waiting: &mut BTreeMap<OffsetDateTime, (usize, Place)>,
    opened: &mut Vec<OffsetDateTime>,
    orders: &mut HashSet<String>,
) {
    while let Some(entry) = waiting.first_entry() {
        if *entry.key() > app.test_env.clock.now() {
            return;
        }
        let (person, place) = entry.remove();
        orders.insert(order_of(&app.come_back(person, &place).await));
        opened.push(app.test_env.clock.now());
    }
}

/// The control: with a line that thinks that the provider opens any number, the provider refuses.
#[tokio::test]
async fn without_the_line_the_provider_refuses_most_of_them() {
    let app = App::start().await;
    app.test_env.provider.set_limits(Limits {
        create_order: 60,
        ..Limits::default()
    });
    let ask = |person: usize| {
        let request = Request::post(CREATE_ORDER, &form(person)).header("Idempotency-Key", key(person));
        app.call(request.from_address(&super::address(person)))
    };
    let answers: Vec<_> = stream::iter((0..90).map(ask)).buffered(20).collect().await;
    let opened = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(opened <= 60, "{opened}");
    assert!(app.test_env.provider.calls(Call::CreateOrder) > 60);
}
