//! What the calls share: the catalogue, and the exams' pictures.

use crate::form::Form;
use axum::extract::FromRef;
use catalog_keeping::Keeping;
use domain::CourseId;
use http_api::{ApiError, ApiResult, StaffGate};
use media::Images;

#[derive(Clone)]
pub(crate) struct State {
    pub(crate) keeping: Keeping,
    pub(crate) images: Images,
}

impl FromRef<State> for StaffGate {
    fn from_ref(state: &State) -> Self {
        Self::from_ref(&state.keeping)
    }
}

impl State {
    /// Keeps the new picture of a form, if it has one, and answers its address.
    pub(crate) async fn upload(&self, id: &CourseId, form: &Form) -> ApiResult<Option<String>> {
        match &form.picture {
            None => Ok(None),
            Some(picture) => {
                let kept = self.images.put(id.as_str(), picture).await;
                kept.map(Some).map_err(ApiError::internal)
            }
        }
    }

    /// Removes an upload whose exam was not written. Whether it was is read and not concluded: a write that seemed to
    /// fail may have been made, and another window may have uploaded the same picture. In doubt it stays.
    pub(crate) async fn take_back(&self, id: &CourseId, upload: Option<String>) {
        let Some(address) = upload else { return };
        match self.keeping.catalog.exam(id).await {
            Ok(exam) => {
                let shown = exam.map(|exam| exam.image).unwrap_or_default();
                self.images.remove_unused(&[address], &[&shown]).await;
            }
            Err(error) => tracing::warn!(%error, "a picture that may be of no use was left behind"),
        }
    }
}
