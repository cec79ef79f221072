//! The provider is busy or fails while there is a line.

use super::{Place, place, request, start};
use crate::{order_of, refusal};
use futures::future::{join, join_all};
use provider_simulator::{Call, Fault};
use store::tables::Table;
use test_support::{Fault as DatabaseFault, Log};
use time::Duration;

#[tokio::test]
async fn a_429_of_the_provider_moves_all_places_and_keeps_their_order() {
    let app = start(10).await;
    app.fill().await;
    let mut places = Vec::new();
    for person in 2..8 {
        places.push(app.queue(person).await);
    }
    app.test_env.clock.set_to(places[0].opens_at);
    let now = app.test_env.clock.now();
    let log = Log::start();
    let busy = Fault::RateLimited { retry_after: 30 };
    app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
    let first = place(&app.come_back(2, &places[0]).await);
    assert_eq!((first.eta_seconds, &first.ticket), (30, &places[0].ticket));
    assert_eq!(log.total("LineMoved"), 1);

    // A candidate who returns at their assigned moment gets the new one; new arrivals are behind all of them.
    let mut moved: Vec<Place> = vec![first];
    for (number, before) in places.iter().enumerate().skip(1) {
        let after = place(&app.come_back(number + 2, before).await);
        let by = after.opens_at - before.opens_at;
        assert!(
            (by - Duration::seconds(30)).abs() <= Duration::milliseconds(2),
            "{by}"
        );
        moved.push(after);
    }
    moved.push(app.queue(8).await);
    assert!(
        moved.is_sorted_by(|one, next| one.opens_at < next.opens_at),
        "{moved:?}"
    );
    assert!(moved[0].opens_at >= now + Duration::seconds(30));
    let calls = app.test_env.provider.calls(Call::CreateOrder);
    for (number, place) in moved.iter().enumerate() {
        app.test_env.clock.set_to(place.opens_at);
        order_of(&app.come_back(number + 2, place).await);
    }
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), calls + 7);
}

#[tokio::test]
async fn several_429s_at_once_move_the_line_once() {
    let app = start(200).await;
    let busy = Fault::RateLimited { retry_after: 30 };
    app.test_env.provider.fail_always(Some(Call::CreateOrder), busy);
    let answers = join_all((0..15).map(|person| app.ask(person))).await;
    app.test_env.provider.clear_faults();
    let now = app.test_env.clock.now();
    for answer in &answers {
        assert_eq!(place(answer).opens_at, now + Duration::seconds(30));
    }
    let late = app.queue(20).await;
    assert!(late.opens_at - now <= Duration::seconds(31), "{late:?}");
    app.test_env.clock.advance(Duration::seconds(30));
    for (person, answer) in answers.iter().enumerate() {
        order_of(&app.come_back(person, &place(answer)).await);
    }
}

/// The table does not answer while they come, and answers again when the provider refuses them.
#[tokio::test]
async fn several_429s_of_those_who_went_by_the_line_move_it_once() {
    let app = start(10).await;
    app.fill().await;
    let before = app.queue(2).await;
    app.test_env.database.set(DatabaseFault::TableDown(Table::Access));
    let calls = app.test_env.provider.calls(Call::CreateOrder);
    for _ in 0..12 {
        // Each waits for a second and tries again.
        let soon = Fault::RateLimited { retry_after: 1 };
        app.test_env.provider.fail_next(Some(Call::CreateOrder), soon);
    }
    let busy = Fault::RateLimited { retry_after: 60 };
    app.test_env.provider.fail_always(Some(Call::CreateOrder), busy);
    let answers_again = async {
        while app.test_env.provider.calls(Call::CreateOrder) < calls + 12 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        app.test_env.database.set(DatabaseFault::None);
    };
    let come = join_all((20..32).map(|person| app.ask(person)));
    let (answers, ()) = join(come, answers_again).await;
    app.test_env.provider.clear_faults();
    let now = app.test_env.clock.now();
    for answer in &answers {
        assert_eq!(place(answer).opens_at, now + Duration::seconds(60));
    }
    let moved = place(&app.come_back(2, &before).await).opens_at - before.opens_at;
    assert!(
        (moved - Duration::seconds(60)).abs() <= Duration::milliseconds(2),
        "{moved}"
    );
}

#[tokio::test]
async fn an_arrival_while_the_provider_is_busy_waits_until_it_is_available() {
    let app = start(200).await;
    let busy = Fault::RateLimited { retry_after: 5 };
    app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
    let first = app.queue(0).await;
    let calls = app.test_env.provider.calls(Call::CreateOrder);
    assert!(app.queue(1).await.opens_at >= first.opens_at);
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), calls);
}

#[tokio::test]
async fn an_order_that_the_provider_failed_to_open_does_not_queue_twice() {
    let app = start(10).await;
    app.fill().await;
    let first = app.queue(2).await;
    for person in 3..40 {
        app.queue(person).await;
    }
    app.test_env.clock.set_to(first.opens_at);
    let down = Fault::Status { status: 503 };
    app.test_env.provider.fail_always(None, down);
    assert_eq!(
        refusal(&app.come_back(2, &first).await),
        (502, "provider_unavailable", "")
    );
    app.test_env.provider.clear_faults();
    let mut answer = app.come_back(2, &first).await;
    if answer.status == 202 {
        let soon = place(&answer);
        assert!(soon.eta_seconds <= 14, "{soon:?}");
        app.test_env.clock.set_to(soon.opens_at);
        answer = app.come_back(2, &soon).await;
    }
    order_of(&answer);
}

#[tokio::test]
async fn a_crash_at_the_moment_leaves_the_place_and_one_order() {
    let mut after = 0;
    loop {
        let app = start(10).await;
        app.fill().await;
        let first = app.queue(2).await;
        for person in 3..30 {
            app.queue(person).await;
        }
        app.test_env.clock.set_to(first.opens_at);
        app.test_env.database.set(DatabaseFault::CrashAfter(after));
        let died = app.come_back(2, &first).await;
        app.test_env.database.set(DatabaseFault::None);
        let mut answer = app.call(request(2, Some(&first.ticket))).await;
        for _ in 0..3 {
            if answer.status != 202 {
                break;
            }
            let soon = place(&answer);
            assert!(soon.eta_seconds <= 14, "after write {after}: {soon:?}");
            app.test_env.clock.set_to(soon.opens_at);
            answer = app.come_back(2, &soon).await;
        }
        order_of(&answer);
        assert_eq!(app.count("ORDER").await, 3, "after write {after}");
        assert_eq!(app.count("CANDIDATE").await, 3, "after write {after}");
        let orders = app.test_env.provider.export()["orders"].clone();
        assert_eq!(orders.as_object().unwrap().len(), 3, "after write {after}");
        after += 1;
        // The gate's slot, the place, the rows, the note that it is open.
        if died.status == 200 && after >= 4 {
            return;
        }
        assert!(after < 10);
    }
}
