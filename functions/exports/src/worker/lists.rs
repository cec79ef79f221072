//! The lists of the door whose admissions are exported, and the lines of one of them.

use domain::{
    CustomerId,
    check_in::{List, ScanPlace},
};
use store::{
    catalogue::Listed,
    check_in::{DealtWith, Since},
};
use time::OffsetDateTime;

/// The lists that are exported, one after another, and the one that is at hand.
pub(super) struct Lists {
    pub(super) all: Vec<Listed>,
    /// The lines of one of them: a few hundred bytes for each admission.
    pub(super) at_hand: Option<(List, Vec<AttendanceLine>)>,
}

/// That somebody was let in.
#[derive(Clone)]
pub(super) struct AttendanceLine {
    /// By what the line is found again, in the order in which it became known.
    pub(super) place: Since,
    pub(super) customer_id: CustomerId,
    pub(super) at_door: ScanPlace,
    /// What became of it.
    pub(super) fate: Fate,
    /// The other device that let the person in.
    pub(super) also: Option<String>,
    /// Who has dealt with that.
    pub(super) dealt_with: Option<DealtWith>,
    /// When the person went out last, of a list that counts it.
    pub(super) last_out: Option<OffsetDateTime>,
}

/// What became of an admission.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Fate {
    Counts,
    /// Another scan counts: an earlier one that became known later, or the first one after practice.
    Replaced,
    /// Taken back, there and then by whom.
    Undone(ScanPlace),
    /// Removed with the practice of its list.
    Cleared,
    /// Somebody who was in already was let in again without a network.
    Double,
}

impl Fate {
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Replaced => "replaced",
            Self::Undone(_) => "undone",
            Self::Cleared => "cleared",
            Self::Double => "double",
        }
    }
}
