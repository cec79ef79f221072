//! `GET /api/payments/status/{order_id}`: how a payment stands, for the page that waits for it.

use crate::{State, asking::AskTurn, no_order};
use axum::extract;
use domain::{
    OrderId,
    payment::{AttemptState, Channel, Order, Status},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, MoneyBackOut, Path};
use serde::Serialize;
use settlement::Occasion;
use store::registrations::PassAddress;
use utoipa::ToSchema;

/// How a payment stands.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatusOut {
    #[schema(value_type = StatusName)]
    status: Status,
    attempt: AttemptName,
    /// How the newest attempt ended without success, where it was not refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Ended>,
    /// What goes back of what was paid, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    money_back: Vec<MoneyBackOut>,
}

/// Where a payment stands: `CREATED`, not yet known to be at the provider, or still to be made at the counter; `ACTIVE`, open
/// at the provider; `PAID`, for ever; `FAILED`, the newest attempt failed, and a further one may succeed; `EXPIRED`, not paid
/// in time, but a payment under way may still arrive; `UNKNOWN`, the provider's word is missing or contradicts ours.
#[derive(ToSchema)]
#[schema(rename_all = "UPPERCASE")]
#[expect(dead_code, reason = "describes the domain's type for the document alone")]
pub(crate) enum StatusName {
    Created,
    Active,
    Failed,
    Expired,
    Unknown,
    Paid,
}

/// How the newest attempt to pay stands: `none` also of an order that is paid; `unknown`, the provider did not say, so one may
/// be under way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AttemptName {
    None,
    Pending,
    Failed,
    Unknown,
}

/// How an attempt ended that the bank did not refuse: `left`, the person went away without paying; `reversed`, the money came
/// too late, and goes back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Ended {
    /// The person went away without paying.
    Left,
    /// The money came too late, and goes back.
    Reversed,
}

/// How a payment stands.
///
/// While an order is not paid, a call makes us ask the provider, at most every five seconds for each order, and as often as all
/// pages together may in a minute. When the provider is not asked or does not answer, the last known status is the answer, with
/// an attempt that is `unknown` where none is known to be under way.
#[utoipa::path(
    get,
    path = "/api/payments/status/{order_id}",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order, or the id by which its pass goes.")),
    responses(
        (status = 200, description = "Its status.", body = StatusOut),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn status(
    extract::State(state): extract::State<State>,
    Path(order_id): Path<String>,
) -> ApiResult<Json<StatusOut>> {
    let id = OrderId::parse(&order_id)?;
    let order = order_or_pass(&state, &id).await?;
    let order = match order.channel == Channel::Online && order.status != Status::Paid {
        true => match AskTurn::take(&state, &order).await {
            AskTurn::Ask(occasion) => refreshed(&state, order, &occasion).await,
            AskTurn::JustAsked => order,
            AskTurn::Crowded => order.with_attempts_unread(state.clock.now()),
        },
        false => order,
    };
    Ok(Json(StatusOut::of(&order)))
}

/// The order of this id, or the one whose pass goes by it: a page that was opened by the link of a pass knows no other.
async fn order_or_pass(state: &State, id: &OrderId) -> ApiResult<Order> {
    let order = state.registrations.order(id).await.map_err(ApiError::internal)?;
    if let Some(order) = order {
        return Ok(order);
    }
    match state.registrations.pass(id).await.map_err(ApiError::internal)? {
        PassAddress::Leads(order) => Ok(*order),
        PassAddress::Replaced | PassAddress::Unknown => Err(no_order()),
    }
}

impl StatusOut {
    fn of(order: &Order) -> Self {
        let unread = order.status != Status::Paid && order.attempts_are_unread();
        let (attempt, ended) = match order.attempt {
            AttemptState::None | AttemptState::Failed | AttemptState::Left | AttemptState::Reversed
                if unread =>
            {
                (AttemptName::Unknown, None)
            }
            AttemptState::None => (AttemptName::None, None),
            AttemptState::Pending => (AttemptName::Pending, None),
            AttemptState::Failed => (AttemptName::Failed, None),
            AttemptState::Left => (AttemptName::Failed, Some(Ended::Left)),
            AttemptState::Reversed => (AttemptName::Failed, Some(Ended::Reversed)),
        };
        Self {
            status: order.status,
            attempt,
            ended,
            money_back: MoneyBackOut::all_of(order),
        }
    }
}

/// The order as the provider has it; as we have it, when the provider does not answer.
async fn refreshed(state: &State, order: Order, occasion: &Occasion<'_>) -> Order {
    match state.settlement.settle_order(order.clone(), occasion).await {
        Ok(settled) => settled,
        Err(error) => {
            tracing::warn!(cause = %error, "a status could not be refreshed");
            order.with_attempts_unread(state.clock.now())
        }
    }
}
