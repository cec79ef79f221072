//! `POST /api/check-in/redeem-batch`: a device sends the scans that it could not send before, one after another, each as
//! if it had come alone.

use crate::{State, scan::RedeemIn, verdict::Verdict};
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCheckIn};
use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;

/// How many scans a device sends together. Each is several requests to the database.
const MOST: usize = 25;

/// Scans that are sent together.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RedeemBatchIn {
    /// 1 to 25 scans.
    redeems: Vec<RedeemIn>,
    /// When they are sent, by the device's clock, for those that do not say it themselves.
    #[schema(value_type = Option<String>, format = DateTime)]
    sent_at: Option<String>,
}

/// What became of one of them.
#[derive(Serialize, ToSchema)]
pub(crate) struct Redeemed {
    nonce: String,
    /// The status that the scan would have got alone: 200, 409, 422 or 500.
    status: u16,
    /// The verdict; null unless the status is 200.
    answer: Option<Verdict>,
    /// The error's code; null when the status is 200.
    error: Option<String>,
    /// The error for a person.
    message: Option<String>,
}

/// What became of each, in the order in which they were sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct RedeemedBatch {
    results: Vec<Redeemed>,
    /// The server's clock.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    server_time: OffsetDateTime,
}

/// Decides about several scans.
#[utoipa::path(
    post,
    path = "/api/check-in/redeem-batch",
    tag = "check-in",
    request_body = RedeemBatchIn,
    responses(
        (status = 200, description = "What became of each.", body = RedeemedBatch),
        (status = 422, description = "There are none or too many, or one has no nonce.", body = ErrorBody),
        (status = 503, description = "The admission is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn redeem_passes(
    extract::State(state): extract::State<State>,
    RequireCheckIn(staff): RequireCheckIn,
    Json(body): Json<RedeemBatchIn>,
) -> ApiResult<Json<RedeemedBatch>> {
    let RedeemBatchIn { redeems, sent_at } = body;
    if redeems.is_empty() || redeems.len() > MOST {
        return Err(ApiError::invalid("redeems", "Send 1 to 25 scans"));
    }
    // What became of it could not be said.
    if redeems.iter().any(|redeem| redeem.nonce.is_none()) {
        return Err(ApiError::invalid("redeems", "Each scan needs a nonce"));
    }
    let everything = state.catalogue.everything().await?;
    let mut results = Vec::with_capacity(redeems.len());
    for mut redeem in redeems {
        let nonce = redeem.nonce.clone().unwrap_or_default();
        redeem.sent_at = redeem.sent_at.or_else(|| sent_at.clone());
        let verdict = match redeem.parse(&state, &everything, &staff.username) {
            Ok(request) => state.redeem(&request, &everything).await,
            Err(error) => Err(error),
        };
        results.push(Redeemed::of(nonce, verdict));
    }
    let server_time = state.clock.now();
    Ok(Json(RedeemedBatch { results, server_time }))
}

impl Redeemed {
    fn of(nonce: String, verdict: ApiResult<Verdict>) -> Self {
        match verdict {
            Ok(verdict) => Self {
                nonce,
                status: 200,
                answer: Some(verdict),
                error: None,
                message: None,
            },
            Err(error) => {
                if error.status().is_server_error() {
                    tracing::error!(?error, "a scan of a batch failed");
                }
                Self {
                    nonce,
                    status: error.status().as_u16(),
                    answer: None,
                    error: Some(error.code_text().to_owned()),
                    message: Some(error.text().to_owned()),
                }
            }
        }
    }
}
