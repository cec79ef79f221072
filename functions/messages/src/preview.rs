//! `POST /api/messages/preview`: to how many a message would go, and what it would say.

use crate::{State, addresses::Addresses, compose::CandidateMessageIn};
use audience::AudienceScope;
use axum::extract;
use domain::{Word, message::Addressee};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use mail::Words;
use serde::Serialize;
use std::collections::BTreeMap;
use store::{StoreError, messages::UnreachableCause};
use utoipa::ToSchema;

/// What a message would be.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessagePreview {
    /// To how many addresses it would go. An address gets one mail, which names all of its candidates.
    recipients: u64,
    /// How many candidates the audience has, those of addresses that are left out among them.
    candidates: u64,
    /// How many addresses would be left out.
    skipped: Vec<SkippedCount>,
    sample: MessageSample,
}

/// Addresses that are left out for one reason.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkippedCount {
    /// `bounced` or `complained`: earlier mail came back, or was called spam.
    reason: &'static str,
    count: u64,
}

/// The mail to the first of them; made up where there is nobody.
#[derive(Serialize, ToSchema)]
pub(crate) struct MessageSample {
    subject: String,
    text: String,
    html: String,
}

/// Counts the recipients of a message, and shows the mail to one of them. Nothing is sent or kept.
#[utoipa::path(
    post,
    path = "/api/messages/preview",
    tag = "messages",
    request_body = CandidateMessageIn,
    responses(
        (status = 200, description = "As of this moment.", body = MessagePreview),
        (status = 422, description = "A field is missing, malformed or too long, a filter is not known, or the text has a placeholder that is not known.", body = ErrorBody),
    )
)]
pub(crate) async fn preview_message(
    extract::State(state): extract::State<State>,
    _: RequireAdmin,
    Json(body): Json<CandidateMessageIn>,
) -> ApiResult<Json<MessagePreview>> {
    let (text, audience) = body.parse()?;
    let scope = AudienceScope::parse(&audience)?;
    let everybody = Addresses::of(&state.sources, &scope, state.clock.now()).await;
    let mut addresses = everybody.map_err(ApiError::internal)?;
    let candidates = addresses.0.values().map(Vec::len).sum::<usize>() as u64;
    let unreachable = state.recipients.unreachable().await.map_err(ApiError::internal)?;
    let mut skipped: BTreeMap<UnreachableCause, u64> = BTreeMap::new();
    addresses.0.retain(|email, _| match unreachable.get(email) {
        Some(cause) => {
            *skipped.entry(*cause).or_default() += 1;
            false
        }
        None => true,
    });
    let sample = state.sample(&addresses).await.map_err(ApiError::internal)?;
    let Words { subject, text, html } = state.words.render(&text, &sample);
    Ok(Json(MessagePreview {
        recipients: addresses.0.len() as u64,
        candidates,
        skipped: skipped
            .into_iter()
            .map(|(cause, count)| SkippedCount {
                reason: cause.as_str(),
                count,
            })
            .collect(),
        sample: MessageSample { subject, text, html },
    }))
}

impl State {
    /// The candidates of one of the addresses.
    async fn sample(&self, addresses: &Addresses) -> Result<Vec<Addressee>, StoreError> {
        let everything = self.sources.catalogue.everything().await?;
        let mut addressees = Vec::new();
        for id in addresses.0.values().next().into_iter().flatten() {
            match self.sources.registrations.candidate_seated(id).await {
                Ok((Some(file), seats)) => addressees.push(self.words.addressee(&file, &seats, &everything)),
                Ok((None, _)) => {}
                // The mail leaves them out, too.
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(candidate = id.as_str(), %error, "a candidate cannot be read, and is not in the preview");
                }
                Err(error) => return Err(error),
            }
        }
        if addressees.is_empty() {
            addressees.push(self.words.example("Asha Rao"));
        }
        Ok(addressees)
    }
}
