//! `POST /api/messages`: an administrator sends a message.

use crate::{State, compose::CandidateMessageIn};
use audience::{AudienceScope, audited};
use axum::extract;
use axum::response::{IntoResponse, Response};
use domain::job::{Job, JobId};
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, RequireAdmin};
use serde::Serialize;
use serde_json::{Value, json};
use store::{AuditEntry, CandidateMessage};
use utoipa::ToSchema;

/// That the message goes out.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageBegun {
    message_id: String,
}

/// Sends a message to candidates: one mail to each address, which names all of its candidates.
///
/// Who gets it is written down first, and is frozen from then on. It goes out in the background, no faster than the stack's
/// `MailsPerSecond`, and after every pass, receipt and reminder. Addresses where earlier mail came back or was called spam, or
/// whose reader asked for no more, are left out, and listed.
#[utoipa::path(
    post,
    path = "/api/messages",
    tag = "messages",
    params(
        ("Idempotency-Key" = String, Header,
            description = "A UUID of the form's own: the same key sends once, however often it is sent."),
    ),
    request_body = CandidateMessageIn,
    responses(
        (status = 202, description = "It goes out, by this request or an earlier one of its key.", body = MessageBegun),
        (status = 409, description = "`idempotency_key_reused`: the key came with another message before.", body = ErrorBody),
        (status = 422, description = "A field is missing, malformed or too long, a filter is not known, or there is no key.", body = ErrorBody),
        (status = 503, description = "The same form is being sent at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn send_message(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    KeyedJson { form: body, key }: KeyedJson<CandidateMessageIn>,
) -> ApiResult<Response> {
    let Some(key) = key else {
        return Err(ApiError::invalid("Idempotency-Key", "A message needs a key"));
    };
    let find = async |id: JobId| Ok(state.dispatcher.jobs().job(&id).await?.map(|job| job.id));
    if let Some(sent) = state.form_keys.made_before(Some(&key), find).await? {
        return Ok(begun(&sent));
    }
    let (text, audience) = body.parse()?;
    AudienceScope::parse(&audience)?;
    let job = state
        .dispatcher
        .plan(CandidateMessage::new(text, audience), &admin.username);
    let entry = entry(&state, &job, &admin.username, "message.sent");
    let key_use = state.form_keys.using(Some(&key), job.id.as_str());
    let audit = state.audit_log.table().audit(&entry);
    let made = state.dispatcher.begin_once(&job, audit, key_use.as_ref()).await;
    let made = made.map_err(ApiError::internal)?;
    let sent = state
        .form_keys
        .made_once(Some(&key), made, job.id, "a new message", find)
        .await?;
    Ok(begun(&sent))
}

fn begun(id: &JobId) -> Response {
    let message_id = id.to_string();
    (StatusCode::ACCEPTED, Json(MessageBegun { message_id })).into_response()
}

/// What the audit log says of who sends, stops or resumes a message.
pub(crate) fn entry(state: &State, job: &Job<CandidateMessage>, username: &str, action: &str) -> AuditEntry {
    let CandidateMessage { text, audience, .. } = &job.work;
    let after = json!({ "subject": text.subject(), "audience": audited(audience) });
    let (now, subject) = (state.clock.now(), job.id.as_str());
    AuditEntry::new(now, &state.entropy, username, action, subject, Value::Null, after)
}
