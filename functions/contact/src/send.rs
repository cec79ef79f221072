//! `POST /api/contact`: a visitor's message becomes a mail to the organisers.

use crate::{State, message::MessageIn};
use access_control::{CONTACT, throttle, throttle_everybody};
use axum::extract;
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use mail::{MailError, Message, Words};
use serde::Serialize;
use utoipa::ToSchema;

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageSent {
    /// For people.
    message: &'static str,
}

/// Sends a message to the organisers.
#[utoipa::path(
    post,
    path = "/api/contact",
    tag = "contact",
    request_body = MessageIn,
    responses(
        (status = 200, description = "The mail service has it.", body = MessageSent),
        (status = 422, description = "A field is missing, malformed or too long, or the one that is not shown is filled in.", body = ErrorBody),
        (status = 429, description = "Over 20 messages of one address, or a hundred of all, in an hour; `Retry-After` says when.", body = ErrorBody),
        (status = 500, description = "The mail service did not answer; the message may have been sent.", body = ErrorBody),
        (status = 502, description = "`mail_unavailable`: the mail service did not take it; nothing was sent.", body = ErrorBody),
    )
)]
pub(crate) async fn send(
    extract::State(state): extract::State<State>,
    client: ClientAddress,
    Json(body): Json<MessageIn>,
) -> ApiResult<Json<MessageSent>> {
    let message = body.parse()?;
    throttle(&state.access, CONTACT, &client, &state.clock).await?;
    throttle_everybody(&state.access, &state.clock).await?;
    let Words { subject, text, html } = message.render();
    let mail = Message {
        to: &state.organisers,
        reply_to: Some(&message.email),
        unsubscribe: None,
        subject: &subject,
        text: &text,
        html: &html,
        pictures: &[],
        attachments: &[],
        tags: &[],
    };
    state.mailer.send(&mail).await.map_err(|error| match error {
        MailError::Throttled | MailError::Refused(_) => ApiError::bad_gateway(
            "mail_unavailable",
            "Your message could not be sent. Please try again, or call us.",
        )
        .because(error),
        // It may have been sent, so it is not called refused.
        MailError::NoAnswer => ApiError::internal(error),
    })?;
    Ok(Json(MessageSent {
        message: "Your message has been sent.",
    }))
}
