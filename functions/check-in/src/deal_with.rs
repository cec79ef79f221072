//! `POST /api/check-in/deal-with`: somebody has looked at a double, or at somebody who was let in without a right, and it need not be
//! shown any more.

use crate::{State, scan::a_nonce};
use axum::extract;
use domain::{CustomerId, check_in::List, field};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCounter};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{
    Audit, AuditEntry, StoreError, Tries, Write,
    catalogue::Listed,
    check_in::{DealtWith, Double, WithoutRight},
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
    let wanted = Wanted::parse(body.double, body.without_right)?;
    let reason = field::required("reason", body.reason, REASON, "Say why")?;
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let found = wanted.find(&state, &list).await.map_err(ApiError::internal)?;
        let Some(found) = found else {
            return Err(ApiError::not_found(wanted.why_gone()));
        };
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
        let written = wanted.tick_off(&state, &list, &dealt_with, audit).await;
        if written.map_err(ApiError::internal)? == Write::Done {
            let DealtWith { at, by } = dealt_with;
            return Ok(Json(DealtWithBy { at, by }));
        }
    }
    Err(ApiError::busy("what was found at a door"))
}

/// What is to be ticked off.
enum Wanted {
    /// By its id.
    Double(String),
    /// By its scan.
    WithoutRight(String),
}

/// What there is of it.
struct Found {
    customer_id: CustomerId,
    dealt_with: Option<DealtWith>,
    /// For the audit log.
    audited: Value,
}

impl Wanted {
    fn parse(double: Option<String>, without_right: Option<String>) -> ApiResult<Self> {
        let is_given = |text: &String| !text.trim().is_empty();
        let double = double.filter(is_given);
        let Some(nonce) = without_right.filter(is_given) else {
            let double = field::required("double", double, 100, "Name the double")?;
            return Ok(Self::Double(double));
        };
        if double.is_some() {
            return Err(ApiError::invalid("without_right", "Tick off one after the other"));
        }
        Ok(Self::WithoutRight(a_nonce("without_right", nonce)?))
    }

    async fn find(&self, state: &State, list: &List) -> Result<Option<Found>, StoreError> {
        Ok(match self {
            Self::Double(place) => {
                let double = state.check_ins.double(list, place).await?;
                double.map(|double| Found::double(double, list))
            }
            Self::WithoutRight(nonce) => {
                let record = state.check_ins.without_right_by(list, nonce).await?;
                record.map(Found::without_right)
            }
        })
    }

    async fn tick_off(
        &self,
        state: &State,
        list: &List,
        dealt_with: &DealtWith,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let check_ins = &state.check_ins;
        match self {
            Self::Double(place) => check_ins.deal_with(list, place, dealt_with, audit).await,
            Self::WithoutRight(nonce) => {
                check_ins
                    .deal_with_without_right(list, nonce, dealt_with, audit)
                    .await
            }
        }
    }

    const fn why_gone(&self) -> &'static str {
        match self {
            Self::Double(_) => "One of the two scans was taken back meanwhile: it is no double any more.",
            Self::WithoutRight(_) => "The scan was taken back meanwhile.",
        }
    }
}

impl Found {
    fn double(double: Double, list: &List) -> Self {
        Self {
            audited: json!({
                "list": list.to_string(),
                "devices": format!("{}, {}", double.first.device, double.second.device),
            }),
            customer_id: double.customer_id,
            dealt_with: double.dealt_with,
        }
    }

    fn without_right(record: WithoutRight) -> Self {
        Self {
            audited: json!({
                "list": record.list,
                "device": record.place.device,
                "why": record.reason.as_str(),
            }),
            customer_id: record.customer_id,
            dealt_with: record.dealt_with,
        }
    }
}
