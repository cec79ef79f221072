//! `POST /api/exam-details`: a new exam.

use crate::{
    detail::record,
    form::{self, ExamDetailIn, ExamForm, NO_STREAM},
    save::{ExamDetailSaved, saved, stream_of, there},
    state::State,
};
use axum::extract;
use catalogue_admin::{Confirmed, NotConfirmed};
use domain::{
    CourseId,
    catalogue::{Exam, ExamSeating},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, RequireAdmin};
use serde_json::Value;
use std::mem;
use store::{Made, read_model::exam_id_unlike};

/// Creates an exam.
///
/// It is offered once a college has it on its list. While another exam is in the same hall at an overlapping time,
/// the answer is 409 `hall_is_occupied`. It says whom it disturbs, and what the same request has in `confirm` to be
/// saved all the same; what has come since then is refused again. Names of halls are compared without regard to case and
/// punctuation, and an exam without one, and without `halls`, clashes with none. `clashes` of a 200 names exams that came into the hall
/// while this one was saved; each of two that are moved at the same moment may be the one that is warned.
#[utoipa::path(
    post,
    path = "/api/exam-details",
    tag = "exam-details",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key adds once, however often it is sent."),
    ),
    request_body = ExamDetailIn,
    responses(
        (status = 200, description = "It is saved.", body = ExamDetailSaved),
        (status = 409, description = "`hall_is_occupied`: another exam is in the hall then, which `confirm` does not name. `idempotency_key_reused`: the key came with something else before. `deleted_since`: what it added is deleted.",
            body = NotConfirmed),
        (status = 413, description = "The picture is too large.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed, the stream does not exist, or the picture \
            cannot be used.", body = ErrorBody),
        (status = 503, description = "The stream is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn create_exam_detail(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    sent: ApiResult<KeyedJson<ExamDetailIn>>,
) -> ApiResult<Json<ExamDetailSaved>> {
    let KeyedJson { form: mut body, key } = form::body(sent)?;
    let (key, confirmed) = (key.as_ref(), Confirmed::parse(mem::take(&mut body.confirm))?);
    let catalogue_admin = &state.catalogue.catalogue_admin;
    let find = async |id| catalogue_admin.catalogue.exam(&id).await;
    if let Some(exam) = catalogue_admin.form_keys.made_before(key, find).await? {
        return Ok(created(&state, exam, &confirmed).await);
    }
    let form = ExamForm::read(body, "").await?;
    let stream = stream_of(&state, &form).await?;
    let others = catalogue_admin.catalogue.exams().await;
    let others: Vec<CourseId> = others
        .map_err(ApiError::internal)?
        .into_iter()
        .map(|exam| exam.id)
        .collect();
    let id = exam_id_unlike(&others, || catalogue_admin.new_id(CourseId::generate));
    there(&state, &form).await?;
    let mut exam = form.exam((id.clone(), 1), &stream, String::new(), &ExamSeating::default());
    state.catalogue.permit_placing(None, &exam, &confirmed).await?;
    let upload = state.upload(&id, &form).await?;
    exam.image = upload.clone().unwrap_or_default();
    let change = catalogue_admin.change(
        &admin,
        "exam_detail.created",
        id.as_str(),
        Value::Null,
        record(&exam),
    );
    let key_use = catalogue_admin.form_keys.using(key, id.as_str());
    let written = catalogue_admin
        .catalogue
        .create_exam(
            &exam,
            change.audit(),
            key_use.as_ref(),
            &state.catalogue.registrations,
        )
        .await;
    // After a failure of the table it may have been written: the picture stays.
    let written = written.map_err(ApiError::internal)?;
    if written != Some(Made::Done) {
        state.take_back(upload).await;
    }
    let written = written.ok_or(NO_STREAM)?;
    let exam = catalogue_admin
        .form_keys
        .made_once(key, written, exam, "the stream of a new exam", find)
        .await?;
    Ok(created(&state, exam, &confirmed).await)
}

async fn created(state: &State, exam: Exam, confirmed: &Confirmed) -> Json<ExamDetailSaved> {
    let clashes = state.catalogue.unconfirmed_clashes(None, &exam, confirmed).await;
    saved("Exam detail created successfully", exam, clashes)
}
