//! What pass and status of a payment say of money that goes back.

use domain::payment::{MoneyBack, Order};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Money that goes back to the payer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MoneyBack)]
pub struct MoneyBackOut {
    /// In rupees.
    #[schema(value_type = f64)]
    amount: serde_json::Number,
    /// Whether it was sent, or is still on its way to the bank.
    sent: bool,
    /// Whether it is of a payment that was not counted, because it came twice or too late.
    automatic: bool,
    /// Whether it was handed back at the counter, and not sent through a bank.
    at_counter: bool,
    /// Since when, in UTC.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
}

impl MoneyBackOut {
    /// All that goes back of an order, the oldest first.
    #[must_use]
    pub fn all_of(order: &Order) -> Vec<Self> {
        order.money_back().into_iter().map(Self::from).collect()
    }
}

impl From<MoneyBack> for MoneyBackOut {
    fn from(back: MoneyBack) -> Self {
        let MoneyBack {
            amount,
            is_sent,
            is_automatic,
            is_at_counter,
            at,
        } = back;
        Self {
            amount: amount.to_json(),
            sent: is_sent,
            automatic: is_automatic,
            at_counter: is_at_counter,
            at,
        }
    }
}
