//! The token endpoint: an assertion that the service account signed becomes an access token for an hour.

use crate::account::{claims, is_signed_with};
use crate::fault::{Fault, broken};
use crate::state::Inner;
use crate::traffic::Call;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Json, Response};
use http::StatusCode;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const GRANT: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const SCOPE: &str = "https://www.googleapis.com/auth/spreadsheets";

/// How far clocks may differ, in seconds.
const LEEWAY: i64 = 300;

pub(super) async fn token(State(inner): State<Arc<Inner>>, body: Bytes) -> Response {
    let fault = {
        let mut state = inner.state();
        let quota = state.quota;
        state.traffic.count(Call::Token, quota, inner.now());
        state.faults.take(Call::Token)
    };
    match fault {
        Some(Fault::Down | Fault::DropAfterCommit) => return broken(),
        Some(Fault::Status { status }) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let error = if status.is_server_error() {
                "internal_failure"
            } else {
                "invalid_grant"
            };
            let body = json!({ "error": error, "error_description": "on demand" });
            return (status, Json(body)).into_response();
        }
        Some(Fault::Slow { millis }) => tokio::time::sleep(Duration::from_millis(millis)).await,
        Some(Fault::Held) => inner.held.notified().await,
        Some(Fault::Quota { .. } | Fault::TokenExpired) | None => {}
    }
    let form: Vec<(String, String)> = form_urlencoded::parse(&body).into_owned().collect();
    let member = |name: &str| {
        let found = form.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    if member("grant_type") != GRANT {
        return refusal("unsupported_grant_type", "Invalid grant_type: ");
    }
    match grant(&inner, member("assertion")) {
        Ok(token) => Json(json!({
            "access_token": token,
            "expires_in": inner.config.token_lifetime,
            "token_type": "Bearer",
        }))
        .into_response(),
        Err(description) => refusal("invalid_grant", description),
    }
}

fn grant(inner: &Inner, assertion: &str) -> Result<String, &'static str> {
    let claims = claims(assertion).ok_or("Invalid JWT: Failed parsing JWT.")?;
    if claims.iss != inner.config.account.client_email {
        return Err("Invalid grant: account not found");
    }
    if !is_signed_with(&inner.key, assertion) {
        return Err("Invalid JWT Signature.");
    }
    let now = inner.now().unix_timestamp();
    let in_time = claims.iat <= now + LEEWAY && claims.exp > now - LEEWAY && claims.exp - claims.iat <= 3600;
    if !in_time {
        return Err(
            "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your \
             iat and exp values in the JWT claim.",
        );
    }
    if !claims.aud.ends_with("/token") || claims.scope != SCOPE {
        return Err("Invalid JWT: audience or scope");
    }
    let mut state = inner.state();
    let token = format!("ya29.local-{}", state.tokens.len());
    state
        .tokens
        .push((token.clone(), now + inner.config.token_lifetime));
    Ok(token)
}

fn refusal(error: &str, description: &str) -> Response {
    let body = json!({ "error": error, "error_description": description });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}
