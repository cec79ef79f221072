//! `GET /api/imports/{id}/people`: who is in a group, who has paid, and what is on their passes.

use crate::{State, read::one};
use axum::extract;
use domain::{
    OrderId,
    pass::{PassNo, qr_text},
    payment::{Order, PassValidity},
    registration::Selection,
    till::ReceiptNo,
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, Query, RequireCounter};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

/// What one read of the table finds.
const PAGE: u32 = 100;
/// More than a list may have.
const LAST: u32 = 1_000_000;

/// Which part of a group.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeopleIn {
    /// `next` of the part before; left out for the first.
    from: Option<u32>,
}

/// A part of a group, in the order of the list.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupPeople {
    people: Vec<GroupMember>,
    /// From where the next part begins; absent in the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u32>,
}

/// Somebody in a group.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupMember {
    customer_id: String,
    name: String,
    email: String,
    /// Ten digits.
    phone: String,
    /// The candidate's identifier in groups of four.
    pass_no: String,
    /// What they have bought, which may have been corrected since: the exam and its college, or the package.
    bought: String,
    /// `PAID`, or `CREATED` for one that is still to be paid.
    status: &'static str,
    /// In rupees.
    #[schema(value_type = f64)]
    amount: serde_json::Number,
    /// What stays of it after refunds, in rupees.
    #[schema(value_type = f64)]
    net: serde_json::Number,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    paid_at: Option<OffsetDateTime>,
    /// The number on their own receipt, of a payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt_no: Option<String>,
    /// The text of the QR code, while the pass is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    qr: Option<String>,
}

/// The people of a group who are registered by now, with what their passes show.
#[utoipa::path(
    get,
    path = "/api/imports/{id}/people",
    tag = "imports",
    params(("id" = String, Path, description = "The list."), PeopleIn),
    responses(
        (status = 200, description = "Those of at most 100 lines.", body = GroupPeople),
        (status = 404, description = "There is no such list.", body = ErrorBody),
        (status = 422, description = "`from` is not a number.", body = ErrorBody),
    )
)]
pub(crate) async fn group_people(
    extract::State(state): extract::State<State>,
    _: RequireCounter,
    Path(id): Path<String>,
    Query(PeopleIn { from }): Query<PeopleIn>,
) -> ApiResult<Json<GroupPeople>> {
    let job = one(&state, &id).await?;
    let total = u32::try_from(job.total).unwrap_or(LAST);
    let from = from.unwrap_or_default().min(total);
    let until = from.saturating_add(PAGE).min(total);
    let ids: Vec<OrderId> = (from..until)
        .map(|place| job.work.candidate_at(place).1)
        .collect();
    let orders = if ids.is_empty() {
        Vec::new()
    } else {
        state
            .registrations
            .orders(&ids)
            .await
            .map_err(ApiError::internal)?
    };
    let orders = orders.into_iter().map(|order| (order.order_id.clone(), order));
    let mut orders: HashMap<OrderId, Order> = orders.collect();
    let people = ids.iter().filter_map(|id| orders.remove(id));
    Ok(Json(GroupPeople {
        people: people.map(|order| GroupMember::of(&order)).collect(),
        next: (until < total).then_some(until),
    }))
}

impl GroupMember {
    fn of(order: &Order) -> Self {
        let person = &order.person;
        let is_valid = order.validity() == Some(PassValidity::Valid);
        Self {
            customer_id: order.customer_id.to_string(),
            name: person.name.as_str().to_owned(),
            email: person.email.as_str().to_owned(),
            phone: person.phone.as_str().to_owned(),
            pass_no: PassNo::of(&order.customer_id).to_string(),
            bought: bought(&order.selection),
            status: order.status.as_str(),
            amount: order.amount.to_json(),
            net: order.net().to_json(),
            paid_at: order.paid_at,
            receipt_no: order
                .paid_at
                .map(|_| ReceiptNo::of(&order.customer_id).to_string()),
            qr: is_valid.then(|| qr_text(order.pass_id())),
        }
    }
}

fn bought(selection: &Selection) -> String {
    match selection.college_name() {
        Some(college) => format!("{}, {college}", selection.exam_name()),
        None => selection.package_name().to_owned(),
    }
}
