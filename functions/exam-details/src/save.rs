//! `POST /api/exam-details` and `PUT /api/exam-details/{id}`: a new exam, and an edit of one.

use crate::{
    detail::{ExamDetailOut, not_found, record},
    form::{self, ExamDetailIn, ExamForm, NO_HALL, NO_STREAM},
    state::State,
};
use axum::extract;
use catalogue_admin::{Clash, Confirmed, NotConfirmed, has_moved};
use domain::{
    CourseId,
    catalogue::{Exam, ExamSeating, Stream},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, Path, RequireAdmin, Staff};
use serde::Serialize;
use serde_json::Value;
use std::mem;
use store::{
    Made, Tries,
    catalogue::{ExamChange, Placed},
    read_model::exam_id_unlike,
    seating::SeatsNews,
};
use utoipa::ToSchema;

/// An exam that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExamDetailSaved {
    message: &'static str,
    #[serde(rename = "examDetail")]
    exam_detail: ExamDetailOut,
    /// Other exams that came into its hall for its hours while it was saved.
    clashes: Vec<Clash>,
}

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

/// Edits an exam.
///
/// One that moves the day, the hours or the hall of an exam for which candidates have a valid pass, or its reporting time once
/// its seats are published, is refused with 409 `exam_is_held`, or with `hall_is_occupied` if there is a clash, too, unless
/// `confirm` names all of it. Its holders are mailed if the request has `tell`, each once. A new picture takes the place of
/// the old one, which is removed.
///
/// One with a `capacity` below what is held is refused with `places_are_held` in the same way: those who hold a place keep
/// it, and nobody takes one until fewer do. Those who paid for an exam before it had a capacity, or when no place was left,
/// are given places within a few minutes of one that has room for them.
#[utoipa::path(
    put,
    path = "/api/exam-details/{id}",
    tag = "exam-details",
    params(("id" = String, Path, description = "The exam.")),
    request_body = ExamDetailIn,
    responses(
        (status = 200, description = "It is saved.", body = ExamDetailSaved),
        (status = 404, description = "There is no such exam.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`. `exam_is_held`: its day, hours or hall change, or the reporting time of published seats, and candidates have a pass for it whom `confirm` does not name. `hall_is_occupied`: another exam is in the hall then. `places_are_held`: more candidates hold a place than `capacity`.",
            body = NotConfirmed),
        (status = 413, description = "The picture is too large.", body = ErrorBody),
        (status = 422, description = "A field is missing or malformed, the stream does not exist, or the picture \
            cannot be used.", body = ErrorBody),
        (status = 500, description = "The picture or the exam could not be written; what is shown stays.",
            body = ErrorBody),
    )
)]
pub(crate) async fn update_exam_detail(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    sent: ApiResult<Json<ExamDetailIn>>,
) -> ApiResult<Json<ExamDetailSaved>> {
    let tries = state.catalogue.catalogue_admin.tries();
    let Json(mut body) = form::body(sent)?;
    let (version, tell) = (body.version, body.tell);
    let confirmed = Confirmed::parse(mem::take(&mut body.confirm))?;
    let id = CourseId::parse(&id).map_err(|_| not_found())?;
    let before = find(&state, &id, version).await?;
    let form = ExamForm::read(body, &before.image).await?;
    let stream = stream_of(&state, &form).await?;
    there(&state, &form).await?;
    let upload = state.upload(&id, &form).await?;
    let edit = Edit {
        version,
        confirmed: &confirmed,
        tell,
        form: &form,
        stream: &stream,
        upload: upload.as_ref(),
    };
    match write(&state, &admin, before, edit, tries).await {
        Ok((exam, clashes)) => Ok(saved("Exam detail updated successfully", exam, clashes)),
        Err(error) => {
            // After a failure of the table the exam may have been written: the picture stays.
            if !error.status().is_server_error() {
                state.take_back(upload).await;
            }
            Err(error)
        }
    }
}

/// What is to become of an exam.
#[derive(Clone, Copy)]
struct Edit<'a> {
    version: Option<u64>,
    confirmed: &'a Confirmed,
    /// Whether those who hold it are told that it has moved.
    tell: bool,
    form: &'a ExamForm,
    stream: &'a Stream,
    upload: Option<&'a String>,
}

async fn write(
    state: &State,
    admin: &Staff,
    mut before: Exam,
    edit: Edit<'_>,
    mut tries: Tries,
) -> ApiResult<(Exam, Vec<Clash>)> {
    let Edit {
        version,
        confirmed,
        tell,
        form,
        stream,
        upload,
    } = edit;
    while tries.next().await {
        let image = upload.unwrap_or(&before.image).clone();
        let numbered = (before.id.clone(), before.version + 1);
        let exam = form.exam(numbered, stream, image, &before.seating);
        let catalogue = &state.catalogue;
        catalogue.permit_placing(Some(&before), &exam, confirmed).await?;
        let has_moved = has_moved(&before, &exam);
        let told = (tell && has_moved).then_some(&state.moved_exams);
        // The mail about a move says all that a hall ticket does.
        let is_retimed = tell && !has_moved && catalogue.changes_hall_tickets(&before, &exam).await?;
        let news = SeatsNews {
            may_be_given: catalogue.lets_all_sit(&before, &exam).await?,
            is_told: is_retimed,
        };
        let mut saved = record(&exam);
        if told.is_some() || is_retimed {
            saved["holders_told"] = true.into();
        }
        let change = catalogue.catalogue_admin.change(
            admin,
            "exam_detail.updated",
            exam.id.as_str(),
            record(&before),
            saved,
        );
        let stored = &catalogue.catalogue_admin.catalogue;
        let beside = ExamChange {
            told,
            seats: (news != SeatsNews::default()).then_some((&catalogue.seating, news)),
            places: catalogue.places_change(&before, &exam).await?,
        };
        match stored.update_exam(&exam, &before, change.audit(), beside).await {
            Ok(Placed::Done) => {
                let clashes = catalogue
                    .unconfirmed_clashes(Some(&before), &exam, confirmed)
                    .await;
                state.images.remove_unused(&[before.image], &[&exam.image]).await;
                return Ok((exam, clashes));
            }
            Ok(Placed::NoStream) => return Err(NO_STREAM.into()),
            Ok(Placed::Stale) => before = find(state, &before.id, version).await?,
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

/// The exam of an id, if it is at the version that an edit was made on.
async fn find(state: &State, id: &CourseId, version: Option<u64>) -> ApiResult<Exam> {
    let found = state
        .catalogue
        .catalogue_admin
        .catalogue
        .exam(id)
        .await
        .map_err(ApiError::internal)?;
    let exam = found.ok_or_else(not_found)?;
    if version.is_some_and(|version| version != exam.version) {
        return Err(ApiError::stale_version());
    }
    Ok(exam)
}

async fn stream_of(state: &State, form: &ExamForm) -> ApiResult<Stream> {
    let found = state
        .catalogue
        .catalogue_admin
        .catalogue
        .stream(&form.stream)
        .await;
    Ok(found.map_err(ApiError::internal)?.ok_or(NO_STREAM)?)
}

/// Refuses a form that puts the exam into a hall that is not there.
async fn there(state: &State, form: &ExamForm) -> ApiResult<()> {
    let Some(chosen) = form.halls.as_ref().filter(|halls| !halls.is_empty()) else {
        return Ok(());
    };
    let halls = state.catalogue.catalogue_admin.catalogue.halls().await;
    let halls = halls.map_err(ApiError::internal)?;
    match chosen.iter().all(|id| halls.iter().any(|hall| hall.id == *id)) {
        true => Ok(()),
        false => Err(NO_HALL.into()),
    }
}

fn saved(message: &'static str, exam: Exam, clashes: Vec<Clash>) -> Json<ExamDetailSaved> {
    Json(ExamDetailSaved {
        message,
        exam_detail: exam.into(),
        clashes,
    })
}
