//! One sending of the counter's form: what tells it from another, and how it is answered.

use domain::{CustomerId, OrderId, payment::Channel, registration::Registration, till::ReceiptNo};
use http_api::{ApiError, ApiResult, Json};
use serde::Serialize;
use store::registrations::idempotency::{Idempotency, fingerprint};
use utoipa::ToSchema;

const ALREADY_REGISTERED: &str = "This email is already registered for the selected course.";

/// A candidate that was registered.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerSaved {
    /// Always true.
    success: bool,
    customer_id: String,
    order_id: String,
    /// The number on the receipt, of a registration that is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt_no: Option<String>,
}

/// What tells one sending of a form from another.
pub(super) struct SentForm {
    pub(super) fingerprint: String,
    pub(super) key: Option<String>,
    pub(super) paid: bool,
    pub(super) refuse_similar: bool,
}

impl SentForm {
    /// The registration that the key has made before.
    pub(super) fn same_again(&self, earlier: &Idempotency) -> ApiResult<Json<CustomerSaved>> {
        if earlier.fingerprint != self.fingerprint {
            return Err(
                ApiError::invalid("Idempotency-Key", "This key was used with other fields")
                    .code("idempotency_key_reused"),
            );
        }
        let customer = CustomerId::parse(earlier.order_id.customer_part()).map_err(ApiError::internal)?;
        Ok(self.saved(&customer, &earlier.order_id))
    }

    pub(super) fn saved(&self, customer: &CustomerId, order: &OrderId) -> Json<CustomerSaved> {
        Json(CustomerSaved {
            success: true,
            customer_id: customer.to_string(),
            order_id: order.to_string(),
            receipt_no: self.paid.then(|| ReceiptNo::of(customer).to_string()),
        })
    }
}

/// A form that takes the money is another one than the same that does not.
pub(super) fn fingerprint_of(registration: &Registration, paid: bool) -> String {
    let fingerprint = fingerprint(registration, Channel::Counter);
    if paid {
        format!("{fingerprint}-paid")
    } else {
        fingerprint
    }
}

/// Says who has it, where that is known.
pub(super) fn already_registered(holder: Option<&CustomerId>) -> ApiError {
    let refused = ApiError::conflict("already_registered", ALREADY_REGISTERED).field("email");
    match holder {
        Some(holder) => refused.with("customer_id", holder.as_str()),
        None => refused,
    }
}
