//! `POST /api/check-in/redeem`: somebody shows a pass.

use crate::{
    State,
    scan::{RedeemIn, Request},
    verdict::Verdict,
};
use axum::extract;
use domain::check_in::{
    Admission, Attempted, Code, Notice, Place, Presented, Refusal, Standing, decide, judge,
};
use futures::future::{OptionFuture, try_join};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn};
use store::{
    Seal, StoreError, Tries, Write,
    catalog::Everything,
    check_in::{Answer, Entering, Used},
    registrations::CandidateFile,
};

/// Decides about a scan, and admits.
#[utoipa::path(
    post,
    path = "/api/check-in/redeem",
    tag = "check-in",
    request_body = RedeemIn,
    responses(
        (status = 200, description = "The verdict.", body = Verdict),
        (status = 401, description = "Not signed in.", body = ErrorBody),
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
        let seen = || {
            self.check_ins
                .seen(&request.nonce, candidate, list, self.clock.now())
        };
        let (file, found) = try_join(file, seen()).await.map_err(ApiError::internal)?;
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        let verdict = |answer: &Answer| {
            let candidate = file.as_ref().map(|file| &file.candidate);
            Verdict::of(answer, candidate, &request.listed, self.clock.now())
        };
        let mut found = Some(found);
        while tries.next().await {
            let (used, known) = match found.take() {
                Some(found) => found,
                None => seen().await.map_err(ApiError::internal)?,
            };
            let again = match &used {
                Some(used) if used.fingerprint != request.fingerprint => return Err(nonce_reused()),
                Some(used) if !request.let_in || !used.answer.is_already() => {
                    return Ok(verdict(&used.answer));
                }
                // The answer was lost, and the device has let the person in meanwhile.
                Some(_) => true,
                None => false,
            };
            let answer = decided(request, file.as_ref(), known.as_ref(), everything);
            let written = self
                .keep(request, file.as_ref(), known.as_ref(), &answer, again)
                .await;
            if written.map_err(ApiError::internal)? == Write::Stale {
                continue;
            }
            return Ok(verdict(&answer));
        }
        Err(ApiError::busy("an admission"))
    }

    /// Writes what was decided: an admission with all that belongs to it, or the answer alone.
    async fn keep(
        &self,
        request: &Request,
        file: Option<&CandidateFile>,
        known: Option<&Admission>,
        answer: &Answer,
        again: bool,
    ) -> Result<Write, StoreError> {
        let now = self.clock.now();
        let used = Used {
            nonce: request.nonce.clone(),
            fingerprint: request.fingerprint.clone(),
            answer: answer.clone(),
        };
        let admission = match (answer.admitted, &answer.customer_id) {
            (true, Some(customer_id)) => Some(Admission {
                customer_id: customer_id.clone(),
                place: request.scan.place.clone(),
                nonce: request.nonce.clone(),
            }),
            (false, Some(_)) if answer.double.is_some() => known.cloned(),
            (true | false, _) => None,
        };
        let Some(admission) = admission else {
            // Another look has changed nothing.
            if again {
                return Ok(Write::Done);
            }
            return self.check_ins.answer(&used, now).await;
        };
        let lookups = file.map(lookups).unwrap_or_default();
        let entering = Entering {
            list: &request.listed.list,
            admission: &admission,
            known,
            double: answer.double.as_ref(),
            lookups: &lookups,
            used: &used,
            again,
            now,
        };
        self.check_ins.enter(&entering).await
    }
}

/// What is answered to a scan that nobody has sent before.
fn decided(
    request: &Request,
    file: Option<&CandidateFile>,
    known: Option<&Admission>,
    everything: &Everything,
) -> Answer {
    let mut answer = Answer {
        admitted: false,
        reason: None,
        notices: Vec::new(),
        customer_id: None,
        place: None,
        double: None,
    };
    match judged(request, file, everything) {
        Err((reason, is_theirs)) => {
            answer.reason = Some(reason.into());
            let theirs = file.filter(|_| is_theirs);
            answer.customer_id = theirs.map(|file| file.candidate.customer_id.clone());
        }
        Ok((file, notices)) => {
            answer.notices = notices.into_iter().map(Into::into).collect();
            answer.customer_id = Some(file.candidate.customer_id.clone());
            let scanned = &request.scan.place;
            let begins = request.listed.begins_at();
            let known = known.map(|known| (&known.place, decide(Some(known), &request.scan, begins)));
            let (admitted, place, double): (bool, &Place, Option<&Place>) = match known {
                None | Some((_, Attempted::Admitted)) => (true, scanned, None),
                Some((known, Attempted::Instead { double })) => (true, scanned, double.then_some(known)),
                Some((known, Attempted::Already { double })) => (false, known, double.then_some(scanned)),
            };
            answer.admitted = admitted;
            answer.place = Some(place.clone());
            answer.double = double.cloned();
        }
    }
    answer
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
        standing: Standing::of(order, at),
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
    paid.filter_map(|order| Some(Seal::of(&order.order_id)?.lookup().to_owned()))
        .collect()
}

fn nonce_reused() -> ApiError {
    ApiError::conflict("nonce_reused", "This nonce was sent with another scan.").field("nonce")
}
