//! Those who wait and do not come.

use super::{Place, start};
use crate::order_of;
use std::collections::BTreeMap;
use time::{Duration, OffsetDateTime};

/// From one place to the next of two who come at once.
async fn gap(app: &crate::App, person: usize) -> Duration {
    let (one, other) = (app.queue(person).await, app.queue(person + 1).await);
    other.opens_at - one.opens_at
}

#[tokio::test]
async fn places_are_closer_together_when_people_do_not_come_and_the_limit_still_holds() {
    let app = start(60).await;
    let step = Duration::milliseconds(1_111);
    let mut opened: Vec<OffsetDateTime> = Vec::new();
    let mut waiting: BTreeMap<OffsetDateTime, (usize, Place)> = BTreeMap::new();
    for person in 0..400 {
        let answer = app.ask(person).await;
        if answer.status == 200 {
            opened.push(app.test_env.clock.now());
        } else {
            let place = super::place(&answer);
            waiting.insert(place.opens_at, (person, place));
        }
    }
    assert!((gap(&app, 400).await - step).abs() <= Duration::milliseconds(2));
    // A third does not come.
    let start = app.test_env.clock.now();
    for (at, (person, place)) in waiting
        .iter()
        .take_while(|(at, _)| **at < start + Duration::minutes(2))
    {
        if person % 3 != 0 {
            app.test_env.clock.set_to(*at);
            order_of(&app.come_back(*person, place).await);
            opened.push(app.test_env.clock.now());
        }
    }
    app.queue(402).await;
    let learnt = gap(&app, 403).await;
    // Half way to one and a half.
    assert!(learnt > step * 100 / 128 && learnt < step * 100 / 122, "{learnt}");

    // From now on everybody comes, those who were late at the same time as the others.
    let late: Vec<_> = waiting
        .values()
        .filter(|(person, _)| person % 3 == 0)
        .cloned()
        .collect();
    let now = app.test_env.clock.now();
    let mut pending: BTreeMap<(OffsetDateTime, usize), Place> = BTreeMap::new();
    for (at, (person, place)) in &waiting {
        if *at > now {
            pending.insert((*at, *person), place.clone());
        }
    }
    for (person, place) in late.into_iter().filter(|(_, place)| place.opens_at <= now) {
        pending.insert((now, person), place);
    }
    while let Some(((at, person), place)) = pending.pop_first() {
        app.test_env.clock.set_to(at.max(app.test_env.clock.now()));
        let answer = app.come_back(person, &place).await;
        if answer.status == 202 {
            let later = super::place(&answer);
            pending.insert((later.opens_at, person), later);
        } else {
            order_of(&answer);
            opened.push(app.test_env.clock.now());
        }
    }
    assert_eq!(opened.len(), 400);
    super::rush::assert_within_limit(&opened, 60);
}
