//! An order: what is sent to open one, and the entity that comes back.

use super::{Amount, Text};
use crate::NewOrder;
use domain::money::CURRENCY;
use domain::payment::{PaymentSessionId, ProviderOrder, ProviderOrderStatus};
use serde::{Deserialize, Serialize};
use time::UtcOffset;
use time::format_description::well_known::Rfc3339;

#[derive(Serialize)]
pub(crate) struct CreateOrder<'a> {
    order_id: &'a str,
    order_amount: serde_json::Number,
    order_currency: &'static str,
    customer_details: CustomerDetails<'a>,
    order_meta: OrderMeta<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order_expiry_time: Option<String>,
    order_note: &'a str,
}

#[derive(Serialize)]
struct CustomerDetails<'a> {
    customer_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_email: Option<&'a str>,
    customer_phone: &'a str,
}

#[derive(Serialize)]
struct OrderMeta<'a> {
    return_url: &'a str,
    notify_url: &'a str,
}

impl<'a> From<&'a NewOrder> for CreateOrder<'a> {
    fn from(new: &'a NewOrder) -> Self {
        // The provider takes neither shorter nor longer ones, and needs neither of the two.
        let accepted = |text: &&str| (3..=100).contains(&text.chars().count());
        let expires_at = new.expires_at.to_offset(UtcOffset::UTC).truncate_to_second();
        Self {
            order_id: new.order_id.as_str(),
            order_amount: new.amount.to_json(),
            order_currency: CURRENCY,
            customer_details: CustomerDetails {
                customer_id: new.customer_id.as_str(),
                customer_name: Some(new.person.name.as_str()).filter(accepted),
                customer_email: Some(new.person.email.as_str()).filter(accepted),
                customer_phone: new.person.phone.as_str(),
            },
            order_meta: OrderMeta {
                return_url: &new.return_url,
                notify_url: &new.notify_url,
            },
            // Only a year beyond 9999 has no text.
            order_expiry_time: expires_at.format(&Rfc3339).ok(),
            order_note: &new.note,
        }
    }
}

impl CreateOrder<'_> {
    /// Takes out the detail of the customer that the code of a refusal names. False where it names none that was sent and that the
    /// provider can do without.
    pub(crate) fn leave_out(&mut self, code: &str) -> bool {
        let CustomerDetails {
            customer_name,
            customer_email,
            ..
        } = &mut self.customer_details;
        let refused = [
            ("customer_name", customer_name),
            ("customer_email", customer_email),
        ];
        refused
            .into_iter()
            .any(|(field, detail)| code.contains(field) && detail.take().is_some())
    }
}

/// The body that closes an order.
#[derive(Serialize)]
pub(crate) struct TerminateOrder {
    order_status: &'static str,
}

impl TerminateOrder {
    pub(crate) const BODY: Self = Self {
        order_status: "TERMINATED",
    };
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OrderEntity {
    order_id: Text,
    order_amount: Amount,
    order_currency: Text,
    order_status: Text,
    payment_session_id: Text,
    order_expiry_time: Text,
}

impl OrderEntity {
    /// The order in our terms. None when the entity names no order, and so is not one.
    pub(crate) fn into_order(self) -> Option<ProviderOrder> {
        Some(ProviderOrder {
            expires_at: self.order_expiry_time.moment(),
            order_id: self.order_id.0?,
            amount: self.order_amount.0,
            currency: self.order_currency.0.unwrap_or_default(),
            status: status(self.order_status.as_deref()),
            session: self.payment_session_id.0.map(PaymentSessionId),
        })
    }
}

fn status(word: Option<&str>) -> ProviderOrderStatus {
    match word {
        Some("ACTIVE") => ProviderOrderStatus::Active,
        Some("PAID") => ProviderOrderStatus::Paid,
        Some("EXPIRED") => ProviderOrderStatus::Expired,
        Some("TERMINATED") => ProviderOrderStatus::Terminated,
        Some("TERMINATION_REQUESTED") => ProviderOrderStatus::TerminationRequested,
        Some(_) | None => ProviderOrderStatus::Unrecognised,
    }
}
