//! What the handle and the requests share, and the way to the database.

use super::fault::{Fault, dead};
use super::meeting::Stop;
use crate::meter::WriteUnits;
use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64},
    },
};

#[derive(Debug)]
pub(super) struct FaultInjector {
    pub(super) target: String,
    pub(super) endpoint: String,
    pub(super) client: reqwest::Client,
    pub(super) fault: Mutex<Fault>,
    pub(super) writes: AtomicU64,
    pub(super) requests: AtomicU64,
    /// Where a request stands still.
    pub(super) stop: Mutex<Option<Arc<Stop>>>,
    /// How many answers the fault has spoilt.
    pub(super) spoilt: AtomicU64,
    /// The answers to transactions that were said to be under way, by their tokens.
    pub(super) made: Mutex<HashMap<String, (StatusCode, Bytes)>>,
    pub(super) meter: Meter,
    /// What writes took, while it is asked for. Writes then go one after another.
    pub(super) written: tokio::sync::Mutex<Option<WriteUnits>>,
}

/// What requests cost, while it is asked for.
#[derive(Debug, Default)]
pub(super) struct Meter {
    pub(super) running: AtomicBool,
    /// In thousandths.
    pub(super) units: AtomicU64,
    pub(super) answered: AtomicU64,
    pub(super) now: AtomicU64,
    pub(super) at_once: AtomicU64,
}

impl FaultInjector {
    pub(super) fn new(target: String, endpoint: String) -> Self {
        // reqwest insists on a provider even for plain HTTP; a second install changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self {
            target,
            endpoint,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            fault: Mutex::default(),
            writes: AtomicU64::new(0),
            requests: AtomicU64::new(0),
            stop: Mutex::default(),
            spoilt: AtomicU64::new(0),
            made: Mutex::default(),
            meter: Meter::default(),
            written: tokio::sync::Mutex::default(),
        }
    }

    /// Hands a request to the database.
    pub(super) async fn forward(&self, headers: &HeaderMap, body: Bytes) -> Response {
        let mut request = self.client.post(&self.target);
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
}
