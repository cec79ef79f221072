//! `GET /api/order/{order_id}`: what the pass shows. The order id is the key to it.

use crate::Passes;
use axum::extract::State;
use domain::{
    AttentionKind, OrderId, Person,
    pass::{PassNo, Sitting, SittingSeat, calendar_sequence, qr_text},
    payment::{Order, PassValidity, WithdrawalCause},
};
use exam_choice::ChoiceOut;
use futures::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, MoneyBackOut, Path};
use serde::Serialize;
use store::{StoreError, registrations::PassAddress};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// A pass.
#[derive(Serialize, ToSchema)]
pub(crate) struct PassOut {
    order_id: String,
    name: String,
    email: String,
    /// Ten digits, without the country's prefix.
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone2: Option<String>,
    /// The candidate's identifier in groups of four.
    pass_no: String,
    /// The name of the package.
    package: String,
    /// The exams it is for, by their hours: of all exams those that are chosen, and all until then.
    exams: Vec<SittingOut>,
    /// Which exams are chosen, where all were bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<ChoiceOut>,
    /// `Online` or `Offline`; `unknown` for a word of another release.
    exam_preference: &'static str,
    validity: Validity,
    /// Whether the mail with the pass came back.
    mail_bounced: bool,
    /// The text of the QR code.
    qr: String,
    /// The SEQUENCE of entries for a calendar that are made of this: above that of every mail before it.
    calendar_sequence: u32,
    /// Other payments of the same address for the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paid_twice: Vec<OtherPayment>,
    /// What goes back of what was paid, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    money_back: Vec<MoneyBackOut>,
}

/// A further payment for the same. Its order id is the key to its pass, and the holder of this one may be another person.
#[derive(Serialize, ToSchema)]
pub(crate) struct OtherPayment {
    /// The candidate's identifier in groups of four.
    pass_no: String,
    /// The first name of who holds that pass and the initials of the rest, where it is another name than on this one: two
    /// people of one family have most likely paid, each for a pass of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// What was paid for.
    paid_for: String,
    /// In rupees.
    #[schema(value_type = f64)]
    amount: serde_json::Number,
    /// When, in UTC.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    paid_at: Option<OffsetDateTime>,
}

/// Whether the pass is accepted at the door.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Validity {
    /// It is.
    Valid,
}

/// An exam, and when and where it is held. What the catalogue does not tell any more is empty.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SittingOut {
    exam_name: String,
    college_name: String,
    /// `YYYY-MM-DD`.
    date: String,
    /// `HH:MM`, in the event's time zone.
    time_start: String,
    /// `HH:MM`, in the event's time zone.
    time_end: String,
    venue: String,
    /// The hall that the person sits in; absent before seats are published, and for who has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    hall: Option<String>,
    /// The seat in it: `B12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    /// By when they are to be there, `HH:MM`, in the event's time zone; absent where nobody has said.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporting_time: Option<String>,
    /// Whether the seats of the exam are published; left out where they are not. Without a seat, the organisers are then looking
    /// for one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    seats_published: bool,
}

/// The pass of a paid order.
#[utoipa::path(
    get,
    path = "/api/order/{order_id}",
    tag = "order",
    params(("order_id" = String, Path, description = "The order, which must be paid.")),
    responses(
        (status = 200, description = "The pass.", body = PassOut),
        (status = 404, description = "There is no such order, or it is not paid.", body = ErrorBody),
        (status = 410, description = "`pass_withdrawn`: the pass is not accepted any more; `message` says what became of the money. `pass_replaced`: the candidate's e-mail address was corrected, and the pass has another address since.", body = ErrorBody),
        (status = 422, description = "The order id is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn pass(
    State(passes): State<Passes>,
    Path(order_id): Path<String>,
) -> ApiResult<Json<PassOut>> {
    let id = OrderId::parse(&order_id)?;
    let found = passes.registrations.pass(&id).await;
    // Whether an unpaid order exists is nobody's business.
    let no_pass = || ApiError::not_found("There is no pass for this order.");
    let order = led_to(found.map_err(ApiError::internal)?)?.ok_or_else(no_pass)?;
    match order.validity() {
        Some(PassValidity::Valid) => Ok(Json(passes.of(&order).await.map_err(ApiError::internal)?)),
        Some(PassValidity::Withdrawn) => Err(withdrawn(&order)),
        None => Err(no_pass()),
    }
}

/// The order that the address of a pass leads to.
///
/// # Errors
/// 410 where the pass has another address by now.
pub(crate) fn led_to(found: PassAddress) -> ApiResult<Option<Order>> {
    match found {
        PassAddress::Leads(order) => Ok(Some(*order)),
        PassAddress::Replaced => Err(ApiError::gone(
            "pass_replaced",
            "This address of the pass is no longer valid: the pass was sent to the corrected e-mail address. Find my pass sends it there again.",
        )),
        PassAddress::Unknown => Ok(None),
    }
}

/// Who holds the pass learns what it has to do with their money, and not what administrators write about it.
pub(crate) fn withdrawn(order: &Order) -> ApiError {
    let cause = order
        .withdrawn
        .as_ref()
        .and_then(|withdrawal| withdrawal.cause.known());
    let message = match cause {
        Some(WithdrawalCause::Refund) => "This pass is no longer valid: the payment was refunded.",
        Some(WithdrawalCause::Dispute) => {
            "This pass is no longer valid: the payment was taken back by the bank."
        }
        Some(WithdrawalCause::Organiser) | None => {
            "This pass is no longer valid. Please contact the organisers."
        }
    };
    ApiError::gone("pass_withdrawn", message)
}

impl Passes {
    async fn of(&self, order: &Order) -> Result<PassOut, StoreError> {
        let ((candidate, seats), bounced, catalogue, others) = try_join!(
            self.registrations.registered_with_seats(&order.customer_id),
            self.registrations
                .flag_of(&order.order_id, AttentionKind::MailBounced),
            self.catalogue.everything(),
            self.registrations.paid_beside(order),
        )?;
        let Person {
            name,
            email,
            phone,
            phone2,
        } = &order.person;
        let choice = match (&candidate, order.selection.course_id()) {
            (Some(candidate), None) => {
                let offers = self.choices.offers_of(&catalogue).await?;
                // By the first of the payments by which they hold a pass.
                let own = others
                    .iter()
                    .filter(|other| other.customer_id == order.customer_id);
                let paid_at = own.chain([order]).filter_map(|order| order.paid_at).min();
                Some(ChoiceOut::of(candidate, &offers, paid_at))
            }
            (_, Some(_)) | (None, None) => None,
        };
        let sittings = candidate.as_ref().map_or_else(
            || catalogue.sittings(&order.selection),
            |candidate| catalogue.sittings_of_candidate(candidate),
        );
        Ok(PassOut {
            order_id: order.pass_id().to_string(),
            name: name.as_str().to_owned(),
            email: email.as_str().to_owned(),
            phone: phone.as_str().to_owned(),
            phone2: phone2.as_ref().map(|phone| phone.as_str().to_owned()),
            pass_no: PassNo::of(&order.customer_id).to_string(),
            package: order.selection.package_name().to_owned(),
            exams: seats
                .seated(sittings, &catalogue)
                .into_iter()
                .map(|sitting| SittingOut::of(seats.are_published(&sitting.course), sitting))
                .collect(),
            choice,
            exam_preference: candidate.map_or("unknown", |candidate| candidate.exam_preference.shown()),
            validity: Validity::Valid,
            mail_bounced: bounced.is_some(),
            qr: qr_text(order.pass_id()),
            calendar_sequence: calendar_sequence(self.clock.now()),
            paid_twice: others
                .iter()
                .map(|other| OtherPayment::of(other, &order.person))
                .collect(),
            money_back: MoneyBackOut::all_of(order),
        })
    }
}

impl OtherPayment {
    /// A payment beside that of a person.
    fn of(order: &Order, beside: &Person) -> Self {
        Self {
            pass_no: PassNo::of(&order.customer_id).to_string(),
            name: (!order.person.is_called_as(beside)).then(|| order.person.name.shortened()),
            paid_for: order.selection.described(),
            amount: order.amount.to_json(),
            paid_at: order.paid_at,
        }
    }
}

impl SittingOut {
    fn of(seats_published: bool, sitting: Sitting) -> Self {
        let Sitting {
            date,
            time_start,
            time_end,
            college_name,
            exam_name,
            venue,
            course: _,
            seat,
        } = sitting;
        let (mut own_hall, mut own_seat, mut reporting) = (None, None, None);
        if let Some(SittingSeat {
            hall,
            seat,
            reporting_time,
        }) = seat
        {
            own_hall = Some(hall);
            own_seat = Some(seat.to_string());
            reporting = (!reporting_time.is_empty()).then_some(reporting_time);
        }
        Self {
            exam_name,
            college_name,
            date,
            time_start,
            time_end,
            venue,
            hall: own_hall,
            seat: own_seat,
            reporting_time: reporting,
            seats_published,
        }
    }
}
