//! `GET /api/order/{order_id}/results`: the published results of who holds a pass. The order id is the key to them.

use crate::{
    Passes,
    pass::{led_to, withdrawn},
};
use axum::extract::State;
use domain::{
    CourseId, CustomerId, OrderId, ResultsState,
    payment::{Order, PassValidity},
};
use futures::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, ExamResultOut, Json, Path};
use serde::Serialize;
use store::{
    catalogue::{Everything, Listed},
    registrations::results::CandidateResult,
};
use utoipa::ToSchema;

/// A published result of the pass's candidate.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnResult {
    #[serde(rename = "examName")]
    exam_name: String,
    #[serde(rename = "collegeName")]
    college_name: String,
    #[serde(flatten)]
    result: ExamResultOut,
}

/// The published results of who holds a pass, by the exams' hours.
///
/// Whether there is no such order, no result, or none that is published is one answer, after the same reads.
#[utoipa::path(
    get,
    path = "/api/order/{order_id}/results",
    tag = "order",
    params(("order_id" = String, Path, description = "The order, which must be paid.")),
    responses(
        (status = 200, description = "The results; never empty.", body = Vec<OwnResult>),
        (status = 404, description = "There is nothing to see: no such order, it is not paid, or nothing of it is published.", body = ErrorBody),
        (status = 410, description = "`pass_withdrawn`: the pass is not accepted any more; `message` says what became of the money. `pass_replaced`: it has another address by now.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn own_results(
    State(passes): State<Passes>,
    Path(order_id): Path<String>,
) -> ApiResult<Json<Vec<OwnResult>>> {
    let id = OrderId::parse(&order_id)?;
    let no_results = || ApiError::not_found("There are no results for this pass yet.");
    // An id of nobody's is told from a known one by its form alone.
    let candidate = CustomerId::parse(id.customer_part()).map_err(|_| no_results())?;
    // What is read depends on nothing that was found, so neither does how long it takes.
    let everything = async {
        let everything = passes.catalogue.everything().await?;
        let exams: Vec<CourseId> = everything.exams.keys().cloned().collect();
        let found = passes.registrations.results_of(&candidate, &exams).await?;
        Ok((everything, found))
    };
    let (pass, (everything, found)) =
        try_join!(passes.registrations.pass(&id), everything).map_err(ApiError::internal)?;
    let order = led_to(pass)?.ok_or_else(no_results)?;
    match order.validity() {
        Some(PassValidity::Valid) => {}
        Some(PassValidity::Withdrawn) => return Err(withdrawn(&order)),
        None => return Err(no_results()),
    }
    let now = passes.clock.now();
    let seen = |found: &CandidateResult| {
        let is_published = ResultsState::of(found.publish_at, now) == ResultsState::Published;
        is_published
            && order
                .selection
                .course_id()
                .is_none_or(|course| *course == found.exam)
    };
    let found: Vec<CandidateResult> = found.into_iter().filter(seen).collect();
    if found.is_empty() {
        return Err(no_results());
    }
    Ok(Json(in_order(found, &order, &everything)))
}

/// The results with the names of their exams, by the exams' hours.
fn in_order(found: Vec<CandidateResult>, order: &Order, everything: &Everything) -> Vec<OwnResult> {
    let mut left = found;
    let mut results = Vec::with_capacity(left.len());
    for listed in Listed::all(everything) {
        let Some((exam, colleges)) = listed.exam else {
            continue;
        };
        let Some(at) = left.iter().position(|found| found.exam == exam.id) else {
            continue;
        };
        let bought = order.selection.college_name();
        results.push(OwnResult {
            exam_name: exam.exam_name,
            college_name: bought.map_or(colleges, str::to_owned),
            result: ExamResultOut::from(&left.swap_remove(at).result),
        });
    }
    results
}
