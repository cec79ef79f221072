//! What the payment provider reports about an order, in our own terms.

use crate::Paise;
use serde::{Deserialize, Serialize};
use std::fmt;
use time::OffsetDateTime;

/// The token with which a browser opens the provider's checkout. Opaque: never trimmed or altered.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PaymentSessionId(pub String);

/// The holder of a session may pay with it, so a debug print does not show it.
impl fmt::Debug for PaymentSessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PaymentSessionId(…)")
    }
}

/// An order as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderOrder {
    /// The merchant's order id that the provider answered for; checked against the one asked for.
    pub order_id: String,
    /// The order's amount. None when it was not an amount in whole paise.
    pub amount: Option<Paise>,
    /// The order's currency, `INR`.
    pub currency: String,
    /// Its status.
    pub status: ProviderOrderStatus,
    /// The token for the checkout, while the order can be paid.
    pub session: Option<PaymentSessionId>,
    /// When it stops being payable.
    pub expires_at: Option<OffsetDateTime>,
}

/// The provider's states of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderOrderStatus {
    /// Nothing paid yet; failed attempts leave it so.
    Active,
    /// Paid once.
    Paid,
    /// Not paid in time. An attempt that began in time may still make it paid.
    Expired,
    /// Closed on request.
    Terminated,
    /// Closing, while an attempt is under way: ends terminated or paid.
    TerminationRequested,
    /// A state this code does not know. It never means failure.
    Unrecognised,
}

/// One try to pay an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The provider's id of the attempt.
    pub id: String,
    /// Its status.
    pub status: AttemptStatus,
    /// The amount of the order that it is for.
    pub order_amount: Option<Paise>,
    /// When it began.
    pub at: Option<OffsetDateTime>,
    /// How it was paid, reduced to what may be kept.
    pub method: Method,
}

/// The provider's states of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptStatus {
    /// The money is there.
    Success,
    /// Created; the bank has not acknowledged it.
    NotAttempted,
    /// With the bank.
    Pending,
    /// Refused.
    Failed,
    /// Left by the person.
    UserDropped,
    /// Paid too late and reversed.
    Cancelled,
    /// A reservation that was released.
    Void,
    /// A state this code does not know; treated as still under way.
    Unrecognised,
}

/// How an attempt was paid: the only facts of a payment's method that are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// The provider's payment group: `upi`, `credit_card`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The card, of a card payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The UPI address, of a UPI payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upi: Option<Upi>,
    /// The provider's number of the payment, by which its dashboard and its settlement reports know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl Method {
    /// Whether it says how was paid; a number alone does not.
    #[must_use]
    pub const fn says_how(&self) -> bool {
        self.group.is_some() || self.card.is_some() || self.upi.is_some()
    }
}

/// What is kept of a card: never its number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// `credit_card`, `debit_card`, `prepaid_card`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_type: Option<String>,
    /// The issuing bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_bank_name: Option<String>,
    /// `visa`, `mastercard`, `rupay`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_network: Option<String>,
}

/// What is kept of a UPI payment.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upi {
    /// The payer's UPI address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upi_id: Option<String>,
}

/// A UPI address names a person, so a debug print does not show it.
impl fmt::Debug for Upi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Upi(…)")
    }
}
