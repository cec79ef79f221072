//! The identifier of a job.

use crate::{Entropy, Invalid};
use serde::{Deserialize, Serialize};
use std::fmt;
use time::OffsetDateTime;

/// The identifier of a job: its moment, so that the newest come last, and a random part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(String);

/// Digits of the moment, in milliseconds.
const MOMENT: usize = 14;
const RANDOM: usize = 16;

impl JobId {
    /// A new identifier, of this moment.
    #[must_use]
    pub fn generate(now: OffsetDateTime, entropy: &Entropy) -> Self {
        Self(format!("{}-{}", Self::first_of(now), entropy.symbols(RANDOM)))
    }

    /// What is less than the identifiers of this moment and later ones.
    #[must_use]
    pub fn first_of(moment: OffsetDateTime) -> String {
        let millis = moment.unix_timestamp_nanos() / 1_000_000;
        format!("{millis:014}")
    }

    /// Reads an identifier; None for a text that is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (moment, random) = text.split_once('-')?;
        let fits = moment.len() == MOMENT
            && moment.bytes().all(|byte| byte.is_ascii_digit())
            && random.len() == RANDOM
            && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Self(text.to_owned()))
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for JobId {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text).ok_or(Invalid::new("id", "This is no identifier of a job"))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn an_identifier_is_read_as_it_was_written_and_sorts_by_its_moment() {
        let moment = datetime!(2025-05-20 10:00 UTC);
        let id = JobId::generate(moment, &Entropy::system());
        assert_eq!(JobId::parse(id.as_str()), Some(id.clone()));
        assert!(id.as_str() > JobId::first_of(moment).as_str());
        assert!(*id.as_str() < *JobId::first_of(moment + time::Duration::milliseconds(1)));
        for text in [
            "",
            "1-A",
            "01747735200000",
            "01747735200000-ABC",
            "0174773520000x-0123456789ABCDEF",
        ] {
            assert_eq!(JobId::parse(text), None, "{text}");
        }
    }
}
