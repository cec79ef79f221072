//! Going out and coming in again, as it is kept beside the admission.

use super::ScanPlace;
use crate::{CustomerId, Invalid, Word};
use serde::{Deserialize, Serialize};

/// Which way somebody goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Into what the list is of.
    #[default]
    In,
    /// Out of it.
    Out,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::In, Self::Out];

    /// Reads `in` or `out`; in where it is left out.
    ///
    /// # Errors
    /// On `direction`.
    pub fn parse(text: Option<&str>) -> Result<Self, Invalid> {
        match text {
            None | Some("" | "in") => Ok(Self::In),
            Some("out") => Ok(Self::Out),
            Some(_) => Err(Invalid::new("direction", "This is in or out")),
        }
    }
}

impl Word for Direction {
    fn as_str(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
        }
    }
}

/// A scan of somebody who went out, or of whom it was only said that they are in already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// Which way.
    pub direction: Direction,
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: ScanPlace,
    /// The device's own name of the scan.
    pub nonce: String,
}

/// The crossings of a candidate at a list, beside the scans of the admission. They may come before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossings {
    /// Who.
    pub customer_id: CustomerId,
    /// By the moments of the scans.
    pub crossings: Vec<Crossing>,
    /// Counts the changes. Each names the version that it was decided on.
    pub version: u64,
}
