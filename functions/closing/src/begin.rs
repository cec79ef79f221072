//! `POST /api/closing`: closing registration, opening it again, and beginning the deletion.

use crate::{State, state::ClosingOut};
use axum::extract;
use domain::job::{Job, JobId};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin, Staff};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{
    AuditEntry, Write,
    event_closing::{Deletion, RegistrationClosed},
};
use time::Duration;
use utoipa::ToSchema;

/// What is typed by who deletes without an export of their own.
const WITHOUT_EXPORT: &str = "WITHOUT EXPORT";

/// How long registration must have been closed, and the deletion begun: longer than any request that began before takes.
pub(crate) const SETTLED: Duration = Duration::minutes(2);

/// What is to be done.
#[derive(Deserialize, ToSchema)]
#[schema(as = ClosingIn)]
pub(crate) struct ClosingIn {
    #[schema(inline)]
    step: StepIn,
    /// To delete: what `GET /api/closing` says is to be typed.
    confirmation: Option<String>,
    /// To delete: `EXPORTED`, or `WITHOUT EXPORT`, as it is typed.
    export: Option<String>,
    /// To delete: that mails, flags and tills which are still open were looked at.
    #[serde(default)]
    despite_warnings: bool,
}

/// A step of the closing.
#[derive(Deserialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepIn {
    CloseRegistration,
    ReopenRegistration,
    Delete,
}

/// Closes registration, opens it again, or begins to delete everything about candidates.
///
/// Once registration is closed, an order that is open already can still be paid. A deletion continues automatically
/// and cannot be undone.
#[utoipa::path(
    post,
    path = "/api/closing",
    tag = "closing",
    request_body = ClosingIn,
    responses(
        (status = 200, description = "It is done, or the deletion has begun.", body = ClosingOut),
        (status = 409, description = "`registration_closed`: it is closed already. `registration_stays`: it is open, or the deletion has begun. `registration_open`: nothing is deleted while it is open, or closed for less than two minutes. `not_settled`: orders or refunds are under way. `warnings`: mails, flags or tills are still open. `deletion_begun`: it has begun already.", body = ErrorBody),
        (status = 422, description = "`confirmation` or `export` is not what is to be typed.", body = ErrorBody),
    )
)]
pub(crate) async fn close(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<ClosingIn>,
) -> ApiResult<Json<ClosingOut>> {
    match body.step {
        StepIn::CloseRegistration => close_registration(&state, &admin).await?,
        StepIn::ReopenRegistration => reopen_registration(&state, &admin).await?,
        StepIn::Delete => delete(&state, &admin, &body).await?,
    }
    state.shown().await.map(Json)
}

async fn close_registration(state: &State, admin: &Staff) -> ApiResult<()> {
    let closed = RegistrationClosed {
        at: state.clock.now(),
        by: admin.username.clone(),
    };
    let entry = entry(state, admin, "registration.closed", Value::Null);
    match state.closing.close_registration(&closed, &entry).await {
        Ok(Write::Done) => Ok(()),
        Ok(Write::Stale) => Err(ApiError::conflict(
            "registration_closed",
            "Registration is closed already.",
        )),
        Err(error) => Err(ApiError::internal(error)),
    }
}

async fn reopen_registration(state: &State, admin: &Staff) -> ApiResult<()> {
    let entry = entry(state, admin, "registration.reopened", Value::Null);
    match state.closing.reopen_registration(&entry).await {
        Ok(Write::Done) => Ok(()),
        Ok(Write::Stale) => Err(ApiError::conflict(
            "registration_stays",
            "Registration is open, or the deletion has begun and it stays closed.",
        )),
        Err(error) => Err(ApiError::internal(error)),
    }
}

async fn delete(state: &State, admin: &Staff, body: &ClosingIn) -> ApiResult<()> {
    let typed = |text: &Option<String>, expected: &str| text.as_deref().map(str::trim) == Some(expected);
    if !typed(&body.confirmation, &state.confirmation()) {
        let message = format!("Type {} to delete", state.confirmation());
        return Err(ApiError::invalid("confirmation", message));
    }
    if !typed(&body.export, WITHOUT_EXPORT) && !typed(&body.export, "EXPORTED") {
        return Err(ApiError::invalid("export", "Type EXPORTED, or WITHOUT EXPORT"));
    }
    let now = state.clock.now();
    let closed = state.closing.registration_closed().await;
    let closed = closed.map_err(ApiError::internal)?;
    if closed.is_none_or(|closed| now < closed.at + SETTLED) {
        return Err(ApiError::conflict(
            "registration_open",
            "Close registration first, and wait for two minutes.",
        ));
    }
    let checks = state.checks().await.map_err(ApiError::internal)?;
    if checks.iter().any(|check| check.blocks && check.count > 0) {
        return Err(ApiError::conflict(
            "not_settled",
            "Orders or refunds are still under way at the payment provider. They end automatically.",
        ));
    }
    if !body.despite_warnings && checks.iter().any(|check| check.count > 0) {
        return Err(ApiError::conflict(
            "warnings",
            "Mails, messages, bulk actions, flags or tills are still open. Look at them first.",
        ));
    }
    let (id, lease) = (JobId::generate(now, &state.entropy), state.entropy.symbols(16));
    let mut job = Job::new(id, lease, &admin.username, now, Deletion::default());
    // The next minute's worker begins.
    job.wakes = Some(now.unix_timestamp());
    let entry = entry(
        state,
        admin,
        "event.deletion_begun",
        json!({ "event_over": state.is_over(), "export": body.export }),
    );
    match state.closing.begin(&job, &entry).await {
        Ok(Write::Done) => Ok(()),
        Ok(Write::Stale) => Err(ApiError::conflict(
            "deletion_begun",
            "The deletion has begun already.",
        )),
        Err(error) => Err(ApiError::internal(error)),
    }
}

fn entry(state: &State, admin: &Staff, action: &str, after: Value) -> AuditEntry {
    let (now, by) = (state.clock.now(), &admin.username);
    AuditEntry::new(now, &state.entropy, by, action, "event", Value::Null, after)
}
