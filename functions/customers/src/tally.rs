//! How long a list is whose length the aggregates do not know: as far as its pages were looked at, which their cursors
//! hand on.

use std::fmt;

/// Where a page is in such a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ListTally {
    /// How many rows come before the place.
    pub(crate) before: u64,
    /// How many are known to be in the list.
    pub(crate) known: u64,
    /// Whether there may be more.
    pub(crate) is_cut: bool,
}

/// The digits of a number that a cursor may have: far beyond the candidates of any event.
const MOST_DIGITS: usize = 9;

impl ListTally {
    /// Reads `<before>-<known>`, with a `c` behind it where the list may have more.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (numbers, is_cut) = text
            .strip_suffix('c')
            .map_or((text, false), |numbers| (numbers, true));
        let (before, known) = numbers.split_once('-')?;
        let number = |text: &str| {
            text.parse()
                .ok()
                .filter(|_| text.len() <= MOST_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        Some(Self {
            before: number(before)?,
            known: number(known)?,
            is_cut,
        })
    }
}

impl fmt::Display for ListTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            before,
            known,
            is_cut,
        } = self;
        write!(f, "{before}-{known}{}", if *is_cut { "c" } else { "" })
    }
}
