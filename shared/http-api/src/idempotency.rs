//! The key by which a form that is sent twice is known to be one form.

use crate::{ApiError, ApiResult, Json, extract::SentJson};
use axum::extract::{FromRequest, FromRequestParts, Request};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use http::request::Parts;
use ring::digest;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// The header `Idempotency-Key`, a UUID of the form's own making, in lower case; None when there is none. What is not
/// a UUID is a 422.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        Self::read("Idempotency-Key", value.to_str().unwrap_or_default())
    }
}

impl IdempotencyKey {
    /// The key in a field of a form.
    ///
    /// # Errors
    /// On `field`, when it is no UUID.
    pub fn read(field: &'static str, text: &str) -> ApiResult<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let is_uuid = parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
            && parts
                .iter()
                .all(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if is_uuid {
            Ok(Self(Some(text.to_ascii_lowercase())))
        } else {
            Err(ApiError::invalid(field, "The key must be a UUID"))
        }
    }
}

/// A form, and what tells whether it is sent again.
#[derive(Debug, Clone)]
pub struct KeyedJson<T> {
    /// What the form says.
    pub form: T,
    /// The key that it came with, if any.
    pub key: Option<FormKey>,
}

/// The key of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormKey {
    /// A UUID of the form's own making.
    pub key: String,
    /// A digest of everything that was sent, and where to, without what was only agreed to (`ASIDE`).
    pub fingerprint: String,
}

/// The member of a form that says nothing of what it makes: whom the person knows to be disturbed by it.
const ASIDE: &str = "confirm";

/// The same for the same members in any order.
fn fingerprint(path: &str, body: &[u8]) -> ApiResult<String> {
    let said: BTreeMap<String, Value> = serde_json::from_slice(body).map_err(ApiError::internal)?;
    let said: BTreeMap<_, _> = said.iter().filter(|(name, _)| *name != ASIDE).collect();
    let text = format!(
        "{path}\0{}",
        serde_json::to_string(&said).map_err(ApiError::internal)?
    );
    let digest = digest::digest(&digest::SHA256, text.as_bytes());
    Ok(BASE64_URL_SAFE_NO_PAD.encode(digest))
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for KeyedJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let (mut parts, body) = request.into_parts();
        let IdempotencyKey(key) = IdempotencyKey::from_request_parts(&mut parts, state).await?;
        let path = parts.uri.path().to_owned();
        let SentJson(bytes) = SentJson::from_request(Request::from_parts(parts, body), state).await?;
        let Json(form) = Json::read(&bytes)?;
        let key = match key {
            Some(key) => Some(FormKey {
                key,
                fingerprint: fingerprint(&path, &bytes)?,
            }),
            None => None,
        };
        Ok(Self { form, key })
    }
}
