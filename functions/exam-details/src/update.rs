//! `PUT /api/exam-details/{id}`: an edit of an exam.

use crate::{
    detail::{not_found, record},
    form::{self, ExamDetailIn, ExamForm, NO_STREAM},
    save::{ExamDetailSaved, saved, stream_of, there},
    state::State,
};
use axum::extract;
use catalogue_admin::{Clash, Confirmed, NotConfirmed, has_moved};
use domain::{
    CourseId,
    catalogue::{Exam, Stream},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin, Staff};
use std::mem;
use store::{
    Tries,
    catalogue::{ExamChange, Placed},
    seating::SeatsNews,
};

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
