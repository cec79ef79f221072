//! Who sits where in an exam: halls, seats, and the plan that gives each candidate a seat of their own.
//!
//! `hall` has the halls and `seat` the seats in them; `assign` makes a plan, as a function of what it is given and of
//! nothing else.

mod assign;
mod hall;
mod seat;

pub use assign::{Examinee, NoSeat, SeatAssignment, SeatRoom, assign};
pub use hall::{Hall, HallPlan};
pub use seat::Seat;

use crate::Invalid;
use serde::{Deserialize, Serialize};

/// How the candidates of an exam are put into its halls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatingOptions {
    /// Who comes first.
    pub order: SeatOrder,
    /// Which seats stay empty between them.
    pub spacing: Spacing,
    /// Whether those with an e-mail address or a phone number in common sit apart.
    pub siblings_apart: bool,
}

/// In which order candidates are given the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatOrder {
    /// Who paid first.
    Paid,
    /// By name.
    Name,
    /// Mixed, for each exam in another way, and each time in the same.
    Shuffled,
}

/// Which seats stay empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spacing {
    /// None.
    None,
    /// Every other one, as on a chessboard: nobody has a neighbour to the left, to the right, in front or behind.
    Alternate,
}

impl SeatOrder {
    /// Reads a word of a form.
    ///
    /// # Errors
    /// On `order`, when it is none.
    pub fn parse(word: &str) -> Result<Self, Invalid> {
        match word {
            "paid" => Ok(Self::Paid),
            "name" => Ok(Self::Name),
            "shuffled" => Ok(Self::Shuffled),
            _ => Err(Invalid::new("order", "Please choose an order")),
        }
    }
}

impl Spacing {
    /// Reads a word of a form.
    ///
    /// # Errors
    /// On `spacing`, when it is none.
    pub fn parse(word: &str) -> Result<Self, Invalid> {
        match word {
            "none" => Ok(Self::None),
            "alternate" => Ok(Self::Alternate),
            _ => Err(Invalid::new("spacing", "Please choose a spacing")),
        }
    }
}
