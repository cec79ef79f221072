//! `GET /api/order/{order_id}`: what the pass shows. The order id is the key to it.

use axum::extract::State;
use domain::{
    OrderId, Person,
    payment::{Order, Status},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path};
use serde::Serialize;
use store::Registrations;
use utoipa::ToSchema;

/// A pass.
#[derive(Serialize, ToSchema)]
pub(crate) struct PassOut {
    order_id: String,
    name: String,
    email: String,
    /// Ten digits, without the country's prefix.
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone2: Option<String>,
}

/// The pass of a paid order.
#[utoipa::path(
    get,
    path = "/api/order/{order_id}",
    tag = "order",
    params(("order_id" = String, Path, description = "The order, which must be paid.")),
    responses(
        (status = 200, description = "The pass.", body = PassOut),
        (status = 404, description = "There is no such order, or it is not paid.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
        (status = 500, description = "The order could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn pass(
    State(registrations): State<Registrations>,
    Path(order_id): Path<String>,
) -> ApiResult<Json<PassOut>> {
    let id = OrderId::parse(&order_id)?;
    let order = registrations.order(&id).await.map_err(ApiError::internal)?;
    match order {
        Some(order) if order.status == Status::Paid => Ok(Json(PassOut::of(&order))),
        // Whether an unpaid order exists is nobody's business.
        Some(_) | None => Err(ApiError::not_found("There is no pass for this order.")),
    }
}

impl PassOut {
    fn of(order: &Order) -> Self {
        let Person {
            name,
            email,
            phone,
            phone2,
        } = &order.person;
        Self {
            order_id: order.order_id.to_string(),
            name: name.as_str().to_owned(),
            email: email.as_str().to_owned(),
            phone: phone.as_str().to_owned(),
            phone2: phone2.as_ref().map(|phone| phone.as_str().to_owned()),
        }
    }
}
