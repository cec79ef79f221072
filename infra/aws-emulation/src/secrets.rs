//! Secrets Manager: `GetSecretValue` from a fixed map.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::json;

use crate::endpoint::Endpoint;

/// A Secrets Manager that holds a fixed set of secrets.
#[derive(Debug)]
pub struct Secrets {
    endpoint: Endpoint,
}

impl Secrets {
    /// Serves `secrets`, pairs of name (or ARN) and secret string.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    pub async fn serve<K: Into<String>, V: Into<String>>(
        secrets: impl IntoIterator<Item = (K, V)>,
    ) -> io::Result<Secrets> {
        let secrets: BTreeMap<String, String> = secrets
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let router = Router::new()
            .route("/", post(answer))
            .with_state(Arc::new(secrets));
        Ok(Secrets {
            endpoint: Endpoint::serve(router).await?,
        })
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

async fn answer(
    State(secrets): State<Arc<BTreeMap<String, String>>>,
    headers: HeaderMap,
    body: bytes::Bytes,
) -> Response {
    let target = headers.get("x-amz-target").and_then(|value| value.to_str().ok());
    if target != Some("secretsmanager.GetSecretValue") {
        return refusal("UnknownOperationException", "only GetSecretValue is emulated");
    }
    let Ok(request) = serde_json::from_slice::<GetSecretValue>(&body) else {
        return refusal("InvalidParameterException", "SecretId is missing");
    };
    let Some(value) = secrets.get(&request.id) else {
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
