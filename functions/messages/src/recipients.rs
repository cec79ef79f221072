//! `GET /api/messages/{id}/recipients`: who a message went to, by what became of it.

use crate::{
    State,
    read::{parse, unknown},
};
use axum::extract;
use domain::{CustomerId, Email, Stored, Word};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireLookup};
use serde::{Deserialize, Serialize};
use store::{
    Recipient, RecipientOutcome,
    messages::{RecipientsPage, is_place},
};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

/// Recipients on a page.
const SHOWN: u16 = 50;
/// What those are called that have no outcome.
const WAITING: &str = "waiting";

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecipientsIn {
    /// `sent`, `failed`, `bounced`, `skipped` or `waiting`; `sent` when left out.
    outcome: Option<String>,
    /// Of the page before: its `next`.
    after: Option<String>,
    /// The first mail to this address alone. Whose address became it later may have one of their own.
    email: Option<String>,
}

/// Some recipients of a message, the earliest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecipientList {
    recipients: Vec<RecipientOut>,
    /// The next page's `after`; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// An address that a message goes to.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecipientOut {
    email: String,
    /// `sent`, `failed`, `bounced`, `skipped` or `waiting`.
    outcome: String,
    /// Why: for `failed` and `bounced` in words for people, for `skipped` `bounced`, `complained` or `asked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<OffsetDateTime>,
    /// The candidates that the mail names.
    customer_ids: Vec<String>,
}

impl From<Recipient> for RecipientOut {
    fn from(recipient: Recipient) -> Self {
        let outcome = recipient.outcome.as_ref().map_or(WAITING, Stored::as_str);
        Self {
            outcome: outcome.to_owned(),
            email: recipient.email.into(),
            reason: recipient.reason,
            at: recipient.at,
            customer_ids: recipient.candidates.iter().map(CustomerId::to_string).collect(),
        }
    }
}

/// The recipients of a message with one outcome, or the one with an address.
#[utoipa::path(
    get,
    path = "/api/messages/{id}/recipients",
    tag = "messages",
    params(("id" = String, Path, description = "The message."), RecipientsIn),
    responses(
        (status = 200, description = "At most 50 of them; none for a message that never was.", body = RecipientList),
        (status = 404, description = "There is no such message.", body = ErrorBody),
        (status = 422, description = "The outcome or the page is not known, or the address is none.", body = ErrorBody),
    )
)]
pub(crate) async fn list_recipients(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(id): Path<String>,
    Query(RecipientsIn {
        outcome,
        after,
        email,
    }): Query<RecipientsIn>,
) -> ApiResult<Json<RecipientList>> {
    let message = parse(&id)?;
    let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    if let Some(email) = filled(email) {
        let email = Email::parse(&email).map_err(|invalid| invalid.on("email"))?;
        let found = state.recipients.of_address(&message, &email).await;
        let found = found.map_err(ApiError::internal)?.ok_or_else(unknown)?;
        return Ok(Json(RecipientList {
            recipients: vec![found.into()],
            next: None,
        }));
    }
    let outcome = match filled(outcome).as_deref() {
        None => Some(RecipientOutcome::Sent),
        Some(WAITING) => None,
        Some(word) => {
            let known = RecipientOutcome::ALL
                .into_iter()
                .find(|known| known.as_str() == word);
            Some(known.ok_or_else(|| ApiError::invalid("outcome", "This outcome is not known"))?)
        }
    };
    let after = filled(after);
    if after.as_deref().is_some_and(|after| !is_place(after)) {
        return Err(ApiError::invalid("after", "This is no page of the list"));
    }
    let listed = state
        .recipients
        .listed(&message, outcome, after.as_deref(), SHOWN);
    let RecipientsPage { recipients, next } = listed.await.map_err(ApiError::internal)?;
    Ok(Json(RecipientList {
        recipients: recipients.into_iter().map(RecipientOut::from).collect(),
        next,
    }))
}
