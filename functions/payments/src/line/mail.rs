//! `POST /api/payments/line/mail`: a visitor with a long wait wants a mail shortly before their turn. The reconciler
//! sends it.
//!
//! Each ticket has one reminder, so asking again replaces its address. The ticket comes in the body and is in no log.

use crate::State;
use access_control::{LINE_MAIL, throttle, throttle_line_mail};
use axum::{extract, http::StatusCode};
use domain::{
    Email, Invalid,
    line::{LEAST_WAIT_FOR_MAIL, MAIL_AHEAD, micros, moment},
};
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json};
use serde::{Deserialize, Serialize};
use store::{Write, line::Ticket, reminders::Reminder};
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

/// Which place, and where the mail goes.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MailAtTurnIn {
    /// The ticket of a place that still waits.
    #[schema(required = true)]
    ticket: Option<String>,
    /// Where the mail goes.
    #[schema(required = true)]
    email: Option<String>,
}

/// The mail that will be sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct MailAtTurnOut {
    message: &'static str,
    /// About when, in UTC. It may be put off with the place's moment.
    #[schema(format = DateTime)]
    sends_at: String,
}

/// Mails a visitor who waits in line shortly before their turn.
#[utoipa::path(
    post,
    path = "/api/payments/line/mail",
    tag = "payments",
    request_body = MailAtTurnIn,
    responses(
        (status = 202, description = "The mail will be sent.", body = MailAtTurnOut),
        (status = 404, description = "No place waits under this ticket: it was used, it is over, or there never was one.", body = ErrorBody),
        (status = 409, description = "`wait_is_short`: the wait left is under ten minutes; the page should stay open.", body = ErrorBody),
        (status = 422, description = "A field is missing or does not fit.", body = ErrorBody),
        (status = 429, description = "Over 600 requests of one network address in a minute, or six mails to one e-mail address in a day; `Retry-After` says when.", body = ErrorBody),
    )
)]
pub(crate) async fn mail_at_turn(
    extract::State(state): extract::State<State>,
    client: ClientAddress,
    Json(body): Json<MailAtTurnIn>,
) -> ApiResult<(StatusCode, Json<MailAtTurnOut>)> {
    let (ticket, email) = body.parse()?;
    throttle(&state.access, LINE_MAIL, &client, &state.clock).await?;
    let ticket = ticket.ok_or_else(no_place)?;
    let line = state.line.state_of(&ticket).await.map_err(ApiError::internal)?;
    let now = state.clock.now();
    let place = line
        .place
        .as_ref()
        .filter(|place| !place.used && micros(now) <= line.held_until(place))
        .ok_or_else(no_place)?;
    let opens = line.moment(place);
    if opens - micros(now) < LEAST_WAIT_FOR_MAIL {
        return Err(wait_is_short());
    }
    let asked = state
        .reminders
        .email_of(&ticket)
        .await
        .map_err(ApiError::internal)?;
    if asked.as_ref() != Some(&email) {
        throttle_line_mail(&state.access, &email, &state.clock).await?;
    }
    let sends = moment(opens - MAIL_AHEAD);
    let reminder = Reminder::new(email, now);
    let due = moment(line.mail_due(place, micros(now)));
    match state
        .reminders
        .keep(&ticket, &reminder, due)
        .await
        .map_err(ApiError::internal)?
    {
        Write::Done => {}
        // It is being sent, so the moment was near until just now.
        Write::Stale => return Err(wait_is_short()),
    }
    let out = MailAtTurnOut {
        message: "We will mail you about two minutes before your turn.",
        // Years of four digits are always written.
        sends_at: sends.format(&Rfc3339).unwrap_or_default(),
    };
    Ok((StatusCode::ACCEPTED, Json(out)))
}

impl MailAtTurnIn {
    /// The ticket, if the text can be one, and the address.
    fn parse(self) -> Result<(Option<Ticket>, Email), Invalid> {
        let Self { ticket, email } = self;
        let ticket = ticket.filter(|ticket| !ticket.is_empty());
        let ticket = ticket.ok_or_else(|| Invalid::new("ticket", "The ticket is required"))?;
        let email = Email::parse(&email.unwrap_or_default()).map_err(|invalid| invalid.on("email"))?;
        Ok((Ticket::parse(&ticket), email))
    }
}

fn no_place() -> ApiError {
    ApiError::not_found("This place in the line is no longer waiting.")
}

fn wait_is_short() -> ApiError {
    ApiError::conflict(
        "wait_is_short",
        "It is your turn in less than ten minutes. Please keep this page open.",
    )
}
