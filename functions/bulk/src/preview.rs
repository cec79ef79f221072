//! `POST /api/bulk/preview`: to how many an action would be done.

use crate::{
    State,
    form::{BulkIn, BulkRequest},
    permitted, rules,
};
use audience::Gathering;
use axum::extract;
use domain::Paise;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireCounter};
use serde::Serialize;
use std::collections::BTreeMap;
use store::StoreError;
use utoipa::ToSchema;

/// What a bulk action would come to.
#[derive(Serialize, ToSchema)]
pub(crate) struct BulkPreview {
    /// To how many candidates it would be done: what a person types to begin it.
    changes: u64,
    /// How many would be passed over.
    skipped: Vec<PassedOver>,
    /// For `mark_paid`, what those to whom it would be done pay, in rupees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    amount: Option<serde_json::Number>,
    /// Some of those to whom it would be done, the newest first; at most five.
    sample: Vec<SampleName>,
}

/// Candidates that would be passed over for one reason.
#[derive(Serialize, ToSchema)]
pub(crate) struct PassedOver {
    /// `not_paid`: no pass. `pass_withdrawn`: nothing is mailed of it. `refunded`: the money went back, so the pass is not given
    /// back. `unchanged`: it is so already. `already_paid`, `not_markable`: it is paid, or is no registration at the counter.
    /// `unreadable`: what the list has of the candidate cannot be read.
    reason: &'static str,
    count: u64,
}

/// One to whom it would be done.
#[derive(Serialize, ToSchema)]
pub(crate) struct SampleName {
    customer_id: String,
    name: String,
}

/// What an action would come to at this moment.
#[derive(Default)]
pub(crate) struct Outlook {
    pub(crate) changes: u64,
    skipped: BTreeMap<&'static str, u64>,
    amount: Paise,
    sample: Vec<SampleName>,
}

const SAMPLE: usize = 5;

/// Counts to whom an action would be done. Nothing is done or kept.
#[utoipa::path(
    post,
    path = "/api/bulk/preview",
    tag = "bulk",
    request_body = BulkIn,
    responses(
        (status = 200, description = "As of this moment.", body = BulkPreview),
        (status = 403, description = "`forbidden`: who calls may not do this to a single candidate.", body = ErrorBody),
        (status = 422, description = "The action or a filter is not known, or a field is malformed.", body = ErrorBody),
    )
)]
pub(crate) async fn preview_bulk(
    extract::State(state): extract::State<State>,
    RequireCounter(staff): RequireCounter,
    Json(body): Json<BulkIn>,
) -> ApiResult<Json<BulkPreview>> {
    let request = body.parse()?;
    permitted(&staff, request.action)?;
    let outlook = state.outlook(&request).await.map_err(ApiError::internal)?;
    let Outlook {
        changes,
        skipped,
        amount,
        sample,
    } = outlook;
    let skipped = skipped.into_iter();
    Ok(Json(BulkPreview {
        changes,
        skipped: skipped
            .map(|(reason, count)| PassedOver { reason, count })
            .collect(),
        amount: (request.action == domain::BulkAction::MarkPaid).then(|| amount.to_json()),
        sample,
    }))
}

impl State {
    /// What it would come to, by the candidate list.
    pub(crate) async fn outlook(&self, request: &BulkRequest) -> Result<Outlook, StoreError> {
        let mut gathering = Gathering::until(self.clock.now());
        let mut outlook = Outlook::default();
        while !gathering.is_done {
            for row in self.sources.more(&request.scope, &mut gathering).await? {
                match rules::by_row(request.action, &row) {
                    Err(reason) => *outlook.skipped.entry(reason).or_default() += 1,
                    Ok(()) => {
                        outlook.changes += 1;
                        outlook.amount = Paise::new(outlook.amount.get() + row.amount.get());
                        if outlook.sample.len() < SAMPLE {
                            outlook.sample.push(SampleName {
                                customer_id: row.customer_id.to_string(),
                                name: row.person.name.as_str().to_owned(),
                            });
                        }
                    }
                }
            }
        }
        if gathering.unread > 0 {
            outlook
                .skipped
                .insert(rules::reason::UNREADABLE, gathering.unread);
        }
        Ok(outlook)
    }
}
