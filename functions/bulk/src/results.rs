//! `GET /api/bulk/{id}/results`: to whom it was done, who was passed over, and with whom it failed.

use crate::{State, read::parse};
use axum::extract;
use domain::{BulkOutcome, CustomerId, Word};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireLookup};
use serde::{Deserialize, Serialize};
use store::bulk::{BulkResult, BulkResultsPage};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

/// Results on a page.
const SHOWN: u16 = 50;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResultsIn {
    /// `done`, `skipped` or `failed`; `done` when left out.
    outcome: Option<String>,
    /// Of the page before: its `next`.
    after: Option<String>,
}

/// Some candidates of a bulk action with one outcome.
#[derive(Serialize, ToSchema)]
pub(crate) struct BulkResultList {
    results: Vec<BulkResultOut>,
    /// The next page's `after`; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What became of a candidate.
#[derive(Serialize, ToSchema)]
pub(crate) struct BulkResultOut {
    customer_id: String,
    /// Absent for one who was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Why it was not done: what a preview says, `already_registered`, `gone` for one who was deleted, `mail_failed`,
    /// `unreadable` where an order cannot be read, or `interrupted` where it is not known whether the mail went out.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
}

/// The candidates of a bulk action with one outcome, in the order of their identifiers.
#[utoipa::path(
    get,
    path = "/api/bulk/{id}/results",
    tag = "bulk",
    params(("id" = String, Path, description = "The bulk action."), ResultsIn),
    responses(
        (status = 200, description = "At most 50 of them; none for a bulk action that never was.", body = BulkResultList),
        (status = 404, description = "There is no such bulk action.", body = ErrorBody),
        (status = 422, description = "The outcome or the page is not known.", body = ErrorBody),
    )
)]
pub(crate) async fn list_bulk_results(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(id): Path<String>,
    Query(ResultsIn { outcome, after }): Query<ResultsIn>,
) -> ApiResult<Json<BulkResultList>> {
    let job = parse(&id)?;
    let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let outcome = match filled(outcome).as_deref() {
        None => BulkOutcome::Done,
        Some(word) => {
            let known = BulkOutcome::ALL.into_iter().find(|known| known.as_str() == word);
            known.ok_or_else(|| ApiError::invalid("outcome", "This outcome is not known"))?
        }
    };
    let after = filled(after).map(|after| CustomerId::parse(&after)).transpose();
    let after = after.map_err(|_| ApiError::invalid("after", "This is no page of the list"))?;
    let page = state.items.listed(&job, outcome, after.as_ref(), SHOWN).await;
    let BulkResultsPage { results, next } = page.map_err(ApiError::internal)?;
    let ids: Vec<CustomerId> = results.iter().map(|result| result.customer_id.clone()).collect();
    let names = state.sources.registrations.names(&ids).await;
    let mut names = names.map_err(ApiError::internal)?;
    let shown = results.into_iter().map(|result| {
        let BulkResult {
            customer_id,
            outcome: _,
            reason,
            at,
        } = result;
        BulkResultOut {
            name: names.remove(&customer_id),
            customer_id: customer_id.to_string(),
            reason,
            at,
        }
    });
    Ok(Json(BulkResultList {
        results: shown.collect(),
        next: next.map(|last| last.to_string()),
    }))
}
