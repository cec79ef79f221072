//! One payment of a candidate, with what came after it.

use super::dispute::DisputeOut;
use domain::{
    Paise,
    money::CURRENCY,
    payment::{Card, Method, Order, PassValidity, Refund, Upi, Withdrawal},
};
use serde::Serialize;
use store::registrations::outbox::{MailState, OutboxEntry};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// One payment, made or still to be made.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaymentOut {
    order_id: String,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    order_amount: Paise,
    order_currency: String,
    status: String,
    /// `SPOT PAYMENT`, or empty for a payment through the site.
    payment_method: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    created_at: OffsetDateTime,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    paid_at: Option<OffsetDateTime>,
    /// Whether the pass is accepted; absent for a payment without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<customer_row::Validity>)]
    validity: Option<PassValidity>,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    withdrawal: Option<WithdrawalOut>,
    /// What can still be sent back, in rupees: nothing once a dispute is lost.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    refundable: Paise,
    /// The oldest first.
    refunds: Vec<RefundOut>,
    /// What lost disputes took of it, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    lost: Paise,
    /// The oldest first.
    disputes: Vec<DisputeOut>,
    mail: Mail,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    mail_sent_at: Option<OffsetDateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_details: Option<PaymentDetails>,
}

/// That a pass was withdrawn.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawalOut {
    /// `organiser`, `refund` or `dispute`; `unknown` for a word of another release.
    cause: &'static str,
    /// The administrator's reason; empty where it was no administrator.
    reason: String,
    /// The administrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
}

/// Money that went back, or is on its way.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefundOut {
    refund_id: String,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    amount: Paise,
    /// `REQUESTED`, `PENDING`, `SUCCESS` or `FAILED`.
    status: &'static str,
    reason: String,
    /// The administrator who asked for it; absent for one that was made at the payment provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// How the counter gave it back: `cash`, `card` or `upi`; absent through the payment provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<OffsetDateTime>,
}

/// The state of the mail with the pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mail {
    /// The payment has none: it is not paid.
    None,
    /// It is to be sent.
    Waiting,
    /// It was sent.
    Sent,
    /// It was sent and did not arrive, for good.
    Bounced,
    /// It was sent, and its reader reported it as spam.
    Complaint,
    /// It was given up.
    Failed,
}

/// What the payment provider reported about a payment.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaymentDetails {
    order: PaidOrder,
    payment: PaidBy,
}

/// The order that was paid.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaidOrder {
    order_id: String,
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    order_amount: Paise,
    order_currency: String,
}

/// How it was paid.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaidBy {
    /// The provider's group: `upi`, `credit_card`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_group: Option<String>,
    payment_method: PaidWith,
}

/// With what it was paid.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaidWith {
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<PaidCard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upi: Option<PaidUpi>,
}

/// A card, without its number.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaidCard {
    #[serde(skip_serializing_if = "Option::is_none")]
    card_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card_bank_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card_network: Option<String>,
}

/// A UPI address.
#[derive(Serialize, ToSchema)]
pub(crate) struct PaidUpi {
    #[serde(skip_serializing_if = "Option::is_none")]
    upi_id: Option<String>,
}

impl PaymentOut {
    pub(super) fn new(order: &Order, mail: Option<&OutboxEntry>) -> Self {
        Self {
            order_id: order.order_id.to_string(),
            order_amount: order.amount,
            order_currency: CURRENCY.to_owned(),
            status: order.status.to_string(),
            payment_method: order.channel.payment_method().to_owned(),
            created_at: order.created_at,
            paid_at: order.paid_at,
            validity: order.validity(),
            withdrawal: order.withdrawn.clone().map(WithdrawalOut::from),
            refundable: order.refundable(),
            refunds: order.refunds.iter().cloned().map(RefundOut::from).collect(),
            lost: order.lost(),
            disputes: order.disputes.iter().cloned().map(DisputeOut::from).collect(),
            mail: mail.map_or(Mail::None, Mail::of),
            mail_sent_at: mail.and_then(|entry| entry.sent_at),
            payment_details: order
                .method
                .as_ref()
                .map(|method| PaymentDetails::new(order, method)),
        }
    }
}

impl From<Withdrawal> for WithdrawalOut {
    fn from(withdrawal: Withdrawal) -> Self {
        let Withdrawal {
            cause,
            reason,
            by,
            at,
        } = withdrawal;
        Self {
            cause: cause.shown(),
            reason,
            by,
            at,
        }
    }
}

impl From<Refund> for RefundOut {
    fn from(refund: Refund) -> Self {
        let Refund {
            refund_id,
            amount,
            state,
            reason,
            by,
            mode,
            at,
            ended_at,
        } = refund;
        Self {
            refund_id: refund_id.into(),
            amount,
            status: state.as_str(),
            reason,
            by,
            mode: mode.map(|mode| mode.shown()),
            at,
            ended_at,
        }
    }
}

impl Mail {
    fn of(entry: &OutboxEntry) -> Self {
        match entry.state {
            MailState::Pending | MailState::Sending => Self::Waiting,
            MailState::Sent if entry.bounce().is_some() => Self::Bounced,
            MailState::Sent if entry.complaint().is_some() => Self::Complaint,
            MailState::Sent => Self::Sent,
            MailState::Failed => Self::Failed,
        }
    }
}

impl PaymentDetails {
    fn new(order: &Order, method: &Method) -> Self {
        let Method {
            group,
            card,
            upi,
            reference: _,
        } = method.clone();
        Self {
            order: PaidOrder {
                order_id: order.order_id.to_string(),
                order_amount: order.amount,
                order_currency: CURRENCY.to_owned(),
            },
            payment: PaidBy {
                payment_group: group,
                payment_method: PaidWith {
                    card: card.map(PaidCard::from),
                    upi: upi.map(|Upi { upi_id }| PaidUpi { upi_id }),
                },
            },
        }
    }
}

impl From<Card> for PaidCard {
    fn from(card: Card) -> Self {
        let Card {
            card_type,
            card_bank_name,
            card_network,
        } = card;
        Self {
            card_type,
            card_bank_name,
            card_network,
        }
    }
}
