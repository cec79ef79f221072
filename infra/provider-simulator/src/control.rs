//! `/control`: what tests in other processes ask of the simulator, as JSON.

use crate::Simulator;
use crate::fault::Fault;
use crate::lifecycle::ControlError;
use crate::state::{PaymentMethod, PaymentStatus, Shown};
use crate::traffic::Call;
use crate::webhook::signing::SignedWebhook;
use crate::webhook::{WebhookMode, WebhookRequest};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/control/state", get(export).put(import))
        .route("/control/calls", get(calls))
        .route("/control/attempt", post(attempt))
        .route("/control/complete", post(complete))
        .route("/control/expire", post(expire))
        .route("/control/refund", post(refund))
        .route("/control/finish-refunds", post(finish_refunds))
        .route("/control/dispute", post(dispute))
        .route("/control/lose-dispute", post(lose_dispute))
        .route("/control/move-dispute", post(move_dispute))
        .route("/control/show", post(show))
        .route("/control/faults", post(fail).delete(clear_faults))
        .route("/control/webhooks", put(set_webhooks))
        .route("/control/webhooks/send", post(send))
        .route("/control/webhooks/make", post(make))
        .route("/control/webhooks/take", post(take))
        .route("/control/webhooks/resend", post(resend))
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NoOrder | Self::NoPayment | Self::NoDispute => StatusCode::NOT_FOUND,
            Self::Closed | Self::Ended | Self::NothingToRefund => StatusCode::CONFLICT,
            Self::NotKept(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(json!({"error": self.to_string()}))).into_response()
    }
}

type Done = Result<StatusCode, ControlError>;

fn done(outcome: Result<(), ControlError>) -> Done {
    outcome.map(|()| StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfOrder {
    order_id: String,
}

async fn export(State(simulator): State<Simulator>) -> Json<Value> {
    Json(simulator.export())
}

async fn import(State(simulator): State<Simulator>, Json(state): Json<Value>) -> Response {
    match simulator.import(state) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => {
            let status = match error.kind() {
                io::ErrorKind::InvalidData => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            (status, Json(json!({"error": error.to_string()}))).into_response()
        }
    }
}

async fn calls(State(simulator): State<Simulator>) -> Json<BTreeMap<Call, u64>> {
    let all = [
        Call::CreateOrder,
        Call::GetOrder,
        Call::Terminate,
        Call::GetPayments,
        Call::Pay,
        Call::CreateRefund,
        Call::Refunds,
        Call::Disputes,
        Call::Recon,
        Call::Simulate,
    ];
    Json(
        all.into_iter()
            .map(|call| (call, simulator.calls(call)))
            .collect(),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewAttempt {
    order_id: String,
    status: PaymentStatus,
    #[serde(default)]
    method: PaymentMethod,
}

async fn attempt(
    State(simulator): State<Simulator>,
    Json(new): Json<NewAttempt>,
) -> Result<Json<Value>, ControlError> {
    let cf_payment_id = simulator.attempt(&new.order_id, new.status, new.method)?;
    Ok(Json(json!({"cf_payment_id": cf_payment_id})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Completion {
    cf_payment_id: String,
    status: PaymentStatus,
}

async fn complete(State(simulator): State<Simulator>, Json(completion): Json<Completion>) -> Done {
    done(simulator.complete(&completion.cf_payment_id, completion.status))
}

async fn expire(State(simulator): State<Simulator>, Json(of): Json<OfOrder>) -> Done {
    done(simulator.expire(&of.order_id))
}

async fn refund(State(simulator): State<Simulator>, Json(of): Json<OfOrder>) -> Done {
    done(simulator.refund(&of.order_id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishRefunds {
    order_id: String,
    succeeded: bool,
}

async fn finish_refunds(State(simulator): State<Simulator>, Json(of): Json<FinishRefunds>) -> Done {
    done(simulator.finish_refunds(&of.order_id, of.succeeded))
}

async fn lose_dispute(State(simulator): State<Simulator>, Json(of): Json<OfOrder>) -> Done {
    done(simulator.lose_dispute(&of.order_id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveDispute {
    order_id: String,
    status: String,
}

async fn move_dispute(State(simulator): State<Simulator>, Json(moved): Json<MoveDispute>) -> Done {
    done(simulator.move_dispute(&moved.order_id, &moved.status))
}

async fn dispute(State(simulator): State<Simulator>, Json(of): Json<OfOrder>) -> Done {
    done(simulator.dispute(&of.order_id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowOrder {
    order_id: String,
    #[serde(default)]
    shown: Shown,
}

async fn show(State(simulator): State<Simulator>, Json(show): Json<ShowOrder>) -> Done {
    done(simulator.show(&show.order_id, show.shown))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewFault {
    #[serde(default)]
    call: Option<Call>,
    fault: Fault,
    #[serde(default)]
    always: bool,
}

async fn fail(State(simulator): State<Simulator>, Json(new): Json<NewFault>) -> StatusCode {
    if new.always {
        simulator.fail_always(new.call, new.fault);
    } else {
        simulator.fail_next(new.call, new.fault);
    }
    StatusCode::NO_CONTENT
}

async fn clear_faults(State(simulator): State<Simulator>) -> StatusCode {
    simulator.clear_faults();
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewMode {
    mode: WebhookMode,
}

async fn set_webhooks(State(simulator): State<Simulator>, Json(new): Json<NewMode>) -> StatusCode {
    simulator.set_webhooks(new.mode);
    StatusCode::NO_CONTENT
}

async fn send(State(simulator): State<Simulator>, Json(request): Json<WebhookRequest>) -> Done {
    done(simulator.send_webhook(&request))
}

async fn make(State(simulator): State<Simulator>, Json(request): Json<WebhookRequest>) -> Json<Value> {
    Json(shown(&simulator.webhook(&request)))
}

async fn take(State(simulator): State<Simulator>) -> Json<Vec<Value>> {
    Json(simulator.take_webhooks().iter().map(shown).collect())
}

async fn resend(State(simulator): State<Simulator>, Json(of): Json<OfOrder>) -> Done {
    done(simulator.resend_webhook(&of.order_id))
}

fn shown(webhook: &SignedWebhook) -> Value {
    let headers: BTreeMap<_, _> = webhook.headers.iter().cloned().collect();
    json!({"url": webhook.url, "type": webhook.event, "headers": headers, "body": webhook.body})
}
