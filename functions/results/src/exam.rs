//! The exam of a request.

use crate::State;
use domain::{CourseId, catalogue::Exam, check_in::List};
use http_api::{ApiError, ApiResult};
use std::collections::BTreeSet;
use store::catalogue::Listed;
use time::OffsetDateTime;

/// An exam, with what results need of it.
pub(crate) struct ResultsExam {
    pub(crate) id: CourseId,
    pub(crate) exam: Exam,
    pub(crate) college_name: String,
    /// When its list at the door begins to count.
    pub(crate) begins_at: Option<OffsetDateTime>,
    /// All that can be chosen: who has chosen none of it may sit the exam.
    pub(crate) on_offer: BTreeSet<CourseId>,
}

impl ResultsExam {
    /// The exam that a path names.
    ///
    /// # Errors
    /// 404 when the catalogue does not have it.
    pub(crate) async fn find(state: &State, course: &str) -> ApiResult<Self> {
        let id = CourseId::parse(course).map_err(|_| no_exam())?;
        let everything = state.catalogue.everything().await.map_err(ApiError::internal)?;
        let list = List::Exam(id).to_string();
        let listed = Listed::parse(&list, &everything).ok();
        let found = listed.and_then(|listed| {
            let begins_at = listed.begins_at();
            let (exam, college_name) = listed.exam?;
            Some(Self {
                id: exam.id.clone(),
                exam,
                college_name,
                begins_at,
                on_offer: everything.on_offer(),
            })
        });
        found.ok_or_else(no_exam)
    }

    /// Its list at the door.
    pub(crate) fn list(&self) -> List {
        List::Exam(self.id.clone())
    }
}

fn no_exam() -> ApiError {
    ApiError::not_found("There is no such exam.")
}
