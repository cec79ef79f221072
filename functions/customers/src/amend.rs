//! `PUT /api/customers/{customerId}`: an administrator corrects a candidate.

use crate::{
    State,
    correction::{CorrectionIn, differences, is_another},
    file::{CustomerFile, file_of},
};
use axum::extract;
use domain::{CustomerId, Invalid};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use serde_json::Value;
use store::{AuditEntry, Tries, registrations::amend::Amended};

const STALE: &str = "Somebody has changed this candidate since you opened it.";
const SOLD_OUT: &str = "No place of this exam is left.";
const ALREADY_REGISTERED: &str = "This email is already registered for the selected course.";

/// Corrects a candidate: who, where the exam is taken, and which exam of the package that was paid for.
///
/// Another address takes the registration along: what was paid for is claimed by it, the pass is mailed to it, and
/// the address before has none.
#[utoipa::path(
    put,
    path = "/api/customers/{customerId}",
    tag = "customers",
    params(("customerId" = String, Path, description = "The candidate.")),
    request_body = CorrectionIn,
    responses(
        (status = 200, description = "The candidate as it is now; also when it was so already, whatever the version.", body = CustomerFile),
        (status = 404, description = "There is no such candidate.", body = ErrorBody),
        (status = 409, description = "`stale_version`: the candidate was changed meanwhile. `already_registered`: the address has that exam by another registration. `sold_out`: no place of that exam is left.", body = ErrorBody),
        (status = 422, description = "A field does not fit.", body = ErrorBody),
        (status = 503, description = "The candidate is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn correct_customer(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(customer): Path<String>,
    Json(body): Json<CorrectionIn>,
) -> ApiResult<Json<CustomerFile>> {
    let id = CustomerId::parse(&customer).map_err(|invalid| invalid.on("customerId"))?;
    let version = body
        .version
        .ok_or(Invalid::new("version", "The version is missing"))?;
    let correction = body.parse()?;
    let mut tries = Tries::begin(&state.clock, &state.entropy);
    while tries.next().await {
        let found = state.registrations.to_amend(&id).await;
        let before = found
            .map_err(ApiError::internal)?
            .ok_or_else(|| ApiError::not_found("There is no such customer."))?;
        let after = correction.applied(&state, before.candidate()).await?;
        if !is_another(before.candidate(), &after) {
            // So it is already: the answer to the same correction may have been lost.
            return file_of(&state, &id).await;
        }
        if before.candidate().version != version {
            return Err(ApiError::conflict("stale_version", STALE));
        }
        let now = state.clock.now();
        let (was, is) = differences(before.candidate(), &after);
        let entry = AuditEntry::new(
            now,
            &state.entropy,
            &admin.username,
            "candidate.corrected",
            id.as_str(),
            Value::Object(was),
            Value::Object(is),
        );
        let audit = state.admin_table.audit(&entry);
        let amended = state.registrations.amend(&before, &after, now, audit).await;
        match amended.map_err(ApiError::internal)? {
            Amended::Done => return file_of(&state, &id).await,
            Amended::ClaimTaken => {
                let field = if before.candidate().person.email == after.person.email {
                    "course_category"
                } else {
                    "email"
                };
                return Err(ApiError::conflict("already_registered", ALREADY_REGISTERED).field(field));
            }
            Amended::SoldOut => {
                return Err(ApiError::conflict("sold_out", SOLD_OUT).field("course_category"));
            }
            Amended::Stale => {}
        }
    }
    Err(ApiError::busy("a candidate"))
}
