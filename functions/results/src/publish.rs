//! `POST /api/results/{course}/publish` and `…/withdraw`: from when on each candidate sees their own.

use crate::{State, exam::ResultsExam, message, out::ResultsHeadOut, upload::published};
use axum::extract;
use domain::{Invalid, ResultsState, job::Job};
use http_api::{ApiError, ApiResult, ErrorBody, Json, OptionalJson, Path, RequireAdmin, Staff};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{AuditEntry, CandidateMessage, Write, registrations::results::ResultsHead};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// When results are to be seen. A misspelt name must not be passed over: without `at` they are seen at once.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PublishIn {
    /// From when on; left out, from now on.
    #[schema(format = DateTime)]
    at: Option<String>,
    /// Whether each candidate who has a result and a valid pass is mailed then where it is, without the marks; so where it is
    /// left out. Addresses get one mail, with all of their candidates.
    mail: Option<bool>,
    /// The `version` of what was looked at: another one is refused.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    #[schema(value_type = Option<u64>)]
    version: Option<u64>,
}

/// Lets each candidate see their own result, from a moment on and not before.
///
/// What is so already is answered as done, and mails nobody again. Until its moment, another one may be set, and whether mails
/// go out.
#[utoipa::path(
    post,
    path = "/api/results/{course}/publish",
    tag = "results",
    params(("course" = String, Path, description = "The exam.")),
    request_body = PublishIn,
    responses(
        (status = 200, description = "They are published, or will be.", body = ResultsHeadOut),
        (status = 404, description = "There is no such exam, or it has no results.", body = ErrorBody),
        (status = 409, description = "`results_published`: they are published, and cannot be from a later moment on. `stale_version`: they were changed since `version`.", body = ErrorBody),
        (status = 422, description = "The moment is none, or over.", body = ErrorBody),
    )
)]
pub(crate) async fn publish_results(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
    OptionalJson(form): OptionalJson<PublishIn>,
) -> ApiResult<Json<ResultsHeadOut>> {
    let PublishIn { at, mail, version } = form.unwrap_or_default();
    let at = at.filter(|text| !text.trim().is_empty());
    let at = at.as_deref().map(moment).transpose()?;
    let exam = ResultsExam::find(&state, &course).await?;
    let known = head_of(&state, &exam).await?;
    let now = state.clock.now();
    let is_mailed = mail.unwrap_or(true);
    let is_so = match at {
        Some(at) => {
            // Once they are published, it is too late for another word about the mails.
            let is_final = known.state(now) == ResultsState::Published;
            known.publish_at == Some(at) && (is_final || known.message.is_some() == is_mailed)
        }
        None => known.state(now) == ResultsState::Published,
    };
    if is_so {
        return Ok(Json(ResultsHeadOut::of(Some(&known), now)));
    }
    if version.is_some_and(|version| version != known.version) {
        return Err(ApiError::stale_version());
    }
    if at.is_some_and(|at| at <= now) {
        return Err(Invalid::new("at", "This moment is over").into());
    }
    if known.state(now) == ResultsState::Published {
        return Err(published());
    }
    let at = at.unwrap_or(now);
    let job = match is_mailed {
        true => Some(message::of_publication(&state, &admin, &exam, at)?),
        false => None,
    };
    let head = ResultsHead {
        publish_at: Some(at),
        published_by: Some(admin.username.clone()),
        message: job.as_ref().map(|job| job.id.clone()),
        version: known.version + 1,
        ..known.clone()
    };
    change(
        &state,
        &admin,
        &exam,
        "results.published",
        &known,
        head,
        job.as_ref(),
    )
    .await
}

/// Takes results back: nobody but staff sees them any more, and they are a draft again. A draft is answered as done.
///
/// Who has not been mailed by then is not.
#[utoipa::path(
    post,
    path = "/api/results/{course}/withdraw",
    tag = "results",
    params(("course" = String, Path, description = "The exam.")),
    responses(
        (status = 200, description = "They are a draft.", body = ResultsHeadOut),
        (status = 404, description = "There is no such exam, or it has no results.", body = ErrorBody),
        (status = 409, description = "`stale_version`: somebody changed them at the same moment.", body = ErrorBody),
    )
)]
pub(crate) async fn withdraw_results(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(course): Path<String>,
) -> ApiResult<Json<ResultsHeadOut>> {
    let exam = ResultsExam::find(&state, &course).await?;
    let known = head_of(&state, &exam).await?;
    if known.publish_at.is_none() {
        return Ok(Json(ResultsHeadOut::of(Some(&known), state.clock.now())));
    }
    let head = ResultsHead {
        publish_at: None,
        published_by: None,
        message: None,
        version: known.version + 1,
        ..known.clone()
    };
    change(&state, &admin, &exam, "results.withdrawn", &known, head, None).await
}

async fn head_of(state: &State, exam: &ResultsExam) -> ApiResult<ResultsHead> {
    let heads = state.registrations.results_heads(std::slice::from_ref(&exam.id));
    let head = heads.await.map_err(ApiError::internal)?.remove(&exam.id);
    head.ok_or_else(no_results)
}

pub(crate) fn no_results() -> ApiError {
    ApiError::not_found("There are no results of this exam.")
}

async fn change(
    state: &State,
    admin: &Staff,
    exam: &ResultsExam,
    action: &str,
    known: &ResultsHead,
    head: ResultsHead,
    message: Option<&Job<CandidateMessage>>,
) -> ApiResult<Json<ResultsHeadOut>> {
    let now = state.clock.now();
    let record = |head: &ResultsHead| -> ApiResult<Value> {
        let at = head.publish_at.map(|at| at.format(&Rfc3339)).transpose();
        Ok(json!({
            "examName": exam.exam.exam_name,
            "publish_at": at.map_err(ApiError::internal)?,
            "mail": head.message.is_some(),
        }))
    };
    let entry = AuditEntry::new(
        now,
        &state.entropy,
        &admin.username,
        action,
        exam.id.as_str(),
        record(known)?,
        record(&head)?,
    );
    let written = state
        .registrations
        .change_results_head(
            &head,
            known,
            message.map(|job| state.messages.start(job)),
            state.admin_table.audit(&entry),
        )
        .await;
    match written.map_err(ApiError::internal)? {
        Write::Done => {}
        Write::Stale => return Err(ApiError::stale_version()),
    }
    if let Some(former) = &known.message
        && let Err(error) = message::end(state, former).await
    {
        // It sends nothing of what is not published, and ends when its moment comes.
        tracing::warn!(cause = %error, "the message of a publication that was taken back was not ended");
    }
    Ok(Json(ResultsHeadOut::of(Some(&head), now)))
}

fn moment(text: &str) -> Result<OffsetDateTime, Invalid> {
    let moment = OffsetDateTime::parse(text.trim(), &Rfc3339);
    let moment = moment.map(|moment| moment.to_offset(UtcOffset::UTC));
    moment.map_err(|_| Invalid::new("at", "Please enter a date and a time"))
}
