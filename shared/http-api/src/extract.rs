//! Extractors whose refusals name the field.

use crate::{ApiError, ApiResult};
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::error::Error;

const REQUIRED: &str = "Please fill all required fields";
const MALFORMED: &str = "This value is not of the expected type.";
const NOT_JSON: &str = "The request body is not a JSON object.";

/// A JSON object as the body of a request, or any JSON as the body of a response.
///
/// A body that is not sent as `application/json` is a 415: the types that a page of another site may send without the
/// browser asking first are not ours. A member that is missing, of another type or given twice is a 422 that
/// names it (`collegeList[2]` for one inside); `body` is for what is no JSON object at all. A body over the
/// route's limit is a 413.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let SentJson(bytes) = SentJson::from_request(request, state).await?;
        Self::read(&bytes)
    }
}

/// A body that is sent as JSON, as it came.
pub(crate) struct SentJson(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for SentJson {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        if !is_json(request.headers()) {
            return Err(ApiError::not_json());
        }
        let RawBody(bytes) = RawBody::from_request(request, state).await?;
        Ok(Self(bytes))
    }
}

impl<T: DeserializeOwned> Json<T> {
    /// Reads a body that was sent as JSON.
    pub(crate) fn read(bytes: &[u8]) -> ApiResult<Self> {
        // serde would also fill a struct from an array, by position.
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(ApiError::invalid("body", NOT_JSON));
        }
        let mut deserializer = serde_json::Deserializer::from_slice(bytes);
        let value =
            serde_path_to_error::deserialize(&mut deserializer).map_err(|error| refuse_json(&error))?;
        deserializer
            .end()
            .map_err(|_| ApiError::invalid("body", NOT_JSON))?;
        Ok(Self(value))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => ApiError::internal(error).into_response(),
        }
    }
}

/// A JSON body that may be left out.
#[derive(Debug, Clone, Copy)]
pub struct OptionalJson<T>(pub Option<T>);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let is_json = is_json(request.headers());
        let RawBody(bytes) = RawBody::from_request(request, state).await?;
        match (bytes.is_empty(), is_json) {
            (true, _) => Ok(Self(None)),
            (false, true) => Json::read(&bytes).map(|Json(body)| Self(Some(body))),
            (false, false) => Err(ApiError::not_json()),
        }
    }
}

/// The parameters of the query string. One that is missing, malformed or given twice is a 422 that names it.
#[derive(Debug, Clone, Copy)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        type Refusal = serde_path_to_error::Error<serde::de::value::Error>;
        let axum::extract::Query(value) =
            axum::extract::Query::try_from_uri(&parts.uri).map_err(|rejection| {
                let mut chain = std::iter::successors(Some(&rejection as &(dyn Error + 'static)), |&error| {
                    error.source()
                });
                match chain.find_map(|error| error.downcast_ref::<Refusal>()) {
                    Some(error) => refuse(&error.path().to_string(), &error.inner().to_string(), "query"),
                    None => ApiError::invalid("query", MALFORMED),
                }
            })?;
        Ok(Self(value))
    }
}

/// The parameters of the path. A malformed one is a 422 that names it.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let error = match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => return Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(error)) => error,
            Err(rejection) => return Err(ApiError::internal(rejection)),
        };
        if let ErrorKind::ParseErrorAtKey { key, .. }
        | ErrorKind::DeserializeError { key, .. }
        | ErrorKind::InvalidUtf8InPathParam { key } = error.into_kind()
        {
            return Err(ApiError::invalid(key, MALFORMED));
        }
        // The error about a lone parameter does not say its name.
        let names = RawPathParams::from_request_parts(parts, state).await;
        let name = names.iter().flatten().next().map_or("path", |(name, _)| name);
        Err(ApiError::invalid(name.to_owned(), MALFORMED))
    }
}

/// The body as it came, for what must be verified before it is parsed; 413 over the route's limit.
#[derive(Debug, Clone)]
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        Bytes::from_request(request, state)
            .await
            .map(Self)
            .map_err(|rejection| {
                if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                    ApiError::too_large("The request is too large.")
                } else {
                    ApiError::invalid("body", "The request body could not be read.")
                }
            })
    }
}

/// Whether the body is sent as `application/json`, in UTF-8 where it says so. Types that end in `+json` are other
/// types.
fn is_json(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let (Some(kind), None) = (types.next(), types.next()) else {
        return false;
    };
    let mut parts = kind.to_str().unwrap_or_default().split(';').map(str::trim);
    let is_json = parts
        .next()
        .is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"));
    is_json
        && parts.all(|parameter| {
            parameter.split_once('=').is_none_or(|(name, value)| {
                !name.eq_ignore_ascii_case("charset") || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            })
        })
}

fn refuse_json(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let message = error.inner().to_string();
    match error.inner().classify() {
        // serde_json counts a number like 1e999 among the errors of syntax.
        Category::Syntax if message.starts_with("number out of range") => {
            refuse(&error.path().to_string(), &message, "body")
        }
        Category::Data => refuse(&error.path().to_string(), &message, "body"),
        Category::Syntax | Category::Eof | Category::Io => ApiError::invalid("body", NOT_JSON),
    }
}

/// `path` says where serde was. For a missing or repeated member that is its parent, and the member's name
/// is between back quotes in serde's message.
fn refuse(path: &str, message: &str, whole: &'static str) -> ApiError {
    let member = |prefix| {
        message
            .strip_prefix(prefix)
            .and_then(|rest: &str| rest.split('`').next())
    };
    let inside = |name: &str| match path.strip_suffix(name) {
        Some(_) => path.to_owned(),
        None if path == "." => name.to_owned(),
        None => format!("{path}.{name}"),
    };
    if let Some(name) = member("missing field `") {
        ApiError::invalid(inside(name), REQUIRED)
    } else if let Some(name) = member("duplicate field `") {
        ApiError::invalid(inside(name), "This field is given twice.")
    } else if path == "." {
        ApiError::invalid(whole, MALFORMED)
    } else {
        ApiError::invalid(path.to_owned(), MALFORMED)
    }
}
