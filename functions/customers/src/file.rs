//! `GET /api/customers/{customerId}`: one candidate with all payments.

use crate::{
    State,
    notes::NoteOut,
    timeline::{Happened, timeline},
};
use axum::extract;
use domain::{
    CustomerId, OrderId, Paise, Person,
    money::CURRENCY,
    payment::{Card, Method, Order, PassValidity, Refund, Upi, Withdrawal},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireLookup};
use serde::Serialize;
use store::{
    read_model::Row,
    registrations::{
        Candidate,
        outbox::{MailState, OutboxEntry},
    },
};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A candidate with its payments, the paid ones first, then the newest.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerFile {
    customer: CustomerOut,
    payments: Vec<PaymentOut>,
    /// Counts the corrections; a correction names the version it was decided on.
    version: u64,
    /// Whether a pass of the candidate is accepted; absent for one without a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<customer_row::Validity>)]
    validity: Option<PassValidity>,
    /// The oldest first.
    notes: Vec<NoteOut>,
    /// What happened, the oldest first.
    timeline: Vec<Happened>,
}

/// A candidate, with the names and the price of the day of its registration.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerOut {
    customer_id: String,
    name: String,
    email: String,
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone2: Option<String>,
    exam_preference: String,
    payment_mode: String,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    order_amount: Paise,
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "packageId")]
    package_id: String,
    #[serde(rename = "packageName")]
    package_name: String,
    #[serde(rename = "collegeId", skip_serializing_if = "Option::is_none")]
    college_id: Option<String>,
    #[serde(rename = "collegeName", skip_serializing_if = "Option::is_none")]
    college_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course_category: Option<String>,
    #[serde(rename = "examName", skip_serializing_if = "Option::is_none")]
    exam_name: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    created_at: OffsetDateTime,
    metadata: Metadata,
}

/// What else is known of a registration.
#[derive(Serialize, ToSchema)]
pub(crate) struct Metadata {
    /// `online`, through the site, or `counter`.
    channel: String,
    /// Which text of the terms was shown when this was registered; absent where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms_version: Option<String>,
}

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
    /// What can still be sent back, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    refundable: Paise,
    /// The oldest first.
    refunds: Vec<RefundOut>,
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

/// A candidate with its payments, as of this moment.
#[utoipa::path(
    get,
    path = "/api/customers/{customerId}",
    tag = "customers",
    params(("customerId" = String, Path, description = "The candidate.")),
    responses(
        (status = 200, description = "The candidate.", body = CustomerFile),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 404, description = "There is no such candidate.", body = ErrorBody),
        (status = 422, description = "The customer id is not one.", body = ErrorBody),
        (status = 500, description = "The candidate could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn get_customer(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(customer): Path<String>,
) -> ApiResult<Json<CustomerFile>> {
    let id =
        CustomerId::parse(&customer).map_err(|invalid| ApiError::invalid("customerId", invalid.message))?;
    file_of(&state, &id).await
}

/// A candidate with everything that is known of it.
pub(crate) async fn file_of(state: &State, id: &CustomerId) -> ApiResult<Json<CustomerFile>> {
    let found = state.registrations.candidate_with_past(id).await;
    let (file, past) = found
        .map_err(ApiError::internal)?
        .ok_or_else(|| ApiError::not_found("There is no such customer."))?;
    let mail_of = |id: &OrderId| file.mails.iter().find(|mail| mail.order_id == *id);
    let payments = file.orders.iter();
    Ok(Json(CustomerFile {
        payments: payments
            .map(|order| PaymentOut::new(order, mail_of(&order.order_id)))
            .collect(),
        version: file.candidate.version,
        validity: Row::of(&file).and_then(|row| row.validity()),
        timeline: timeline(&file, &past),
        notes: past.notes.into_iter().map(NoteOut::from).collect(),
        customer: CustomerOut::new(file.candidate),
    }))
}

impl CustomerOut {
    fn new(candidate: Candidate) -> Self {
        let Candidate {
            customer_id,
            person,
            selection,
            exam_preference,
            payment_mode,
            amount,
            channel,
            created_at,
            terms,
            version: _,
        } = candidate;
        let Person {
            name,
            email,
            phone,
            phone2,
        } = person;
        let course = selection.course_id();
        Self {
            customer_id: customer_id.to_string(),
            name: name.into(),
            email: email.into(),
            phone: phone.into(),
            phone2: phone2.map(String::from),
            exam_preference: exam_preference.shown().to_owned(),
            payment_mode: payment_mode.shown().to_owned(),
            order_amount: amount,
            kind: selection.kind().to_owned(),
            package_id: selection.package_id().to_string(),
            package_name: selection.package_name().to_owned(),
            college_id: selection.college_id().map(ToString::to_string),
            college_name: selection.college_name().map(str::to_owned),
            course_category: course.map(ToString::to_string),
            exam_name: course.map(|_| selection.exam_name().to_owned()),
            created_at,
            metadata: Metadata {
                channel: channel.shown().to_owned(),
                terms_version: terms.map(String::from),
            },
        }
    }
}

impl PaymentOut {
    fn new(order: &Order, mail: Option<&OutboxEntry>) -> Self {
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
            at,
            ended_at,
        } = refund;
        Self {
            refund_id: refund_id.into(),
            amount,
            status: state.as_str(),
            reason,
            by,
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
        let Method { group, card, upi } = method.clone();
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
