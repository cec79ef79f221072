//! `PUT /api/event/settings`: all settings of the event at once.

use crate::{State, settings::SettingsOut};
use axum::extract;
use domain::{Invalid, Sale, SaleWindow};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use serde::Deserialize;
use serde_json::Value;
use store::{AuditEntry, EventNow, Settings, Write};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// The settings as the form sends them: what is not there is not set any more, so that a misspelt name must not be passed over.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EventSettingsIn)]
pub(crate) struct SettingsIn {
    /// The version that the change was made on.
    #[schema(required = true, value_type = u64)]
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
    /// From when on the site takes registrations.
    #[schema(format = DateTime)]
    opens_at: Option<String>,
    /// From when on it takes none any more.
    #[schema(format = DateTime)]
    closes_at: Option<String>,
    /// From when on the counter takes none any more.
    #[schema(format = DateTime)]
    counter_closes_at: Option<String>,
}

/// Sets when people may register; what is so already is answered as done.
#[utoipa::path(
    put,
    path = "/api/event/settings",
    tag = "event",
    request_body = SettingsIn,
    responses(
        (status = 200, description = "It is set.", body = SettingsOut),
        (status = 409, description = "`stale_version`: it was changed since `version`.", body = ErrorBody),
        (status = 422, description = "A moment is none, or registration would close before it opens.", body = ErrorBody),
    )
)]
pub(crate) async fn change_event_settings(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<SettingsIn>,
) -> ApiResult<Json<SettingsOut>> {
    let (version, window) = body.parse()?;
    let before = state.settings.now().await.map_err(ApiError::internal)?;
    let now = state.clock.now();
    // A client that lost the answer to a change may send it again. Nothing is written, so the audit log has one entry of it.
    if before.settings.window == window {
        return Ok(Json(SettingsOut::new(&before, now)));
    }
    if before.settings.version != version {
        return Err(ApiError::stale_version());
    }
    let settings = Settings {
        window,
        version: version + 1,
    };
    let entry = AuditEntry::new(
        now,
        &state.entropy,
        &admin.username,
        "event.settings_changed",
        "event",
        record(&before.settings.window)?,
        record(&window)?,
    );
    match state.settings.change(&settings, &entry).await {
        Ok(Write::Done) => {}
        Ok(Write::Stale) => return Err(ApiError::stale_version()),
        Err(error) => return Err(ApiError::internal(error)),
    }
    let after = EventNow {
        sale: Sale {
            window,
            ..before.sale
        },
        settings,
    };
    Ok(Json(SettingsOut::new(&after, now)))
}

/// A window as the audit log has it.
fn record(window: &SaleWindow) -> ApiResult<Value> {
    serde_json::to_value(window).map_err(ApiError::internal)
}

impl SettingsIn {
    fn parse(self) -> Result<(u64, SaleWindow), Invalid> {
        let Self {
            version,
            opens_at,
            closes_at,
            counter_closes_at,
        } = self;
        let version = version.ok_or(Invalid::new("version", "The version is missing"))?;
        let window = SaleWindow::new(
            moment("opens_at", opens_at)?,
            moment("closes_at", closes_at)?,
            moment("counter_closes_at", counter_closes_at)?,
        )?;
        Ok((version, window))
    }
}

fn moment(field: &'static str, text: Option<String>) -> Result<Option<OffsetDateTime>, Invalid> {
    let typed = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
    typed
        .map(|text| OffsetDateTime::parse(text, &Rfc3339))
        .transpose()
        .map_err(|_| Invalid::new(field, "Please enter a date and a time"))
}
