//! That somebody is in: the scan that counts, and the others that let the same person in.

use crate::CustomerId;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Where, when and by whom a pass was scanned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanPlace {
    /// When the pass was scanned, by the server's clock.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who was signed in.
    pub by: String,
    /// The device, as it is called.
    pub device: String,
}

/// A scan of a pass that is in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Where, when and by whom.
    pub place: ScanPlace,
    /// Whether the device has let the person in without asking.
    pub offline: bool,
}

/// A scan that let somebody in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrance {
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: ScanPlace,
    /// The device's own name of the scan.
    pub nonce: String,
    /// The key of the double that is on record for it and the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<String>,
}

/// That somebody is in: one for each candidate and list. What it says follows from the scans that are kept
/// ([`Passages`](super::Passages)).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// Who.
    pub customer_id: CustomerId,
    /// Where, when and by whom.
    #[serde(flatten)]
    pub place: ScanPlace,
    /// The nonce of the scan that counts.
    pub nonce: String,
    /// The other scans that let the same person in, by their moments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Entrance>,
    /// Counts the changes. Each names the version that it was decided on.
    #[serde(default)]
    pub version: u64,
}

impl Admission {
    /// Each scan that let the person in, the one that counts first.
    pub fn entrances(&self) -> impl Iterator<Item = (&str, &ScanPlace)> {
        let others = self
            .others
            .iter()
            .map(|other| (other.nonce.as_str(), &other.place));
        std::iter::once((self.nonce.as_str(), &self.place)).chain(others)
    }
}

/// Whether something was scanned before the list began.
pub(super) fn is_practice(at: OffsetDateTime, begins_at: Option<OffsetDateTime>) -> bool {
    begins_at.is_some_and(|begins| at < begins)
}
