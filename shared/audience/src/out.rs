//! An audience as the interface shows it.

use domain::message::Audience;
use serde::Serialize;
use utoipa::ToSchema;

/// Who is meant. A member that is absent leaves nobody out.
#[derive(Serialize, ToSchema)]
pub struct AudienceOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    validity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds_exam: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filled_in: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exam_preference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    registered_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    registered_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_in: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_checked_in: Option<String>,
    /// Those who were picked one by one, until it is over.
    customer_ids: Vec<String>,
}

impl From<Audience> for AudienceOut {
    fn from(audience: Audience) -> Self {
        let Audience {
            status,
            payment_mode,
            validity,
            package,
            course,
            holds_exam,
            chosen,
            filled_in,
            exam_preference,
            registered_from,
            registered_to,
            checked_in,
            not_checked_in,
            customer_ids,
        } = audience;
        Self {
            status,
            payment_mode,
            validity,
            package,
            course,
            holds_exam,
            chosen,
            filled_in,
            exam_preference,
            registered_from,
            registered_to,
            checked_in,
            not_checked_in,
            customer_ids: customer_ids.into_iter().map(String::from).collect(),
        }
    }
}
