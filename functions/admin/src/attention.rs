//! `/api/admin/attention`: payments that a person has to look at, until somebody has.

use crate::Portal;
use axum::extract::State;
use domain::{AttentionKind, OrderId};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin, RequireReports};
use serde::Serialize;
use serde_json::{Value, json};
use store::registrations::{Write, attention::Flag};
use time::{OffsetDateTime, format_description::well_known::Rfc3339, serde::rfc3339};
use utoipa::ToSchema;

/// What one list shows. More than this many open flags is a fault that no list would help with.
const MOST: i32 = 1_000;

/// A payment that needs a person.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttentionItem {
    order_id: String,
    customer_id: String,
    #[schema(value_type = FlagName)]
    flag: AttentionKind,
    /// What is known about it.
    note: String,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// The candidate's name.
    name: String,
}

/// Why a payment needs a person.
#[derive(ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(dead_code, reason = "describes the domain's type for the document alone")]
pub(crate) enum FlagName {
    DuplicatePayment,
    AmountMismatch,
    Refunded,
    Disputed,
    PaidWithoutMail,
    Unresolved,
}

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttentionCleared {
    message: &'static str,
}

/// What needs attention, the oldest first.
#[utoipa::path(
    get,
    path = "/api/admin/attention",
    tag = "admin",
    responses(
        (status = 200, description = "What needs attention.", body = Vec<AttentionItem>),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The flags could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn attention(
    State(portal): State<Portal>,
    _: RequireReports,
) -> ApiResult<Json<Vec<AttentionItem>>> {
    let flags = portal
        .registrations
        .attention(MOST)
        .await
        .map_err(ApiError::internal)?;
    let candidates: Vec<_> = flags.iter().map(|flag| flag.customer_id.clone()).collect();
    let names = portal
        .registrations
        .names(&candidates)
        .await
        .map_err(ApiError::internal)?;
    let items = flags.into_iter().map(|flag| {
        let name = names.get(&flag.customer_id).cloned().unwrap_or_default();
        item(flag, name)
    });
    Ok(Json(items.collect()))
}

/// Takes a payment off the list: somebody has seen to it.
#[utoipa::path(
    delete,
    path = "/api/admin/attention/{order_id}/{flag}",
    tag = "admin",
    params(
        ("order_id" = String, Path, description = "The order."),
        ("flag" = FlagName, Path, description = "Why it is on the list."),
    ),
    responses(
        (status = 200, description = "It is off the list.", body = AttentionCleared),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "It is not on the list.", body = ErrorBody),
        (status = 409, description = "It was raised or cleared by something else meanwhile.", body = ErrorBody),
        (status = 422, description = "The order id or the flag is not one.", body = ErrorBody),
        (status = 500, description = "The flag could not be cleared.", body = ErrorBody),
    )
)]
pub(crate) async fn clear_attention(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path((order_id, flag)): Path<(String, String)>,
) -> ApiResult<Json<AttentionCleared>> {
    let id = OrderId::parse(&order_id)?;
    let kind = AttentionKind::parse(&flag)?;
    let flag = portal
        .registrations
        .flag_of(&id, kind)
        .await
        .map_err(ApiError::internal)?
        .ok_or_else(|| ApiError::not_found("This is not on the list."))?;
    let before = json!({ "flag": flag.flag, "note": flag.note, "at": flag.at.format(&Rfc3339).ok() });
    let entry = portal.entry(&admin, "attention.cleared", id.as_str(), before, Value::Null);
    let cleared = portal
        .registrations
        .clear(&flag, &entry, portal.audit_log.table());
    match cleared.await.map_err(ApiError::internal)? {
        Write::Done => Ok(Json(AttentionCleared {
            message: "Taken off the list",
        })),
        Write::Stale => Err(ApiError::stale_version()),
    }
}

fn item(flag: Flag, name: String) -> AttentionItem {
    let Flag {
        order_id,
        customer_id,
        flag,
        note,
        at,
    } = flag;
    AttentionItem {
        order_id: order_id.into(),
        customer_id: customer_id.into(),
        flag,
        note,
        at,
        name,
    }
}
