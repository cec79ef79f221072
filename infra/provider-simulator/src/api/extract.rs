//! What handlers begin with: the version, the order that the path names, the body. And how they answer.

use super::error::ApiError;
use crate::Simulator;
use crate::state::Order;
use crate::wire;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, ExtensionRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::response::{IntoResponse, Response};
use axum::{Extension, RequestExt, RequestPartsExt};
use http::header::CONTENT_TYPE;
use http::request::Parts;
use serde::Deserialize;
use serde_json::Value;

/// The version of the API that a request speaks, which the precondition check found.
#[derive(Clone)]
pub(super) struct Version(pub(super) &'static str);

impl FromRequestParts<Simulator> for Version {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, _: &Simulator) -> Result<Self, Self::Rejection> {
        let Extension(version) = parts.extract().await?;
        Ok(version)
    }
}

/// The order that the path names, as it is now; 404 if there is none.
pub(super) struct Found(pub(super) Order);

#[derive(Deserialize)]
struct Named {
    order_id: String,
}

impl FromRequestParts<Simulator> for Found {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, simulator: &Simulator) -> Result<Self, Response> {
        let named: Result<Path<Named>, _> = parts.extract().await;
        let Path(Named { order_id }) = named.map_err(IntoResponse::into_response)?;
        let order = simulator.state().orders.get(&order_id).cloned();
        order
            .map(Self)
            .ok_or_else(|| ApiError::no_order().into_response())
    }
}

/// A body of JSON, whatever its type is called.
pub(super) struct Body(pub(super) Value);

impl FromRequest<Simulator> for Body {
    type Rejection = Response;

    async fn from_request(request: Request, _: &Simulator) -> Result<Self, Response> {
        let bytes: Result<Bytes, BytesRejection> = request.extract().await;
        let bytes = bytes.map_err(IntoResponse::into_response)?;
        let body = serde_json::from_slice(&bytes);
        let invalid = |_| ApiError::bad("request_invalid", "invalid request body").into_response();
        body.map(Self).map_err(invalid)
    }
}

/// A success: 200 and a body in the provider's way of writing numbers.
pub(super) struct Entity(pub(super) Value);

impl IntoResponse for Entity {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], wire::text(&self.0)).into_response()
    }
}

pub(super) type Reply = Result<Entity, ApiError>;
