//! The catalogue as verdicts need it. It is kept for some seconds: a hundred scans a second would otherwise read the one
//! partition that it is in a hundred times.

use domain::{
    Clock,
    catalogue::{College, Exam},
    check_in::List,
    pass::Sitting,
    registration::Selection,
};
use http_api::{ApiError, ApiResult};
use std::sync::{Arc, Mutex};
use store::{Catalog, catalog::Everything};
use time::{Duration, OffsetDateTime, macros::format_description};

/// For how long a change of hours or names may not be seen.
const KEPT: Duration = Duration::seconds(10);

/// The catalogue, kept.
#[derive(Clone)]
pub(crate) struct Catalogue {
    catalog: Catalog,
    clock: Clock,
    kept: Arc<Mutex<Option<Kept>>>,
}

/// What was read, and when.
type Kept = (OffsetDateTime, Arc<Everything>);

impl Catalogue {
    pub(crate) fn new(catalog: Catalog, clock: Clock) -> Self {
        let kept = Arc::default();
        Self { catalog, clock, kept }
    }

    /// Everything of at most ten seconds ago.
    pub(crate) async fn everything(&self) -> ApiResult<Arc<Everything>> {
        let now = self.clock.now();
        if let Some((at, everything)) = self.kept()
            && now - at < KEPT
        {
            return Ok(everything);
        }
        let everything = Arc::new(self.catalog.everything().await.map_err(ApiError::internal)?);
        if let Ok(mut kept) = self.kept.lock() {
            *kept = Some((now, Arc::clone(&everything)));
        }
        Ok(everything)
    }

    fn kept(&self) -> Option<Kept> {
        self.kept.lock().ok()?.clone()
    }
}

/// A list with what the catalogue says of it.
#[derive(Clone)]
pub(crate) struct Listed {
    pub(crate) list: List,
    /// The exam of a list of one, with its college.
    pub(crate) exam: Option<(Exam, Option<College>)>,
}

impl Listed {
    /// Reads a list that exists.
    pub(crate) fn parse(text: &str, everything: &Everything) -> ApiResult<Self> {
        let list = List::parse(text)?;
        let exam = match &list {
            List::Day(_) => None,
            List::Exam(id) => {
                let exam = everything.exams.get(id);
                let exam = exam.ok_or_else(|| ApiError::invalid("list", "There is no such list"))?;
                Some((exam.clone(), college_of(exam, everything)))
            }
        };
        Ok(Self { list, exam })
    }

    /// Every list: the days, then the exams by their hours.
    pub(crate) fn all(everything: &Everything) -> Vec<Self> {
        let mut exams: Vec<&Exam> = everything.exams.values().collect();
        exams.sort_by_key(|exam| (exam.date.is_empty(), &exam.date, &exam.time_start, &exam.id));
        let days = domain::event::DAYS.into_iter().map(|day| Self {
            list: List::Day(day),
            exam: None,
        });
        let exams = exams.into_iter().map(|exam| Self {
            list: List::Exam(exam.id.clone()),
            exam: Some((exam.clone(), college_of(exam, everything))),
        });
        days.chain(exams).collect()
    }

    /// The list for a person: `Sat 31 May`, or the exam with its college.
    pub(crate) fn label(&self) -> String {
        match (&self.list, &self.exam) {
            (List::Exam(_), Some((exam, Some(college)))) => format!("{}, {}", exam.exam_name, college.name),
            (List::Exam(_), Some((exam, None))) => exam.exam_name.clone(),
            (List::Exam(id), None) => id.to_string(),
            (List::Day(day), _) => {
                let format =
                    format_description!("[weekday repr:short] [day padding:none] [month repr:short]");
                day.format(format).unwrap_or_default()
            }
        }
    }

    /// When it begins to count.
    pub(crate) fn begins_at(&self) -> Option<OffsetDateTime> {
        self.list.begins_at(self.exam.as_ref().map(|(exam, _)| exam))
    }

    /// The exams that a verdict about a pass is about.
    pub(crate) fn sittings(&self, selection: &Selection, everything: &Everything) -> Vec<Sitting> {
        match &self.exam {
            None => everything.sittings(selection),
            Some((exam, college)) => vec![Sitting {
                date: exam.date.clone(),
                time_start: exam.time_start.clone(),
                time_end: exam.time_end.clone(),
                college_name: college
                    .as_ref()
                    .map(|college| college.name.clone())
                    .unwrap_or_default(),
                exam_name: exam.exam_name.clone(),
                venue: exam.venue.clone(),
            }],
        }
    }

    /// What a pass is for, for the person who looks at it here.
    pub(crate) fn exam_of(&self, selection: &Selection) -> String {
        match (&self.exam, selection) {
            (Some(_), Selection::AllColleges { .. }) => self.label(),
            (_, selection) => match selection.college_name() {
                Some(college) => format!("{}, {college}", selection.exam_name()),
                None => selection.package_name().to_owned(),
            },
        }
    }
}

fn college_of(exam: &Exam, everything: &Everything) -> Option<College> {
    let mut colleges = everything.colleges.values();
    colleges
        .find(|college| college.courses.contains(&exam.id))
        .cloned()
}
