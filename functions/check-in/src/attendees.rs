//! `GET /api/check-in/attendance/candidates`: those who are expected, for a printed list, with who is in.

mod exams;

use crate::{State, lists, verdict::AdmittedAt};
use axum::extract;
use domain::{
    CourseId, CustomerId,
    check_in::{Admission, List, Passages, ScanPlace, Whereabouts},
    pass::PassNo,
    payment::{PassValidity, Status},
    registration::ExamPreference,
};
use exams::ExamsToSit;
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireLookup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use store::{
    catalogue::Listed,
    read_model::{Course, Cursor, Row, RowFilter, RowsPage},
};
use utoipa::{IntoParams, ToSchema};

/// What one BatchGetItem of admissions takes.
const PAGE: u16 = 100;

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageOfList {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
    /// The `next` of the page before; the first page when left out.
    page: Option<String>,
    /// `yes` for those who are in, `no` for those who are not; everybody when left out.
    admitted: Option<String>,
    /// `yes` for those who are inside now, `no` for those who were let in and went out; of a list that counts it.
    inside: Option<String>,
}

/// The exam of a list of one.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListedExam {
    name: String,
    college: String,
    /// `YYYY-MM-DD`; empty while it is not known.
    date: String,
    /// `HH:MM`, in the event's time zone.
    time_start: String,
    /// `HH:MM`, in the event's time zone.
    time_end: String,
    venue: String,
}

/// Somebody who is expected.
#[derive(Serialize, ToSchema)]
pub(crate) struct Attendee {
    customer_id: String,
    pass_no: String,
    name: String,
    phone: String,
    /// What the pass is for; of all exams those that are chosen, where they are several each with its hours and hall, and with its
    /// day if that is another one than the list's. On the list of a day those of that day, if there are any.
    exam: String,
    /// The hall; empty for several exams, and while it is not known.
    venue: String,
    /// The day of the exam, `YYYY-MM-DD`; empty for a pass of all exams of which none is chosen, and while it is not known.
    date: String,
    /// `HH:MM`, in the event's time zone; empty for several exams, and while it is not known.
    time_start: String,
    /// `HH:MM`, in the event's time zone; empty as `time_start` is.
    time_end: String,
    exam_preference: &'static str,
    /// Where, when and by whom they were let in; null for those who are not in.
    admitted: Option<AdmittedAt>,
    /// Where, when and by whom they went out; null for those who did not, and where that is not counted.
    out: Option<AdmittedAt>,
}

/// A page of those who are expected, the newest registration first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Attendees {
    list: String,
    label: String,
    /// Null for a day.
    exam: Option<ListedExam>,
    candidates: Vec<Attendee>,
    /// The `page` of the next call; null at the end.
    next: Option<String>,
}

/// The candidates of a list.
#[utoipa::path(
    get,
    path = "/api/check-in/attendance/candidates",
    tag = "check-in",
    params(PageOfList),
    responses(
        (status = 200, description = "At most a hundred of them.", body = Attendees),
        (status = 422, description = "There is no such list or page, or `admitted` or `inside` is neither.", body = ErrorBody),
    )
)]
pub(crate) async fn list_attendees(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Query(asked): Query<PageOfList>,
) -> ApiResult<Json<Attendees>> {
    let PageOfList {
        list,
        page,
        admitted,
        inside,
    } = asked;
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&list, &everything)?;
    let wanted = yes_or_no("admitted", admitted.as_deref())?;
    let wanted_inside = yes_or_no("inside", inside.as_deref())?;
    let sources = sources(&listed.list);
    let (source, after) = parse(page.as_deref(), sources.len())?;
    let filter = RowFilter {
        status: Some(Status::Paid),
        course: sources.get(source).cloned().flatten(),
        ..RowFilter::default()
    };
    let rows = state.registrations.rows(&filter, PAGE, after.as_ref()).await;
    let RowsPage { mut rows, next } = rows.map_err(ApiError::internal)?;
    let next = match next {
        Some(cursor) => Some(format!("{source}~{}", cursor.as_str())),
        None if source + 1 < sources.len() => Some(format!("{}~", source + 1)),
        None => None,
    };
    rows.retain(|row| has_right(row, &listed.list));
    let ids: Vec<CustomerId> = rows.iter().map(|row| row.customer_id.clone()).collect();
    let options = state.check_ins.options().await.map_err(ApiError::internal)?;
    let goes_out = match lists::counts_outside(&listed.list, &options) {
        true => ids.as_slice(),
        false => &[],
    };
    let read = try_join(
        state.check_ins.admissions(&listed.list, &ids),
        state.check_ins.crossings(&listed.list, goes_out),
    );
    let (admissions, crossings) = read.await.map_err(ApiError::internal)?;
    let (begins_at, now) = (listed.begins_at(), state.clock.now());
    let admitted = |row: &Row| {
        let admission = admissions.get(&row.customer_id);
        admission.filter(|admission| lists::is_shown(admission.place.at, begins_at, now))
    };
    let out = |row: &Row| {
        let admission = admitted(row)?;
        let id = &row.customer_id;
        let passages = Passages::of(id.clone(), Some(admission), crossings.get(id), begins_at);
        match passages.now() {
            Whereabouts::Out(exit) => Some(exit.clone()),
            Whereabouts::In(_) | Whereabouts::NotIn { .. } => None,
        }
    };
    let on_offer = everything.on_offer();
    let is_wanted = |row: &&Row| {
        let is_in = admitted(row).is_some();
        if !is_in && !is_expected(row, &listed.list, &on_offer) {
            return false;
        }
        let is_there = wanted_inside.is_none_or(|wanted| is_in && wanted == out(row).is_none());
        wanted.is_none_or(|wanted| wanted == is_in) && is_there
    };
    let candidates = rows.iter().filter(is_wanted).map(|row| {
        let exams = ExamsToSit::of(row, &listed, &everything, &on_offer);
        Attendee::of(row, exams, admitted(row), out(row))
    });
    Ok(Json(Attendees {
        candidates: candidates.collect(),
        label: listed.label(),
        exam: listed.exam.as_ref().map(|(exam, colleges)| ListedExam {
            name: exam.exam_name.clone(),
            college: colleges.clone(),
            date: exam.date.clone(),
            time_start: exam.time_start.clone(),
            time_end: exam.time_end.clone(),
            venue: exam.venue.clone(),
        }),
        next,
        list,
    }))
}

/// The lists of the read model that have those who are expected, one after another.
fn sources(list: &List) -> Vec<Option<Course>> {
    match list {
        List::Day(_) => vec![None],
        List::Exam(exam) => vec![Some(Course::One(exam.clone())), Some(Course::All)],
    }
}

/// Whether those are wanted of whom something is so, or those of whom it is not.
pub(crate) fn yes_or_no(field: &'static str, text: Option<&str>) -> ApiResult<Option<bool>> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some("yes") => Ok(Some(true)),
        Some("no") => Ok(Some(false)),
        Some(_) => Err(ApiError::invalid(field, "This is yes or no")),
    }
}

/// The number of the list of the read model, and the place in it.
fn parse(page: Option<&str>, sources: usize) -> ApiResult<(usize, Option<Cursor>)> {
    let Some(page) = page.filter(|page| !page.is_empty()) else {
        return Ok((0, None));
    };
    let no_page = || ApiError::invalid("page", "There is no such page");
    let (source, cursor) = page.split_once('~').ok_or_else(no_page)?;
    let source: usize = source.parse().map_err(|_| no_page())?;
    let cursor = match cursor {
        "" => None,
        cursor => Some(Cursor::parse(cursor).ok_or_else(no_page)?),
    };
    (source < sources).then_some((source, cursor)).ok_or_else(no_page)
}

/// Whether somebody is expected. Who has chosen others of all exams is not, and may have been let in all the same.
fn is_expected(row: &Row, list: &List, on_offer: &BTreeSet<CourseId>) -> bool {
    match list {
        List::Day(_) => true,
        List::Exam(exam) => row.may_sit(exam, on_offer),
    }
}

/// Whether a pass is one of the list, whatever its candidate has chosen.
fn has_right(row: &Row, list: &List) -> bool {
    let at_venue = row.exam_preference != ExamPreference::Online;
    row.validity() == Some(PassValidity::Valid) && (at_venue || matches!(list, List::Day(_)))
}

impl Attendee {
    fn of(row: &Row, exams: ExamsToSit, admission: Option<&Admission>, out: Option<ScanPlace>) -> Self {
        let ExamsToSit {
            exam,
            venue,
            date,
            time_start,
            time_end,
        } = exams;
        Self {
            customer_id: row.customer_id.to_string(),
            pass_no: PassNo::of(&row.customer_id).to_string(),
            name: row.person.name.as_str().to_owned(),
            phone: row.person.phone.as_str().to_owned(),
            exam,
            venue,
            date,
            time_start,
            time_end,
            exam_preference: row.exam_preference.shown(),
            admitted: admission.map(|admission| AdmittedAt::of(admission.place.clone())),
            out: out.map(AdmittedAt::of),
        }
    }
}
