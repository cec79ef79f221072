//! `POST /api/check-in/undo`: an admission is taken back.

use crate::{State, redeem::lookups, scan::device_name, verdict::PassHolder};
use axum::extract;
use domain::{
    check_in::{Code, Place, Presented},
    field,
};
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AuditEntry, Tries, Write, catalog::Listed, check_in::Leaving};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

const REASON: usize = 200;

/// What is no device at the door.
const PORTAL: &str = "portal";

/// An admission that is to be taken back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct UndoIn {
    /// The text of the QR code, or the pass number.
    #[schema(required = true, value_type = String)]
    code: Option<String>,
    /// From which list.
    #[schema(required = true, value_type = String)]
    list: Option<String>,
    /// Why, for the audit log.
    #[schema(required = true, value_type = String)]
    reason: Option<String>,
    /// What the device is called.
    device: Option<String>,
}

/// What was done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UndoResult {
    /// The person may come in again.
    Undone,
}

/// The admission that was taken back.
#[derive(Serialize, ToSchema)]
pub(crate) struct Undone {
    result: UndoResult,
    candidate: PassHolder,
    /// When it was scanned.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    by: String,
    device: String,
}

/// Takes an admission back.
#[utoipa::path(
    post,
    path = "/api/check-in/undo",
    tag = "check-in",
    request_body = UndoIn,
    responses(
        (status = 200, description = "It is taken back.", body = Undone),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "`not_admitted`: nobody is in with this code.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
        (status = 500, description = "The admission could not be read or written.", body = ErrorBody),
        (status = 503, description = "The admission is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn undo_admission(
    extract::State(state): extract::State<State>,
    RequireCheckIn(staff): RequireCheckIn,
    Json(body): Json<UndoIn>,
) -> ApiResult<Json<Undone>> {
    let UndoIn {
        code,
        list,
        reason,
        device,
    } = body;
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&list.unwrap_or_default(), &everything)?;
    let code = code.as_deref().and_then(Code::read);
    let code = code.ok_or_else(|| ApiError::invalid("code", "This is not a code of this event"))?;
    let reason = field::required("reason", reason, REASON, "Say why")?;
    let device = match device.filter(|device| !device.trim().is_empty()) {
        Some(device) => device_name(Some(device))?,
        None => PORTAL.to_owned(),
    };
    let list = &listed.list;
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let read = try_join(
            state.registrations.candidate(code.candidate()),
            state.check_ins.admission(code.candidate(), list),
        );
        let (file, known) = read.await.map_err(ApiError::internal)?;
        let now = state.clock.now();
        // A code that is not of this candidate finds nobody, although the number in it may be in.
        let file = file.filter(|file| Presented::order(&file.orders, &code, now).is_some());
        let (Some(file), Some(known)) = (file, known) else {
            return Err(ApiError::not_found("Nobody is in with this code.").code("not_admitted"));
        };
        let place = Place {
            at: now,
            by: staff.username.clone(),
            device: device.clone(),
        };
        let entry = AuditEntry::new(
            now,
            &state.entropy,
            &staff.username,
            "check_in.undone",
            known.customer_id.as_str(),
            json!({ "list": list.to_string(), "device": known.place.device, "by": known.place.by }),
            json!({ "reason": reason }),
        );
        let lookups = lookups(&file);
        let leaving = Leaving {
            list,
            known: &known,
            place: &place,
            lookups: &lookups,
            audit: (&state.admin_table, &entry),
        };
        let left = state.check_ins.leave(&leaving).await;
        if left.map_err(ApiError::internal)? == Write::Done {
            let Place { at, by, device } = known.place;
            return Ok(Json(Undone {
                result: UndoResult::Undone,
                candidate: PassHolder::of(&file.candidate, &listed),
                at,
                by,
                device,
            }));
        }
    }
    Err(ApiError::busy("an admission"))
}
