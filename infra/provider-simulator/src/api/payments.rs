//! Attempts: paying, listing, and deciding what becomes of one.

use super::entity;
use super::error::ApiError;
use super::extract::{Body, Entity, Found, Reply, Version};
use crate::Simulator;
use crate::lifecycle::{Begin, ControlError};
use crate::state::{OrderStatus, PaymentMethod, PaymentStatus, Simulation};
use crate::wire::{id, rupees};
use axum::extract::{Path, State};
use serde_json::{Value, json};

pub(super) async fn list(Version(version): Version, Found(order): Found) -> Reply {
    let payments = order
        .attempts
        .iter()
        .map(|attempt| entity::payment(&order, attempt, version));
    Ok(Entity(payments.collect()))
}

pub(super) async fn read(
    Version(version): Version,
    Path((_, cf_payment_id)): Path<(String, String)>,
    Found(order): Found,
) -> Reply {
    let mut attempts = order.attempts.iter();
    let attempt = attempts.find(|attempt| attempt.cf_payment_id.to_string() == cf_payment_id);
    let attempt = attempt.ok_or(ControlError::NoPayment)?;
    Ok(Entity(entity::payment(&order, attempt, version)))
}

/// Begins an attempt. What becomes of it is decided through `/simulate` or on the pages.
pub(super) async fn pay(
    State(simulator): State<Simulator>,
    Version(version): Version,
    Body(body): Body,
) -> Reply {
    let method = PaymentMethod::parse(&body["payment_method"])?;
    let base = simulator.public_url();
    simulator.change(|state, now| {
        let session = body["payment_session_id"].as_str().unwrap_or_default();
        let order = state.order_of_session(session).cloned().ok_or_else(|| {
            ApiError::bad(
                "payment_session_id_invalid",
                "payment_session_id is not present or is invalid",
            )
        })?;
        if order.status == OrderStatus::Paid {
            return Err(ApiError::bad("order_already_paid", "order is already paid"));
        }
        let (name, channel) = match &method {
            PaymentMethod::Upi { .. } => ("upi", "collect"),
            PaymentMethod::Card { .. } => ("card", "link"),
            PaymentMethod::Netbanking { .. } => ("netbanking", "link"),
        };
        let cf_payment_id = state.begin(&order.order_id, method, Begin::WhileOpen, now)?;
        let link = (channel == "link").then(|| format!("{base}/checkout/bank/{session}/{cf_payment_id}"));
        Ok(Entity(json!({
            "payment_method": name,
            "channel": channel,
            "action": if link.is_some() { "link" } else { "custom" },
            "cf_payment_id": id(cf_payment_id, version),
            "payment_amount": rupees(order.amount),
            "data": {"url": link, "payload": null, "content_type": null, "method": null},
        })))
    })
}

/// Decides an attempt, as the provider's sandbox does it.
pub(super) async fn simulate(State(simulator): State<Simulator>, Body(body): Body) -> Reply {
    if body["entity"] != "PAYMENTS" {
        return Err(ApiError::bad("entity_invalid", "entity : must be PAYMENTS"));
    }
    let wanted = &body["entity_simulation"]["payment_status"];
    let status = match wanted.as_str() {
        Some("SUCCESS") => PaymentStatus::Success,
        Some("FAILED") => PaymentStatus::Failed,
        Some("PENDING") => PaymentStatus::Pending,
        Some("USER_DROPPED") => PaymentStatus::UserDropped,
        _ => {
            return Err(ApiError::bad(
                "entity_simulation_invalid",
                "payment_status : invalid value",
            ));
        }
    };
    let entity_id = &body["entity_id"];
    let cf_payment_id = entity_id.as_u64().or_else(|| entity_id.as_str()?.parse().ok());
    let error_code = body["entity_simulation"]["payment_error_code"]
        .as_str()
        .unwrap_or_default();
    simulator.change(|state, now| {
        let cf_payment_id = cf_payment_id.ok_or(ControlError::NoPayment)?;
        let happened = state.decide(cf_payment_id, status, now)?;
        simulator.announce(state, &happened, now);
        let simulation_id = state.next_id().to_string();
        let simulation = Simulation {
            cf_payment_id,
            status,
            error_code: error_code.to_owned(),
        };
        let reply = simulation_entity(&simulation_id, &simulation);
        state.simulations.insert(simulation_id, simulation);
        Ok(Entity(reply))
    })
}

pub(super) async fn simulation(
    State(simulator): State<Simulator>,
    Path(simulation_id): Path<String>,
) -> Reply {
    let state = simulator.state();
    let simulation = state
        .simulations
        .get(&simulation_id)
        .ok_or_else(|| ApiError::not_found("simulation_not_found", "simulation does not exist"))?;
    Ok(Entity(simulation_entity(&simulation_id, simulation)))
}

fn simulation_entity(simulation_id: &str, simulation: &Simulation) -> Value {
    json!({
        "simulation_id": simulation_id,
        "entity": "PAYMENTS",
        "entity_id": simulation.cf_payment_id.to_string(),
        "entity_simulation": {
            "payment_status": simulation.status.as_str(),
            "payment_error_code": simulation.error_code,
        },
    })
}
