//! `POST /api/check-in/redeem`: somebody shows a pass.

use crate::{
    State,
    scan::{RedeemIn, Request},
    verdict::Verdict,
};
use axum::extract;
use domain::check_in::{Admission, Attempted, Code, Entitlement, Notice, Presented, Refusal, decide, judge};
use futures::future::{OptionFuture, try_join};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn};
use serde_json::{Value, json};
use store::{
    AuditEntry, RosterSeal, StoreError, Tries, Write,
    catalog::Everything,
    check_in::{Answer, Entering, Seen, Sought, Used, WithoutRight},
    registrations::CandidateFile,
};

/// Decides about a scan, and admits.
///
/// There is one admission for each candidate and list. The list that was chosen decides, not today's date. The same
/// scan, sent again within 48 hours, gets the same answer. A scan is judged by when it was made, and never refused
/// for being late; what cannot be, later than now or a month ago, was scanned now. Whom a device has let in without
/// asking and without a right is refused, and on record in the attendance and the audit log. Of two devices that
/// both let somebody in, the earlier scan counts; the other one is `double`.
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
        let file = OptionFuture::from(candidate.map(|id| self.registrations.candidate(id)));
        let file = async { Ok::<_, StoreError>(file.await.transpose()?.flatten()) };
        let nonces = [request.nonce.as_str()];
        let sought = Sought {
            list,
            candidate,
            nonces: &nonces,
            taken_back: None,
        };
        let seen = async || self.check_ins.seen(sought, self.clock.now()).await;
        let (file, found) = try_join(file, seen()).await.map_err(ApiError::internal)?;
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        let verdict = |answer: &Answer| {
            let candidate = file.as_ref().map(|file| &file.candidate);
            Verdict::of(answer, candidate, &request.listed, everything, self.clock.now())
        };
        if request.is_look {
            let decided = Decided::of(request, file.as_ref(), found.admission.as_ref(), everything);
            return Ok(verdict(&decided.answer));
        }
        let mut found = Some(found);
        while tries.next().await {
            let Seen { used, admission, .. } = match found.take() {
                Some(found) => found,
                None => seen().await.map_err(ApiError::internal)?,
            };
            let again = match used.get(&request.nonce) {
                Some(used) if used.is_of_another(&request.fingerprint) => return Err(nonce_reused()),
                Some(used) if used.undone => return Ok(verdict(&undone(&used.answer))),
                Some(used) if !request.let_in || used.let_in => return Ok(verdict(&used.answer)),
                // The answer was lost, and the device has let the person in meanwhile.
                Some(_) => true,
                None => false,
            };
            let now = self.clock.now();
            let decided = Decided::of(request, file.as_ref(), admission.as_ref(), everything);
            let used = Used {
                nonce: request.nonce.clone(),
                fingerprint: request.fingerprint.clone(),
                list: list.to_string(),
                let_in: decided.let_in.is_some(),
                undone: false,
                answer: decided.answer,
            };
            let written = match &decided.let_in {
                Some(LetIn::Admitted(next)) => {
                    let lookups = file.as_ref().map(lookups).unwrap_or_default();
                    let entering = Entering {
                        list,
                        admission: next,
                        known: admission.as_ref(),
                        double: used.answer.double.as_ref(),
                        lookups: &lookups,
                        used: &used,
                        again,
                        now,
                    };
                    self.check_ins.enter(&entering).await
                }
                Some(LetIn::WithoutRight(record)) => {
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

/// What becomes of a scan.
struct Decided {
    answer: Answer,
    let_in: Option<LetIn>,
}

/// What is on record when a device has let somebody in.
enum LetIn {
    /// The admission as it is then.
    Admitted(Admission),
    WithoutRight(WithoutRight),
}

/// What is answered to a scan that was taken back, perhaps before it came.
fn undone(answer: &Answer) -> Answer {
    Answer {
        reason: Some(Refusal::Undone.into()),
        customer_id: answer.customer_id.clone(),
        ..Answer::default()
    }
}

impl Decided {
    /// What becomes of a scan that has let nobody in so far.
    fn of(
        request: &Request,
        file: Option<&CandidateFile>,
        known: Option<&Admission>,
        everything: &Everything,
    ) -> Self {
        let Request { scan, nonce, .. } = request;
        let (file, notices) = match judged(request, file, everything) {
            Ok(judged) => judged,
            Err((reason, is_theirs)) => return Self::refused(request, file.filter(|_| is_theirs), reason),
        };
        let customer_id = file.candidate.customer_id.clone();
        let begins = request.listed.begins_at();
        let attempted = decide(known, scan, begins);
        let next = match known {
            None => Some(Admission::new(
                customer_id.clone(),
                scan.place.clone(),
                nonce.clone(),
            )),
            Some(known) => known.after(scan, nonce, begins),
        };
        let before = known.map_or(&scan.place, |known| &known.place);
        let (admitted, place, other, double) = match attempted {
            Attempted::Admitted => (true, &scan.place, before, false),
            Attempted::Instead { double } => (true, &scan.place, before, double),
            Attempted::Already { double } => (false, before, &scan.place, double),
        };
        let answer = Answer {
            admitted,
            notices: notices.into_iter().map(Into::into).collect(),
            customer_id: Some(customer_id),
            place: Some(place.clone()),
            double: double.then(|| other.clone()),
            reason: None,
        };
        Self {
            answer,
            let_in: next.map(LetIn::Admitted),
        }
    }

    /// Nobody is admitted, but a device without a network may have let them in.
    fn refused(request: &Request, theirs: Option<&CandidateFile>, reason: Refusal) -> Self {
        let customer_id = theirs.map(|file| file.candidate.customer_id.clone());
        // Of a code that is nobody's it is known whose it claims to be.
        let claimed = request.code.as_ref().filter(|_| request.scan.offline);
        let let_in = claimed.map(|code| {
            LetIn::WithoutRight(WithoutRight {
                customer_id: code.candidate().clone(),
                list: request.listed.list.to_string(),
                reason: reason.into(),
                place: request.scan.place.clone(),
                nonce: request.nonce.clone(),
            })
        });
        let answer = Answer {
            reason: Some(reason.into()),
            customer_id,
            ..Answer::default()
        };
        Self { answer, let_in }
    }
}

/// Whether a pass is in order; if not, why, and whether the code is one of its candidate's.
fn judged<'a>(
    request: &Request,
    file: Option<&'a CandidateFile>,
    everything: &Everything,
) -> Result<(&'a CandidateFile, Vec<Notice>), (Refusal, bool)> {
    let code = request.code.as_ref().ok_or((Refusal::Malformed, false))?;
    let file = file.ok_or((Refusal::Unknown, false))?;
    let at = request.scan.place.at;
    let order = Presented::order(&file.orders, code, at).ok_or((Refusal::Unknown, false))?;
    let selection = &file.candidate.selection;
    let pass = Presented {
        entitlement: Entitlement::of(order, at),
        selection,
        preference: &file.candidate.exam_preference,
        typed: matches!(code, Code::Typed(_)),
    };
    let sittings = request.listed.sittings(selection, everything);
    let notices = judge(pass, &request.listed.list, &sittings, at).map_err(|refusal| (refusal, true))?;
    Ok((file, notices))
}

/// The lookups by which devices know a candidate's passes.
pub(crate) fn lookups(file: &CandidateFile) -> Vec<String> {
    let paid = file.orders.iter().filter(|order| order.paid_at.is_some());
    paid.filter_map(|order| Some(RosterSeal::of(&order.order_id)?.lookup().to_owned()))
        .collect()
}

fn nonce_reused() -> ApiError {
    ApiError::conflict("nonce_reused", "This nonce was sent with another scan.").field("nonce")
}
