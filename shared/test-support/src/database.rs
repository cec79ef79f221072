//! A gate in front of the database at which a test makes it fail, crash or forget its conditions.

use crate::meter::{WriteUnits, targets};
use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use store::tables::Table;

/// What is wrong with the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// The process that writes dies before its write number `n` (from 0) is made: that write and every
    /// request after it fail.
    CrashBefore(u64),
    /// The process dies just after write number `n` was made, without learning of it.
    CrashAfter(u64),
    /// Every transaction meets another one that holds the same item, and is not made.
    Conflict,
    /// Every transaction in which this text stands meets another one that holds the same item, and is not made.
    ConflictAbout(&'static str),
    /// The first `n` answers to a transaction, in a row, say that it is still under way, although it was made: only who
    /// sends it again under the same token learns its end.
    InProgress(u64),
    /// The first `n` answers to a BatchGetItem leave out every key, as those of a throttled table do.
    Unprocessed(u64),
    /// No query of the index of this name is answered.
    IndexDown(&'static str),
    /// Every query of the index of this name waits for ever.
    IndexStalled(&'static str),
    /// No request that names this table is answered; the other tables are well.
    TableDown(Table),
    /// Every request that names this table is throttled, however often it is sent again; the other tables are well.
    TableThrottled(Table),
    /// Every request that names this table meets an error inside the database; the other tables are well.
    TableBroken(Table),
    /// Every condition of a write holds, whatever it says: the control of tests that are about conditions.
    NoConditions,
}

/// The gate.
#[derive(Debug, Clone)]
pub struct DatabaseProxy(Arc<Gate>);

#[derive(Debug)]
struct Gate {
    target: String,
    endpoint: String,
    client: reqwest::Client,
    fault: Mutex<Fault>,
    writes: AtomicU64,
    requests: AtomicU64,
    /// How many answers the fault has spoilt.
    spoilt: AtomicU64,
    /// The answers to transactions that were said to be under way, by their tokens.
    made: Mutex<HashMap<String, (StatusCode, Bytes)>>,
    meter: Meter,
    /// What writes took, while it is asked for. Writes then go one after another.
    written: tokio::sync::Mutex<Option<WriteUnits>>,
}

/// What requests cost, while it is asked for.
#[derive(Debug, Default)]
struct Meter {
    running: AtomicBool,
    /// In thousandths.
    units: AtomicU64,
    now: AtomicU64,
    at_once: AtomicU64,
}

/// What requests cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// How many there were.
    pub requests: u64,
    /// How many were under way at the same moment, at most.
    pub at_once: u64,
    /// The capacity units that they took, as the database reckons them.
    pub units: f64,
}

impl DatabaseProxy {
    /// Opens a gate in front of the database at `target`.
    pub(crate) async fn serve(target: String) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        // reqwest insists on a provider even for plain HTTP; a second install changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let gate = Arc::new(Gate {
            target,
            endpoint,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            fault: Mutex::default(),
            writes: AtomicU64::new(0),
            requests: AtomicU64::new(0),
            spoilt: AtomicU64::new(0),
            made: Mutex::default(),
            meter: Meter::default(),
            written: tokio::sync::Mutex::default(),
        });
        let router = Router::new().fallback(pass).with_state(Arc::clone(&gate));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self(gate)
    }

    /// Where the functions find the database.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.0.endpoint
    }

    /// From now on this is wrong, and writes are counted from 0 again.
    pub fn set(&self, fault: Fault) {
        *self.0.fault.lock().unwrap() = fault;
        self.0.writes.store(0, Ordering::SeqCst);
        self.0.requests.store(0, Ordering::SeqCst);
        self.0.spoilt.store(0, Ordering::SeqCst);
    }

    /// How many writes came since [`DatabaseProxy::set`].
    #[must_use]
    pub fn writes(&self) -> u64 {
        self.0.writes.load(Ordering::SeqCst)
    }

    /// Begins to reckon what requests cost.
    pub fn start_meter(&self) {
        let meter = &self.0.meter;
        meter.running.store(true, Ordering::SeqCst);
        meter.units.store(0, Ordering::SeqCst);
        meter.at_once.store(0, Ordering::SeqCst);
        self.set(Fault::None);
    }

    /// What the requests since [`DatabaseProxy::start_meter`] cost.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "units are small numbers")]
    pub fn cost(&self) -> Cost {
        let meter = &self.0.meter;
        Cost {
            requests: self.requests(),
            at_once: meter.at_once.load(Ordering::SeqCst),
            units: meter.units.load(Ordering::SeqCst) as f64 / 1_000.0,
        }
    }

    /// Begins to reckon the write units of each partition key.
    pub async fn start_write_meter(&self) {
        *self.0.written.lock().await = Some(WriteUnits::default());
    }

    /// The write units since [`DatabaseProxy::start_write_meter`], which must have been called.
    pub async fn written(&self) -> WriteUnits {
        self.0.written.lock().await.clone().unwrap()
    }

    /// How many requests of any kind came since [`DatabaseProxy::set`]: the round trips.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.0.requests.load(Ordering::SeqCst)
    }
}

async fn pass(State(gate): State<Arc<Gate>>, headers: HeaderMap, body: Bytes) -> Response {
    gate.requests.fetch_add(1, Ordering::SeqCst);
    let target = headers
        .get("x-amz-target")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let is_write = [
        "PutItem",
        "UpdateItem",
        "DeleteItem",
        "TransactWriteItems",
        "BatchWriteItem",
    ]
    .iter()
    .any(|operation| target.ends_with(operation));
    let number = if is_write {
        gate.writes.fetch_add(1, Ordering::SeqCst)
    } else {
        gate.writes.load(Ordering::SeqCst)
    };
    let fault = *gate.fault.lock().unwrap();
    match fault {
        Fault::None if gate.meter.running.load(Ordering::SeqCst) => metered(&gate, &headers, &body).await,
        Fault::None if is_write => weighed(&gate, &headers, body).await,
        Fault::None => forward(&gate, &headers, body).await,
        Fault::CrashBefore(at) if number > at || (number == at && is_write) => dead(),
        // A read after the fatal write is one that the dead process would not make.
        Fault::CrashAfter(at) if number > at => dead(),
        Fault::CrashAfter(at) if number == at && is_write => {
            forward(&gate, &headers, body).await;
            dead()
        }
        Fault::Conflict if target.ends_with("TransactWriteItems") => conflict(),
        Fault::ConflictAbout(text) if target.ends_with("TransactWriteItems") && mentions(&body, text) => {
            conflict()
        }
        Fault::InProgress(times) if target.ends_with("TransactWriteItems") => {
            in_progress(&gate, &headers, body, times).await
        }
        Fault::Unprocessed(times)
            if target.ends_with("BatchGetItem") && gate.spoilt.fetch_add(1, Ordering::SeqCst) < times =>
        {
            unprocessed(&body)
        }
        Fault::IndexDown(index) if reads(&body, index) => dead(),
        Fault::IndexStalled(index) if reads(&body, index) => std::future::pending().await,
        Fault::TableDown(table) if names(&body, table) => dead(),
        Fault::TableThrottled(table) if names(&body, table) => throttled(),
        Fault::TableBroken(table) if names(&body, table) => broken(),
        Fault::CrashBefore(_)
        | Fault::CrashAfter(_)
        | Fault::Conflict
        | Fault::ConflictAbout(_)
        | Fault::InProgress(_)
        | Fault::Unprocessed(_)
        | Fault::TableDown(_)
        | Fault::TableThrottled(_)
        | Fault::TableBroken(_)
        | Fault::IndexDown(_)
        | Fault::IndexStalled(_) => forward(&gate, &headers, body).await,
        Fault::NoConditions => forward(&gate, &headers, without_conditions(&body)).await,
    }
}

fn mentions(request: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(request).contains(text)
}

/// Whether a request is about a table: by itself, in a batch, or in a transaction.
fn names(request: &[u8], table: Table) -> bool {
    fn named(json: &Value, table: &str) -> bool {
        match json {
            Value::Object(members) => members.iter().any(|(name, value)| match name.as_str() {
                "TableName" => value == table,
                "RequestItems" => value.get(table).is_some(),
                _ => named(value, table),
            }),
            Value::Array(values) => values.iter().any(|value| named(value, table)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    named(&request, table.variable())
}

fn reads(request: &[u8], index: &str) -> bool {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    request["IndexName"] == index
}

/// Asks the database to say what the request took.
async fn metered(gate: &Gate, headers: &HeaderMap, body: &[u8]) -> Response {
    let meter = &gate.meter;
    let mut request: Value = serde_json::from_slice(body).unwrap();
    request["ReturnConsumedCapacity"] = Value::String("TOTAL".to_owned());
    let now = meter.now.fetch_add(1, Ordering::SeqCst) + 1;
    meter.at_once.fetch_max(now, Ordering::SeqCst);
    let (parts, body) = forward(gate, headers, request.to_string().into())
        .await
        .into_parts();
    meter.now.fetch_sub(1, Ordering::SeqCst);
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
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
async fn weighed(gate: &Gate, headers: &HeaderMap, body: Bytes) -> Response {
    let mut written = gate.written.lock().await;
    let Some(units) = written.as_mut() else {
        drop(written);
        return forward(gate, headers, body).await;
    };
    let operation = headers["x-amz-target"].to_str().unwrap().rsplit('.').next();
    let request = serde_json::from_slice(&body).unwrap();
    let targets = targets(operation.unwrap(), &request);
    let mut before = Vec::new();
    for target in &targets {
        before.push(present(gate, headers, &target.table, &target.key).await);
    }
    let response = forward(gate, headers, body).await;
    for (target, before) in targets.iter().zip(before) {
        let after = present(gate, headers, &target.table, &target.key).await;
        units.count(target, &before, &after);
    }
    response
}

/// The item that is there; null when there is none.
async fn present(gate: &Gate, headers: &HeaderMap, table: &str, key: &Value) -> Value {
    let mut headers = headers.clone();
    headers.insert("x-amz-target", "DynamoDB_20120810.GetItem".parse().unwrap());
    let request = json!({ "TableName": table, "Key": key, "ConsistentRead": true });
    let body = forward(gate, &headers, request.to_string().into())
        .await
        .into_body();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let answer: Value = serde_json::from_slice(&bytes).unwrap();
    answer["Item"].clone()
}

/// An error that the SDK does not try again.
fn dead() -> Response {
    refused(r#"{"__type":"com.amazonaws.dynamodb.v20120810#AccessDeniedException","message":"crashed"}"#)
}

fn conflict() -> Response {
    refused(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"cancelled",
            "CancellationReasons":[{"Code":"None"},{"Code":"TransactionConflict"}]}"#,
    )
}

fn throttled() -> Response {
    refused(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"throttled"}"#,
    )
}

fn broken() -> Response {
    failed(
        StatusCode::INTERNAL_SERVER_ERROR,
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"broken"}"#,
    )
}

fn refused(body: &'static str) -> Response {
    failed(StatusCode::BAD_REQUEST, body)
}

fn failed(status: StatusCode, body: &'static str) -> Response {
    (status, [("content-type", "application/x-amz-json-1.0")], body).into_response()
}

/// Makes a transaction, once for each token, and says for a while that it is under way.
async fn in_progress(gate: &Gate, headers: &HeaderMap, body: Bytes, times: u64) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let token = request["ClientRequestToken"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let known = gate.made.lock().unwrap().get(&token).cloned();
    let (status, answer) = match known {
        Some(answer) => answer,
        None => {
            let (parts, body) = forward(gate, headers, body).await.into_parts();
            let answer = axum::body::to_bytes(body, usize::MAX).await.unwrap();
            let answer = (parts.status, answer);
            gate.made.lock().unwrap().insert(token, answer.clone());
            answer
        }
    };
    if gate.spoilt.fetch_add(1, Ordering::SeqCst) < times {
        return refused(
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionInProgressException","Message":"in progress"}"#,
        );
    }
    (status, [("content-type", "application/x-amz-json-1.0")], answer).into_response()
}

/// Nothing found yet, of anything.
fn unprocessed(body: &[u8]) -> Response {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    let answer = json!({ "Responses": {}, "UnprocessedKeys": request["RequestItems"] });
    (
        [("content-type", "application/x-amz-json-1.0")],
        answer.to_string(),
    )
        .into_response()
}

async fn forward(gate: &Gate, headers: &HeaderMap, body: Bytes) -> Response {
    let mut request = gate.client.post(&gate.target);
    for name in ["content-type", "x-amz-target", "x-amz-date", "authorization"] {
        if let Some(value) = headers.get(name) {
            request = request.header(name, value);
        }
    }
    let Ok(response) = request.body(body).send().await else {
        return dead();
    };
    let status = response.status();
    let kind = response.headers().get("content-type").cloned();
    let body = response.bytes().await.unwrap_or_default();
    let mut response = (status, body).into_response();
    if let Some(kind) = kind {
        response.headers_mut().insert("content-type", kind);
    }
    response
}

fn without_conditions(body: &[u8]) -> Bytes {
    let Ok(mut json) = serde_json::from_slice::<Value>(body) else {
        return Bytes::copy_from_slice(body);
    };
    weaken(&mut json);
    json.to_string().into()
}

/// Makes every condition true while still using the values it names, which DynamoDB insists on.
fn weaken(json: &mut Value) {
    match json {
        Value::Object(members) => {
            if let Some(Value::String(condition)) = members.get_mut("ConditionExpression") {
                *condition = format!("({condition}) OR attribute_exists(pk) OR attribute_not_exists(pk)");
            }
            members.values_mut().for_each(weaken);
        }
        Value::Array(values) => values.iter_mut().for_each(weaken),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
