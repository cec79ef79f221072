//! `GET` and `PUT /api/order/{order_id}/exams`: who has bought all exams chooses which to sit. The order id is the key to it.

use crate::{
    Passes,
    pass::{led_to, withdrawn},
};
use axum::extract::State;
use domain::{
    OrderId,
    payment::{Order, PassValidity},
};
use exam_choice::{Chooser, ExamChoiceIn, ExamChoiceOut};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path};

const NO_PASS: &str = "There is no pass for this order.";
const ONE_EXAM: &str = "This pass is for one exam, which was chosen when it was bought.";

/// What can be chosen of all exams, and what is.
#[utoipa::path(
    get,
    path = "/api/order/{order_id}/exams",
    tag = "order",
    params(("order_id" = String, Path, description = "The order, which must be paid, of all exams.")),
    responses(
        (status = 200, description = "The exams.", body = ExamChoiceOut),
        (status = 404, description = "There is no such order, or it is not paid.", body = ErrorBody),
        (status = 409, description = "`not_for_all_exams`: the pass is for one exam.", body = ErrorBody),
        (status = 410, description = "`pass_withdrawn`: the pass is not accepted any more; `message` says what became of the money. `pass_replaced`: it has another address by now.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn offered_exams(
    State(passes): State<Passes>,
    Path(order_id): Path<String>,
) -> ApiResult<Json<ExamChoiceOut>> {
    let order = valid(&passes, &order_id).await?;
    shown(&passes, &order).await
}

/// Chooses which exams are sat, in the place of what was chosen before.
///
/// Each holds one of its places from now on, and one that is dropped gives its place back. The same again is answered as the
/// first time, whatever the version.
#[utoipa::path(
    put,
    path = "/api/order/{order_id}/exams",
    tag = "order",
    params(("order_id" = String, Path, description = "The order, which must be paid, of all exams.")),
    request_body = ExamChoiceIn,
    responses(
        (status = 200, description = "It is so now.", body = ExamChoiceOut),
        (status = 404, description = "There is no such order, or it is not paid.", body = ErrorBody),
        (status = 409, description = "`exams_overlap`: two of them are at one time. `sold_out`: no place of one is left. `choice_closed`: the seats of one that is dropped are published, or were when this was paid of one that is added. `stale_version`: the choice was changed meanwhile. `not_for_all_exams`: the pass is for one exam.", body = ErrorBody),
        (status = 410, description = "`pass_withdrawn`: the pass is not accepted any more; `message` says what became of the money. `pass_replaced`: it has another address by now.", body = ErrorBody),
        (status = 422, description = "A field is missing, or one of the exams is none.", body = ErrorBody),
        (status = 503, description = "Others are choosing at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn choose_exams(
    State(passes): State<Passes>,
    Path(order_id): Path<String>,
    Json(form): Json<ExamChoiceIn>,
) -> ApiResult<Json<ExamChoiceOut>> {
    let request = form.parse()?;
    let order = valid(&passes, &order_id).await?;
    let chosen = passes
        .choices
        .choose(&order.customer_id, &request, Chooser::Candidate)
        .await;
    chosen.map_err(ApiError::internal)?.answer(withdrawn)?;
    shown(&passes, &order).await
}

/// The order of a pass that is accepted, for all exams.
async fn valid(passes: &Passes, order_id: &str) -> ApiResult<Order> {
    let id = OrderId::parse(order_id)?;
    let found = passes.registrations.pass(&id).await;
    let order = led_to(found.map_err(ApiError::internal)?)?;
    let order = order.ok_or_else(|| ApiError::not_found(NO_PASS))?;
    match order.validity() {
        Some(PassValidity::Valid) if order.selection.course_id().is_some() => {
            Err(ApiError::conflict("not_for_all_exams", ONE_EXAM))
        }
        Some(PassValidity::Valid) => Ok(order),
        Some(PassValidity::Withdrawn) => Err(withdrawn(&order)),
        None => Err(ApiError::not_found(NO_PASS)),
    }
}

async fn shown(passes: &Passes, order: &Order) -> ApiResult<Json<ExamChoiceOut>> {
    let shown = passes.choices.shown(&order.customer_id).await;
    let shown = shown.map_err(ApiError::internal)?;
    shown.map(Json).ok_or_else(|| ApiError::not_found(NO_PASS))
}
