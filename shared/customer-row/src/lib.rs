//! A candidate as the portal's lists show it: in the candidate list, and among the latest on the dashboard.

use domain::{Paise, Person, payment::PassValidity};
use serde::Serialize;
use store::read_model::Row;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Whether a pass is accepted at the door.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Validity {
    /// It is.
    Valid,
    /// Not any more.
    Withdrawn,
}

/// A candidate in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomerRow {
    /// Its identifier.
    pub customer_id: String,
    /// Full name.
    pub name: String,
    /// Where the pass is sent.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// The chosen exam; absent for all colleges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course_category: Option<String>,
    /// Its name.
    #[serde(rename = "examName", skip_serializing_if = "Option::is_none")]
    pub exam_name: Option<String>,
    /// The package's name, as of the registration.
    #[serde(rename = "packageName")]
    pub package_name: String,
    /// The college's name; absent for all colleges.
    #[serde(rename = "collegeName", skip_serializing_if = "Option::is_none")]
    pub college_name: Option<String>,
    /// `online`, `card`, `upi` or `cash`.
    pub payment_mode: String,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    pub order_amount: Paise,
    /// `PAID` if any of its payments is, else the status of the newest.
    pub status: String,
    /// Whether the pass is accepted, of a candidate who has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Validity>)]
    pub validity: Option<PassValidity>,
    /// `allColleges` or `specificCollege`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it was registered.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
}

impl From<&Row> for CustomerRow {
    fn from(row: &Row) -> Self {
        let Row {
            customer_id,
            person,
            selection,
            exam_preference: _,
            payment_mode,
            channel: _,
            amount,
            status,
            created_at,
            paid: _,
            chosen: _,
            filled_in: _,
            places: _,
            oversold: _,
            withdrawn: _,
        } = row;
        let Person {
            name,
            email,
            phone,
            phone2: _,
        } = person;
        let course = selection.course_id();
        Self {
            customer_id: customer_id.to_string(),
            name: name.as_str().to_owned(),
            email: email.as_str().to_owned(),
            phone: phone.as_str().to_owned(),
            course_category: course.map(ToString::to_string),
            exam_name: course.map(|_| selection.exam_name().to_owned()),
            package_name: selection.package_name().to_owned(),
            college_name: selection.college_name().map(str::to_owned),
            payment_mode: payment_mode.shown().to_owned(),
            order_amount: *amount,
            status: status.to_string(),
            validity: row.validity(),
            kind: selection.kind().to_owned(),
            created_at: *created_at,
        }
    }
}
