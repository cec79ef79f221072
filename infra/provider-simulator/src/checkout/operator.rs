//! The operator's page: every order, and the actions that it still allows.

use super::html::{escape, moment, page, rupees};
use crate::Simulator;
use crate::lifecycle::ControlError;
use crate::state::{Attempt, Delivery, Order, OrderStatus, PaymentMethod, PaymentStatus, Stage};
use crate::webhook::WebhookMode;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;
use std::fmt::Write;
use time::OffsetDateTime;

/// How many orders the page shows, newest first.
const SHOWN: usize = 50;

pub(super) async fn list(State(simulator): State<Simulator>) -> Response {
    let now = simulator.now();
    let state = simulator.state();
    let mut orders: Vec<&Order> = state.orders.values().collect();
    orders.sort_by_key(|order| std::cmp::Reverse(order.cf_order_id));
    let cards: String = orders
        .into_iter()
        .take(SHOWN)
        .map(|order| {
            let of_order = |one: &&Delivery| one.order_id.as_deref() == Some(&order.order_id);
            card(order, state.deliveries.values().filter(of_order), now)
        })
        .collect();
    drop(state);
    let (text, other, label) = match simulator.webhook_mode() {
        WebhookMode::Deliver => ("Webhooks are sent.", "withhold", "Withhold webhooks"),
        WebhookMode::Withhold => ("Webhooks are withheld.", "deliver", "Send webhooks"),
    };
    let orders = if cards.is_empty() {
        "<p>No orders yet.</p>"
    } else {
        &cards
    };
    let content = format!(
        r#"<h1>Orders at the payment provider</h1>
<form class="acts" method="post" action="/checkout/webhooks">{text} <button name="mode" value="{other}">{label}</button></form>
<div class="orders">{orders}</div>"#
    );
    page("Orders", "wide", &content)
}

fn card<'a>(order: &Order, deliveries: impl Iterator<Item = &'a Delivery>, now: OffsetDateTime) -> String {
    let status = order.status(now);
    let mut lines = String::new();
    for attempt in &order.attempts {
        let _ = write!(lines, "<li>{}</li>", attempt_line(order, attempt));
    }
    for refund in &order.refunds {
        let who = if refund.automatic.is_some() {
            "Automatic refund"
        } else {
            "Refund"
        };
        let _ = write!(
            lines,
            "<li>{who} of {}: {}</li>",
            rupees(refund.amount),
            refund.status.as_str()
        );
    }
    for delivery in deliveries {
        let _ = write!(lines, "<li>{}</li>", escape(&delivery_line(delivery)));
    }
    let acts: String = acts(status)
        .iter()
        .map(|(act, label)| button(act, "", label))
        .collect();
    format!(
        r#"<section class="card"><h2>{id}</h2>
<p><span class="status {status}">{status}</span> {amount} {currency}, open until {expires}</p>
<ul>{lines}</ul>
<form class="acts" method="post" action="/checkout/orders/{id}">{acts}</form></section>"#,
        id = escape(&order.order_id),
        status = status.as_str(),
        amount = rupees(order.amount),
        currency = escape(&order.currency),
        expires = moment(order.expires_at),
    )
}

fn acts(status: OrderStatus) -> &'static [(&'static str, &'static str)] {
    match status {
        OrderStatus::Active => &[
            ("pay", "Pay now"),
            ("expire", "Expire"),
            ("resend", "Resend webhook"),
        ],
        OrderStatus::Expired => &[("pay", "Pay late"), ("resend", "Resend webhook")],
        OrderStatus::Paid => &[
            ("pay", "Pay a second time"),
            ("refund", "Refund"),
            ("dispute", "Dispute"),
            ("resend", "Resend webhook"),
        ],
        OrderStatus::Terminated | OrderStatus::TerminationRequested => &[("resend", "Resend webhook")],
    }
}

fn attempt_line(order: &Order, attempt: &Attempt) -> String {
    let how = match &attempt.method {
        PaymentMethod::Upi { upi_id } => format!("UPI {upi_id}"),
        PaymentMethod::Card { last4, bank } => format!("card of {bank} ending {last4}"),
        PaymentMethod::Netbanking { bank_code } => format!("bank {bank_code}"),
    };
    let status = attempt.status.as_str();
    let mut line = format!(
        r#"Payment {} by {} <span class="status {status}">{status}</span>"#,
        attempt.cf_payment_id,
        escape(&how),
    );
    if attempt.status.is_open() {
        let id = attempt.cf_payment_id.to_string();
        let buttons: String = [
            ("success", "Succeed"),
            ("fail", "Fail"),
            ("drop", "Drop"),
            ("cancel", "Reverse"),
        ]
        .iter()
        .map(|(act, label)| button(act, &id, label))
        .collect();
        let _ = write!(
            line,
            r#"<form class="acts" method="post" action="/checkout/orders/{}">{buttons}</form>"#,
            escape(&order.order_id),
        );
    }
    line
}

fn delivery_line(delivery: &Delivery) -> String {
    let stage = match (delivery.stage, delivery.last_status) {
        (Stage::Queued, None) => "waits".to_owned(),
        (Stage::Queued, Some(status)) => format!("answered {status}, tried again"),
        (Stage::UnderWay, _) => "under way".to_owned(),
        (Stage::Delivered, _) => "delivered".to_owned(),
        (Stage::Taken, _) => "taken by a test".to_owned(),
        (Stage::GivenUp, _) => "given up".to_owned(),
    };
    format!("{} ({}): {stage}", delivery.event, delivery.version)
}

/// One act, with the attempt it is about behind a colon.
fn button(act: &str, cf_payment_id: &str, label: &str) -> String {
    format!(r#"<button name="act" value="{act}:{cf_payment_id}">{label}</button>"#)
}

#[derive(Deserialize)]
pub(super) struct Act {
    act: String,
}

pub(super) async fn act(
    State(simulator): State<Simulator>,
    Path(order_id): Path<String>,
    Form(Act { act }): Form<Act>,
) -> Response {
    let (act, cf_payment_id) = act.split_once(':').unwrap_or((&act, ""));
    let outcome = match act {
        "pay" => simulator
            .attempt(&order_id, PaymentStatus::Success, PaymentMethod::default())
            .map(|_| ()),
        "success" => simulator.complete(cf_payment_id, PaymentStatus::Success),
        "fail" => simulator.complete(cf_payment_id, PaymentStatus::Failed),
        "drop" => simulator.complete(cf_payment_id, PaymentStatus::UserDropped),
        "cancel" => simulator.complete(cf_payment_id, PaymentStatus::Cancelled),
        "expire" => simulator.expire(&order_id),
        "refund" => simulator.refund(&order_id),
        "dispute" => simulator.dispute(&order_id),
        "resend" => simulator.resend_webhook(&order_id),
        _ => Err(ControlError::NoPayment),
    };
    match outcome {
        Ok(()) => Redirect::to("/checkout/orders").into_response(),
        Err(error) => {
            let content = format!(
                r#"<p class="error" role="alert">{}</p><p><a href="/checkout/orders">Back to the orders</a></p>"#,
                escape(&error.to_string()),
            );
            let mut response = page("Not possible", "", &content);
            *response.status_mut() = match error {
                ControlError::NotKept(_) => StatusCode::INTERNAL_SERVER_ERROR,
                ControlError::NoOrder
                | ControlError::NoPayment
                | ControlError::Closed
                | ControlError::Ended
                | ControlError::NoDispute
                | ControlError::NothingToRefund => StatusCode::CONFLICT,
            };
            response
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Mode {
    mode: WebhookMode,
}

pub(super) async fn webhooks(
    State(simulator): State<Simulator>,
    Form(Mode { mode }): Form<Mode>,
) -> Redirect {
    simulator.set_webhooks(mode);
    Redirect::to("/checkout/orders")
}
