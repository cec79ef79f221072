//! `POST /api/check-in/deal-with`: somebody has looked at a double, and it need not be shown any more.

use crate::State;
use axum::extract;
use domain::field;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCounter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AuditEntry, Tries, Write, catalogue::Listed, check_in::DealtWith};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

const REASON: usize = 200;

/// A double that is ticked off.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DealWithIn {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// Its `id`.
    #[schema(required = true, value_type = String)]
    double: Option<String>,
    /// Why, for the audit log.
    #[schema(required = true, value_type = String)]
    reason: Option<String>,
}

/// Who has dealt with it.
#[derive(Serialize, ToSchema)]
pub(crate) struct DealtWithBy {
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    by: String,
}

/// Ticks a double off. Sent again, it is answered with who did it first.
#[utoipa::path(
    post,
    path = "/api/check-in/deal-with",
    tag = "check-in",
    request_body = DealWithIn,
    responses(
        (status = 200, description = "It is ticked off, now or before.", body = DealtWithBy),
        (status = 404, description = "There is no such double any more.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
        (status = 503, description = "The double is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn deal_with_double(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Json(body): Json<DealWithIn>,
) -> ApiResult<Json<DealtWithBy>> {
    let everything = state.catalogue.everything().await?;
    let list = Listed::parse(&body.list.unwrap_or_default(), &everything)?.list;
    let place = field::required("double", body.double, 100, "Name the double")?;
    let reason = field::required("reason", body.reason, REASON, "Say why")?;
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let found = state.check_ins.double(&list, &place).await;
        let found = found.map_err(ApiError::internal)?;
        let double = found.ok_or_else(|| {
            ApiError::not_found("One of the two scans was taken back meanwhile: it is no double any more.")
        })?;
        if let Some(DealtWith { at, by }) = double.dealt_with {
            return Ok(Json(DealtWithBy { at, by }));
        }
        let (at, by) = (state.clock.now(), staff.username.clone());
        let entry = AuditEntry::new(
            at,
            &state.entropy,
            &by,
            "check_in.dealt_with",
            double.customer_id.as_str(),
            json!({
                "list": list.to_string(),
                "devices": format!("{}, {}", double.first.device, double.second.device),
            }),
            json!({ "reason": reason }),
        );
        let dealt_with = DealtWith { at, by };
        let audit = state.admin_table.audit(&entry);
        let written = state.check_ins.deal_with(&list, &place, &dealt_with, audit).await;
        if written.map_err(ApiError::internal)? == Write::Done {
            let DealtWith { at, by } = dealt_with;
            return Ok(Json(DealtWithBy { at, by }));
        }
    }
    Err(ApiError::busy("a double"))
}
