//! `GET /api/event/settings`: what the organisers have set about the event.

use crate::{State, moments::PhaseOut};
use axum::extract;
use domain::payment::Channel;
use http_api::{ApiError, ApiResult, Json, RequireLookup};
use serde::Serialize;
use store::EventNow;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// What the organisers have set about the event, and what follows from it at this moment.
#[derive(Serialize, ToSchema)]
#[schema(as = EventSettings)]
pub(crate) struct SettingsOut {
    /// To be sent with a change. 0 while nothing was ever set.
    version: u64,
    /// From when on the site takes registrations; null for no bound.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    opens_at: Option<OffsetDateTime>,
    /// From when on it takes none any more; null for no bound.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    closes_at: Option<OffsetDateTime>,
    /// From when on the counter takes none any more; null for no bound.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    counter_closes_at: Option<OffsetDateTime>,
    /// Whether people may register on the site.
    registration: PhaseOut,
    /// Whether they may at the counter.
    counter: PhaseOut,
    /// Since when the event is closed by hand, whatever is set here; null while it is not.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    ended_at: Option<OffsetDateTime>,
}

impl SettingsOut {
    pub(crate) fn new(EventNow { settings, sale }: &EventNow, now: OffsetDateTime) -> Self {
        Self {
            version: settings.version,
            opens_at: settings.window.opens_at,
            closes_at: settings.window.closes_at,
            counter_closes_at: settings.window.counter_closes_at,
            registration: sale.phase(Channel::Online, now).into(),
            counter: sale.phase(Channel::Counter, now).into(),
            ended_at: sale.ended_at,
        }
    }
}

/// What the organisers have set about the event.
#[utoipa::path(
    get,
    path = "/api/event/settings",
    tag = "event",
    responses(
        (status = 200, description = "What is set.", body = SettingsOut),
    )
)]
pub(crate) async fn event_settings(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
) -> ApiResult<Json<SettingsOut>> {
    let event = state.settings.now().await.map_err(ApiError::internal)?;
    Ok(Json(SettingsOut::new(&event, state.clock.now())))
}
