//! Secrets Manager: `GetSecretValue` from a map.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::json;

use crate::endpoint::Endpoint;

#[derive(Debug)]
struct Held {
    /// Name (or ARN) and secret string.
    secrets: Mutex<BTreeMap<String, String>>,
    is_down: AtomicBool,
}

/// A Secrets Manager that holds some secrets.
#[derive(Debug)]
pub struct Secrets {
    endpoint: Endpoint,
    held: Arc<Held>,
}

impl Secrets {
    /// Serves `secrets`, pairs of name (or ARN) and secret string.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    pub async fn serve<K: Into<String>, V: Into<String>>(
        secrets: impl IntoIterator<Item = (K, V)>,
    ) -> io::Result<Secrets> {
        let secrets = secrets
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let held = Arc::new(Held {
            secrets: Mutex::new(secrets),
            is_down: AtomicBool::new(false),
        });
        let router = Router::new()
            .route("/", post(answer))
            .with_state(Arc::clone(&held));
        Ok(Secrets {
            endpoint: Endpoint::serve(router).await?,
            held,
        })
    }

    /// Gives a secret a new value, or makes it.
    pub fn put(&self, name: impl Into<String>, value: impl Into<String>) {
        let secrets = self.held.secrets.lock();
        secrets
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name.into(), value.into());
    }

    /// Fails every call from now on, or none any more.
    pub fn set_down(&self, is_down: bool) {
        self.held.is_down.store(is_down, Ordering::SeqCst);
    }

    /// Where the Secrets Manager client points.
    pub fn endpoint(&self) -> &str {
        self.endpoint.url()
    }
}

#[derive(Deserialize)]
struct GetSecretValue {
    #[serde(rename = "SecretId")]
    id: String,
}

async fn answer(State(held): State<Arc<Held>>, headers: HeaderMap, body: bytes::Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|value| value.to_str().ok());
    if target != Some("secretsmanager.GetSecretValue") {
        return refusal("UnknownOperationException", "only GetSecretValue is emulated");
    }
    let Ok(request) = serde_json::from_slice::<GetSecretValue>(&body) else {
        return refusal("InvalidParameterException", "SecretId is missing");
    };
    if held.is_down.load(Ordering::SeqCst) {
        return (StatusCode::SERVICE_UNAVAILABLE, "").into_response();
    }
    let value = held
        .secrets
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&request.id)
        .cloned();
    let Some(value) = value else {
        return refusal(
            "ResourceNotFoundException",
            "Secrets Manager can't find the specified secret.",
        );
    };
    let arn = if request.id.starts_with("arn:") {
        request.id.clone()
    } else {
        format!(
            "arn:aws:secretsmanager:ap-south-1:000000000000:secret:{}",
            request.id
        )
    };
    Json(json!({
        "ARN": arn,
        "Name": request.id,
        "SecretString": value,
        "VersionId": "00000000-0000-0000-0000-000000000001",
        "VersionStages": ["AWSCURRENT"],
    }))
    .into_response()
}

fn refusal(code: &'static str, message: &'static str) -> Response {
    let body = Json(json!({ "__type": code, "Message": message }));
    (StatusCode::BAD_REQUEST, body).into_response()
}
