//! `POST /api/check-in/clear`: the practice of a list is cleared before it begins.

use crate::State;
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AuditEntry, catalogue::Listed};
use utoipa::ToSchema;

/// A list that is to be cleared.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ClearIn {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
}

/// What was cleared.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClearedList {
    /// So many admissions.
    cleared: u64,
    /// Whether there are more, for another call.
    more: bool,
}

/// Clears the practice of a list.
///
/// Its doubles and whom a device let in without a right go, too, with an entry in the audit log; devices forget
/// them with their next roster. At most a thousand in one call.
#[utoipa::path(
    post,
    path = "/api/check-in/clear",
    tag = "check-in",
    request_body = ClearIn,
    responses(
        (status = 200, description = "It is cleared.", body = ClearedList),
        (status = 409, description = "`list_open`: the list's day has begun, and its admissions are real.", body = ErrorBody),
        (status = 422, description = "There is no such list.", body = ErrorBody),
        (status = 500, description = "The list could not be read or written. Some may be cleared.", body = ErrorBody),
        (status = 503, description = "The list is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn clear_practice(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(ClearIn { list }): Json<ClearIn>,
) -> ApiResult<Json<ClearedList>> {
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&list.unwrap_or_default(), &everything)?;
    let now = state.clock.now();
    if listed.begins_at().is_some_and(|begins| begins <= now) {
        return Err(ApiError::conflict(
            "list_open",
            "The day of this list has begun: its admissions are kept.",
        ));
    }
    let list = &listed.list;
    let (admissions, more) = state
        .check_ins
        .everyone_in(list)
        .await
        .map_err(ApiError::internal)?;
    let entry = AuditEntry::new(
        now,
        &state.entropy,
        &admin.username,
        "check_in.cleared",
        &list.to_string(),
        json!({ "admissions": admissions.len() }),
        Value::Null,
    );
    let audit = state.admin_table.audit(&entry);
    let cleared = state.check_ins.clear(list, &admissions, now, audit).await;
    let cleared = cleared.map_err(ApiError::internal)?;
    Ok(Json(ClearedList { cleared, more }))
}
