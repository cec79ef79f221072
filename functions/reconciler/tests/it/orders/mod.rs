//! Orders that nobody returned from.

mod asking;
mod unclear;

use crate::App;
use domain::payment::{Ask, AttemptState, FIRST_ASK, Lane, Order, Status};
use store::registrations::{Write, places::PlaceAction, settle::UnpaidChange};

/// When an order is asked about, in minutes since its creation: 1, 3, 6, 15, a minute after its expiry, an hour
/// after it, a day after it.
const SCHEDULE: [i64; 7] = [1, 3, 6, 15, 31, 90, LAST];
const LAST: i64 = 30 + 24 * 60;

/// Writes the state of the newest attempt, as a page that waited for it left it.
async fn stood(app: &App, order: &Order, status: Status, attempt: AttemptState) {
    let change = UnpaidChange {
        status,
        attempt,
        session: None,
        closed_at: None,
        place: PlaceAction::Keep,
        due: Some(Ask {
            at: order.created_at + FIRST_ASK,
            lane: Lane::First,
        }),
    };
    let written = app.test_env.registrations().record_unpaid(order, &change).await;
    assert_eq!(written.unwrap(), Write::Done);
}
