//! The provider's API under `/pg`.

pub(crate) mod disputes;
pub(crate) mod entity;
mod error;
mod extract;
mod order_request;
mod orders;
mod payments;
mod preconditions;
mod recon;
mod refunds;

use crate::Simulator;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use error::ApiError;

pub(crate) fn routes(simulator: &Simulator) -> Router<Simulator> {
    Router::new()
        .route("/pg/orders", post(orders::create))
        .route("/pg/orders/sessions", post(payments::pay))
        .route(
            "/pg/orders/{order_id}",
            get(orders::read).patch(orders::terminate),
        )
        .route("/pg/orders/{order_id}/payments", get(payments::list))
        .route(
            "/pg/orders/{order_id}/payments/{cf_payment_id}",
            get(payments::read),
        )
        .route(
            "/pg/orders/{order_id}/refunds",
            get(refunds::list).post(refunds::create),
        )
        .route("/pg/orders/{order_id}/refunds/{refund_id}", get(refunds::read))
        .route("/pg/orders/{order_id}/disputes", get(disputes::list))
        .route("/pg/recon", post(recon::page))
        .route("/pg/simulate", post(payments::simulate))
        .route("/pg/simulate/{simulation_id}", get(payments::simulation))
        .method_not_allowed_fallback(bad_address)
        .route_layer(from_fn_with_state(simulator.clone(), preconditions::check))
        .route("/pg/{*rest}", any(bad_address))
}

async fn bad_address() -> ApiError {
    ApiError::bad("request_failed", "bad URL, please check API documentation")
}
