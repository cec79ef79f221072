//! `POST /api/payments/{order_id}/validity`: an administrator withdraws a pass, or gives it back.

use crate::{State, no_order};
use axum::extract;
use domain::{
    Invalid, OrderId, field,
    payment::{NotApplicable, Order, PassValidity},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use serde::{Deserialize, Serialize};
use settlement::{ValidityAnswer, ValidityRequest};
use utoipa::ToSchema;

const LONGEST_REASON: usize = 200;
const NO_REASON: &str = "Please give a reason";
const HAS_ANOTHER: &str = "The address has registered or paid for the same by another registration";

/// What a pass is to be.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ValidityIn {
    /// `valid` or `withdrawn`.
    #[schema(required = true)]
    validity: Option<String>,
    /// Why, at most 200 characters. It is not shown with the pass.
    #[schema(required = true)]
    reason: Option<String>,
}

/// What a pass is.
#[derive(Serialize, ToSchema)]
pub(crate) struct ValidityOut {
    order_id: String,
    /// `valid` or `withdrawn`.
    #[schema(value_type = String)]
    validity: PassValidity,
    message: String,
}

/// Withdraws the pass of a paid order, or gives it back. The payment stays as it is.
#[utoipa::path(
    post,
    path = "/api/payments/{order_id}/validity",
    tag = "payments",
    params(("order_id" = String, Path, description = "The order, which must be paid.")),
    request_body = ValidityIn,
    responses(
        (status = 200, description = "It is so now.", body = ValidityOut),
        (status = 404, description = "There is no such order.", body = ErrorBody),
        (status = 409, description = "`not_paid`: the order has no pass. `unchanged`: it was so already. `already_registered`: the money went back, and the address has registered or paid for the same again.",
            body = ErrorBody),
        (status = 422, description = "A field is missing or does not fit.", body = ErrorBody),
        (status = 503, description = "The order is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn set_validity(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(order_id): Path<String>,
    Json(body): Json<ValidityIn>,
) -> ApiResult<Json<ValidityOut>> {
    let id = OrderId::parse(&order_id)?;
    let validity = validity(body.validity.as_deref())?;
    let reason = field::required("reason", body.reason, LONGEST_REASON, NO_REASON)?;
    let request = ValidityRequest {
        validity,
        reason: &reason,
        username: &admin.username,
        admin_table: state.audit_log.table(),
        bulk: None,
    };
    let (clock, entropy) = (&state.clock, &state.entropy);
    let changed = settlement::change_validity(&state.registrations, clock, entropy, &id, &request).await;
    match changed.map_err(ApiError::internal)? {
        ValidityAnswer::Done => {
            let message = match validity {
                PassValidity::Valid => "The pass is valid again",
                PassValidity::Withdrawn => "The pass is withdrawn",
            };
            Ok(Json(ValidityOut {
                order_id: id.to_string(),
                validity,
                message: message.to_owned(),
            }))
        }
        ValidityAnswer::NoOrder => Err(no_order()),
        ValidityAnswer::NotApplicable(why, order) => Err(refused(why, &order)),
        ValidityAnswer::HasAnother => Err(ApiError::conflict("already_registered", HAS_ANOTHER)),
        ValidityAnswer::Busy => Err(ApiError::busy("a paid order")),
    }
}

fn validity(given: Option<&str>) -> Result<PassValidity, Invalid> {
    match given {
        Some("valid") => Ok(PassValidity::Valid),
        Some("withdrawn") => Ok(PassValidity::Withdrawn),
        Some(_) | None => Err(Invalid::new(
            "validity",
            "The validity must be valid or withdrawn",
        )),
    }
}

fn refused(why: NotApplicable, order: &Order) -> ApiError {
    match why {
        NotApplicable::NotPaid => ApiError::conflict("not_paid", "Only a payment that is paid has a pass"),
        NotApplicable::Unchanged | NotApplicable::ExceedsPaid { .. } | NotApplicable::DisputeLost => {
            let stands = order.validity().map_or("", PassValidity::as_str);
            ApiError::conflict("unchanged", format!("The pass is {stands} already"))
        }
    }
}
