//! What browsers see: the provider's script, its hosted checkout page, and a page for the operator
//! of the simulator.

mod html;
mod operator;
mod page;

use crate::Simulator;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use serde_json::json;

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/cashfree.js", get(script))
        .route("/pg/view/sessions/checkout", post(page::open))
        .route("/checkout/session/{session}", get(session))
        .route("/checkout/pay/{session}", get(page::show).post(page::pay))
        .route(
            "/checkout/bank/{session}/{cf_payment_id}",
            get(page::bank).post(page::decide),
        )
        .route("/checkout/orders", get(operator::list))
        .route("/checkout/orders/{order_id}", post(operator::act))
        .route("/checkout/webhooks", post(operator::webhooks))
        .route("/checkout/style.css", get(style))
        .route("/checkout/page.js", get(page_script))
}

/// Our stand-in for the provider's script, which sends the browser to this simulator whatever the mode.
async fn script(State(simulator): State<Simulator>) -> Response {
    // The address is written as a JSON text, which is a JavaScript one too.
    let url = json!(simulator.public_url()).to_string();
    let text = include_str!("cashfree.js").replace("\"{public_url}\"", &url);
    (
        [
            (CONTENT_TYPE, "text/javascript; charset=utf-8"),
            (CACHE_CONTROL, "no-cache"),
        ],
        text,
    )
        .into_response()
}

/// Whether a session opens a checkout. The script asks it from the merchant's site.
async fn session(State(simulator): State<Simulator>, Path(session): Path<String>) -> Response {
    let valid = simulator.state().order_of_session(&session).is_some();
    let headers = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (CACHE_CONTROL, "no-store")];
    (headers, Json(json!({"valid": valid}))).into_response()
}

async fn style() -> Response {
    (
        [(CONTENT_TYPE, "text/css; charset=utf-8")],
        include_str!("style.css"),
    )
        .into_response()
}

async fn page_script() -> Response {
    (
        [(CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("page.js"),
    )
        .into_response()
}
