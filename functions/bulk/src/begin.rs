//! `POST /api/bulk`: an action on many candidates begins.

use crate::{
    State,
    form::{BulkIn, BulkRequest},
    permitted,
};
use audience::audited;
use axum::{
    extract,
    response::{IntoResponse, Response},
};
use domain::job::{Job, JobId};
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, RequireCounter};
use serde::Serialize;
use serde_json::{Value, json};
use store::{AuditEntry, BulkJob};
use utoipa::ToSchema;

/// That it begins.
#[derive(Serialize, ToSchema)]
pub(crate) struct BulkBegun {
    bulk_id: String,
}

/// Does the same to many candidates, each as if it were done to them alone.
///
/// Who is meant is written down first, and is frozen from then on. The work goes on in the background, and comes to an end
/// whatever happens to its workers: it is done to nobody twice, and each candidate has a result. To whom it does not apply is
/// passed over. Passes are mailed no faster than the stack's `MailsPerSecond`, and after every other mail that is due.
#[utoipa::path(
    post,
    path = "/api/bulk",
    tag = "bulk",
    params(
        ("Idempotency-Key" = String, Header,
            description = "A UUID of the form's own: the same key begins once, however often it is sent."),
    ),
    request_body = BulkIn,
    responses(
        (status = 202, description = "It goes on, by this request or an earlier one of its key.", body = BulkBegun),
        (status = 403, description = "`forbidden`: who calls may not do this to a single candidate.", body = ErrorBody),
        (status = 409, description = "`count_changed`: it would be done to another number than `expected` by now; `changes` says to how many. `nothing_to_do`: it applies to nobody. `idempotency_key_reused`: the key came with something else before.", body = ErrorBody),
        (status = 422, description = "The action or a filter is not known, a field is missing or malformed, or there is no key.", body = ErrorBody),
        (status = 503, description = "The same form is being sent at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn begin_bulk(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    KeyedJson { form: body, key }: KeyedJson<BulkIn>,
) -> ApiResult<Response> {
    let Some(key) = key else {
        return Err(ApiError::invalid("Idempotency-Key", "A bulk action needs a key"));
    };
    let request = body.parse()?;
    permitted(&staff, request.action)?;
    let find = async |id: JobId| Ok(state.dispatcher.jobs().job(&id).await?.map(|job| job.id));
    if let Some(begun_before) = state.form_keys.made_before(Some(&key), find).await? {
        return Ok(begun(&begun_before));
    }
    let reason = request.reason()?;
    expected(&state, &request).await?;
    let BulkRequest { action, audience, .. } = request;
    let work = BulkJob::new(action, reason, audience);
    let job = state.dispatcher.plan(work, &staff.username);
    let entry = entry(&state, &job, &staff.username, "bulk.started");
    let key_use = state.form_keys.using(Some(&key), job.id.as_str());
    let audit = state.admin_table.audit(&entry);
    let made = state.dispatcher.begin_once(&job, audit, key_use.as_ref()).await;
    let made = made.map_err(ApiError::internal)?;
    let id = state
        .form_keys
        .made_once(Some(&key), made, job.id, "a new bulk action", find)
        .await?;
    Ok(begun(&id))
}

/// Refuses what is not what a person has seen and typed.
async fn expected(state: &State, request: &BulkRequest) -> ApiResult<()> {
    let expected = request
        .expected
        .ok_or_else(|| ApiError::invalid("expected", "Please say to how many candidates it is to be done"))?;
    let changes = state.outlook(request).await.map_err(ApiError::internal)?.changes;
    if changes == 0 {
        let nobody = "There is nobody to whom this applies";
        return Err(ApiError::conflict("nothing_to_do", nobody));
    }
    if changes != expected {
        let message = format!("It is {changes} candidates by now. Please look at them again.");
        let changed = ApiError::conflict("count_changed", message).field("expected");
        return Err(changed.with("changes", json!(changes)));
    }
    Ok(())
}

fn begun(id: &JobId) -> Response {
    let bulk_id = id.to_string();
    (StatusCode::ACCEPTED, Json(BulkBegun { bulk_id })).into_response()
}

/// What the audit log says of who begins, stops or resumes a bulk action. What is done to a candidate has an entry of its own, as
/// if it were done alone.
pub(crate) fn entry(state: &State, job: &Job<BulkJob>, username: &str, action: &str) -> AuditEntry {
    let BulkJob {
        action: what,
        reason,
        audience,
        ..
    } = &job.work;
    let mut after = json!({ "bulk_action": what, "audience": audited(audience) });
    if !reason.is_empty() {
        after["reason"] = json!(reason);
    }
    let (now, subject) = (state.clock.now(), job.id.as_str());
    AuditEntry::new(now, &state.entropy, username, action, subject, Value::Null, after)
}
