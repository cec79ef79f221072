//! `POST /api/check-in/undo`: scans are taken back.
//!
//! It names the scan that it takes back, by its nonce, and so never takes back another. The undo has a nonce of
//! its own: sent again it is answered again. What it does is the same in whatever order both come: a scan that is taken back
//! before it came lets nobody in when it does.

mod request;
mod taking;

use crate::{
    State,
    redeem::lookups,
    verdict::{AdmittedAt, PassHolder},
};
use axum::extract;
use domain::{
    Word,
    check_in::{Direction, Passages},
};
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn};
use request::{UndoIn, UndoRequest};
use serde::Serialize;
use serde_json::json;
use store::{
    AuditEntry, Tries, Write,
    catalogue::Everything,
    check_in::{Answer, Leaving, PassageTurn, Seen, Sought, Used},
    registrations::CandidateFile,
};
use taking::Taking;
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UndoResult {
    /// The scan does not count any more.
    Undone,
    /// The scan had let nobody in, or had not come yet. It will let nobody in.
    Nothing,
}

/// What became of an undo.
#[derive(Serialize, ToSchema)]
pub(crate) struct Undone {
    result: UndoResult,
    /// Null for a code that is nobody's.
    candidate: Option<PassHolder>,
    /// When what is taken back was scanned; null where it was nothing.
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<OffsetDateTime>,
    by: Option<String>,
    device: Option<String>,
    /// The admission that goes on counting, of a person whom another scan let in; null where nobody is in.
    still_in: Option<AdmittedAt>,
}

/// Takes scans back.
///
/// The pass is admitted again then. An undo names its scan, and so never takes back another; a device may take back
/// what is not an hour old, the portal anything. Who went out, and who came in again, is taken back in the same way.
/// `still_in` is the admission that is left. What it does is the same in whatever order both
/// come, and however often: a scan that is taken back before it came lets nobody in when it does. The same undo,
/// sent again within 48 hours, gets the same answer.
#[utoipa::path(
    post,
    path = "/api/check-in/undo",
    tag = "check-in",
    request_body = UndoIn,
    responses(
        (status = 200, description = "It is taken back, now or before.", body = Undone),
        (status = 409, description = "`nonce_reused`: the nonce was sent with something else. `too_late`: the scan is more than an hour old; the portal can take it back.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
        (status = 503, description = "The admission is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn undo_admission(
    extract::State(state): extract::State<State>,
    RequireCheckIn(staff): RequireCheckIn,
    Json(body): Json<UndoIn>,
) -> ApiResult<Json<Undone>> {
    let everything = state.catalogue.everything().await?;
    let wanted = body.parse(&staff, &everything, state.clock.now())?;
    let candidate = wanted.code.candidate();
    let nonces: Vec<&str> = wanted.nonces().collect();
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let now = state.clock.now();
        let sought = Sought {
            list: &wanted.listed.list,
            candidate: Some(candidate),
            nonces: &nonces,
            taken_back: Some(&wanted.scan),
        };
        let read = try_join(
            state.registrations.candidate(candidate),
            state.check_ins.seen(sought, now),
        );
        let (file, seen) = read.await.map_err(ApiError::internal)?;
        if let Some(used) = wanted.nonce.as_ref().and_then(|nonce| seen.used.get(nonce)) {
            if used.is_of_another(&wanted.fingerprint) {
                return Err(
                    ApiError::conflict("nonce_reused", "This nonce was sent with something else.")
                        .field("nonce"),
                );
            }
            return Ok(Json(Undone::of(
                &used.answer,
                file.as_ref(),
                &wanted,
                &everything,
            )));
        }
        let known = seen.passages(candidate.clone(), wanted.listed.begins_at());
        let taking = Taking::of(&wanted, &seen, &known)?;
        let answer = taking.answer(&known);
        if taking.is_done()
            || state
                .take(&wanted, file.as_ref(), &taking, &seen, &known, &answer)
                .await?
                == Write::Done
        {
            return Ok(Json(Undone::of(&answer, file.as_ref(), &wanted, &everything)));
        }
    }
    Err(ApiError::busy("an admission"))
}

impl State {
    async fn take(
        &self,
        wanted: &UndoRequest,
        file: Option<&CandidateFile>,
        taking: &Taking<'_>,
        seen: &Seen,
        known: &Passages,
        answer: &Answer,
    ) -> ApiResult<Write> {
        let now = self.clock.now();
        let scanned = answer.place.as_ref();
        let mut before = json!({
            "list": wanted.listed.list.to_string(),
            "device": scanned.map(|place| &place.device),
            "by": scanned.map(|place| &place.by),
        });
        if taking.is_of_exit() {
            before["direction"] = Direction::Out.as_str().into();
        }
        let entry = AuditEntry::new(
            now,
            &self.entropy,
            &wanted.place.by,
            "check_in.undone",
            wanted.code.candidate().as_str(),
            before,
            json!({ "reason": wanted.reason }),
        );
        let used = wanted.nonce.as_ref().map(|nonce| Used {
            nonce: nonce.clone(),
            fingerprint: wanted.fingerprint.clone(),
            list: wanted.listed.list.to_string(),
            answer: answer.clone(),
            let_in: false,
            undone: false,
        });
        let lookups = file.map(lookups).unwrap_or_default();
        let leaving = Leaving {
            turn: PassageTurn {
                list: &wanted.listed.list,
                seen,
                before: known,
                after: taking.after(known),
                place: &wanted.place,
                lookups: &lookups,
                now,
            },
            taken: taking.taken(),
            used: used.as_ref(),
            audit: self.admin_table.audit(&entry),
        };
        self.check_ins.leave(&leaving).await.map_err(ApiError::internal)
    }
}

impl Undone {
    fn of(
        answer: &Answer,
        file: Option<&CandidateFile>,
        wanted: &UndoRequest,
        everything: &Everything,
    ) -> Self {
        let place = answer.place.as_ref();
        Self {
            result: match answer.admitted {
                true => UndoResult::Undone,
                false => UndoResult::Nothing,
            },
            candidate: file.map(|file| PassHolder::of(&file.candidate, &wanted.listed, everything)),
            at: place.map(|place| place.at),
            by: place.map(|place| place.by.clone()),
            device: place.map(|place| place.device.clone()),
            still_in: answer.double.clone().map(AdmittedAt::of),
        }
    }
}
