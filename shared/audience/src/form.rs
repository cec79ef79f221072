//! An audience as it is sent: its members as texts, which are read.

use domain::{Invalid, field, message::Audience};
use serde::Deserialize;
use utoipa::ToSchema;

/// As long as any filter is.
const LONGEST: usize = 100;

/// To whom a message goes. A text that is empty leaves nobody out.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AudienceIn {
    /// As the `status` of the candidate list.
    status: Option<String>,
    /// `online`, `card`, `upi` or `cash`.
    payment_mode: Option<String>,
    /// `valid` or `withdrawn`: those who have a pass that is.
    validity: Option<String>,
    /// The identifier of a package.
    package: Option<String>,
    /// The identifier of an exam, or `allColleges`: who registered for just this.
    course: Option<String>,
    /// The identifier of an exam: who may sit it, by itself or with every other.
    holds_exam: Option<String>,
    /// Of those with a valid pass for all exams: whether they have chosen which they sit.
    chosen: Option<bool>,
    /// The `run` of a fill-in: for whom it chose exams.
    filled_in: Option<String>,
    /// `Online` or `Offline`.
    exam_preference: Option<String>,
    /// Who registered on this day or later, `YYYY-MM-DD` in the event's time zone.
    registered_from: Option<String>,
    /// Who registered on this day or earlier.
    registered_to: Option<String>,
    /// A list of the door, `day:2025-05-31` or `exam:` and an exam's identifier: who is in, practice aside.
    checked_in: Option<String>,
    /// The same: who is not in.
    not_checked_in: Option<String>,
    /// These candidates alone; at most 1,000.
    customer_ids: Option<Vec<String>>,
}

impl AudienceIn {
    /// Reads the form.
    ///
    /// # Errors
    /// Names the filter that is too long, and `customer_ids` with too many or what is no candidate.
    pub fn parse(self) -> Result<Audience, Invalid> {
        let Self {
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
        } = self;
        let filled = |field: &'static str, text: Option<String>| {
            let text = text
                .map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty());
            match text {
                Some(text) if text.chars().count() > LONGEST => Err(Invalid::new(field, "This is too long.")),
                text => Ok(text),
            }
        };
        Ok(Audience {
            status: filled("audience.status", status)?,
            payment_mode: filled("audience.payment_mode", payment_mode)?,
            validity: filled("audience.validity", validity)?,
            package: filled("audience.package", package)?,
            course: filled("audience.course", course)?,
            holds_exam: filled("audience.holds_exam", holds_exam)?,
            chosen,
            filled_in: filled("audience.filled_in", filled_in)?,
            exam_preference: filled("audience.exam_preference", exam_preference)?,
            registered_from: filled("audience.registered_from", registered_from)?,
            registered_to: filled("audience.registered_to", registered_to)?,
            checked_in: filled("audience.checked_in", checked_in)?,
            not_checked_in: filled("audience.not_checked_in", not_checked_in)?,
            customer_ids: field::picked("audience.customer_ids", customer_ids)?,
        })
    }
}
