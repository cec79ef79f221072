//! To whom a message goes.

use crate::CustomerId;
use serde::{Deserialize, Serialize};

/// To whom a message goes, as it was asked for. A member that is not set leaves nobody out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Audience {
    /// The status of the candidate, or what was reversed of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// By what it is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_mode: Option<String>,
    /// Whether the pass is valid or withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validity: Option<String>,
    /// The identifier of a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The identifier of an exam, or `allColleges`: who registered for just this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// The identifier of an exam: who may sit it, because it was bought alone, chosen of all, or none is chosen yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds_exam: Option<String>,
    /// Of those with a valid pass for all exams, whether they have chosen which they sit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<bool>,
    /// The run by which exams were filled in for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled_in: Option<String>,
    /// Where the exam is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exam_preference: Option<String>,
    /// The first day of registration, `YYYY-MM-DD` in India.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered_from: Option<String>,
    /// The last day of registration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered_to: Option<String>,
    /// A list of the door: who was let in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_in: Option<String>,
    /// A list of the door: who was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_checked_in: Option<String>,
    /// These alone; everybody where it is empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub customer_ids: Vec<CustomerId>,
}
