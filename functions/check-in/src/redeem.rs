//! `POST /api/check-in/redeem`: somebody shows a pass.

mod decided;
mod known;

use crate::{
    State,
    scan::{RedeemIn, Request},
    verdict::Verdict,
};
use axum::extract;
use decided::{Decided, KeptScan};
use domain::check_in::{Code, Refusal};
use futures::future::{OptionFuture, try_join};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn};
use known::KnownPerson;
use serde_json::{Value, json};
use store::{
    AuditEntry, RosterSeal, StoreError, Tries, Write,
    catalogue::Everything,
    check_in::{Answer, PassageTurn, Passing, Sought, Used, WithoutRight},
    registrations::CandidateFile,
};

/// Decides about a scan, and admits.
///
/// There is one admission for each candidate and list. The list that was chosen decides, not today's date. The same
/// scan, sent again within 48 hours, gets the same answer. A scan is judged by when it was made, and never refused
/// for being late; what cannot be, later than now or a month ago, was scanned now. Whom a device has let in without
/// asking and without a right is refused, and on record in the attendance and the audit log. Of two devices that
/// both let somebody in, the earlier scan counts; the other one is `double`, unless they had gone out in between.
///
/// A list may count who goes out: then a scan with the `direction` `out` is `out`, or `not_in` of somebody who was not
/// known to be inside, and one of somebody who had gone out is `back`. They are kept whatever is known of the person:
/// who is inside is decided by the last scan, of two of one moment by the nonce. Admissions, doubles and who is inside are
/// the same in whatever order scans and undos come.
#[utoipa::path(
    post,
    path = "/api/check-in/redeem",
    tag = "check-in",
    request_body = RedeemIn,
    responses(
        (status = 200, description = "The verdict.", body = Verdict),
        (status = 409, description = "`nonce_reused`: the nonce was sent with another scan.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
        (status = 500, description = "The verdict could not be read or written; send it again.", body = ErrorBody),
        (status = 503, description = "The admission is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn redeem_pass(
    extract::State(state): extract::State<State>,
    RequireCheckIn(staff): RequireCheckIn,
    Json(body): Json<RedeemIn>,
) -> ApiResult<Json<Verdict>> {
    let everything = state.catalogue.everything().await?;
    let request = body.parse(&state, &everything, &staff.username)?;
    Ok(Json(state.redeem(&request, &everything).await?))
}

impl State {
    /// Decides about a scan until no other changes what it was decided on.
    pub(crate) async fn redeem(&self, request: &Request, everything: &Everything) -> ApiResult<Verdict> {
        let list = &request.listed.list;
        let candidate = request.code.as_ref().map(Code::candidate);
        let file = OptionFuture::from(candidate.map(|id| self.registrations.candidate_seated(id)));
        let file = async { Ok::<_, StoreError>(file.await.transpose()?.unwrap_or_default()) };
        let nonces = [request.nonce.as_str()];
        let sought = Sought {
            list,
            candidate,
            nonces: &nonces,
            taken_back: None,
        };
        let seen = async || self.check_ins.seen(sought, self.clock.now()).await;
        let ((file, seats), found) = try_join(file, seen()).await.map_err(ApiError::internal)?;
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        let verdict = |answer: &Answer| {
            let candidate = file.as_ref().map(|file| (&file.candidate, &seats));
            Verdict::of(answer, candidate, &request.listed, everything, self.clock.now())
        };
        if request.is_look {
            let decided = Decided::of(
                request,
                file.as_ref(),
                &seats,
                &KnownPerson::of(request, &found)?,
                everything,
            );
            return Ok(verdict(&decided.answer));
        }
        let mut found = Some(found);
        while tries.next().await {
            let found = match found.take() {
                Some(found) => found,
                None => seen().await.map_err(ApiError::internal)?,
            };
            let again = match found.used.get(&request.nonce) {
                Some(used) if used.is_of_another(&request.fingerprint) => return Err(nonce_reused()),
                Some(used) if used.undone => return Ok(verdict(&undone(&used.answer))),
                Some(used) if !request.let_in || used.let_in => return Ok(verdict(&used.answer)),
                // The answer was lost, and the device has let the person in meanwhile.
                Some(_) => true,
                None => false,
            };
            let now = self.clock.now();
            let known = KnownPerson::of(request, &found)?;
            let decided = Decided::of(request, file.as_ref(), &seats, &known, everything);
            let used = Used {
                nonce: request.nonce.clone(),
                fingerprint: request.fingerprint.clone(),
                list: list.to_string(),
                let_in: decided.kept.as_ref().is_some_and(KeptScan::is_final),
                undone: false,
                answer: decided.answer,
            };
            let lookups = file.as_ref().map(lookups).unwrap_or_default();
            let written = match &decided.kept {
                Some(KeptScan::Passage { before, after, .. }) => {
                    let turn = PassageTurn {
                        list,
                        seen: &found,
                        before,
                        after,
                        place: &request.scan.place,
                        lookups: &lookups,
                        now,
                    };
                    let passing = Passing {
                        turn,
                        used: &used,
                        again,
                    };
                    self.check_ins.pass(&passing).await
                }
                Some(KeptScan::WithoutRight(record)) => {
                    let entry = self.noted(record, &request.scan.place.by);
                    let audit = self.admin_table.audit(&entry);
                    self.check_ins
                        .note_without_right(record, &used, again, audit, now)
                        .await
                }
                // Another look has changed nothing.
                None if again => Ok(Write::Done),
                None => self.check_ins.answer(&used, now).await,
            };
            if written.map_err(ApiError::internal)? == Write::Done {
                return Ok(verdict(&used.answer));
            }
        }
        Err(ApiError::busy("an admission"))
    }

    /// The audit entry about somebody who was let in without a right.
    fn noted(&self, record: &WithoutRight, by: &str) -> AuditEntry {
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            by,
            "check_in.without_right",
            record.customer_id.as_str(),
            Value::Null,
            json!({ "list": record.list, "device": record.place.device, "why": record.reason.as_str() }),
        )
    }
}

/// What is answered to a scan that was taken back, perhaps before it came.
fn undone(answer: &Answer) -> Answer {
    Answer {
        reason: Some(Refusal::Undone.into()),
        customer_id: answer.customer_id.clone(),
        ..Answer::default()
    }
}

/// The lookups by which devices are to know what happens to a candidate.
pub(crate) fn lookups(file: &CandidateFile) -> Vec<String> {
    let paid = file.orders.iter().filter(|order| order.paid_at.is_some());
    paid.filter_map(RosterSeal::news_lookup).collect()
}

fn nonce_reused() -> ApiError {
    ApiError::conflict("nonce_reused", "This nonce was sent with another scan.").field("nonce")
}
