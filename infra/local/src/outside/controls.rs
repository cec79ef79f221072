//! What a test may do to the system: move the clock, run the reconciler, break the mail.

use std::sync::Arc;
use std::time::Duration;

use aws_emulation::{Fault, Mailbox};
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Json, Response};
use http::StatusCode;
use operations::Operations;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::clock::ShiftedClock;
use crate::schedule::Scheduled;

/// What the controls act on.
#[derive(Clone)]
pub(crate) struct Controls {
    pub(crate) clock: ShiftedClock,
    pub(crate) mailbox: Mailbox,
    pub(crate) reconcile: Arc<Scheduled>,
    pub(crate) collect: Arc<Scheduled>,
    pub(crate) close: Arc<Scheduled>,
    pub(crate) operations: Arc<Operations>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Advance {
    advance_seconds: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MailFaults {
    fault: Option<FaultName>,
    /// For this many requests; without it, until the next call.
    times: Option<u32>,
    /// How slow `slow` is.
    #[serde(default = "slow_seconds")]
    seconds: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum FaultName {
    Down,
    Throttled,
    Rejected,
    Slow,
    Dropped,
    Bounced,
    Complained,
}

fn slow_seconds() -> u64 {
    5
}

pub(super) async fn clock(State(controls): State<Controls>) -> Json<Value> {
    Json(response(&controls.clock))
}

pub(super) async fn advance_clock(State(controls): State<Controls>, body: Bytes) -> Response {
    match read::<Advance>(&body) {
        Ok(Advance { advance_seconds }) => {
            if let Err(error) = controls.clock.advance(advance_seconds) {
                let body = Json(json!({ "message": error.to_string() }));
                return (StatusCode::INTERNAL_SERVER_ERROR, body).into_response();
            }
            tracing::info!(advance_seconds, "the clock moved");
            Json(response(&controls.clock)).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

fn response(clock: &ShiftedClock) -> Value {
    json!({
        "now": clock.now().format(&Rfc3339).unwrap_or_default(),
        "ahead_seconds": clock.shift(),
    })
}

pub(super) async fn reconcile(State(controls): State<Controls>) -> Response {
    run(&controls.reconcile, json!({})).await
}

pub(super) async fn recon(State(controls): State<Controls>) -> Response {
    run(&controls.reconcile, json!({ "job": "recon" })).await
}

pub(super) async fn retention(State(controls): State<Controls>) -> Response {
    run(&controls.reconcile, json!({ "job": "retention" })).await
}

pub(super) async fn collect_pictures(State(controls): State<Controls>) -> Response {
    run(&controls.collect, json!({ "job": "collect-pictures" })).await
}

pub(super) async fn close_event(State(controls): State<Controls>) -> Response {
    run(&controls.close, json!({ "job": "close-event" })).await
}

/// Invokes the function that has no route, as the Lambda API does.
pub(super) async fn operate(State(controls): State<Controls>, body: Bytes) -> Response {
    let event = match read(&body) {
        Ok(event) => event,
        Err(refusal) => return refusal.into_response(),
    };
    answer(
        controls
            .operations
            .handle(event)
            .await
            .map_err(|error| error.to_string()),
    )
}

async fn run(function: &Scheduled, event: Value) -> Response {
    answer(function.run(event).await)
}

fn answer(outcome: Result<Value, String>) -> Response {
    match outcome {
        Ok(summary) => Json(summary).into_response(),
        Err(error) => {
            let body = Json(json!({ "message": error }));
            (StatusCode::INTERNAL_SERVER_ERROR, body).into_response()
        }
    }
}

pub(super) async fn mail_faults(State(controls): State<Controls>, body: Bytes) -> Response {
    let MailFaults {
        fault,
        times,
        seconds,
    } = match read(&body) {
        Ok(faults) => faults,
        Err(refusal) => return refusal.into_response(),
    };
    let fault = fault.map(|name| match name {
        FaultName::Down => Fault::Down,
        FaultName::Throttled => Fault::Throttled,
        FaultName::Rejected => Fault::Rejected,
        FaultName::Slow => Fault::Slow(Duration::from_secs(seconds)),
        FaultName::Dropped => Fault::DroppedAfterAcceptance,
        FaultName::Bounced => Fault::Bounced,
        FaultName::Complained => Fault::Complained,
    });
    match (fault, times) {
        (None, _) => controls.mailbox.heal(),
        (Some(fault), Some(times)) => controls.mailbox.fail_next(fault, times),
        (Some(fault), None) => controls.mailbox.fail(fault),
    }
    StatusCode::NO_CONTENT.into_response()
}

/// Reads JSON whatever the content type says: these are for curl as much as for tests.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Unreadable> {
    serde_json::from_slice(body).map_err(Unreadable)
}

struct Unreadable(serde_json::Error);

impl IntoResponse for Unreadable {
    fn into_response(self) -> Response {
        let body = Json(json!({ "message": self.0.to_string() }));
        (StatusCode::UNPROCESSABLE_ENTITY, body).into_response()
    }
}
