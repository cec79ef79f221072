//! Who sits an exam in a hall: whose valid pass is for it, or for every exam, of which they have chosen this one, and who does not
//! take the exams on the web.

use domain::{CourseId, CustomerId, Person, payment::PassValidity, seating::Examinee};
use store::{
    catalogue::Everything,
    read_model::{Course, Row},
    registrations::CandidateFile,
};
use time::OffsetDateTime;

/// Whether those with every exam may choose this one: a college has it on its list.
pub(crate) fn is_for_all(everything: &Everything, course: &CourseId) -> bool {
    everything
        .colleges
        .values()
        .any(|college| college.courses.contains(course))
}

/// Whether an exam has so many places and no more. Of any other nobody is one more than it has.
pub(crate) fn is_limited(everything: &Everything, course: &CourseId) -> bool {
    let exam = everything.exams.get(course);
    exam.is_some_and(|exam| exam.capacity.is_some())
}

/// Whether a candidate sits an exam, as of what was read.
pub(crate) fn sits(file: &CandidateFile, course: &CourseId) -> bool {
    let is_for = match Course::of(&file.candidate.selection) {
        Course::All => file.candidate.chosen.contains_key(course),
        Course::One(chosen) => chosen == *course,
    };
    is_for
        && !file.candidate.exam_preference.is_online()
        && file
            .orders
            .iter()
            .any(|order| order.validity() == Some(PassValidity::Valid))
}

/// What decides about the seat of a candidate; None for one that has not paid, or takes the exams on the web.
pub(crate) fn examinee(row: &Row) -> Option<Examinee> {
    if row.exam_preference.is_online() {
        return None;
    }
    let paid_at = row.paid.first()?.at;
    Some(Examinee {
        is_oversold: row.oversold,
        ..examinee_of(&row.customer_id, &row.person, paid_at)
    })
}

/// The same of a person who is taken as having paid at a moment.
pub(crate) fn examinee_of(customer_id: &CustomerId, person: &Person, paid_at: OffsetDateTime) -> Examinee {
    let phones = [Some(&person.phone), person.phone2.as_ref()];
    Examinee {
        customer_id: customer_id.clone(),
        paid_at,
        name: person.name.words(),
        email: person.email.clone(),
        phones: phones.into_iter().flatten().cloned().collect(),
        is_oversold: false,
    }
}
