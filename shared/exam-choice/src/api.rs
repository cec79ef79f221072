//! A choice as the calls of the pass and of staff take and show it.

use crate::{ChoiceRequest, Chosen, ExamChoices, ExamOffers, paid_at};
use domain::{
    CourseId, CustomerId, Invalid,
    exam_choice::{ChoiceBy, ExamOffer, parse_chosen},
    pass::Sitting,
    payment::Order,
    places::shown_left,
};
use futures::future::try_join;
use http_api::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use store::{StoreError, registrations::Candidate};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// What is to be chosen.
#[derive(Deserialize, ToSchema)]
#[schema(as = ExamChoiceForm)]
pub struct ExamChoiceIn {
    /// All the exams that are to be sat, in any order; none gives up what was chosen.
    #[schema(required = true, value_type = Vec<String>)]
    exams: Option<Vec<String>>,
    /// The version that the choice was decided on.
    #[schema(required = true, value_type = u64)]
    version: Option<u64>,
}

/// What is chosen of all exams.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExamChoiceState)]
pub struct ChoiceOut {
    /// Whether the candidate can choose or drop anything. Staff always can.
    open: bool,
    /// Counts the changes of the candidate; a choice names the version it was decided on.
    version: u64,
    /// The exams, by their identifiers, of those that can be chosen; none until they are.
    chosen: Vec<String>,
}

/// What is chosen of all exams, and what can be.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExamChoice)]
pub struct ExamChoiceOut {
    #[serde(flatten)]
    choice: ChoiceOut,
    /// Every exam, by its hours.
    exams: Vec<ExamOfferOut>,
}

/// An exam that can be chosen, or could be.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExamOffer)]
pub struct ExamOfferOut {
    /// Its identifier.
    course: String,
    #[serde(rename = "examName")]
    exam_name: String,
    #[serde(rename = "collegeName")]
    college_name: String,
    /// `YYYY-MM-DD`; empty while it is not known.
    date: String,
    /// `HH:MM`, in the event's time zone.
    #[serde(rename = "timeStart")]
    time_start: String,
    /// `HH:MM`, in the event's time zone.
    #[serde(rename = "timeEnd")]
    time_end: String,
    venue: String,
    /// How many places are left, where that is 20 or fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    seats_left: Option<u32>,
    /// Whether none is left for those who have not chosen it.
    sold_out: bool,
    /// Whether staff alone can choose or drop it: its seats are published, and the candidate has chosen it or paid before.
    closed: bool,
}

impl ExamChoiceIn {
    /// Reads the form.
    ///
    /// # Errors
    /// On `exams` or `version`.
    pub fn parse(self) -> Result<ChoiceRequest, Invalid> {
        let Self { exams, version } = self;
        let exams = exams.ok_or(Invalid::new("exams", "Please say which exams"))?;
        Ok(ChoiceRequest {
            exams: parse_chosen(&exams)?,
            version: version.ok_or(Invalid::new("version", "The version is missing"))?,
        })
    }
}

impl ChoiceOut {
    /// What a candidate has chosen, who has paid at a moment.
    #[must_use]
    pub fn of(candidate: &Candidate, offers: &ExamOffers, paid_at: Option<OffsetDateTime>) -> Self {
        let chosen = candidate.chosen.keys();
        let chosen = chosen.filter(|exam| offers.on_offer.contains(*exam));
        Self {
            open: offers.is_open(&candidate.chosen, ChoiceBy::Candidate(paid_at)),
            version: candidate.version,
            chosen: chosen.map(CourseId::to_string).collect(),
        }
    }
}

impl ExamChoiceOut {
    /// The same with what can be chosen.
    #[must_use]
    pub fn of(candidate: &Candidate, offers: &ExamOffers, paid_at: Option<OffsetDateTime>) -> Self {
        let by = ChoiceBy::Candidate(paid_at);
        let exam = |offer: &ExamOffer| {
            let is_closed = offer.is_closed(candidate.chosen.contains_key(&offer.exam), by);
            ExamOfferOut::of(offer, is_closed)
        };
        Self {
            choice: ChoiceOut::of(candidate, offers, paid_at),
            exams: offers.exams.iter().map(exam).collect(),
        }
    }
}

impl ExamOfferOut {
    fn of(offer: &ExamOffer, is_closed: bool) -> Self {
        let ExamOffer {
            exam,
            sitting,
            published: _,
            left,
        } = offer;
        let left = left.filter(|_| !is_closed);
        let Sitting {
            date,
            time_start,
            time_end,
            college_name,
            exam_name,
            venue,
            course: _,
            seat: _,
        } = sitting.clone();
        Self {
            course: exam.to_string(),
            exam_name,
            college_name,
            date,
            time_start,
            time_end,
            venue,
            seats_left: left.and_then(shown_left),
            sold_out: left == Some(0),
            closed: is_closed,
        }
    }
}

impl Chosen {
    /// The answer to a choice that was not made; nothing for one that is.
    ///
    /// # Errors
    /// For every end but [`Chosen::Done`]. What became of a withdrawn pass is for the caller to say, with `withdrawn`.
    pub fn answer(self, withdrawn: impl FnOnce(&Order) -> ApiError) -> ApiResult<()> {
        let refused = |code, message: String| Err(ApiError::conflict(code, message).field("exams"));
        match self {
            Self::Done => Ok(()),
            Self::NoPass => Err(ApiError::not_found("There is no pass for this order.")),
            Self::Withdrawn(order) => Err(withdrawn(&order)),
            Self::NotForAll => Err(ApiError::conflict(
                "not_for_all_exams",
                "This pass is for one exam, which was chosen when it was bought.",
            )),
            Self::Overlap(both) => {
                let [one, other] = *both;
                let message = format!(
                    "{} ({}, {}) and {} ({}) are at the same time. Please choose one of them.",
                    one.exam_name,
                    one.shown_day(),
                    one.shown_hours(),
                    other.exam_name,
                    other.shown_hours(),
                );
                refused("exams_overlap", message)
            }
            Self::SoldOut(exam) => refused("sold_out", format!("No place of {exam} is left.")),
            Self::Closed(exam) => refused(
                "choice_closed",
                format!("The seats of {exam} are published: only the organisers can add or drop it now."),
            ),
            Self::NotOnOffer => Err(ApiError::invalid("exams", "There is no such exam")),
            Self::Stale => Err(ApiError::stale_version()),
            Self::Busy => Err(ApiError::busy("a choice of exams")),
        }
    }
}

impl ExamChoices {
    /// What a candidate has chosen as of this moment, and what can be; None for one who is not there.
    pub async fn shown(&self, id: &CustomerId) -> Result<Option<ExamChoiceOut>, StoreError> {
        let (file, offers) = try_join(self.registrations.candidate(id), self.offers_shown()).await?;
        Ok(file.map(|file| ExamChoiceOut::of(&file.candidate, &offers, paid_at(&file))))
    }
}
