//! The second factor of an administrator, kept in their item of table admin.

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};
use time::{OffsetDateTime, serde::timestamp};

/// A second factor. Its secret is in the clear: only the functions `admin` and `operations` may read these items.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactor {
    /// What codes are made of, in base 32.
    pub secret: String,
    /// The last step whose code was accepted.
    pub last_step: u64,
    /// The hashes of the recovery codes that are unused.
    #[serde(default)]
    pub recovery: BTreeMap<String, bool>,
}

/// A second factor that is not one yet.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enrolment {
    /// What its codes will be made of.
    pub secret: String,
    /// When it was begun.
    #[serde(with = "timestamp")]
    pub begun: OffsetDateTime,
}

impl fmt::Debug for SecondFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecondFactor")
    }
}

impl fmt::Debug for Enrolment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Enrolment")
    }
}
