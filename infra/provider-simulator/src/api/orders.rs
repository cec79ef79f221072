//! `/orders`: open, read, close.

use super::entity;
use super::error::ApiError;
use super::extract::{Entity, Found, Reply, Version};
use super::order_request::OrderRequest;
use crate::Simulator;
use crate::lifecycle::ControlError;
use crate::state::{Order, OrderStatus, Shown};
use axum::body::Bytes;
use axum::extract::{Path, State};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha512;

pub(super) async fn create(
    State(simulator): State<Simulator>,
    Version(version): Version,
    body: Bytes,
) -> Reply {
    let base = simulator.public_url();
    simulator.change(|state, now| {
        let request = OrderRequest::read(&body, now)?;
        let cf_order_id = state.next_id();
        let order_id = request.order_id.unwrap_or_else(|| format!("order_{cf_order_id}"));
        if state.orders.contains_key(&order_id) {
            return Err(ApiError::conflict(
                "order_already_exists",
                "order with same id is already present",
            ));
        }
        let order = Order {
            session: session(&simulator.config().client_secret, cf_order_id, &order_id),
            order_id: order_id.clone(),
            cf_order_id,
            amount: request.amount,
            currency: request.currency,
            status: OrderStatus::Active,
            customer: request.customer,
            return_url: request.return_url,
            notify_url: request.notify_url,
            payment_methods: request.payment_methods,
            note: request.note,
            tags: request.tags,
            created_at: now,
            expires_at: request.expires_at,
            attempts: Vec::new(),
            refunds: Vec::new(),
            disputes: Vec::new(),
            shown: Shown::default(),
        };
        let reply = entity::order(&order, version, &base, now);
        state.orders.insert(order_id, order);
        Ok(Entity(reply))
    })
}

pub(super) async fn read(
    State(simulator): State<Simulator>,
    Version(version): Version,
    Found(order): Found,
) -> Reply {
    let (base, now) = (simulator.public_url(), simulator.now());
    Ok(Entity(entity::order(&order, version, &base, now)))
}

pub(super) async fn terminate(
    State(simulator): State<Simulator>,
    Version(version): Version,
    Path(order_id): Path<String>,
    body: Bytes,
) -> Reply {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if body["order_status"] != "TERMINATED" {
        return Err(ApiError::bad(
            "order_status_invalid",
            "order_status : invalid value",
        ));
    }
    let base = simulator.public_url();
    simulator.change(|state, now| {
        state.terminate(&order_id, now).map_err(|error| match error {
            ControlError::Closed
                if state
                    .orders
                    .get(&order_id)
                    .is_some_and(|order| order.status == OrderStatus::Paid) =>
            {
                ApiError::bad("order_already_paid", "order is already paid")
            }
            error => ApiError::from(error),
        })?;
        let order = state.order(&order_id)?;
        Ok(Entity(entity::order(order, version, &base, now)))
    })
}

/// A session like the provider's: long, of the URL-safe alphabet, and not to be guessed without the secret.
fn session(secret: &str, cf_order_id: u64, order_id: &str) -> String {
    // HMAC takes keys of every length; the error cannot come.
    let token = Hmac::<Sha512>::new_from_slice(secret.as_bytes()).map_or_else(
        |_| String::new(),
        |mut mac| {
            mac.update(format!("session {cf_order_id} {order_id}").as_bytes());
            URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
        },
    );
    format!("session_{token}")
}
