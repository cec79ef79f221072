//! Who waits in line when registration ends.

use super::{key, place, request, start};
use crate::{order_of, refusal};
use serde_json::json;
use store::tables::Table;
use test_support::Fault;
use time::Duration;

#[tokio::test]
async fn a_place_that_was_given_in_time_is_honoured_after_the_end() {
    let app = start(10).await;
    app.fill().await;
    let waits = app.queue(2).await;
    let also = app.queue(3).await;
    let closes = app.test_env.clock.now() + Duration::seconds(1);
    app.set_window(None, Some(closes)).await;
    app.test_env.clock.set_to(closes);
    // Nobody else gets one.
    assert_eq!(refusal(&app.ask(4).await), (409, "registration_closed", ""));
    // Before its moment it is kept, with its ticket or by its key.
    assert_eq!(place(&app.come_back(2, &waits).await).opens_at, waits.opens_at);
    app.test_env.clock.set_to(also.opens_at);
    order_of(&app.come_back(2, &waits).await);
    order_of(&app.ask(3).await);
    assert_eq!(refusal(&app.ask(4).await), (409, "registration_closed", ""));
    // A place is not kept for ever.
    app.test_env.clock.advance(Duration::minutes(31));
    assert_eq!(refusal(&app.ask(5).await), (409, "registration_closed", ""));
}

#[tokio::test]
async fn a_place_that_nobody_used_in_its_time_is_over_with_registration() {
    let app = start(10).await;
    app.fill().await;
    let waits = app.queue(2).await;
    app.set_window(None, Some(waits.opens_at)).await;
    app.test_env.clock.set_to(waits.opens_at + Duration::minutes(31));
    let late = app.come_back(2, &waits).await;
    assert_eq!(refusal(&late), (409, "registration_closed", ""));
}

#[tokio::test]
async fn the_end_of_the_event_outlives_no_place() {
    let app = start(10).await;
    app.fill().await;
    let waits = app.queue(2).await;
    let ended =
        json!({ "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": "2025-05-20T04:30:00Z", "by": "asha" });
    app.test_env.put(Table::Registrations, &ended).await;
    app.test_env.clock.set_to(waits.opens_at);
    assert_eq!(
        refusal(&app.come_back(2, &waits).await),
        (409, "registration_closed", "")
    );
}

/// Who may have a place is not told that it is over.
#[tokio::test]
async fn when_it_is_over_and_the_line_cannot_be_read_a_request_is_to_come_again() {
    let app = start(10).await;
    app.fill().await;
    let waits = app.queue(2).await;
    app.set_window(None, Some(app.test_env.clock.now())).await;
    app.test_env.clock.set_to(waits.opens_at);
    app.test_env.database.set(Fault::TableDown(Table::Access));
    let unknown = app.call(request(2, Some(&waits.ticket))).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (503, "busy"));
    assert!(
        !app.test_env
            .dump(Table::Registrations)
            .await
            .iter()
            .any(|item| { item["pk"].as_str().unwrap().contains(&key(2)) })
    );
    app.test_env.database.set(Fault::None);
    order_of(&app.come_back(2, &waits).await);
}
