//! An exam with few places, and a line: who waits holds none, and who holds one keeps it.

use super::{address, form, key, place, request, start};
use crate::{App, CREATE_ORDER, order_of, refusal, with};
use provider_simulator::{Call, Fault as ProviderFault};
use serde_json::Value;
use test_support::{COURSE, Fault, Request};
use time::Duration;

const SOLD_OUT: (u16, &str, &str) = (409, "sold_out", "course_category");

/// Longer than what was seen of an exam's places is good enough.
const A_WHILE: Duration = Duration::seconds(3);

/// The form of person 0, corrected: sent by person 2.
fn corrected() -> Request {
    let form = with(&form(2), "replaces", key(0));
    Request::post(CREATE_ORDER, &form)
        .header("Idempotency-Key", key(2))
        .from_address(&address(2))
}

impl App {
    async fn holders(&self) -> Vec<String> {
        self.test_env.places_of(COURSE).await.into_values().collect()
    }

    fn word_of_provider(&self, order: &str) -> Value {
        self.test_env.provider.export()["orders"][order]["status"].clone()
    }
}

#[tokio::test]
async fn who_corrects_the_form_and_has_to_wait_can_pay_the_order_before_until_then() {
    let app = start(10).await;
    app.test_env.limit_places(COURSE, 2).await;
    let first = order_of(&app.ask(0).await);
    let other = order_of(&app.ask(1).await);
    let waits = place(&app.call(corrected()).await);
    assert_eq!(app.word_of_provider(&first), "ACTIVE");
    assert!(app.holders().await.contains(&first));
    app.test_env.clock.set_to(waits.opens_at);
    let further = order_of(&app.call(corrected()).await);
    assert_eq!(app.word_of_provider(&first), "TERMINATED");
    let mut held = app.holders().await;
    held.sort();
    let mut expected = [further, other];
    expected.sort();
    assert_eq!(held, expected);
}

#[tokio::test]
async fn a_place_that_was_handed_on_is_kept_while_the_provider_is_too_busy_for_the_further_order() {
    // The order before can be given to the provider again, or is too old by then and hands its place on.
    for pause in [30, 20 * 60] {
        let app = start(200).await;
        app.test_env.limit_places(COURSE, 1).await;
        order_of(&app.ask(0).await);
        let busy = ProviderFault::RateLimited { retry_after: pause };
        app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
        let waits = place(&app.call(corrected()).await);
        app.test_env.clock.advance(A_WHILE);
        assert_eq!(refusal(&app.ask(3).await), SOLD_OUT, "{pause}");
        app.test_env.clock.set_to(waits.opens_at);
        let further = order_of(&app.call(corrected()).await);
        assert_eq!(app.holders().await, [further.as_str()], "{pause}");
        assert_eq!(app.word_of_provider(&further), "ACTIVE");
    }
}

#[tokio::test]
async fn nobody_waits_in_line_for_what_is_sold_out() {
    let app = start(10).await;
    app.test_env.limit_places(COURSE, 2).await;
    app.fill().await;
    app.test_env.clock.advance(A_WHILE);
    let refused = app.refused(request(2, None)).await;
    assert_eq!(refusal(&refused), SOLD_OUT);
}

#[tokio::test]
async fn who_waits_in_line_for_an_exam_with_places_costs_no_look_at_them() {
    let mut requests = Vec::new();
    for places in [None, Some(5)] {
        let app = start(10).await;
        if let Some(places) = places {
            app.test_env.limit_places(COURSE, places).await;
        }
        app.fill().await;
        app.test_env.database.set(Fault::None);
        app.queue(2).await;
        requests.push(app.test_env.database.requests());
    }
    assert_eq!(requests[0], requests[1]);
}

#[tokio::test]
async fn a_place_that_came_free_can_be_had_a_moment_later() {
    let app = start(200).await;
    app.test_env.limit_places(COURSE, 1).await;
    let paid = app.test_env.paid_place("asha@example.com").await;
    assert_eq!(refusal(&app.ask(0).await), SOLD_OUT);
    app.test_env.pay_back(&paid).await;
    app.test_env.clock.advance(A_WHILE);
    let order = order_of(&app.ask(0).await);
    assert_eq!(app.holders().await, [order]);
}
