//! The registration form of the counter, and what it means once it is found to be in order.

use domain::{
    Email, IndianPhone, Invalid, Paise, Person, PersonName,
    registration::{Choice, ExamPreference, PaymentMode, Registration},
};
use serde::Deserialize;
use utoipa::ToSchema;

const REQUIRED: &str = "Please fill all required fields";

/// A candidate, as the form of the counter sends it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CustomerIn {
    #[schema(required = true, value_type = String)]
    name: Option<String>,
    #[schema(required = true, value_type = String)]
    email: Option<String>,
    /// Ten digits from 6, 7, 8 or 9 on; `+91`, a leading 0 and spaces are forgiven.
    #[schema(required = true, value_type = String)]
    phone: Option<String>,
    phone2: Option<String>,
    /// `Online` or `Offline`.
    #[schema(required = true, value_type = String)]
    exam_preference: Option<String>,
    /// `card`, `cash` or `upi`.
    #[schema(required = true, value_type = String)]
    payment_mode: Option<String>,
    /// The price that was shown, in rupees. The catalogue's price is what is paid; another one is refused.
    #[schema(required = true, value_type = f64)]
    order_amount: Option<serde_json::Number>,
    #[serde(rename = "packageId")]
    #[schema(required = true, value_type = String)]
    package_id: Option<String>,
    /// The chosen college; left out for all colleges.
    #[serde(rename = "collegeId")]
    college_id: Option<String>,
    /// The chosen exam; left out for all colleges.
    course_category: Option<String>,
    /// `allColleges` or `specificCollege`.
    #[serde(rename = "type")]
    #[schema(required = true, value_type = String)]
    kind: Option<String>,
    /// Whether the money is taken at once. Left out, the payment is to be marked as paid.
    paid: Option<bool>,
    /// `false` refuses a person of the same name and phone number who is registered at the counter; `true`, or left out,
    /// registers them once more.
    even_if_similar: Option<bool>,
}

/// What the form of the counter asks for.
pub(crate) struct AtTheCounter {
    pub(crate) registration: Registration,
    pub(crate) paid: bool,
    pub(crate) refuse_similar: bool,
}

impl CustomerIn {
    /// Checks the form: what is missing, then the college and the course, then the form of each field.
    pub(crate) fn parse(self) -> Result<AtTheCounter, Invalid> {
        let Self {
            name,
            email,
            phone,
            phone2,
            exam_preference,
            payment_mode,
            order_amount,
            package_id,
            college_id,
            course_category,
            kind,
            paid,
            even_if_similar,
        } = self;
        let name = filled(name).ok_or(Invalid::new("name", REQUIRED))?;
        let email = filled(email).ok_or(Invalid::new("email", REQUIRED))?;
        let phone = filled(phone).ok_or(Invalid::new("phone", REQUIRED))?;
        let preference = filled(exam_preference).ok_or(Invalid::new("exam_preference", REQUIRED))?;
        let mode = filled(payment_mode).ok_or(Invalid::new("payment_mode", REQUIRED))?;
        let amount = order_amount.ok_or(Invalid::new("order_amount", REQUIRED))?;
        let package = filled(package_id).ok_or(Invalid::new("packageId", REQUIRED))?;
        let kind = filled(kind).ok_or(Invalid::new("type", REQUIRED))?;

        let (college, course) = (filled(college_id), filled(course_category));
        let choice = Choice::parse(&kind, &package, college.as_deref(), course.as_deref())?;
        let registration = Registration {
            person: Person {
                name: PersonName::parse(&name).map_err(here)?,
                email: Email::parse(&email).map_err(here)?,
                phone: IndianPhone::parse(&phone).map_err(here)?,
                phone2: optional_phone(phone2)?,
            },
            choice,
            exam_preference: ExamPreference::parse(&preference)?,
            payment_mode: at_counter(&mode)?,
            amount: Paise::from_json(&amount)
                .filter(|amount| *amount >= domain::catalogue::LEAST_PAYABLE)
                .ok_or(Invalid::new(
                    "order_amount",
                    "The amount must be at least Rs\u{a0}1",
                ))?,
            // They are on paper at the counter.
            terms: None,
        };
        Ok(AtTheCounter {
            registration,
            paid: paid.unwrap_or_default(),
            refuse_similar: even_if_similar == Some(false),
        })
    }
}

fn at_counter(mode: &str) -> Result<PaymentMode, Invalid> {
    match PaymentMode::parse(mode) {
        Some(mode @ (PaymentMode::Card | PaymentMode::Cash | PaymentMode::Upi)) => Ok(mode),
        Some(PaymentMode::Online) | None => Err(Invalid::new(
            "payment_mode",
            "The payment mode must be card, cash or upi",
        )),
    }
}

/// The second phone number; blank is none.
pub(crate) fn optional_phone(text: Option<String>) -> Result<Option<IndianPhone>, Invalid> {
    let read = filled(text).map(|phone| IndianPhone::parse_secondary(&phone));
    read.transpose().map_err(here)
}

/// The field of this form for a rule of the domain, which names the fields of the site's form.
pub(crate) fn here(invalid: Invalid) -> Invalid {
    let field = match invalid.field {
        "customer_name" => "name",
        "customer_email" => "email",
        "customer_phone" => "phone",
        "secondary_phone" => "phone2",
        other => other,
    };
    invalid.on(field)
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
