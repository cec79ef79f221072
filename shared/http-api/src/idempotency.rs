//! The key by which a form that is sent twice is known to be one form.

use crate::{ApiError, ApiResult};
use axum::extract::FromRequestParts;
use http::request::Parts;

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
        let text = value.to_str().unwrap_or_default();
        let parts: Vec<&str> = text.split('-').collect();
        let is_uuid = parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
            && parts
                .iter()
                .all(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if is_uuid {
            Ok(Self(Some(text.to_ascii_lowercase())))
        } else {
            Err(ApiError::invalid("Idempotency-Key", "The key must be a UUID"))
        }
    }
}
