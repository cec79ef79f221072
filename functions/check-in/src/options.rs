//! `PUT /api/check-in/lists`: what a list counts beside those who come in.

use crate::State;
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AuditEntry, Tries, Write, catalogue::Listed, check_in::ListOptions};
use utoipa::ToSchema;

/// What a list counts from now on.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ListOptionsIn {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// Whether people are counted who go out, and come in again.
    #[schema(required = true, value_type = bool)]
    check_out: Option<bool>,
}

/// What a list counts.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListOptionsOut {
    list: String,
    check_out: bool,
}

/// Sets whether a list counts who goes out. Phones offer it within a minute.
#[utoipa::path(
    put,
    path = "/api/check-in/lists",
    tag = "check-in",
    request_body = ListOptionsIn,
    responses(
        (status = 200, description = "It is set, now or before.", body = ListOptionsOut),
        (status = 422, description = "There is no such list, or `check_out` is missing.", body = ErrorBody),
        (status = 503, description = "It is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn set_list_options(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<ListOptionsIn>,
) -> ApiResult<Json<ListOptionsOut>> {
    let everything = state.catalogue.everything().await?;
    let list = Listed::parse(&body.list.unwrap_or_default(), &everything)?.list;
    let check_out = body
        .check_out
        .ok_or_else(|| ApiError::invalid("check_out", "Say whether people are counted who go out"))?;
    let next = ListOptions { list, check_out };
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let all = state.check_ins.options().await.map_err(ApiError::internal)?;
        let known = all.iter().find(|options| options.list == next.list);
        let before = known.is_some_and(|known| known.check_out);
        let entry = AuditEntry::new(
            state.clock.now(),
            &state.entropy,
            &admin.username,
            "check_in.options",
            &next.list.to_string(),
            json!({ "check_out": before }),
            json!({ "check_out": check_out }),
        );
        let audit = state.admin_table.audit(&entry);
        let written = match before == check_out {
            true => Ok(Write::Done),
            false => state.check_ins.set_options(known, &next, audit).await,
        };
        if written.map_err(ApiError::internal)? == Write::Done {
            let list = next.list.to_string();
            return Ok(Json(ListOptionsOut { list, check_out }));
        }
    }
    Err(ApiError::busy("a list"))
}
