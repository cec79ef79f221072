//! Whom a change of the timetable disturbs, and how a request says that this is known.

use super::clashes::Clash;
use domain::{CourseId, Invalid};
use http_api::{ApiError, ApiResult, ErrorBody};
use serde::Serialize;
use serde_json::json;
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
pub(super) struct Disturbed {
    /// Candidates with a valid pass for the exam alone.
    pub(super) paid: u64,
    /// Candidates with a valid pass for every exam, if it is among those of the colleges.
    pub(super) paid_for_all: u64,
    /// The exams in its hall while it is held.
    pub(super) clashes: Vec<Clash>,
    /// The exams that those with every exam can no longer take beside it.
    pub(super) overlaps: Vec<Clash>,
    /// Those who hold a place, where more do than it is to have.
    pub(super) beyond: Option<u32>,
    /// Whether candidates have seats in the halls before, which they keep.
    pub(super) leaves_seats: bool,
    /// Whether the passes of those who hold it say something else then.
    pub(super) changes_passes: bool,
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

    pub(super) fn names(&self, what: &str) -> bool {
        self.0.iter().any(|id| id.as_str() == what)
    }
}

/// Why a change of the timetable is not saved as it is sent.
#[derive(Serialize, ToSchema)]
pub struct NotConfirmed {
    #[serde(flatten)]
    error: ErrorBody,
    /// With `exam_is_held` and `hall_is_occupied`: candidates with a valid pass for this exam alone.
    paid: Option<u64>,
    /// With `exam_is_held` and `hall_is_occupied`: candidates with a valid pass for every exam who have chosen this one, or none.
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
    /// With `exam_is_held` and `hall_is_occupied`: whether the passes of those who hold it say something else then. Where they
    /// do not, `tell` mails nobody.
    #[serde(rename = "passesChange")]
    passes_change: Option<bool>,
    /// With `exam_is_held`, `hall_is_occupied` and `places_are_held`: what the same request has in `confirm` to be saved all
    /// the same.
    confirm: Option<Vec<String>>,
}

impl Disturbed {
    /// Lets the change be made if it disturbs nobody but those who are `confirmed`.
    pub(super) fn permit(self, confirmed: &Confirmed) -> ApiResult<()> {
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
            .with("passesChange", self.changes_passes)
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
        let held = match (self.holders(), self.changes_passes) {
            (0, _) => None,
            (1, true) => Some("1 candidate has a pass that shows it as it is now.".to_owned()),
            (1, false) => Some("1 candidate has a pass for it.".to_owned()),
            (holders, true) => Some(format!(
                "{holders} candidates have passes that show it as it is now."
            )),
            (holders, false) => Some(format!("{holders} candidates have passes for it.")),
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
