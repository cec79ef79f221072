//! The gate over a real table.

use access_control::staff_gate;
use axum::{Router, routing::get};
use http_api::{RequireSignedIn, layers};
use test_support::{App, Fault, Request};
use time::Duration;

use super::Fixture;

#[tokio::test]
async fn a_use_that_cannot_be_written_down_stops_nobody() {
    let Fixture {
        test_env,
        access,
        clock,
    } = Fixture::start().await;
    let gate = staff_gate(&test_env.env(), &access, clock).unwrap();
    let router = Router::new().route("/", get(async |_: RequireSignedIn| "in"));
    let token = test_env.admin_token().await;
    let app = App {
        router: layers(router.with_state(gate)),
        test_env,
    };
    app.test_env.clock.advance(Duration::minutes(3));
    app.test_env.database.set(Fault::CrashBefore(0));
    let answer = app.call(Request::get("/").bearer(&token)).await;
    assert_eq!(answer.status, 200);
    // The control: there was something to write.
    app.test_env.database.set(Fault::None);
    assert_eq!(app.test_env.database.writes(), 0);
    assert_eq!(app.call(Request::get("/").bearer(&token)).await.status, 200);
    assert_eq!(app.test_env.database.writes(), 1);
}
