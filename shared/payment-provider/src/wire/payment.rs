//! An attempt as `GET /orders/{id}/payments` lists it.

use super::{Amount, Maybe, Text};
use domain::payment::{Attempt, AttemptStatus, Card, Method, Upi};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaymentEntity {
    cf_payment_id: Text,
    payment_status: Text,
    order_amount: Amount,
    payment_time: Text,
    payment_group: Text,
    payment_method: Maybe<PaymentMethod>,
}

/// Only what may be kept is read at all: phones, account numbers and card numbers stay where they are.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PaymentMethod {
    card: Maybe<CardMethod>,
    /// A card paid in instalments.
    emi: Maybe<CardMethod>,
    upi: Maybe<UpiMethod>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CardMethod {
    card_type: Text,
    card_bank_name: Text,
    card_network: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct UpiMethod {
    upi_id: Text,
}

impl From<PaymentEntity> for Attempt {
    fn from(payment: PaymentEntity) -> Self {
        let method = payment.payment_method.0.unwrap_or_default();
        let id = payment.cf_payment_id.0.unwrap_or_default();
        Self {
            at: payment.payment_time.moment(),
            status: status(payment.payment_status.as_deref()),
            order_amount: payment.order_amount.0,
            method: Method {
                group: payment.payment_group.0,
                card: method.card.0.or(method.emi.0).map(|card| Card {
                    card_type: card.card_type.0,
                    card_bank_name: card.card_bank_name.0,
                    card_network: card.card_network.0,
                }),
                upi: method.upi.0.map(|upi| Upi { upi_id: upi.upi_id.0 }),
                reference: Some(id.clone()).filter(|id| !id.is_empty()),
            },
            id,
        }
    }
}

pub(super) fn status(word: Option<&str>) -> AttemptStatus {
    match word {
        Some("SUCCESS") => AttemptStatus::Success,
        Some("NOT_ATTEMPTED") => AttemptStatus::NotAttempted,
        Some("PENDING") => AttemptStatus::Pending,
        Some("FAILED") => AttemptStatus::Failed,
        Some("USER_DROPPED") => AttemptStatus::UserDropped,
        Some("CANCELLED") => AttemptStatus::Cancelled,
        Some("VOID") => AttemptStatus::Void,
        Some(_) | None => AttemptStatus::Unrecognised,
    }
}
