//! What the calls share: the catalogue, and the exams' pictures.

use crate::form::ExamForm;
use axum::extract::FromRef;
use catalogue_admin::WithCandidates;
use domain::CourseId;
use http_api::{ApiError, ApiResult, StaffGate};
use media::Images;
use store::MovedExams;

#[derive(Clone)]
pub(crate) struct State {
    pub(crate) catalogue: WithCandidates,
    pub(crate) images: Images,
    /// Those whose holders are to be told.
    pub(crate) moved_exams: MovedExams,
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        Self::from_ref(&state.catalogue)
    }
}

impl State {
    /// Keeps the new picture of a form, if it has one, and returns its address.
    pub(crate) async fn upload(&self, id: &CourseId, form: &ExamForm) -> ApiResult<Option<String>> {
        match &form.picture {
            None => Ok(None),
            Some(picture) => {
                let kept = self.images.put(id.as_str(), picture).await;
                kept.map(Some).map_err(ApiError::internal)
            }
        }
    }

    /// Removes an upload whose exam was certainly not written. In doubt it stays: if nothing shows it, it is collected
    /// after a day.
    pub(crate) async fn take_back(&self, upload: Option<String>) {
        self.images.remove_unused(upload.as_slice(), &[]).await;
    }
}
