//! The hosted checkout page: a person pays, declines, leaves, or leaves it pending.

use super::html::{escape, moment, page, rupees};
use crate::Simulator;
use crate::lifecycle::{Begin, ControlError};
use crate::state::{Order, OrderStatus, PaymentMethod, PaymentStatus};
use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;

#[derive(Deserialize)]
pub(super) struct Opening {
    #[serde(default)]
    payment_session_id: String,
    #[serde(default)]
    return_url: String,
}

/// Where the provider's script sends the browser. The return address it names counts from here on.
pub(super) async fn open(State(simulator): State<Simulator>, Form(opening): Form<Opening>) -> Response {
    let session = opening.payment_session_id;
    let is_address = opening.return_url.starts_with("https://") || opening.return_url.starts_with("http://");
    let opened = simulator.change(|state, _| {
        let order = state.order_of_session(&session).ok_or(ControlError::NoOrder)?;
        let order_id = order.order_id.clone();
        if is_address && opening.return_url.len() <= 250 {
            state.order(&order_id)?.return_url = Some(opening.return_url);
        }
        Ok(())
    });
    match opened {
        Ok(()) => Redirect::to(&format!("/checkout/pay/{session}")).into_response(),
        Err(ControlError::NotKept(_)) => not_kept(),
        Err(_) => unknown(),
    }
}

pub(super) async fn show(State(simulator): State<Simulator>, Path(session): Path<String>) -> Response {
    let now = simulator.now();
    let Some(order) = simulator.state().order_of_session(&session).cloned() else {
        return unknown();
    };
    match order.status(now) {
        OrderStatus::Active => form(&simulator, &order, None),
        closed @ (OrderStatus::Paid
        | OrderStatus::Expired
        | OrderStatus::Terminated
        | OrderStatus::TerminationRequested) => over(&order, closed),
    }
}

/// What the person filled in. The rest of a card is not even read.
#[derive(Deserialize)]
pub(super) struct Payment {
    outcome: PaymentStatus,
    #[serde(default)]
    method: String,
    #[serde(default)]
    upi_id: String,
    #[serde(default)]
    card_number: String,
    #[serde(default)]
    card_bank: String,
}

pub(super) async fn pay(
    State(simulator): State<Simulator>,
    Path(session): Path<String>,
    Form(payment): Form<Payment>,
) -> Response {
    let Some(order) = simulator.state().order_of_session(&session).cloned() else {
        return unknown();
    };
    let method = match payment.method.as_str() {
        "card" => json!({"card": {"card_number": payment.card_number, "card_bank_name": payment.card_bank}}),
        _ => json!({"upi": {"upi_id": payment.upi_id}}),
    };
    let method = match (PaymentMethod::parse(&method), payment.outcome) {
        (Ok(method), _) => method,
        // A person who leaves need not have filled in anything.
        (Err(_), PaymentStatus::UserDropped) => PaymentMethod::default(),
        (Err(_), _) => return form(&simulator, &order, Some("Check the UPI ID or the card number.")),
    };
    let outcome = simulator.change(|state, now| {
        let cf_payment_id = state.begin(&order.order_id, method, Begin::WhileOpen, now)?;
        let happened = state.decide(cf_payment_id, payment.outcome, now)?;
        simulator.announce(state, &happened, now);
        Ok::<_, ControlError>(())
    });
    match outcome {
        Ok(()) => back(&order, payment.outcome),
        Err(ControlError::NotKept(_)) => not_kept(),
        Err(_) => over(&order, current(&simulator, &order)),
    }
}

/// The bank's page, to which a card's attempt begun through the API leads.
pub(super) async fn bank(
    State(simulator): State<Simulator>,
    Path((session, cf_payment_id)): Path<(String, String)>,
) -> Response {
    let Some(order) = simulator.state().order_of_session(&session).cloned() else {
        return unknown();
    };
    if !order
        .attempts
        .iter()
        .any(|attempt| attempt.cf_payment_id.to_string() == cf_payment_id)
    {
        return unknown();
    }
    let content = format!(
        r#"<section class="card">{header}<form class="body" method="post">
<h2>Your bank asks</h2>
<button class="pay" name="outcome" value="SUCCESS">Approve</button>
<div class="others">
<button name="outcome" value="FAILED">Bank declines</button>
<button name="outcome" value="USER_DROPPED">Leave the page</button>
<button name="outcome" value="PENDING">Leave pending</button>
</div></form></section>"#,
        header = header(&simulator.config().merchant, &order),
    );
    page("Bank", "", &content)
}

#[derive(Deserialize)]
pub(super) struct Decision {
    outcome: PaymentStatus,
}

pub(super) async fn decide(
    State(simulator): State<Simulator>,
    Path((session, cf_payment_id)): Path<(String, String)>,
    Form(decision): Form<Decision>,
) -> Response {
    let Some(order) = simulator.state().order_of_session(&session).cloned() else {
        return unknown();
    };
    match simulator.complete(&cf_payment_id, decision.outcome) {
        Ok(()) => back(&order, decision.outcome),
        Err(ControlError::NotKept(_)) => not_kept(),
        Err(_) => over(&order, current(&simulator, &order)),
    }
}

fn current(simulator: &Simulator, order: &Order) -> OrderStatus {
    let now: OffsetDateTime = simulator.now();
    simulator
        .state()
        .orders
        .get(&order.order_id)
        .map_or(order.status, |order| order.status(now))
}

/// Back to the merchant, without the outcome.
fn back(order: &Order, outcome: PaymentStatus) -> Response {
    match order.return_address() {
        Some(address) => Redirect::to(&address).into_response(),
        None => page(
            "Done",
            "",
            &format!("<p>The payment is {}.</p>", outcome.as_str()),
        ),
    }
}

fn form(simulator: &Simulator, order: &Order, error: Option<&str>) -> Response {
    let amount = rupees(order.amount);
    let error = error.map(|text| format!(r#"<p class="error" role="alert">{}</p>"#, escape(text)));
    let content = format!(
        r#"<section class="card">{header}<form class="body" method="post">
{error}
<fieldset><legend>Pay with</legend>
<label class="choice"><input type="radio" name="method" value="upi" checked> UPI</label>
<div class="fields upi"><label class="field">UPI ID
<input name="upi_id" value="testsuccess@gocash" autocomplete="off" autocapitalize="none" spellcheck="false"></label></div>
<label class="choice"><input type="radio" name="method" value="card"> Credit or debit card</label>
<div class="fields card-fields">
<label class="field">Card number
<input name="card_number" value="4111 1111 1111 1111" inputmode="numeric" autocomplete="off" data-group></label>
<div class="pair">
<label class="field">Expiry (MM/YY)<input name="card_expiry" value="12/30" inputmode="numeric" autocomplete="off"></label>
<label class="field">CVV<input name="card_cvv" type="password" value="123" inputmode="numeric" autocomplete="off"></label>
</div>
<label class="field">Bank<input name="card_bank" value="TEST Bank" autocomplete="off"></label>
</div></fieldset>
<button class="pay" id="pay" name="outcome" value="SUCCESS">Pay {amount}</button>
<p class="hint">Or let it end another way:</p>
<div class="others">
<button id="decline" name="outcome" value="FAILED">Bank declines</button>
<button id="leave" name="outcome" value="USER_DROPPED">Leave the page</button>
<button id="pending" name="outcome" value="PENDING">Leave pending</button>
</div>
<p class="hint">Open until {expires}. The card's number and CVV are not kept.</p>
</form></section>"#,
        header = header(&simulator.config().merchant, order),
        error = error.unwrap_or_default(),
        expires = moment(order.expires_at),
    );
    let mut response = page("Pay", "", &content);
    if !content.contains("role=\"alert\"") {
        return response;
    }
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response
}

fn header(merchant: &str, order: &Order) -> String {
    format!(
        r#"<header><h1>{}</h1><p class="amount">{}</p><p class="order">Order {}</p></header>"#,
        escape(merchant),
        rupees(order.amount),
        escape(&order.order_id),
    )
}

fn over(order: &Order, status: OrderStatus) -> Response {
    let text = match status {
        OrderStatus::Paid => "This order is already paid.",
        OrderStatus::Expired => "The time to pay this order is over.",
        OrderStatus::Terminated | OrderStatus::TerminationRequested => "This order is closed.",
        OrderStatus::Active => "This payment has already ended.",
    };
    let link = order.return_address().map(|address| {
        format!(
            r#"<p><a href="{}">Return to the merchant</a></p>"#,
            escape(&address)
        )
    });
    let content = format!(
        r#"<section class="card"><div class="body"><h1>{text}</h1><p class="order">Order {id}</p>{link}</div></section>"#,
        id = escape(&order.order_id),
        link = link.unwrap_or_default(),
    );
    page("Not payable", "", &content)
}

fn not_kept() -> Response {
    let content = r#"<section class="card"><div class="body"><h1>Nothing was done</h1>
<p>The simulator cannot write its file.</p></div></section>"#;
    let mut response = page("Not possible", "", content);
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

fn unknown() -> Response {
    let content = r#"<section class="card"><div class="body"><h1>This payment session is not valid</h1>
<p>payment_session_id is not present or is invalid</p></div></section>"#;
    let mut response = page("Not valid", "", content);
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}
