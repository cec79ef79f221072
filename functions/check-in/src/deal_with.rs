//! `POST /api/check-in/deal-with`: a double, or who was let in without a right, was looked at and need not be shown any
//! more.

use crate::{State, scan::a_nonce};
use axum::extract;
use domain::{CustomerId, check_in::List, field};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCounter};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{
    AuditEntry, Tries, Write,
    catalogue::Listed,
    check_in::{DealtWith, Finding, FindingKey},
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

const REASON: usize = 200;

/// What is ticked off.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DealWithIn {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// The `id` of a double.
    double: Option<String>,
    /// In its place the nonce of a scan that let somebody in without a right.
    without_right: Option<String>,
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

/// Ticks off a double, or an admission without a right. Sent again, it is answered with who did it first.
#[utoipa::path(
    post,
    path = "/api/check-in/deal-with",
    tag = "check-in",
    request_body = DealWithIn,
    responses(
        (status = 200, description = "It is ticked off, now or before.", body = DealtWithBy),
        (status = 404, description = "It is not there any more.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
        (status = 503, description = "It is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn deal_with_found(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Json(body): Json<DealWithIn>,
) -> ApiResult<Json<DealtWithBy>> {
    let everything = state.catalogue.everything().await?;
    let list = Listed::parse(&body.list.unwrap_or_default(), &everything)?.list;
    let wanted = parse(body.double, body.without_right)?;
    let reason = field::required("reason", body.reason, REASON, "Say why")?;
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let finding = state.check_ins.finding(&list, &wanted).await;
        let Some(finding) = finding.map_err(ApiError::internal)? else {
            return Err(ApiError::not_found(why_gone(&wanted)));
        };
        let found = Found::of(finding, &list);
        if let Some(DealtWith { at, by }) = found.dealt_with {
            return Ok(Json(DealtWithBy { at, by }));
        }
        let (at, by) = (state.clock.now(), staff.username.clone());
        let entry = AuditEntry::new(
            at,
            &state.entropy,
            &by,
            "check_in.dealt_with",
            found.customer_id.as_str(),
            found.audited,
            json!({ "reason": reason }),
        );
        let dealt_with = DealtWith { at, by };
        let audit = state.admin_table.audit(&entry);
        let written = state
            .check_ins
            .deal_with(&list, &wanted, &dealt_with, audit)
            .await;
        if written.map_err(ApiError::internal)? == Write::Done {
            let DealtWith { at, by } = dealt_with;
            return Ok(Json(DealtWithBy { at, by }));
        }
    }
    Err(ApiError::busy("what was found at a door"))
}

/// Of a double and a scan without a right the one that is given.
fn parse(double: Option<String>, without_right: Option<String>) -> ApiResult<FindingKey> {
    let is_given = |text: &String| !text.trim().is_empty();
    let double = double.filter(is_given);
    let Some(nonce) = without_right.filter(is_given) else {
        let double = field::required("double", double, 100, "Name the double")?;
        return Ok(FindingKey::Double(double));
    };
    if double.is_some() {
        return Err(ApiError::invalid("without_right", "Tick off one after the other"));
    }
    Ok(FindingKey::WithoutRight(a_nonce("without_right", nonce)?))
}

const fn why_gone(wanted: &FindingKey) -> &'static str {
    match wanted {
        FindingKey::Double(_) => "One of the two scans was taken back meanwhile: it is no double any more.",
        FindingKey::WithoutRight(_) => "The scan was taken back meanwhile.",
    }
}

/// A finding, as ticking it off needs it.
struct Found {
    customer_id: CustomerId,
    dealt_with: Option<DealtWith>,
    /// For the audit log.
    audited: Value,
}

impl Found {
    fn of(finding: Finding, list: &List) -> Self {
        match finding {
            Finding::Double(double) => Self {
                audited: json!({
                    "list": list.to_string(),
                    "devices": format!("{}, {}", double.first.device, double.second.device),
                }),
                customer_id: double.customer_id,
                dealt_with: double.dealt_with,
            },
            Finding::WithoutRight(record) => Self {
                audited: json!({
                    "list": record.list,
                    "device": record.place.device,
                    "why": record.reason.as_str(),
                }),
                customer_id: record.customer_id,
                dealt_with: record.dealt_with,
            },
        }
    }
}
