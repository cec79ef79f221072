//! `GET /api/customers/{customerId}`: one candidate with all payments.

mod dispute;
mod paid_twice;
mod payment;

use crate::{
    State,
    doors::{AdmissionOut, Doors},
    notes::NoteOut,
    timeline::{Happened, timeline},
};
use axum::extract;
use domain::{CustomerId, OrderId, Paise, Person, payment::PassValidity, registration::SchoolGroup};
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireLookup};
use paid_twice::{PaidTwice, beside};
use payment::PaymentOut;
use serde::Serialize;
use store::{read_model::Row, registrations::Candidate};
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
    /// Payments of other registrations for the same, by the same address, the earliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paid_twice: Vec<PaidTwice>,
    /// The scans that let the candidate in or out and were not taken back, the earliest first.
    admissions: Vec<AdmissionOut>,
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
    /// The school by whose list this was registered; absent where it was by none.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<GroupOut>,
}

/// A school and its list.
#[derive(Serialize, ToSchema)]
#[schema(as = GroupOfCandidate)]
pub(crate) struct GroupOut {
    /// The `import_id` of the list.
    import_id: String,
    name: String,
}

/// A candidate with its payments, as of this moment.
#[utoipa::path(
    get,
    path = "/api/customers/{customerId}",
    tag = "customers",
    params(("customerId" = String, Path, description = "The candidate.")),
    responses(
        (status = 200, description = "The candidate.", body = CustomerFile),
        (status = 404, description = "There is no such candidate.", body = ErrorBody),
        (status = 422, description = "The customer id is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn get_customer(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Path(customer): Path<String>,
) -> ApiResult<Json<CustomerFile>> {
    let id = CustomerId::parse(&customer).map_err(|invalid| invalid.on("customerId"))?;
    file_of(&state, &id).await
}

/// A candidate with everything that is known of it.
pub(crate) async fn file_of(state: &State, id: &CustomerId) -> ApiResult<Json<CustomerFile>> {
    let read = try_join(state.registrations.candidate_with_past(id), Doors::of(state, id));
    let (found, doors) = read.await.map_err(ApiError::internal)?;
    let (file, past) = found.ok_or_else(|| ApiError::not_found("There is no such customer."))?;
    let paid_twice = beside(&state.registrations, &file)
        .await
        .map_err(ApiError::internal)?;
    let mail_of = |id: &OrderId| file.mails.iter().find(|mail| mail.order_id == *id);
    let payments = file.orders.iter();
    Ok(Json(CustomerFile {
        payments: payments
            .map(|order| PaymentOut::new(order, mail_of(&order.order_id)))
            .collect(),
        version: file.candidate.version,
        paid_twice,
        validity: Row::of(&file).and_then(|row| row.validity()),
        timeline: timeline(&file, &past, &doors),
        admissions: doors.admissions(),
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
            group,
            chosen: _,
            filled_in: _,
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
                group: group.map(|SchoolGroup { list, name }| GroupOut {
                    import_id: list.to_string(),
                    name,
                }),
            },
        }
    }
}
