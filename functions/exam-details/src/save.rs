//! What saving a new exam and an edit of one have in common: what the form refers to, and the answer.

use crate::{
    detail::ExamDetailOut,
    form::{ExamForm, NO_HALL, NO_STREAM},
    state::State,
};
use catalogue_admin::Clash;
use domain::catalogue::{Exam, Stream};
use http_api::{ApiError, ApiResult, Json};
use serde::Serialize;
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

pub(crate) async fn stream_of(state: &State, form: &ExamForm) -> ApiResult<Stream> {
    let found = state
        .catalogue
        .catalogue_admin
        .catalogue
        .stream(&form.stream)
        .await;
    Ok(found.map_err(ApiError::internal)?.ok_or(NO_STREAM)?)
}

/// Refuses a form that puts the exam into a hall that is not there.
pub(crate) async fn there(state: &State, form: &ExamForm) -> ApiResult<()> {
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

pub(crate) fn saved(message: &'static str, exam: Exam, clashes: Vec<Clash>) -> Json<ExamDetailSaved> {
    Json(ExamDetailSaved {
        message,
        exam_detail: exam.into(),
        clashes,
    })
}
