//! Candidates of an exam as lines of an export, by name: who has a published seat or a result, exam by exam.

use super::{
    cell::{Cell, Column},
    not_done::ExportNotDone,
    source::{Page, Source, Sources},
};
use crate::scope::ExportScope;
use domain::{
    CustomerId, ExamOutcome, Person, ResultsState, catalogue::Exam, day, pass::PassNo, payment::PassValidity,
};
use futures::future::try_join;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use store::{
    StoreError,
    catalogue::Listed,
    read_model::{Course, Row},
    registrations::results::{ExamResults, RecordedResult},
};

/// What comes before the columns of the person.
const EXAM: [Column; 4] = [("Exam", 26), ("College", 26), ("Day", 11), ("Pass no.", 16)];

/// What comes after them.
const OUTCOME: [Column; 11] = [
    ("Pass", 10),
    ("Hall", 16),
    ("Seat", 7),
    ("Marks", 8),
    ("Out of", 8),
    ("Rank", 7),
    ("Scholarship (%)", 14),
    ("Absent", 8),
    ("Remark", 30),
    ("Corrected", 10),
    ("Results", 11),
];

pub(super) fn columns() -> Vec<Column> {
    EXAM.into_iter().chain(Person::COLUMNS).chain(OUTCOME).collect()
}

/// A hall and the label of a seat in it.
type SeatName = (String, String);

impl Sources {
    /// The exams of the catalogue, or the one that is wanted.
    pub(super) async fn exams(&self, scope: &ExportScope) -> Result<Vec<Listed>, StoreError> {
        let everything = self.catalogue.everything().await?;
        let is_wanted = |exam: &Exam| match &scope.list.course {
            Some(Course::One(wanted)) => *wanted == exam.id,
            Some(Course::All) | None => true,
        };
        let mut exams = Listed::all(&everything);
        exams.retain(|listed| listed.exam.as_ref().is_some_and(|(exam, _)| is_wanted(exam)));
        Ok(exams)
    }

    /// The lines of the exam behind an exam.
    pub(super) async fn results(&self, source: &Source, after: Option<&str>) -> Result<Page, ExportNotDone> {
        let lists = || source.exams.iter().map(|listed| listed.list.to_string());
        let number = after.map_or(0, |after| {
            lists()
                .position(|list| list == after)
                .map_or(usize::MAX, |last| last + 1)
        });
        let Some(listed) = source.exams.get(number) else {
            return Ok(Page::none());
        };
        let rows = match &listed.exam {
            Some((exam, colleges)) => self.results_of(exam, colleges, source).await?,
            None => Vec::new(),
        };
        Ok(Page {
            looked_at: 1,
            rows,
            place: Some(listed.list.to_string()),
            is_last: number + 1 == source.exams.len(),
        })
    }

    async fn results_of(
        &self,
        exam: &Exam,
        colleges: &str,
        source: &Source,
    ) -> Result<Vec<Vec<Cell>>, StoreError> {
        let read = try_join(self.registrations.exam_results(&exam.id), self.seats_of(exam));
        let (results, mut seats) = read.await?;
        let state = results.as_ref().map(|there| there.head.state(source.at));
        let mut results = results
            .map(|ExamResults { results, .. }| results)
            .unwrap_or_default();
        let ids: BTreeSet<CustomerId> = results.keys().chain(seats.keys()).cloned().collect();
        let ids: Vec<CustomerId> = ids.into_iter().collect();
        let rows = self.registrations.rows_by_candidate(&ids).await?;
        let mut rows: Vec<Row> = rows.into_values().collect();
        let place = |row: &Row| (row.person.name.as_str().to_lowercase(), row.customer_id.clone());
        rows.sort_by_cached_key(place);
        let lines = rows.into_iter().map(|row| {
            let seat = seats.remove(&row.customer_id);
            let result = results.remove(&row.customer_id);
            let heading = heading(exam, colleges, &row);
            let outcome = outcome(&row, seat, result.as_ref(), state);
            let person = row.person.cells().map(Cell::text);
            heading.into_iter().chain(person).chain(outcome).collect()
        });
        Ok(lines.collect())
    }

    /// The published seats of an exam.
    async fn seats_of(&self, exam: &Exam) -> Result<HashMap<CustomerId, SeatName>, StoreError> {
        let Some(published) = self.seating.state(&exam.id).await?.published else {
            return Ok(HashMap::new());
        };
        let plans = self.seating.plans(&exam.id, &published).await?;
        let seats = plans.into_iter().flat_map(|hall| {
            let seats: BTreeMap<_, _> = hall.seats;
            let named = move |(seat, candidate): (domain::seating::Seat, CustomerId)| {
                (candidate, (hall.name.clone(), seat.to_string()))
            };
            seats.into_iter().map(named)
        });
        Ok(seats.collect())
    }
}

fn heading(exam: &Exam, colleges: &str, row: &Row) -> [Cell; EXAM.len()] {
    [
        Cell::text(exam.exam_name.as_str()),
        Cell::maybe(Some(colleges).filter(|colleges| !colleges.is_empty())),
        day::read(&exam.date).map_or(Cell::Empty, Cell::Day),
        Cell::text(PassNo::of(&row.customer_id).to_string()),
    ]
}

fn outcome(
    row: &Row,
    seat: Option<SeatName>,
    result: Option<&RecordedResult>,
    state: Option<ResultsState>,
) -> [Cell; OUTCOME.len()] {
    let (hall, seat) = seat.unwrap_or_default();
    let score = result.and_then(|recorded| recorded.result.score());
    let is_absent = result.is_some_and(|recorded| recorded.result.outcome == ExamOutcome::Absent);
    let number = |number: Option<_>| number.map_or(Cell::Empty, Cell::Number);
    let state = match state.filter(|_| result.is_some()) {
        None | Some(ResultsState::None) => "",
        Some(ResultsState::Draft) => "draft",
        Some(ResultsState::Scheduled) => "scheduled",
        Some(ResultsState::Published) => "published",
    };
    [
        Cell::maybe(row.validity().map(PassValidity::as_str)),
        Cell::text(hall),
        Cell::text(seat),
        number(score.map(|score| score.marks)),
        number(score.map(|score| score.out_of)),
        score
            .and_then(|score| score.rank)
            .map_or(Cell::Empty, Cell::Count),
        number(score.and_then(|score| score.scholarship_percent)),
        Cell::text(if is_absent { "yes" } else { "" }),
        Cell::maybe(result.map(|recorded| recorded.result.remark.as_str())),
        result.map_or(Cell::Empty, |recorded| {
            Cell::Count(u32::try_from(recorded.version).unwrap_or(u32::MAX))
        }),
        Cell::text(state),
    ]
}
