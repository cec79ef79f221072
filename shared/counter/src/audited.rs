//! What the audit log keeps of a candidate.

use domain::{CollegeId, CourseId, IndianPhone, Person, payment::Order};
use serde_json::{Map, Value, json};
use store::registrations::Candidate;

/// What a correction may change, as the audit log names it and as a person does.
pub const MEMBERS: [(&str, &str); 9] = [
    ("name", "Name"),
    ("email", "Email"),
    ("phone", "Phone"),
    ("phone2", "Alternate phone"),
    ("exam_preference", "Preference"),
    ("collegeName", "College"),
    ("examName", "Exam"),
    // Two colleges or exams may have one name.
    ("collegeId", "College"),
    ("course_category", "Exam"),
];

/// What the audit log keeps of what a correction may change.
#[must_use]
pub fn audited(candidate: &Candidate) -> Map<String, Value> {
    let names = MEMBERS.map(|(name, _)| name.to_owned());
    names.into_iter().zip(members(candidate)).collect()
}

/// What a candidate has of each.
fn members(candidate: &Candidate) -> [Value; MEMBERS.len()] {
    let Candidate {
        customer_id: _,
        person,
        selection,
        exam_preference,
        payment_mode: _,
        amount: _,
        channel: _,
        created_at: _,
        terms: _,
        group: _,
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
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    [
        name.as_str().into(),
        email.as_str().into(),
        phone.as_str().into(),
        text(phone2.as_ref().map(IndianPhone::as_str)),
        exam_preference.shown().into(),
        text(selection.college_name()),
        text(selection.course_id().map(|_| selection.exam_name())),
        text(selection.college_id().map(CollegeId::as_str)),
        text(selection.course_id().map(CourseId::as_str)),
    ]
}

/// What it keeps of a new candidate.
pub(crate) fn entry_of(candidate: &Candidate, order: &Order) -> Value {
    let Candidate {
        customer_id: _,
        person: _,
        selection,
        exam_preference: _,
        payment_mode,
        amount,
        channel: _,
        created_at: _,
        terms: _,
        group,
        chosen: _,
        filled_in: _,
        version: _,
    } = candidate;
    // Beside what a correction may change.
    let fixed = [
        ("payment_mode", json!(payment_mode)),
        ("order_amount", json!(amount.to_json())),
        ("order_id", json!(order.order_id.as_str())),
        ("status", json!(order.status)),
        ("type", json!(selection.kind())),
        ("packageName", json!(selection.package_name())),
    ];
    let mut kept = audited(candidate);
    kept.extend(fixed.map(|(name, value)| (name.to_owned(), value)));
    kept.extend(
        group
            .as_ref()
            .map(|group| ("group".to_owned(), json!(group.name))),
    );
    Value::Object(kept)
}
