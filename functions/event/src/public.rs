//! `GET /api/event`: whether people may register on the site, and from when to when.

use crate::{State, moments::PhaseOut};
use axum::{extract, http::HeaderMap, response::Response};
use domain::payment::Channel;
use http_api::{ApiError, ApiResult, cached_for};
use serde::Serialize;
use std::time::Duration;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Whether people may register on the site.
#[derive(Serialize, ToSchema)]
#[schema(as = Event)]
pub(crate) struct EventOut {
    registration: PhaseOut,
    /// From when on they may; null where nobody has set it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    opens_at: Option<OffsetDateTime>,
    /// From when on they may not any more, or since when: null where nobody has set it. A closing by hand counts, too.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    closes_at: Option<OffsetDateTime>,
}

/// Whether people may register on the site.
#[utoipa::path(
    get,
    path = "/api/event",
    tag = "event",
    responses(
        (status = 200, description = "Whether they may.", body = EventOut),
        (status = 304, description = "Unchanged since the ETag of If-None-Match."),
    )
)]
pub(crate) async fn event(
    extract::State(state): extract::State<State>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let sale = state.settings.sale().await.map_err(ApiError::internal)?;
    let now = state.clock.now();
    let event = EventOut {
        registration: sale.phase(Channel::Online, now).into(),
        opens_at: sale.window.opens_at,
        closes_at: sale.closes_at(Channel::Online),
    };
    // No cache says that registration is still closed once it is open, or the other way round.
    let left = sale.changes_at(now).map_or(Duration::MAX, |change| {
        Duration::try_from(change - now).unwrap_or_default()
    });
    Ok(cached_for(&headers, &event, left))
}
