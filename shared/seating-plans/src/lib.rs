//! Plans of who sits where in an exam: drafts, their publication, moves by hand, and seats for those who pay later.
//!
//! `people` says who sits an exam, and `floor` how its halls are filled already. `draft`, `publish` and `moving` are what
//! staff do; `late` is what follows from payments, withdrawals and corrections by itself, `one` for one candidate, and `telling` whom a mail is kept for. What is decided is
//! `domain::seating`, and what is written holds by the conditions of `store::seating`.

mod draft;
mod flags;
mod floor;
mod late;
mod moving;
mod one;
mod overview;
mod people;
mod publish;
mod shown;
mod telling;

pub use draft::Drafted;
pub use late::LateSeats;
pub use moving::{Moved, SeatMove, WhichPlan};
pub use overview::SeatingProgress;
pub use publish::Publication;
pub use shown::{ShownHall, ShownSeating, Unseated, WhyUnseated};

use config::{ConfigError, Env};
use domain::{Clock, CourseId, Entropy};
use serde_json::Value;
use store::{AdminTable, AuditEntry, Catalogue, Registrations, Seating};

/// Who did what follows by itself, in the audit log.
const BY_ITSELF: &str = "system";

/// The seats of exams, and what it takes to give them.
#[derive(Debug, Clone)]
pub struct SeatingPlans {
    seating: Seating,
    registrations: Registrations,
    catalogue: Catalogue,
    admin_table: AdminTable,
    clock: Clock,
    entropy: Entropy,
}

impl SeatingPlans {
    /// The tables of the environment, with a clock and randomness of the caller's own.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            seating: Seating::from_env(env)?,
            registrations: Registrations::from_env(env)?,
            catalogue: Catalogue::from_env(env)?,
            admin_table: AdminTable::from_env(env)?,
            clock,
            entropy,
        })
    }

    fn entry(&self, by: &str, action: &str, subject: &str, before: Value, after: Value) -> AuditEntry {
        AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            by,
            action,
            subject,
            before,
            after,
        )
    }

    /// The name of a new generation.
    fn generation(&self) -> String {
        self.entropy.symbols(10)
    }

    fn entry_of(&self, by: &str, action: &str, course: &CourseId, after: Value) -> AuditEntry {
        self.entry(by, action, course.as_str(), Value::Null, after)
    }
}
