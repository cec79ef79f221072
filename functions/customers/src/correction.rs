//! What may be corrected about a candidate: the form of it, what comes of it, and how the audit log names it.

use crate::{
    State,
    form::{here, optional_phone},
};
use counter::audited;
use domain::{
    Email, IndianPhone, Invalid, Person, PersonName,
    registration::{Choice, ExamPreference, Selection},
};
use http_api::{ApiError, ApiResult};
use serde::Deserialize;
use serde_json::{Map, Value};
use store::registrations::Candidate;
use utoipa::ToSchema;

/// What is to be corrected. What is left out stays as it is.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CorrectionIn {
    /// The version of the candidate that the correction was decided on.
    #[schema(required = true, value_type = u64)]
    pub(crate) version: Option<u64>,
    name: Option<String>,
    /// Another address gets the pass, and the one before loses it.
    email: Option<String>,
    /// Ten digits from 6, 7, 8 or 9 on; `+91`, a leading 0 and spaces are forgiven.
    phone: Option<String>,
    /// Blank for none.
    phone2: Option<String>,
    /// `Online` or `Offline`.
    exam_preference: Option<String>,
    /// A college of the package, together with `course_category`.
    #[serde(rename = "collegeId")]
    college_id: Option<String>,
    /// One of its exams.
    course_category: Option<String>,
}

/// A correction whose fields are valid.
pub(crate) struct Correction {
    name: Option<PersonName>,
    email: Option<Email>,
    phone: Option<IndianPhone>,
    phone2: Option<Option<IndianPhone>>,
    exam_preference: Option<ExamPreference>,
    exam: Option<OtherExam>,
}

/// An exam that was asked for in the place of the one that was chosen.
struct OtherExam {
    college: String,
    course: String,
}

impl CorrectionIn {
    pub(crate) fn parse(self) -> Result<Correction, Invalid> {
        let Self {
            version: _,
            name,
            email,
            phone,
            phone2,
            exam_preference,
            college_id,
            course_category,
        } = self;
        let exam = match (college_id, course_category) {
            (Some(college), Some(course)) => Some(OtherExam { college, course }),
            (None, None) => None,
            (Some(_), None) => return Err(Invalid::new("course_category", "Please choose an exam")),
            (None, Some(_)) => return Err(Invalid::new("collegeId", "Please choose a college")),
        };
        Ok(Correction {
            name: name
                .map(|name| PersonName::parse(&name))
                .transpose()
                .map_err(here)?,
            email: email
                .map(|email| Email::parse(&email))
                .transpose()
                .map_err(here)?,
            phone: phone
                .map(|phone| IndianPhone::parse(&phone))
                .transpose()
                .map_err(here)?,
            phone2: phone2.map(|phone| optional_phone(Some(phone))).transpose()?,
            exam_preference: exam_preference
                .map(|preference| ExamPreference::parse(&preference))
                .transpose()?,
            exam,
        })
    }
}

impl Correction {
    pub(crate) async fn applied(&self, state: &State, before: &Candidate) -> ApiResult<Candidate> {
        let Self {
            name,
            email,
            phone,
            phone2,
            exam_preference,
            exam,
        } = self;
        let person = Person {
            name: name.clone().unwrap_or_else(|| before.person.name.clone()),
            email: email.clone().unwrap_or_else(|| before.person.email.clone()),
            phone: phone.clone().unwrap_or_else(|| before.person.phone.clone()),
            phone2: phone2.clone().unwrap_or_else(|| before.person.phone2.clone()),
        };
        let selection = match exam {
            Some(exam) => other_exam(state, before, exam).await?,
            None => before.selection.clone(),
        };
        Ok(Candidate {
            person,
            selection,
            exam_preference: exam_preference
                .map_or_else(|| before.exam_preference.clone(), domain::Stored::from),
            version: before.version + 1,
            ..before.clone()
        })
    }
}

/// Another exam of the package that was chosen, which costs the same. The one that was chosen stays as it was named,
/// also when the catalogue no longer has it.
async fn other_exam(state: &State, before: &Candidate, exam: &OtherExam) -> ApiResult<Selection> {
    let OtherExam { college, course } = exam;
    let selection = &before.selection;
    if selection.college_id().is_none() {
        return Err(ApiError::invalid(
            "course_category",
            "This package has every exam of every college",
        ));
    }
    let package = selection.package_id().as_str();
    let choice = Choice::parse(selection.kind(), package, Some(college), Some(course))?;
    let Choice::SpecificCollege {
        college: college_id,
        course: course_id,
        ..
    } = &choice
    else {
        return Err(ApiError::internal("a choice of one exam is a choice of all"));
    };
    if selection.college_id() == Some(college_id) && selection.course_id() == Some(course_id) {
        return Ok(selection.clone());
    }
    let context = state
        .registrations
        .checkout_context(&state.catalogue, &before.person.email, &choice, None)
        .await
        .map_err(ApiError::internal)?;
    Ok(context.chosen.confirm(&choice)?.selection)
}

/// Whether a correction changes anything. Another exam may have the same name.
pub(crate) fn is_another(before: &Candidate, after: &Candidate) -> bool {
    before.person != after.person
        || before.selection != after.selection
        || before.exam_preference != after.exam_preference
}

/// The members that a correction changes, as they were and as they are to be.
pub(crate) fn differences(before: &Candidate, after: &Candidate) -> (Map<String, Value>, Map<String, Value>) {
    let (mut was, mut is) = (audited(before), audited(after));
    was.retain(|name, value| is[name] != *value);
    is.retain(|name, _| was.contains_key(name));
    (was, is)
}
