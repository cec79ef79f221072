//! What a change of the timetable does to others: to those whose passes show an exam's day, hours and hall, and to other
//! exams in the hall at that time. It is shown before it is saved, and saved once the request names all of it.
//!
//! The numbers are those of the aggregates, so asking costs the same for any number of candidates. Two exams that are
//! moved into one hall at the same moment do not see one another before they are written. Each reads the hall once more
//! after its own write, so that at least the answer of the later one names the other.

use crate::{Snapshot, WithCandidates};
use domain::{
    CourseId, Invalid,
    catalogue::{College, Exam},
};
use http_api::{ApiError, ApiResult, ErrorBody};
use serde::Serialize;
use serde_json::json;
use store::{
    catalogue::Everything,
    read_model::{Aggregates, Course},
};
use utoipa::ToSchema;

/// What the candidates who hold an exam are called in what is confirmed.
const CANDIDATES: &str = "candidates";

/// What those who hold a place are called there, where more do than there are to be.
const PLACES: &str = "places";

/// What becomes of seats where the halls change.
const SEATS_STAY: &str =
    "The seats that are published stay where they are until they are assigned and published again.";

/// Whom a change of the timetable disturbs.
#[derive(Default)]
struct Disturbed {
    /// Candidates with a valid pass for the exam alone.
    paid: u64,
    /// Candidates with a valid pass for every exam, if it is among those of the colleges.
    paid_for_all: u64,
    /// The exams in its hall while it is held.
    clashes: Vec<Clash>,
    /// The exams that those with every exam can no longer take beside it.
    overlaps: Vec<Clash>,
    /// Those who hold a place, where more do than it is to have.
    beyond: Option<u32>,
    /// Whether candidates have seats in the halls before, which they keep.
    leaves_seats: bool,
}

/// Whom the person who sends a change knows to be disturbed by it: `confirm` of the refusal before.
pub struct Confirmed(Vec<CourseId>);

impl Confirmed {
    /// Reads the member `confirm`.
    ///
    /// # Errors
    /// On `confirm`, where something in it can name nothing.
    pub fn parse(confirm: Vec<String>) -> Result<Self, Invalid> {
        let ids = confirm.into_iter().map(CourseId::try_from);
        let ids: Result<_, _> = ids.collect();
        ids.map(Self)
            .map_err(|_| Invalid::new("confirm", "Please send what the answer before named"))
    }

    fn names(&self, what: &str) -> bool {
        self.0.iter().any(|id| id.as_str() == what)
    }
}

/// Another exam in the same hall at the same time.
#[derive(Serialize, ToSchema)]
pub struct Clash {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "examName")]
    exam_name: String,
    /// The first college that holds it; empty when none does.
    #[serde(rename = "collegeName")]
    college_name: String,
    /// The day, `YYYY-MM-DD`.
    date: String,
    /// The start, `HH:MM`.
    #[serde(rename = "timeStart")]
    time_start: String,
    /// The end, `HH:MM`.
    #[serde(rename = "timeEnd")]
    time_end: String,
    venue: String,
    /// The halls that both have, by name.
    halls: Vec<String>,
}

/// Why a change of the timetable is not saved as it is sent.
#[derive(Serialize, ToSchema)]
pub struct NotConfirmed {
    #[serde(flatten)]
    error: ErrorBody,
    /// With `exam_is_held` and `hall_is_occupied`: candidates with a valid pass for this exam alone.
    paid: Option<u64>,
    /// With `exam_is_held` and `hall_is_occupied`: candidates with a valid pass for every exam, this one among them.
    #[serde(rename = "paidForAll")]
    paid_for_all: Option<u64>,
    /// With `exam_is_held` and `hall_is_occupied`: the exams in the hall while it is held.
    clashes: Option<Vec<Clash>>,
    /// With `exam_is_held` and `hall_is_occupied`: what those with every exam could take beside it, and now cannot.
    overlaps: Option<Vec<Clash>>,
    /// With `places_are_held`, and with the others where it is so: how many hold a place of it, more than `capacity`.
    #[serde(rename = "placesHeld")]
    places_held: Option<u32>,
    /// With `exam_is_held`: whether seats are published that stay where they are, in the halls before, until they are assigned
    /// and published again.
    #[serde(rename = "seatsStay")]
    seats_stay: Option<bool>,
    /// With `exam_is_held`, `hall_is_occupied` and `places_are_held`: what the same request has in `confirm` to be saved all
    /// the same.
    confirm: Option<Vec<String>>,
}

impl WithCandidates {
    /// Lets an exam be placed, or moved from `before`, if that disturbs nobody but those who are `confirmed`.
    ///
    /// # Errors
    /// 409 with those whom it disturbs; 500 when a table does not answer.
    pub async fn permit_placing(
        &self,
        before: Option<&Exam>,
        after: &Exam,
        confirmed: &Confirmed,
    ) -> ApiResult<()> {
        let leaves_seats = match before {
            Some(before) => self.leaves_seats(before, after).await?,
            None => false,
        };
        let mut disturbed = match before {
            Some(before) if !has_moved(before, after) => {
                let (paid, paid_for_all) =
                    match leaves_seats || self.changes_hall_tickets(before, after).await? {
                        true => self.snapshot().await?.holders_of(after),
                        false => (0, 0),
                    };
                Disturbed {
                    paid,
                    paid_for_all,
                    // Nobody's pass shows the halls before the seats are published.
                    clashes: match enters_hall(before, after) {
                        true => self.clashes(after).await?,
                        false => Vec::new(),
                    },
                    ..Disturbed::default()
                }
            }
            Some(before) => self.snapshot().await?.disturbed_by(before, after),
            // Nobody can have chosen what was not there.
            None => Disturbed {
                clashes: self.clashes(after).await?,
                ..Disturbed::default()
            },
        };
        disturbed.beyond = self.held_beyond(before, after).await?;
        disturbed.leaves_seats = leaves_seats;
        disturbed.permit(confirmed)
    }

    /// Whether an exam's hall tickets, which are out, say another time to be there than they will.
    ///
    /// # Errors
    /// 500 when the table does not answer.
    pub async fn changes_hall_tickets(&self, before: &Exam, after: &Exam) -> ApiResult<bool> {
        if before.seating.reporting_time == after.seating.reporting_time {
            return Ok(false);
        }
        self.has_seats(before).await
    }

    /// Whether candidates who have no seat in an exam may be given one: they were more than it had places, and now it has any number.
    ///
    /// # Errors
    /// 500 when the table does not answer.
    pub async fn lets_all_sit(&self, before: &Exam, after: &Exam) -> ApiResult<bool> {
        if before.capacity.is_none() || after.capacity.is_some() {
            return Ok(false);
        }
        self.has_seats(before).await
    }

    /// Whether an exam is put into other halls than those in which its candidates have been given seats.
    async fn leaves_seats(&self, before: &Exam, after: &Exam) -> ApiResult<bool> {
        let stays = before.seating.halls == after.seating.halls && hall(&before.venue) == hall(&after.venue);
        if stays {
            return Ok(false);
        }
        self.has_seats(before).await
    }

    async fn has_seats(&self, exam: &Exam) -> ApiResult<bool> {
        let published = self.seating.published().await.map_err(ApiError::internal)?;
        Ok(published.0.contains_key(&exam.id))
    }

    /// How many hold a place, where a change leaves fewer than that.
    async fn held_beyond(&self, before: Option<&Exam>, after: &Exam) -> ApiResult<Option<u32>> {
        let (Some(before), Some(capacity)) = (before, after.capacity) else {
            return Ok(None);
        };
        if before.capacity.is_some_and(|before| before <= capacity) {
            return Ok(None);
        }
        let taken = self.places_taken(before).await?;
        Ok((taken > capacity.get()).then_some(taken))
    }

    /// Lets a college be edited if it keeps its exams, or that disturbs nobody but those who are `confirmed`: the passes of
    /// those who have paid for every exam list what the colleges hold.
    ///
    /// # Errors
    /// 409 with those whom it disturbs; 500 when a table does not answer.
    pub async fn permit_taking_out(
        &self,
        before: &College,
        after: &College,
        confirmed: &Confirmed,
    ) -> ApiResult<()> {
        if before.courses.iter().all(|exam| after.courses.contains(exam)) {
            return Ok(());
        }
        let snapshot = self.snapshot().await?;
        let Everything { colleges, exams, .. } = &snapshot.everything;
        let is_lost = |exam: &CourseId| {
            let mut others = colleges.values().filter(|college| college.id != before.id);
            exams.contains_key(exam)
                && !after.courses.contains(exam)
                && !others.any(|college| college.courses.contains(exam))
        };
        if !before.courses.iter().any(is_lost) {
            return Ok(());
        }
        let disturbed = Disturbed {
            paid_for_all: valid(&snapshot.aggregates, &Course::All),
            ..Disturbed::default()
        };
        disturbed.permit(confirmed)
    }

    /// The exams that are in the hall of an exam that was written, and were not confirmed: those that came at the same
    /// moment. It is saved whatever is found, so a table that does not answer now finds nothing.
    pub async fn unconfirmed_clashes(
        &self,
        before: Option<&Exam>,
        after: &Exam,
        confirmed: &Confirmed,
    ) -> Vec<Clash> {
        if before.is_some_and(|before| !has_moved(before, after) && !enters_hall(before, after)) {
            return Vec::new();
        }
        let mut clashes = self.clashes(after).await.unwrap_or_default();
        clashes.retain(|clash| !confirmed.names(&clash.id));
        clashes
    }

    async fn clashes(&self, exam: &Exam) -> ApiResult<Vec<Clash>> {
        let everything = self.catalogue_admin.catalogue.everything_now().await;
        Ok(clashes(&everything.map_err(ApiError::internal)?, exam))
    }
}

impl Snapshot {
    /// Candidates with a valid pass for an exam alone, and for every exam, if it is among those of the colleges.
    fn holders_of(&self, exam: &Exam) -> (u64, u64) {
        let mut colleges = self.everything.colleges.values();
        let is_held = colleges.any(|college| college.courses.contains(&exam.id));
        let paid_for_all = match is_held {
            true => valid(&self.aggregates, &Course::All),
            false => 0,
        };
        (
            valid(&self.aggregates, &Course::One(exam.id.clone())),
            paid_for_all,
        )
    }

    fn disturbed_by(&self, before: &Exam, exam: &Exam) -> Disturbed {
        let (paid, paid_for_all) = self.holders_of(exam);
        Disturbed {
            paid,
            paid_for_all,
            clashes: clashes(&self.everything, exam),
            overlaps: if paid_for_all > 0 {
                overlaps(&self.everything, before, exam)
            } else {
                Vec::new()
            },
            beyond: None,
            leaves_seats: false,
        }
    }
}

impl Disturbed {
    /// Lets the change be made if it disturbs nobody but those who are `confirmed`.
    fn permit(self, confirmed: &Confirmed) -> ApiResult<()> {
        let confirm = self.confirm();
        if confirm.iter().all(|what| confirmed.names(what)) {
            return Ok(());
        }
        let code = match (self.clashes.is_empty(), self.holders()) {
            (false, _) => "hall_is_occupied",
            (true, 0) => "places_are_held",
            (true, _) => "exam_is_held",
        };
        Err(ApiError::conflict(code, self.message())
            .with("paid", self.paid)
            .with("paidForAll", self.paid_for_all)
            .with("clashes", json!(self.clashes))
            .with("overlaps", json!(self.overlaps))
            .with("placesHeld", json!(self.beyond))
            .with("seatsStay", self.leaves_seats)
            .with("confirm", confirm))
    }

    fn confirm(&self) -> Vec<String> {
        let held = (self.holders() > 0).then(|| CANDIDATES.to_owned());
        let clashes = self.clashes.iter().map(|clash| clash.id.clone());
        let places = self.beyond.map(|_| PLACES.to_owned());
        held.into_iter().chain(clashes).chain(places).collect()
    }

    fn holders(&self) -> u64 {
        self.paid + self.paid_for_all
    }

    fn message(&self) -> String {
        let held = match self.holders() {
            0 => None,
            1 => Some("1 candidate has a pass that shows it as it is now.".to_owned()),
            holders => Some(format!(
                "{holders} candidates have passes that show it as it is now."
            )),
        };
        let seats = self.leaves_seats.then(|| SEATS_STAY.to_owned());
        let occupied = match &self.clashes[..] {
            [] => None,
            [one] => Some(format!("{} has another exam at that time.", one.place())),
            [one, ..] => Some(format!(
                "{} has {} other exams at that time.",
                one.place(),
                self.clashes.len()
            )),
        };
        let beyond = self.beyond.map(|held| match held {
            1 => "1 candidate holds a place of it.".to_owned(),
            held => format!("{held} candidates hold a place of it."),
        });
        let sentences: Vec<String> = [held, seats, occupied, beyond].into_iter().flatten().collect();
        sentences.join(" ")
    }
}

impl Clash {
    /// The hall that both are in.
    fn place(&self) -> &str {
        self.halls.first().unwrap_or(&self.venue)
    }
}

fn valid(aggregates: &Aggregates, of: &Course) -> u64 {
    aggregates.valid_passes(|course, _| course == of)
}

/// Whether an exam is on another day, at other hours or in another hall than before.
#[must_use]
pub fn has_moved(before: &Exam, after: &Exam) -> bool {
    before.date != after.date
        || before.time_start != after.time_start
        || before.time_end != after.time_end
        || hall(&before.venue) != hall(&after.venue)
}

/// Whether an exam is put into a hall where its candidates did not sit before.
fn enters_hall(before: &Exam, after: &Exam) -> bool {
    let mut halls = after.seating.halls.iter();
    halls.any(|hall| !before.seating.halls.contains(hall))
}

/// The exams in the hall of an exam while it is held, the first to begin first.
fn clashes(everything: &Everything, exam: &Exam) -> Vec<Clash> {
    let venue = hall(&exam.venue);
    let shares = |other: &Exam| {
        let mut halls = other.seating.halls.iter();
        halls.any(|hall| exam.seating.halls.contains(hall))
    };
    let is_there = |other: &Exam| !venue.is_empty() && hall(&other.venue) == venue;
    let mut clashes = named(everything, |other| {
        is_at_once(other, exam) && (is_there(other) || shares(other))
    });
    for clash in &mut clashes {
        let other = everything
            .exams
            .values()
            .find(|other| other.id.as_str() == clash.id);
        let halls = other.into_iter().flat_map(|other| &other.seating.halls);
        let shared = halls.filter(|hall| exam.seating.halls.contains(hall));
        clash.halls = shared
            .filter_map(|hall| Some(everything.halls.get(hall)?.name.clone()))
            .collect();
    }
    clashes
}

/// The exams of the colleges that are held while an exam is, and were not before it moved.
fn overlaps(everything: &Everything, before: &Exam, after: &Exam) -> Vec<Clash> {
    let mut others = named(everything, |other| {
        is_at_once(other, after) && !is_at_once(other, before)
    });
    others.retain(|other| !other.college_name.is_empty());
    others
}

/// Whether two exams are held at the same time.
fn is_at_once(one: &Exam, other: &Exam) -> bool {
    one.id != other.id
        && one.date == other.date
        // `HH:MM`, so their order as text is that of the times.
        && one.time_start < other.time_end
        && other.time_start < one.time_end
}

/// These exams with their colleges, the first to begin first.
fn named(everything: &Everything, is_one: impl Fn(&Exam) -> bool) -> Vec<Clash> {
    let mut others: Vec<&Exam> = everything.exams.values().filter(|other| is_one(other)).collect();
    others.sort_unstable_by_key(|other| (&other.time_start, &other.exam_name, &other.id));
    let clash = |other: &Exam| {
        let holders = everything.colleges.values();
        let holders = holders.filter(|college| college.courses.contains(&other.id));
        Clash {
            id: other.id.to_string(),
            exam_name: other.exam_name.clone(),
            college_name: holders
                .map(|college| college.name.clone())
                .min()
                .unwrap_or_default(),
            date: other.date.clone(),
            time_start: other.time_start.clone(),
            time_end: other.time_end.clone(),
            venue: other.venue.clone(),
            halls: Vec::new(),
        }
    };
    others.into_iter().map(clash).collect()
}

/// What two spellings of one hall have in common: `Hall A` and `hall-a`.
fn hall(venue: &str) -> Vec<String> {
    let words = venue.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
