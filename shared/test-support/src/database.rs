//! A proxy in front of the database, with which a test makes it fail, crash or ignore conditions, and meters it.

mod fault;
mod injector;
mod meeting;
mod metering;

pub use fault::Fault;
pub use metering::Cost;

use crate::meter::WriteUnits;
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use fault::{
    broken, cancelled_by_throttling, conflict, dead, mentions, met, names, reads, refused, throttled,
    unprocessed, without_conditions,
};
use injector::FaultInjector;
use metering::{metered, weighed};
use serde_json::Value;
use std::sync::{Arc, atomic::Ordering};

/// The proxy in front of the database.
#[derive(Debug, Clone)]
pub struct DatabaseProxy(Arc<FaultInjector>);

impl DatabaseProxy {
    /// Opens a proxy in front of the database at `target`.
    pub(crate) async fn serve(target: String) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let injector = Arc::new(FaultInjector::new(target, endpoint));
        // A transaction may have four megabytes of items.
        let router = Router::new()
            .fallback(pass)
            .layer(DefaultBodyLimit::disable())
            .with_state(Arc::clone(&injector));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self(injector)
    }

    /// Where the functions find the database.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.0.endpoint
    }

    /// Injects a fault from now on, and counts writes and requests from 0 again.
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

    /// Starts to measure what requests cost.
    pub fn start_meter(&self) {
        let meter = &self.0.meter;
        meter.running.store(true, Ordering::SeqCst);
        meter.units.store(0, Ordering::SeqCst);
        meter.answered.store(0, Ordering::SeqCst);
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
            answered: meter.answered.load(Ordering::SeqCst),
        }
    }

    /// Starts to measure the write units of each partition key.
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

async fn pass(State(injector): State<Arc<FaultInjector>>, headers: HeaderMap, body: Bytes) -> Response {
    let request = injector.requests.fetch_add(1, Ordering::SeqCst) + 1;
    let stop = injector.stop.lock().unwrap().clone();
    if let Some(stop) = stop {
        stop.pass(request).await;
    }
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
        injector.writes.fetch_add(1, Ordering::SeqCst)
    } else {
        injector.writes.load(Ordering::SeqCst)
    };
    let fault = *injector.fault.lock().unwrap();
    match fault {
        Fault::None if injector.meter.running.load(Ordering::SeqCst) => {
            metered(&injector, &headers, &body).await
        }
        Fault::None if is_write => weighed(&injector, &headers, body).await,
        Fault::None => injector.forward(&headers, body).await,
        Fault::CrashBefore(at) if number > at || (number == at && is_write) => dead(),
        // A read after the fatal write is one that the dead process would not make.
        Fault::CrashAfter(at) if number > at => dead(),
        Fault::CrashAfter(at) if number == at && is_write => {
            injector.forward(&headers, body).await;
            dead()
        }
        Fault::Conflict if target.ends_with("TransactWriteItems") => conflict(),
        Fault::ConflictAbout(text) if target.ends_with("TransactWriteItems") && mentions(&body, text) => {
            conflict()
        }
        Fault::ThrottledTransactions(times)
            if target.ends_with("TransactWriteItems")
                && injector.spoilt.fetch_add(1, Ordering::SeqCst) < times =>
        {
            cancelled_by_throttling()
        }
        Fault::MeetsTransaction(text, times)
            if (target.ends_with("UpdateItem") || target.ends_with("DeleteItem"))
                && mentions(&body, text)
                && injector.spoilt.fetch_add(1, Ordering::SeqCst) < times =>
        {
            met()
        }
        Fault::InProgress(times) if target.ends_with("TransactWriteItems") => {
            in_progress(&injector, &headers, body, times).await
        }
        Fault::Unprocessed(times)
            if target.ends_with("BatchGetItem") && injector.spoilt.fetch_add(1, Ordering::SeqCst) < times =>
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
        | Fault::ThrottledTransactions(_)
        | Fault::MeetsTransaction(..)
        | Fault::InProgress(_)
        | Fault::Unprocessed(_)
        | Fault::TableDown(_)
        | Fault::TableThrottled(_)
        | Fault::TableBroken(_)
        | Fault::IndexDown(_)
        | Fault::IndexStalled(_) => injector.forward(&headers, body).await,
        Fault::NoConditions => injector.forward(&headers, without_conditions(&body)).await,
    }
}

/// Makes a transaction, once for each token, and answers for a while that it is in progress.
async fn in_progress(injector: &FaultInjector, headers: &HeaderMap, body: Bytes, times: u64) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let token = request["ClientRequestToken"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let known = injector.made.lock().unwrap().get(&token).cloned();
    let (status, answer) = match known {
        Some(answer) => answer,
        None => {
            let (parts, body) = injector.forward(headers, body).await.into_parts();
            let answer = axum::body::to_bytes(body, usize::MAX).await.unwrap();
            let answer = (parts.status, answer);
            injector.made.lock().unwrap().insert(token, answer.clone());
            answer
        }
    };
    if injector.spoilt.fetch_add(1, Ordering::SeqCst) < times {
        return refused(
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionInProgressException","Message":"in progress"}"#,
        );
    }
    (status, [("content-type", "application/x-amz-json-1.0")], answer).into_response()
}
