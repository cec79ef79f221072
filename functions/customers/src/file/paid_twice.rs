//! What else the candidate's address has paid for of the same.

use domain::{
    Paise,
    payment::{Order, PassValidity},
};
use serde::Serialize;
use store::{Registrations, StoreError, registrations::CandidateFile};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A payment of another registration for the same, by the same address: two tabs, or two people of one family.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaidTwice {
    /// Whose.
    customer_id: String,
    name: String,
    order_id: String,
    /// What was paid for.
    paid_for: String,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    amount: Paise,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    paid_at: Option<OffsetDateTime>,
}

/// The payments of other registrations for what one of the candidate's passes is for, the earliest first.
pub(super) async fn beside(
    registrations: &Registrations,
    file: &CandidateFile,
) -> Result<Vec<PaidTwice>, StoreError> {
    let own = &file.candidate.customer_id;
    let paid: Vec<&Order> = file
        .orders
        .iter()
        .filter(|order| order.validity() == Some(PassValidity::Valid))
        .collect();
    if paid.is_empty() {
        return Ok(Vec::new());
    }
    let with_pass = registrations
        .orders_with_pass(&file.candidate.person.email)
        .await?;
    let others = with_pass
        .iter()
        .filter(|other| other.customer_id != *own && paid.iter().any(|order| other.is_paid_beside(order)));
    Ok(others.map(PaidTwice::of).collect())
}

impl PaidTwice {
    fn of(order: &Order) -> Self {
        Self {
            customer_id: order.customer_id.to_string(),
            name: order.person.name.as_str().to_owned(),
            order_id: order.order_id.to_string(),
            paid_for: order.selection.described(),
            amount: order.amount,
            paid_at: order.paid_at,
        }
    }
}
