//! A ticket holds a place in line: on any device, by the ticket or by its key, and for one order only.

use super::{STEP, form, place, request, start};
use crate::{CREATE_ORDER, order_of, with};
use futures::future::join;
use provider_simulator::{Call, Fault as ProviderFault};
use test_support::{Fault, Request};
use time::Duration;

#[tokio::test]
async fn without_its_key_or_altered_a_ticket_leads_to_no_place() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    let without_key = Request::post(CREATE_ORDER, &with(&form(4), "ticket", first.ticket.as_str()));
    let without_key = place(&app.call(without_key).await);
    assert_ne!(without_key.ticket, first.ticket);
    assert!(without_key.opens_at > first.opens_at);
    for ticket in [
        "",
        "0",
        "no ticket",
        &first.ticket[1..],
        &format!("{}0", &first.ticket[1..]),
    ] {
        assert_eq!(
            place(&app.call(request(2, Some(ticket))).await),
            first,
            "{ticket}"
        );
        let keyless = Request::post(CREATE_ORDER, &with(&form(5), "ticket", ticket));
        assert!(
            place(&app.call(keyless).await).opens_at > without_key.opens_at,
            "{ticket}"
        );
    }
    app.test_env.clock.set_to(first.opens_at);
    let without_key = Request::post(CREATE_ORDER, &with(&form(4), "ticket", first.ticket.as_str()));
    assert_eq!(app.call(without_key).await.status, 202);
    order_of(&app.come_back(2, &first).await);
}

#[tokio::test]
async fn another_device_continues_with_the_ticket_and_the_place_is_used_once() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    // On the other device the key and the form are others.
    let there = |ticket: &str| request(3, Some(ticket));
    assert_eq!(place(&app.call(there(&first.ticket)).await), first);
    assert_eq!(
        place(&app.come_back(2, &first).await),
        first,
        "both see the same place"
    );
    for person in 4..10 {
        app.queue(person).await;
    }
    app.test_env.clock.set_to(first.opens_at);
    let order = order_of(&app.call(there(&first.ticket)).await);
    assert_eq!(
        order_of(&app.call(there(&first.ticket)).await),
        order,
        "a retry is idempotent"
    );
    let again = place(&app.come_back(2, &first).await);
    assert!(again.ahead >= 6, "the end of the line: {again:?}");
    let third = place(&app.call(request(20, Some(&first.ticket))).await);
    assert!(third.ahead >= 7 || third == again, "{third:?}");
}

#[tokio::test]
async fn a_place_that_its_own_key_has_used_is_worthless_to_another_key() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    for person in 4..10 {
        app.queue(person).await;
    }
    app.test_env.clock.set_to(first.opens_at);
    order_of(&app.come_back(2, &first).await);
    let other = place(&app.call(request(3, Some(&first.ticket))).await);
    assert_ne!(other.ticket, first.ticket);
    assert!(other.ahead >= 6, "{other:?}");
}

/// How many orders are opened where eight places are each used by their own key and by another one at once.
async fn used_by_two_keys_at_once(fault: Fault) -> usize {
    let app = start(10).await;
    app.fill().await;
    let mut places = Vec::new();
    // Who loses joins the end of the line, which is far away.
    for person in 2..40 {
        places.push(app.queue(person).await);
    }
    app.test_env.database.set(fault);
    let mut opened = 0;
    for (person, place) in (2..10).zip(&places) {
        // The gate lets two through.
        app.test_env.clock.advance(STEP * 2 + Duration::MILLISECOND);
        // The other key is the first to write, mostly, so the own one meets its write.
        let other = request(100 + person, Some(&place.ticket));
        let (other, own) = join(app.call(other), app.come_back(person, place)).await;
        opened += [own, other].iter().filter(|answer| answer.status == 200).count();
    }
    opened
}

#[tokio::test]
async fn of_two_keys_that_use_a_place_at_once_one_does() {
    assert_eq!(used_by_two_keys_at_once(Fault::None).await, 8);
}

/// The control: what keeps them apart is the condition of the write.
#[tokio::test]
async fn without_conditions_two_keys_use_a_place_at_once() {
    let opened = used_by_two_keys_at_once(Fault::NoConditions).await;
    assert!(opened > 8, "{opened}");
}

#[tokio::test]
async fn a_crash_between_a_borrowed_place_and_the_order_does_not_queue_twice() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    for person in 4..10 {
        app.queue(person).await;
    }
    app.test_env.clock.set_to(first.opens_at);
    app.test_env
        .provider
        .fail_always(Some(Call::CreateOrder), ProviderFault::Status { status: 503 });
    let failed = app.call(request(3, Some(&first.ticket))).await;
    assert_eq!(failed.status, 502, "{}", failed.json);
    app.test_env.provider.clear_faults();
    let answer = app.call(request(3, Some(&first.ticket))).await;
    if answer.status == 202 {
        let soon = place(&answer);
        assert!(soon.eta_seconds <= 7, "{soon:?}");
        app.test_env.clock.set_to(soon.opens_at);
        order_of(&app.call(request(3, Some(&soon.ticket))).await);
    } else {
        order_of(&answer);
    }
}

#[tokio::test]
async fn without_a_key_the_ticket_alone_is_the_place_and_is_used_once() {
    let app = start(10).await;
    app.fill().await;
    let keyless = |ticket: &str| Request::post(CREATE_ORDER, &with(&form(2), "ticket", ticket));
    let first = place(&app.call(Request::post(CREATE_ORDER, &form(2))).await);
    assert_eq!(place(&app.call(keyless(&first.ticket)).await), first);
    for person in 3..10 {
        app.queue(person).await;
    }
    app.test_env.clock.set_to(first.opens_at);
    order_of(&app.call(keyless(&first.ticket)).await);
    let again = place(&app.call(keyless(&first.ticket)).await);
    assert!(again.ahead >= 7, "{again:?}");
}
