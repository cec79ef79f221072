//! Lists and groups as the interface shows them.

use crate::check::words_of;
use domain::{
    Stored,
    job::{Job, JobId},
};
use serde::Serialize;
use store::{
    Import,
    imports::{ListLine, RefusedLine},
};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Somebody on a list, as the file was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListedPerson {
    /// The line of the file.
    line: u32,
    name: String,
    email: String,
    /// Ten digits.
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone2: Option<String>,
    /// `Online` or `Offline`.
    exam_preference: &'static str,
}

impl From<&ListLine> for ListedPerson {
    fn from(line: &ListLine) -> Self {
        let person = &line.person;
        Self {
            line: line.line,
            name: person.name.as_str().to_owned(),
            email: person.email.as_str().to_owned(),
            phone: person.phone.as_str().to_owned(),
            phone2: person.phone2.as_ref().map(|phone| phone.as_str().to_owned()),
            exam_preference: line.exam_preference.as_str(),
        }
    }
}

/// A line that was not registered, although it was in order when the list was taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefusedLineOut {
    line: u32,
    code: String,
    message: &'static str,
}

impl From<&RefusedLine> for RefusedLineOut {
    fn from(refused: &RefusedLine) -> Self {
        Self {
            line: refused.line,
            code: refused.code.clone(),
            message: words_of(&refused.code).unwrap_or("It could not be registered."),
        }
    }
}

/// A school's list, and the group that it has become.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportOut {
    import_id: String,
    /// What the group is called.
    group: String,
    /// What everybody on it is registered for.
    package: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    college: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<String>,
    /// In rupees, for each of them.
    #[schema(value_type = f64)]
    price: serde_json::Number,
    /// `paid`: with the list. `later`: each payment by itself.
    payment: &'static str,
    /// `cash`, `card` or `upi`.
    mode: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    reference: String,
    /// `running`, `done` or `failed`.
    state: &'static str,
    /// How many lines are dealt with, of `total`.
    done: u64,
    /// How many lines the list has.
    total: u64,
    /// The lines that were not registered any more.
    refused: Vec<RefusedLineOut>,
    /// The number of the receipt for all, of a list that is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt_no: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    created_at: OffsetDateTime,
    /// Who uploaded it, into whose till the money went.
    created_by: String,
    #[serde(
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<OffsetDateTime>,
    /// Why a `failed` one came to no end, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl ImportOut {
    pub(crate) fn new(job: Job<Import>) -> Self {
        let state = match &job.state {
            Stored::Known(_) => job.state.shown(),
            // Of another release, which works on it or has ended it.
            Stored::Unrecognised(_) => "running",
        };
        let Import {
            group,
            selection,
            price,
            paid,
            mode,
            reference,
            seed: _,
            refused,
        } = job.work;
        Self {
            receipt_no: paid.then(|| receipt_no(&job.id)),
            import_id: job.id.to_string(),
            group,
            package: selection.package_name().to_owned(),
            college: selection.college_name().map(str::to_owned),
            course: selection.course_id().map(|_| selection.exam_name().to_owned()),
            price: price.to_json(),
            payment: if paid { "paid" } else { "later" },
            mode: mode.as_str().to_owned(),
            reference,
            state,
            done: job.done,
            total: job.total,
            refused: refused.iter().map(RefusedLineOut::from).collect(),
            created_at: job.created_at,
            created_by: job.created_by,
            ended_at: job.ended_at,
            error: job.error,
        }
    }
}

/// `G-7ZK4-M2PX`, of the random part of the list. A pass number begins with C, so it is taken for none.
fn receipt_no(list: &JobId) -> String {
    let random = list.as_str().rsplit('-').next().unwrap_or_default();
    let part = |from: usize| random.get(from..from + 4).unwrap_or_default();
    format!("G-{}-{}", part(0), part(4))
}
