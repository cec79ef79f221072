//! `POST /api/customers/fill-in`: exams for those who have bought all and chosen none.

use crate::State;
use axum::extract;
use domain::{CustomerId, Invalid, exam_choice::FillInRun};
use exam_choice::{FillInPart, FilledIn, PaidPlace};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to be done.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FillInForm {
    /// Without it, nothing is written, and the answer says what would be.
    #[serde(default)]
    commit: bool,
    /// With `commit`: the `next` of the answer before.
    behind: Option<String>,
    /// With `commit`: the same in each request of a run, 8 to 40 of `A-Z a-z 0-9 -`. A message with this `audience.filled_in` goes to
    /// those for whom it chose.
    run: Option<String>,
}

/// What was done, or would be.
#[derive(Serialize, ToSchema)]
#[schema(as = FilledIn)]
pub(crate) struct FillInOut {
    /// For how many exams were chosen.
    filled: usize,
    /// Who they are. Empty in a preview.
    customer_ids: Vec<String>,
    /// How many find no exam with a place.
    without: usize,
    /// How many are still to be looked at.
    left: usize,
    /// What the next request sends as `behind`; null when nobody is left.
    next: Option<String>,
}

/// Chooses exams for those who have bought all of them and chosen none: the earliest first, none at the time of another, and
/// only what has places left, in the order of payment.
///
/// A request looks at 50 candidates; `next` is for the one that goes on. Who has chosen meanwhile is passed over, so it may be sent
/// again at any time.
#[utoipa::path(
    post,
    path = "/api/customers/fill-in",
    tag = "customers",
    request_body = FillInForm,
    responses(
        (status = 200, description = "What was done; without `commit`, what would be for everybody.", body = FillInOut),
        (status = 422, description = "`behind` is not the `next` of an answer, or `run` is no name.", body = ErrorBody),
    )
)]
pub(crate) async fn fill_in(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(form): Json<FillInForm>,
) -> ApiResult<Json<FillInOut>> {
    let FillInForm { commit, behind, run } = form;
    let run = run.filter(|run| !run.trim().is_empty());
    let read = |text: String| {
        let place = PaidPlace::parse(&text);
        place.ok_or(Invalid::new("behind", "This is not where a run has ended"))
    };
    let part = FillInPart {
        behind: behind.map(read).transpose()?,
        run: run.map(|run| FillInRun::parse(run.trim())).transpose()?,
    };
    let done = if commit {
        let run = state.choices.fill_in(&part, &admin.username, &state.admin_table);
        FillInOut::committed(run.await.map_err(ApiError::internal)?)
    } else {
        FillInOut::previewed(&state.choices.preview().await.map_err(ApiError::internal)?)
    };
    Ok(Json(done))
}

impl FillInOut {
    fn previewed(preview: &FilledIn) -> Self {
        Self {
            filled: preview.filled.len(),
            customer_ids: Vec::new(),
            without: preview.without,
            left: 0,
            next: None,
        }
    }

    fn committed(run: FilledIn) -> Self {
        let FilledIn {
            filled,
            without,
            left,
            next,
        } = run;
        Self {
            filled: filled.len(),
            customer_ids: filled.into_iter().map(CustomerId::into).collect(),
            without,
            left,
            next: next.map(|place| place.to_string()),
        }
    }
}
