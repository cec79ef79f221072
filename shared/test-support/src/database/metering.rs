//! What requests cost, and what writes take.

use super::injector::FaultInjector;
use crate::meter::targets;
use axum::{
    body::{Body, Bytes},
    http::HeaderMap,
    response::Response,
};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// What requests cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// How many there were.
    pub requests: u64,
    /// How many were under way at the same moment, at most.
    pub at_once: u64,
    /// The capacity units that they took, as the database reckons them.
    pub units: f64,
    /// How many bytes were answered.
    pub answered: u64,
}

/// Asks the database to say what the request took.
pub(super) async fn metered(injector: &FaultInjector, headers: &HeaderMap, body: &[u8]) -> Response {
    let meter = &injector.meter;
    let mut request: Value = serde_json::from_slice(body).unwrap();
    request["ReturnConsumedCapacity"] = Value::String("TOTAL".to_owned());
    let now = meter.now.fetch_add(1, Ordering::SeqCst) + 1;
    meter.at_once.fetch_max(now, Ordering::SeqCst);
    let (parts, body) = injector
        .forward(headers, request.to_string().into())
        .await
        .into_parts();
    meter.now.fetch_sub(1, Ordering::SeqCst);
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    meter.answered.fetch_add(bytes.len() as u64, Ordering::SeqCst);
    let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let consumed = match &answer["ConsumedCapacity"] {
        Value::Array(tables) => tables
            .iter()
            .filter_map(|table| table["CapacityUnits"].as_f64())
            .sum(),
        one => one["CapacityUnits"].as_f64().unwrap_or_default(),
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "units are small numbers"
    )]
    meter
        .units
        .fetch_add((consumed * 1_000.0) as u64, Ordering::SeqCst);
    Response::from_parts(parts, Body::from(bytes))
}

/// Reckons what a write takes from the items before and after it.
pub(super) async fn weighed(injector: &FaultInjector, headers: &HeaderMap, body: Bytes) -> Response {
    let mut written = injector.written.lock().await;
    let Some(units) = written.as_mut() else {
        drop(written);
        return injector.forward(headers, body).await;
    };
    let operation = headers["x-amz-target"].to_str().unwrap().rsplit('.').next();
    let request = serde_json::from_slice(&body).unwrap();
    let targets = targets(operation.unwrap(), &request);
    let mut before = Vec::new();
    for target in &targets {
        before.push(present(injector, headers, &target.table, &target.key).await);
    }
    let response = injector.forward(headers, body).await;
    for (target, before) in targets.iter().zip(before) {
        let after = present(injector, headers, &target.table, &target.key).await;
        units.count(target, &before, &after);
    }
    response
}

/// The item that is there; null when there is none.
async fn present(injector: &FaultInjector, headers: &HeaderMap, table: &str, key: &Value) -> Value {
    let mut headers = headers.clone();
    headers.insert("x-amz-target", "DynamoDB_20120810.GetItem".parse().unwrap());
    let request = json!({ "TableName": table, "Key": key, "ConsistentRead": true });
    let body = injector
        .forward(&headers, request.to_string().into())
        .await
        .into_body();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let answer: Value = serde_json::from_slice(&bytes).unwrap();
    answer["Item"].clone()
}
