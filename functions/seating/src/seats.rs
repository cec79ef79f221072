//! The seats of an exam as the answers have them.

use crate::State;
use domain::{
    CourseId, Role,
    pass::PassNo,
    seating::{NoSeat, Seat, SeatOrder, Spacing},
};
use http_api::{ApiError, ApiResult};
use seating_plans::{ShownHall, ShownSeating, Unseated, WhichPlan, WhyUnseated};
use serde::Serialize;
use store::seating::{HallSeats, SeatingPlan, SeatingState};
use utoipa::ToSchema;

/// What there is of an exam's seats.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeatingPhase)]
pub(crate) enum SeatingPhaseOut {
    None,
    Draft,
    Published,
}

/// Who comes first.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeatOrder)]
pub(crate) enum SeatOrderOut {
    Paid,
    Name,
    Shuffled,
}

/// Which seats stay empty.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeatSpacing)]
pub(crate) enum SpacingOut {
    None,
    Alternate,
}

/// Why a candidate has no seat: `no_hall`, the exam has none; `full`, every seat that may be used is taken; `sibling`, what is
/// free is beside a sibling; `later`, paid after the draft was made: they get a seat with the publication, and after it within
/// a minute; `not_chosen`, has bought every exam and not chosen which to sit; `oversold`, is one more than the exam has places and
/// came after the publication: a seat is given by hand.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
#[schema(as = WhyUnseated)]
pub(crate) enum WhyOut {
    NoHall,
    Full,
    Sibling,
    Later,
    NotChosen,
    Oversold,
}

/// How a plan was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatingOptionsOut {
    order: SeatOrderOut,
    spacing: SpacingOut,
    siblings_apart: bool,
}

/// The seats of an exam: the draft, or what is published.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatingOut {
    state: SeatingPhaseOut,
    /// Counts what staff have done. Sent with a move or a publication, it says what that was decided on.
    version: u64,
    /// Whether candidates see seats, which beside a draft are others than these.
    is_published: bool,
    /// Whether there is a draft, which beside what is published has other seats than candidates see. Never for the door.
    has_draft: bool,
    /// Beside a draft, how many of those with a published seat have another one in it, or none; null where not both are there, and
    /// for the door.
    #[schema(required = true)]
    changes: Option<usize>,
    /// How they were made; null with state `none`.
    options: Option<SeatingOptionsOut>,
    /// The halls, in the order in which they are filled.
    halls: Vec<HallSeatsOut>,
    /// Who sits the exam and has no seat, and who has not chosen yet of all the exams that they bought. Empty for the door.
    unseated: Vec<UnseatedOut>,
}

/// A hall as it was when the seats were assigned, and who sits where.
#[derive(Serialize, ToSchema)]
pub(crate) struct HallSeatsOut {
    /// The hall.
    hall: String,
    name: String,
    rows: u16,
    columns: u16,
    /// The seats that people can sit in, row by row. Of those that the hall does not have any more, the ones that are taken.
    seats: Vec<SeatOut>,
}

/// A seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatOut {
    /// Its label: `A1`, `AA12`.
    #[schema(value_type = String)]
    seat: Seat,
    /// Who sits there; left out where it is free. Not for the door: the number of a pass is this one in other words.
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_id: Option<String>,
    /// Their name. Not for the door.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The number of their pass. Not for the door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pass_no: Option<String>,
    /// Whether a candidate of another exam sits there at that time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    other_exam: bool,
}

/// A candidate without a seat.
#[derive(Serialize, ToSchema)]
#[schema(as = UnseatedCandidate)]
pub(crate) struct UnseatedOut {
    customer_id: String,
    name: String,
    pass_no: String,
    reason: WhyOut,
}

pub(crate) fn no_exam() -> ApiError {
    ApiError::not_found("There is no such exam.")
}

/// The exam of a path.
pub(crate) fn course_of(text: &str) -> ApiResult<CourseId> {
    CourseId::parse(text).map_err(|_| no_exam())
}

/// The seats of an exam, as much of them as a role sees.
pub(crate) async fn seats(
    state: &State,
    (course, which): (&CourseId, WhichPlan),
    role: Role,
) -> ApiResult<SeatingOut> {
    let found = state.plans.state(course).await.map_err(ApiError::internal)?;
    let found = found.ok_or_else(no_exam)?;
    match role {
        Role::Door => for_door(state, course, found).await,
        Role::Admin | Role::Counter | Role::Accountant | Role::Unrecognised => {
            whole(state, which, found).await
        }
    }
}

async fn whole(state: &State, which: WhichPlan, found: SeatingState) -> ApiResult<SeatingOut> {
    let plan = which.of(&found);
    let phase = match (plan, which, &found.draft) {
        (None, _, _) => SeatingPhaseOut::None,
        (Some(_), WhichPlan::Draft, Some(_)) => SeatingPhaseOut::Draft,
        (Some(_), WhichPlan::Draft, None) | (Some(_), WhichPlan::Published, _) => SeatingPhaseOut::Published,
    };
    let shown = match plan {
        Some(plan) => state
            .plans
            .shown(&found, plan)
            .await
            .map_err(ApiError::internal)?,
        None => ShownSeating::default(),
    };
    let ShownSeating {
        halls,
        unseated,
        names,
        changes,
    } = shown;
    let seat = |hall: &ShownHall, seat: Seat| {
        let who = hall.seats.seats.get(&seat);
        SeatOut {
            seat,
            customer_id: who.map(ToString::to_string),
            name: who.and_then(|who| names.get(who).cloned()),
            pass_no: who.map(|who| PassNo::of(who).to_string()),
            other_exam: hall.taken.contains(&seat),
        }
    };
    Ok(SeatingOut {
        state: phase,
        version: found.version,
        is_published: found.published.is_some(),
        has_draft: found.draft.is_some(),
        changes,
        options: plan.map(options),
        halls: halls
            .iter()
            .map(|hall| HallSeatsOut {
                seats: hall
                    .seats
                    .plan
                    .seats()
                    .filter(|one| !hall.gone.contains(one) || hall.seats.seats.contains_key(one))
                    .map(|one| seat(hall, one))
                    .collect(),
                ..frame(&hall.seats)
            })
            .collect(),
        unseated: unseated.into_iter().map(UnseatedOut::from).collect(),
    })
}

/// Hall and seat, of what is published alone.
async fn for_door(state: &State, course: &CourseId, found: SeatingState) -> ApiResult<SeatingOut> {
    let halls = match &found.published {
        Some(plan) => state
            .plans
            .halls_of(course, plan)
            .await
            .map_err(ApiError::internal)?,
        None => Vec::new(),
    };
    let seat = |seat: Seat| SeatOut {
        seat,
        customer_id: None,
        name: None,
        pass_no: None,
        other_exam: false,
    };
    Ok(SeatingOut {
        state: match &found.published {
            Some(_) => SeatingPhaseOut::Published,
            None => SeatingPhaseOut::None,
        },
        version: found.version,
        is_published: found.published.is_some(),
        has_draft: false,
        changes: None,
        options: found.published.as_ref().map(options),
        halls: halls
            .iter()
            .map(|hall| HallSeatsOut {
                seats: hall.plan.seats().map(seat).collect(),
                ..frame(hall)
            })
            .collect(),
        unseated: Vec::new(),
    })
}

fn frame(hall: &HallSeats) -> HallSeatsOut {
    HallSeatsOut {
        hall: hall.hall.to_string(),
        name: hall.name.clone(),
        rows: hall.plan.rows(),
        columns: hall.plan.columns(),
        seats: Vec::new(),
    }
}

fn options(plan: &SeatingPlan) -> SeatingOptionsOut {
    SeatingOptionsOut {
        order: match plan.options.order {
            SeatOrder::Paid => SeatOrderOut::Paid,
            SeatOrder::Name => SeatOrderOut::Name,
            SeatOrder::Shuffled => SeatOrderOut::Shuffled,
        },
        spacing: match plan.options.spacing {
            Spacing::None => SpacingOut::None,
            Spacing::Alternate => SpacingOut::Alternate,
        },
        siblings_apart: plan.options.siblings_apart,
    }
}

impl From<Unseated> for UnseatedOut {
    fn from(unseated: Unseated) -> Self {
        let Unseated {
            customer_id,
            name,
            why,
        } = unseated;
        Self {
            pass_no: PassNo::of(&customer_id).to_string(),
            customer_id: customer_id.into(),
            name,
            reason: match why {
                WhyUnseated::NoSeat(NoSeat::NoHall) => WhyOut::NoHall,
                WhyUnseated::NoSeat(NoSeat::Full) => WhyOut::Full,
                WhyUnseated::NoSeat(NoSeat::Sibling) => WhyOut::Sibling,
                WhyUnseated::Later => WhyOut::Later,
                WhyUnseated::NotChosen => WhyOut::NotChosen,
                WhyUnseated::Oversold => WhyOut::Oversold,
            },
        }
    }
}
