//! Verdicts as the calls answer them.

mod words;

pub(crate) use words::RefusalReason;

use domain::{
    check_in::{List, ScanPlace, has_chosen_others},
    pass::{PassNo, Sitting, SittingSeat},
    registration::Selection,
};
use serde::Serialize;
use store::{
    catalogue::{Everything, Listed},
    check_in::Answer,
    registrations::Candidate,
    seating::OwnSeats,
};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::ToSchema;
use words::{Outcome, VerdictNotice, outcome};

/// What a pass for every exam is for, in the words of a device without a network, which knows no packages.
const EVERY_EXAM: &str = "All exams";

/// Whose pass it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PassHolder {
    name: String,
    /// What the pass is for.
    exam: String,
    /// `Online` or `Offline`; `unknown` for a word of another release.
    exam_preference: &'static str,
    /// In groups of four.
    pass_no: String,
}

/// When and where an exam is held.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExamHeld {
    name: String,
    college: String,
    /// `YYYY-MM-DD`; empty while it is not known.
    date: String,
    /// `HH:MM`, in the event's time zone.
    time_start: String,
    /// `HH:MM`, in the event's time zone.
    time_end: String,
    venue: String,
    /// The hall that the person sits in; absent where no seat of theirs is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    hall: Option<String>,
    /// The seat in it: `B12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
}

/// Where, when and by whom somebody was let in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AdmittedAt {
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    by: String,
    device: String,
}

/// The verdict about a scan.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Verdict {
    result: Outcome,
    /// Why it was refused; null otherwise.
    reason: Option<RefusalReason>,
    notices: Vec<VerdictNotice>,
    /// Null for a code that is nobody's.
    candidate: Option<PassHolder>,
    /// Where to send them: the exam of the list; on a day theirs of that day, or all where none is; of a pass for another exam,
    /// or of a candidate who has chosen others, those.
    exams: Vec<ExamHeld>,
    /// When the admission that counts was scanned; null when there is none.
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<OffsetDateTime>,
    /// Who was signed in then.
    by: Option<String>,
    /// The device then.
    device: Option<String>,
    /// The other admission of a person who was let in by two devices; null otherwise.
    double: Option<AdmittedAt>,
    /// Where they had gone out before; there for `back` and `not_in`, as far as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    went_out: Option<AdmittedAt>,
    /// The server's clock.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    server_time: OffsetDateTime,
}

impl PassHolder {
    pub(crate) fn of(candidate: &Candidate, listed: &Listed, everything: &Everything) -> Self {
        Self {
            name: candidate.person.name.as_str().to_owned(),
            exam: match (&listed.list, &candidate.selection) {
                (List::Day(_), Selection::AllColleges { .. }) => EVERY_EXAM.to_owned(),
                (List::Exam(exam), Selection::AllColleges { .. })
                    if has_chosen_others(&everything.counting_choice(&candidate.chosen), exam) =>
                {
                    EVERY_EXAM.to_owned()
                }
                (List::Day(_) | List::Exam(_), selection) => listed.exam_of(selection),
            },
            exam_preference: candidate.exam_preference.shown(),
            pass_no: PassNo::of(&candidate.customer_id).to_string(),
        }
    }
}

impl Verdict {
    pub(crate) fn of(
        answer: &Answer,
        candidate: Option<(&Candidate, &OwnSeats)>,
        listed: &Listed,
        everything: &Everything,
        server_time: OffsetDateTime,
    ) -> Self {
        // A word of another release refuses, too.
        let reason = answer
            .reason
            .as_ref()
            .map(|reason| reason.known().map_or(RefusalReason::Unknown, RefusalReason::of));
        let place = answer.place.as_ref();
        let candidate = answer.customer_id.as_ref().and(candidate);
        let is_elsewhere = matches!(reason, Some(RefusalReason::WrongList | RefusalReason::NotChosen));
        let sittings = candidate.map(|(candidate, seats)| {
            seats.seated(sittings(candidate, is_elsewhere, listed, everything), everything)
        });
        Self {
            result: outcome(answer, reason),
            reason,
            notices: answer
                .notices
                .iter()
                .filter_map(|notice| notice.known().map(VerdictNotice::of))
                .collect(),
            candidate: candidate.map(|(candidate, _)| PassHolder::of(candidate, listed, everything)),
            exams: sittings.into_iter().flatten().map(ExamHeld::of).collect(),
            at: place.map(|place| place.at),
            by: place.map(|place| place.by.clone()),
            device: place.map(|place| place.device.clone()),
            double: answer.double.clone().map(AdmittedAt::of),
            went_out: answer.went_out.clone().map(AdmittedAt::of),
            server_time,
        }
    }
}

/// The exams to send somebody to.
fn sittings(
    candidate: &Candidate,
    is_elsewhere: bool,
    listed: &Listed,
    everything: &Everything,
) -> Vec<Sitting> {
    let own = everything.sittings_of_candidate(candidate);
    match &listed.list {
        List::Exam(_) if is_elsewhere => own,
        List::Exam(_) => listed.sittings_of_candidate(candidate, everything),
        List::Day(day) => {
            let of_day: Vec<_> = own
                .iter()
                .filter(|sitting| sitting.day() == Some(*day))
                .cloned()
                .collect();
            if of_day.is_empty() { own } else { of_day }
        }
    }
}

impl ExamHeld {
    fn of(sitting: Sitting) -> Self {
        let Sitting {
            date,
            time_start,
            time_end,
            college_name,
            exam_name,
            venue,
            course: _,
            seat,
        } = sitting;
        let (hall, seat) = match seat {
            Some(SittingSeat { hall, seat, .. }) => (Some(hall), Some(seat.to_string())),
            None => (None, None),
        };
        Self {
            name: exam_name,
            college: college_name,
            date,
            time_start,
            time_end,
            venue,
            hall,
            seat,
        }
    }
}

impl AdmittedAt {
    pub(crate) fn of(place: ScanPlace) -> Self {
        let ScanPlace { at, by, device } = place;
        Self { at, by, device }
    }
}
