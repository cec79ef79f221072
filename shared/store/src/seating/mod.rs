//! Who sits where in an exam: the plans of its halls, as a draft and as published, and the seat of each candidate.
//!
//! | item | table | pk | sk |
//! |---|---|---|---|
//! | which plans an exam has, and their version | registrations | `SEATING#<exam>` | `STATE` |
//! | which exams' seats are published | registrations | `SEATING#PUBLISHED` | `PUBLISHED`, with a member `exam#<exam>` for each |
//! | the plan of a hall for an exam | registrations | `HALL#<hall>` | `<exam>#<generation>` |
//! | the clock of a hall | registrations | `HALL#<hall>` | `CLOCK` |
//! | the seat of a candidate | registrations | `REG#<candidate>` | `SEAT#<exam>#<generation>` |
//!
//! | access pattern | call |
//! |---|---|
//! | what an exam has | GetItem, consistent; then BatchGetItem of the plans of its halls |
//! | the state of the seats of all exams | BatchGetItem of their states, then of the plans of their halls, a hundred at a time |
//! | every plan of a hall, with its clock | GetItem of the clock, then Query of its partition, both consistent |
//! | keep a draft | PutItem of each plan, then one transaction that names them, with the audit entry |
//! | publish | PutItem of each plan and each candidate's seat, then one transaction that names them |
//! | change a plan | one transaction on the seats, the candidates' items, the clocks, their mails and the version, with the audit entry |
//! | the seats of a candidate | the Query of its partition; which of them count, GetItem of what is published |
//! | what the doors follow | GetItem of what is published, BatchGetItem of these exams' states and of the clocks of their halls, GetItem of each plan that changed |
//! | what a candidate sees | BatchGetItem of the candidate and of what is published; where anything is, Query of its seats |
//!
//! A set of plans is a generation, by a random name. What no state names is nobody's: a crash while it is written leaves items
//! without effect, which the next draft or the closing of the event deletes. Every change of what is published moves the clocks of
//! its halls on, and names the times that it was decided at: two exams in one hall at one time so take no seat twice.

mod change;
mod drafts;
mod halls;
mod own;
mod publish;
mod published;
mod read;

pub use change::{SeatStep, SeatingChange};
pub use halls::PublishedHall;
pub use own::OwnSeats;
pub use published::{PublishedExam, PublishedExams, SeatsNews};
pub use read::{HallNow, SeatedCandidate};

use crate::{
    dynamo::{Item, StoreError, key},
    registrations::partition_of,
    tables::Table,
};
use aws_sdk_dynamodb::Client;
use config::{ConfigError, Env};
use domain::{
    CourseId, CustomerId, HallId,
    seating::{HallPlan, Seat, SeatingOptions},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// Which plans an exam has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatingState {
    /// The exam.
    pub course: CourseId,
    /// Counts what staff have done; 0 before the first draft.
    pub version: u64,
    /// What is being prepared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<SeatingPlan>,
    /// What candidates see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<SeatingPlan>,
}

/// A set of plans: how it was made, and of which halls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatingPlan {
    /// Its random name.
    pub generation: String,
    /// The exam's name when it was made.
    pub exam_name: String,
    /// How it was made, which those who come later follow.
    #[serde(flatten)]
    pub options: SeatingOptions,
    /// The halls, in the order in which they are filled.
    pub halls: Vec<HallId>,
    /// Whether those with every exam could choose it: a college had it on its list.
    pub with_all: bool,
    /// When it was made, or published.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// By whom.
    pub by: String,
    /// The version of the exam's seats that it was published from; a request that is sent again finds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_from: Option<u64>,
}

/// The plan of one hall for one exam: a copy of the hall, and who sits where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallSeats {
    /// The hall.
    pub hall: HallId,
    /// The exam.
    pub course: CourseId,
    /// Of which set.
    pub generation: String,
    /// The hall's name.
    pub name: String,
    /// Its seats.
    #[serde(flatten)]
    pub plan: HallPlan,
    /// The day of the exam when the plan was made, `YYYY-MM-DD`. The exam may have moved since.
    pub date: String,
    /// Its start, `HH:MM`.
    pub time_start: String,
    /// Its end, `HH:MM`.
    pub time_end: String,
    /// Who sits where.
    pub seats: BTreeMap<Seat, CustomerId>,
}

/// The seats of exams, over the table registrations.
#[derive(Debug, Clone)]
pub struct Seating {
    client: Client,
    table: String,
}

impl SeatingState {
    /// An exam of which nobody has made a plan.
    #[must_use]
    pub const fn none(course: CourseId) -> Self {
        Self {
            course,
            version: 0,
            draft: None,
            published: None,
        }
    }
}

impl Seating {
    /// The table that `TABLE_REGISTRATIONS` names.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required(Table::Registrations.variable())?,
        })
    }
}

const TABLE: &str = "registrations";
const SEAT: &str = "SEAT#";
const CLOCK: &str = "CLOCK";

fn state_key(course: &CourseId) -> Item {
    key(format!("SEATING#{course}"), "STATE")
}

fn hall_partition(hall: &HallId) -> String {
    format!("HALL#{hall}")
}

fn plan_key(hall: &HallId, course: &CourseId, generation: &str) -> Item {
    key(hall_partition(hall), format!("{course}#{generation}"))
}

fn clock_key(hall: &HallId) -> Item {
    key(hall_partition(hall), CLOCK)
}

fn seat_key(customer: &CustomerId, course: &CourseId, generation: &str) -> Item {
    key(partition_of(customer), format!("{SEAT}{course}#{generation}"))
}

/// An item with its key and its kind.
fn item(kind: &str, key: Item, value: &impl Serialize) -> Result<Item, StoreError> {
    let mut item = crate::dynamo::write(TABLE, value)?;
    item.insert("kind".to_owned(), crate::dynamo::s(kind));
    item.extend(key);
    Ok(item)
}

fn plan_item(plan: &HallSeats) -> Result<Item, StoreError> {
    let key = plan_key(&plan.hall, &plan.course, &plan.generation);
    item("HALL_SEATS", key, plan)
}
