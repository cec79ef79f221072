//! `GET` and `PUT /api/customers/{customerId}/exams`: which of all exams a candidate sits, as staff see and change it.

use crate::State;
use axum::extract;
use domain::{CustomerId, payment::Order};
use exam_choice::{Chooser, ExamChoiceIn, ExamChoiceOut};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireCounter, RequireLookup};

const NO_CANDIDATE: &str = "There is no such customer.";

/// What can be chosen for a candidate who has bought all exams, and what is.
#[utoipa::path(
    get,
    path = "/api/customers/{customerId}/exams",
    tag = "customers",
    params(("customerId" = String, Path, description = "The candidate.")),
    responses(
        (status = 200, description = "The exams.", body = ExamChoiceOut),
        (status = 404, description = "There is no such candidate.", body = ErrorBody),
        (status = 422, description = "The customer id is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn customer_exams(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(customer): Path<String>,
) -> ApiResult<Json<ExamChoiceOut>> {
    let id = CustomerId::parse(&customer).map_err(|invalid| invalid.on("customerId"))?;
    shown(&state, &id).await
}

/// Chooses which exams a candidate sits who has bought all, in the place of what was chosen before.
///
/// The rules are those of the candidate's own choice, but for one: it goes on once the seats of an exam are published. Who gets
/// it then is given the next free seat within a minute, or flagged; who drops it leaves the seat.
#[utoipa::path(
    put,
    path = "/api/customers/{customerId}/exams",
    tag = "customers",
    params(("customerId" = String, Path, description = "The candidate.")),
    request_body = ExamChoiceIn,
    responses(
        (status = 200, description = "It is so now; also when it was so already, whatever the version.", body = ExamChoiceOut),
        (status = 404, description = "There is no such candidate, or none of their payments is made.", body = ErrorBody),
        (status = 409, description = "`exams_overlap`: two of them are at one time. `sold_out`: no place of one is left. `stale_version`: the candidate was changed meanwhile. `not_for_all_exams`: one exam was bought. `pass_withdrawn`: the pass is not accepted any more.", body = ErrorBody),
        (status = 422, description = "A field is missing, or one of the exams is none.", body = ErrorBody),
        (status = 503, description = "The candidate is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn choose_customer_exams(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Path(customer): Path<String>,
    Json(form): Json<ExamChoiceIn>,
) -> ApiResult<Json<ExamChoiceOut>> {
    let id = CustomerId::parse(&customer).map_err(|invalid| invalid.on("customerId"))?;
    let request = form.parse()?;
    let by = Chooser::Staff(&staff.username, &state.admin_table);
    let chosen = state.choices.choose(&id, &request, by).await;
    chosen.map_err(ApiError::internal)?.answer(withdrawn)?;
    shown(&state, &id).await
}

fn withdrawn(_: &Order) -> ApiError {
    ApiError::conflict("pass_withdrawn", "The pass of this candidate is withdrawn.")
}

async fn shown(state: &State, id: &CustomerId) -> ApiResult<Json<ExamChoiceOut>> {
    let shown = state.choices.shown(id).await.map_err(ApiError::internal)?;
    shown.map(Json).ok_or_else(|| ApiError::not_found(NO_CANDIDATE))
}
