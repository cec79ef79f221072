//! `POST /api/messages/test`: a message to oneself, as it would arrive.

use crate::{State, compose::CandidateMessageIn};
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use mail::{MailError, Message, Words};
use serde::Serialize;
use serde_json::{Value, json};
use store::AuditEntry;
use utoipa::ToSchema;

/// That the mail is on its way.
#[derive(Serialize, ToSchema)]
pub(crate) struct TestSent {
    /// Where it goes: the address of the account.
    to: String,
}

/// Sends a message to the address of one's own account, with what is filled in made up.
#[utoipa::path(
    post,
    path = "/api/messages/test",
    tag = "messages",
    request_body = CandidateMessageIn,
    responses(
        (status = 200, description = "The mail service has it.", body = TestSent),
        (status = 409, description = "`no_address`: the account has no e-mail address.", body = ErrorBody),
        (status = 422, description = "A field is missing, malformed or too long, or a placeholder is not known.", body = ErrorBody),
        (status = 500, description = "The mail service did not answer; the mail may have been sent.", body = ErrorBody),
        (status = 502, description = "`mail_unavailable`: the mail service did not take it; nothing was sent.", body = ErrorBody),
    )
)]
pub(crate) async fn test_message(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<CandidateMessageIn>,
) -> ApiResult<Json<TestSent>> {
    let (message, _) = body.parse()?;
    let account = state.administrators.find(&admin.username).await;
    let account = account.map_err(ApiError::internal)?;
    let Some(email) = account.and_then(|account| account.email) else {
        let words =
            "Your account has no e-mail address. Another administrator can add it under Administrators.";
        return Err(ApiError::conflict("no_address", words));
    };
    let addressee = state.words.example(&admin.username);
    let Words { subject, text, html } = state.words.render(&message, &[addressee]);
    let mail = Message {
        to: &email,
        reply_to: Some(&state.words.organisers),
        unsubscribe: Some(&state.words.organisers),
        subject: &subject,
        text: &text,
        html: &html,
        pictures: &[],
        attachments: &[],
        tags: &[],
    };
    let sent = state.mailer.send(&mail).await;
    sent.map_err(|error| match error {
        MailError::Throttled | MailError::Refused(_) => {
            let words = "The mail could not be sent. Please try again.";
            ApiError::bad_gateway("mail_unavailable", words).because(error)
        }
        // It may have been sent, so it is not called refused.
        MailError::NoAnswer => ApiError::internal(error),
    })?;
    let entry = AuditEntry::new(
        state.clock.now(),
        &state.entropy,
        &admin.username,
        "message.tested",
        &admin.id,
        Value::Null,
        json!({ "subject": message.subject() }),
    );
    state.audit_log.keep(&entry).await.map_err(ApiError::internal)?;
    Ok(Json(TestSent { to: email.into() }))
}
