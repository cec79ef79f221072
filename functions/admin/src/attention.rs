//! `/api/admin/attention`: payments that need a person, until one has dealt with them.

use crate::Portal;
use axum::extract::State;
use domain::{AttentionKind, CustomerId, Invalid, OrderId, Paise};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireAdmin, RequireReports};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};
use store::registrations::{
    Write,
    attention::{Flag, UnreadableFlag},
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339, serde::rfc3339};
use utoipa::{IntoParams, ToSchema};

/// What one list shows. More than this many open flags is a fault that no list would help with.
const MOST: i32 = 1_000;

/// A payment that needs a person.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttentionItem {
    order_id: String,
    customer_id: String,
    flag: FlagName,
    /// The word in the table, of a flag that is `UNRECOGNISED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    /// What is known about it.
    note: String,
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// The candidate's name.
    name: String,
    /// What the order costs, in rupees; null where it cannot be read.
    #[schema(value_type = Option<f64>)]
    amount: Option<Number>,
}

/// Why a payment needs a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum FlagName {
    DuplicatePayment,
    AmountMismatch,
    Refunded,
    Disputed,
    PaidWithoutMail,
    Unresolved,
    Unreadable,
    MailBounced,
    MailComplaint,
    RefundFailed,
    Oversold,
    NoSeat,
    /// Another release raised it, and this one cannot read it, nor take it off the list.
    Unrecognised,
}

impl From<AttentionKind> for FlagName {
    fn from(kind: AttentionKind) -> Self {
        match kind {
            AttentionKind::DuplicatePayment => Self::DuplicatePayment,
            AttentionKind::AmountMismatch => Self::AmountMismatch,
            AttentionKind::Refunded => Self::Refunded,
            AttentionKind::Disputed => Self::Disputed,
            AttentionKind::PaidWithoutMail => Self::PaidWithoutMail,
            AttentionKind::Unresolved => Self::Unresolved,
            AttentionKind::Unreadable => Self::Unreadable,
            AttentionKind::MailBounced => Self::MailBounced,
            AttentionKind::MailComplaint => Self::MailComplaint,
            AttentionKind::RefundFailed => Self::RefundFailed,
            AttentionKind::Oversold => Self::Oversold,
            AttentionKind::NoSeat => Self::NoSeat,
        }
    }
}

/// Which of them has been dealt with.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClearFlagQuery {
    /// `at` of the list in which it was read: the same flag may have been raised again since, for something else. Left out,
    /// it is the one that is there.
    #[param(format = DateTime)]
    at: Option<String>,
}

impl ClearFlagQuery {
    fn parse(self) -> Result<Option<OffsetDateTime>, Invalid> {
        let parse = |at: String| {
            OffsetDateTime::parse(&at, &Rfc3339)
                .map_err(|_| Invalid::new("at", "Please say when it was raised, as RFC 3339 has it"))
        };
        self.at.filter(|at| !at.is_empty()).map(parse).transpose()
    }
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
    let candidates: Vec<_> = flags.iter().filter_map(candidate_of).collect();
    let names = portal
        .registrations
        .names(&candidates)
        .await
        .map_err(ApiError::internal)?;
    let orders: Vec<_> = flags.iter().filter_map(order_of).cloned().collect();
    let amounts = portal
        .registrations
        .amounts(&orders)
        .await
        .map_err(ApiError::internal)?;
    let items = flags.into_iter().map(|flag| {
        let name = candidate_of(&flag).and_then(|id| names.get(&id).cloned());
        let amount = order_of(&flag).and_then(|id| amounts.get(id).copied());
        item(flag, name.unwrap_or_default(), amount)
    });
    Ok(Json(items.collect()))
}

/// Takes a payment off the list: it has been dealt with.
#[utoipa::path(
    delete,
    path = "/api/admin/attention/{order_id}/{flag}",
    tag = "admin",
    params(
        ("order_id" = String, Path, description = "The order."),
        ("flag" = FlagName, Path, description = "Why it is on the list."),
        ClearFlagQuery,
    ),
    responses(
        (status = 200, description = "It is off the list.", body = AttentionCleared),
        (status = 404, description = "It is not on the list.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was raised again, or cleared by something else, meanwhile.", body = ErrorBody),
        (status = 422, description = "The order id, the flag or the moment is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn clear_attention(
    State(portal): State<Portal>,
    RequireAdmin(admin): RequireAdmin,
    Path((order_id, flag)): Path<(String, String)>,
    Query(query): Query<ClearFlagQuery>,
) -> ApiResult<Json<AttentionCleared>> {
    let id = OrderId::parse(&order_id)?;
    let kind = AttentionKind::parse(&flag)?;
    let read_at = query.parse()?;
    let flag = portal
        .registrations
        .flag_of(&id, kind)
        .await
        .map_err(ApiError::internal)?
        .ok_or_else(|| ApiError::not_found("This is not on the list."))?;
    if read_at.is_some_and(|read_at| read_at != flag.at) {
        let message = "This was raised again meanwhile. Look at it once more.";
        return Err(ApiError::stale_version().message(message));
    }
    let before = json!({ "flag": flag.flag, "note": flag.note, "at": flag.at.format(&Rfc3339).ok() });
    let entry = portal.entry(&admin, "attention.cleared", id.as_str(), before, Value::Null);
    let audit = portal.audit_log.table().audit(&entry);
    let cleared = portal.registrations.clear(&flag, audit);
    match cleared.await.map_err(ApiError::internal)? {
        Write::Done => Ok(Json(AttentionCleared {
            message: "Taken off the list",
        })),
        Write::Stale => Err(ApiError::stale_version()),
    }
}

fn candidate_of(flag: &Result<Flag, UnreadableFlag>) -> Option<CustomerId> {
    match flag {
        Ok(flag) => Some(flag.customer_id.clone()),
        Err(unreadable) => CustomerId::parse(unreadable.order_id.as_ref()?.customer_part()).ok(),
    }
}

fn order_of(flag: &Result<Flag, UnreadableFlag>) -> Option<&OrderId> {
    match flag {
        Ok(flag) => Some(&flag.order_id),
        Err(unreadable) => unreadable.order_id.as_ref(),
    }
}

fn item(flag: Result<Flag, UnreadableFlag>, name: String, amount: Option<Paise>) -> AttentionItem {
    let amount = amount.map(Paise::to_json);
    let customer_id = candidate_of(&flag).map_or_else(String::new, Into::into);
    match flag {
        Ok(Flag {
            order_id,
            customer_id: _,
            flag,
            note,
            at,
        }) => AttentionItem {
            order_id: order_id.into(),
            customer_id,
            flag: flag.into(),
            word: None,
            note,
            at,
            name,
            amount,
        },
        Err(UnreadableFlag {
            order_id,
            word,
            note,
            at,
        }) => AttentionItem {
            order_id: order_id.map_or_else(String::new, Into::into),
            customer_id,
            flag: FlagName::Unrecognised,
            word: Some(word),
            note,
            at,
            name,
            amount,
        },
    }
}
