//! Orders.

use super::payment::{Attempt, PaymentStatus};
use super::refund::{Dispute, Refund};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) order_id: String,
    pub(crate) cf_order_id: u64,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) currency: String,
    /// The status as of the last event. Whether it has expired is a question to the clock: [`Order::status`].
    pub(crate) status: OrderStatus,
    pub(crate) session: String,
    pub(crate) customer: Customer,
    pub(crate) return_url: Option<String>,
    pub(crate) notify_url: Option<String>,
    pub(crate) payment_methods: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) tags: Option<BTreeMap<String, String>>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) expires_at: OffsetDateTime,
    /// Oldest first.
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) refunds: Vec<Refund>,
    #[serde(default)]
    pub(crate) disputes: Vec<Dispute>,
    pub(crate) shown: Shown,
}

/// What a test makes the API say instead of the truth.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shown {
    /// The amount of the order, in paise.
    pub amount: Option<u64>,
    /// The currency of the order.
    pub currency: Option<String>,
    /// The status of the order, in any word.
    pub order_status: Option<String>,
    /// The status of its attempts, in any word.
    pub payment_status: Option<String>,
    /// Whether its list of disputes is empty, although the reconciliation has them.
    pub no_disputes: bool,
    /// Whether its list of refunds is empty, although the reconciliation has them.
    pub no_refunds: bool,
    /// Whether the reconciliation lists what happened to it without its id.
    pub is_nameless_in_recon: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum OrderStatus {
    Active,
    Paid,
    Expired,
    Terminated,
    TerminationRequested,
}

impl OrderStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "ACTIVE",
            Self::Paid => "PAID",
            Self::Expired => "EXPIRED",
            Self::Terminated => "TERMINATED",
            Self::TerminationRequested => "TERMINATION_REQUESTED",
        }
    }
}

impl Order {
    /// Its status at `now`: an active order expires with its time.
    pub(crate) fn status(&self, now: OffsetDateTime) -> OrderStatus {
        if self.status == OrderStatus::Active && now >= self.expires_at {
            OrderStatus::Expired
        } else {
            self.status
        }
    }

    /// The payment that a dispute is of.
    pub(crate) fn disputed_payment(&self, dispute: Option<&Dispute>) -> Option<u64> {
        let mut attempts = self.attempts.iter();
        let earliest = attempts.find(|attempt| attempt.status == PaymentStatus::Success);
        let named = dispute.and_then(|dispute| dispute.cf_payment_id);
        named.or(earliest.map(|attempt| attempt.cf_payment_id))
    }

    /// The address to which its page sends the browser back.
    pub(crate) fn return_address(&self) -> Option<String> {
        self.return_url
            .as_ref()
            .map(|url| url.replace("{order_id}", &self.order_id))
    }

    /// The order of the provider's sample events, which no merchant has.
    pub(crate) fn sample(order_id: &str, now: OffsetDateTime) -> Self {
        Self {
            order_id: order_id.to_owned(),
            cf_order_id: 2_149_460_581,
            amount: 200,
            currency: "INR".to_owned(),
            status: OrderStatus::Paid,
            session: String::new(),
            customer: Customer {
                id: "7112AAA812234".to_owned(),
                phone: "9908734801".to_owned(),
                ..Customer::default()
            },
            return_url: None,
            notify_url: None,
            payment_methods: None,
            note: None,
            tags: None,
            created_at: now,
            expires_at: now,
            attempts: Vec::new(),
            refunds: Vec::new(),
            disputes: Vec::new(),
            shown: Shown::default(),
        }
    }
}
