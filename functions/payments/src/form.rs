//! The registration form as it arrives, and what it means once it is found to be in order.

use domain::{
    Email, IndianPhone, Invalid, Paise, Person, PersonName,
    money::CURRENCY,
    registration::{Choice, ExamPreference, PaymentMode, Registration, TermsVersion},
};
use serde::Deserialize;
use utoipa::ToSchema;

const REQUIRED: &str = "Please fill all required fields";

/// A registration, as the form sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CreateOrderIn {
    #[schema(required = true)]
    customer_name: Option<String>,
    #[schema(required = true)]
    customer_email: Option<String>,
    /// Ten digits from 6, 7, 8 or 9 on; `+91`, a leading 0 and spaces are forgiven.
    #[schema(required = true)]
    customer_phone: Option<String>,
    secondary_phone: Option<String>,
    /// The chosen exam; left out for all colleges.
    course_category: Option<String>,
    /// The price that was shown, in rupees. The catalogue's price is what is paid; another one is refused.
    #[schema(required = true, value_type = f64)]
    order_amount: Option<serde_json::Number>,
    /// `Online` or `Offline`.
    #[schema(required = true)]
    exam_preference: Option<String>,
    /// `online`, also when left out, `card` or `upi`.
    payment_mode: Option<String>,
    #[serde(rename = "packageId")]
    #[schema(required = true)]
    package_id: Option<String>,
    /// The chosen college; left out for all colleges.
    #[serde(rename = "collegeId")]
    college_id: Option<String>,
    /// `allColleges` or `specificCollege`.
    #[serde(rename = "type")]
    #[schema(required = true)]
    kind: Option<String>,
    /// `INR`.
    order_currency: Option<String>,
    /// Which text of the terms stood under the button; the registration keeps it.
    terms_version: Option<String>,
    /// The ticket of a place in line, from an earlier answer to the same request.
    pub(crate) ticket: Option<String>,
    /// The `Idempotency-Key` under which this form was sent before it was corrected. Where the exam is sold out and the order
    /// of that key holds a place of it, that order is closed and its place is this registration's.
    pub(crate) replaces: Option<String>,
}

impl CreateOrderIn {
    /// Checks the form in the order of the specification: what is missing, then the college and the course,
    /// then the form of each field.
    pub(crate) fn parse(self) -> Result<Registration, Invalid> {
        let Self {
            customer_name,
            customer_email,
            customer_phone,
            secondary_phone,
            course_category,
            order_amount,
            exam_preference,
            payment_mode,
            package_id,
            college_id,
            kind,
            order_currency,
            terms_version,
            ticket: _,
            replaces: _,
        } = self;
        let email = filled(customer_email).ok_or(Invalid::new("customer_email", REQUIRED))?;
        let phone = filled(customer_phone).ok_or(Invalid::new("customer_phone", REQUIRED))?;
        let amount = order_amount.ok_or(Invalid::new("order_amount", REQUIRED))?;
        let preference = filled(exam_preference).ok_or(Invalid::new("exam_preference", REQUIRED))?;
        let name = filled(customer_name).ok_or(Invalid::new("customer_name", REQUIRED))?;
        let package = filled(package_id).ok_or(Invalid::new("packageId", REQUIRED))?;
        let kind = filled(kind).ok_or(Invalid::new("type", REQUIRED))?;

        let (college, course) = (filled(college_id), filled(course_category));
        let choice = Choice::parse(&kind, &package, college.as_deref(), course.as_deref())?;
        let email = Email::parse(&email)?;
        let phone = IndianPhone::parse(&phone)?;
        let phone2 = filled(secondary_phone)
            .map(|phone| IndianPhone::parse_secondary(&phone))
            .transpose()?;
        if order_currency.is_some_and(|currency| currency != CURRENCY) {
            return Err(Invalid::new("order_currency", "The currency must be INR"));
        }
        Ok(Registration {
            person: Person {
                name: PersonName::parse(&name)?,
                email,
                phone,
                phone2,
            },
            choice,
            exam_preference: ExamPreference::parse(&preference)?,
            payment_mode: mode(payment_mode)?,
            amount: Paise::from_json(&amount).ok_or(Invalid::new(
                "order_amount",
                "The amount must be a price in rupees",
            ))?,
            terms: filled(terms_version)
                .map(|version| TermsVersion::parse(&version))
                .transpose()?,
        })
    }
}

fn mode(text: Option<String>) -> Result<PaymentMode, Invalid> {
    match filled(text).as_deref().map(PaymentMode::parse) {
        None => Ok(PaymentMode::Online),
        Some(Some(mode @ (PaymentMode::Online | PaymentMode::Card | PaymentMode::Upi))) => Ok(mode),
        Some(Some(PaymentMode::Cash) | None) => Err(Invalid::new(
            "payment_mode",
            "The payment mode must be online, card or upi",
        )),
    }
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
