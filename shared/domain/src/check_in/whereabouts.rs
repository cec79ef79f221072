//! Where somebody is by the scans of them.

use super::{Direction, Passage, ScanPlace};

/// Where somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts<'a> {
    /// Nobody knows that they were let in.
    NotIn {
        /// Where they went out, if that is known all the same.
        out: Option<&'a ScanPlace>,
    },
    /// They are inside, by the last scan of them.
    In(&'a ScanPlace),
    /// They were let in, and went out.
    Out(&'a ScanPlace),
}

impl<'a> Whereabouts<'a> {
    /// Where somebody is after some passages, by their moments.
    pub(super) fn after(passages: impl Iterator<Item = &'a Passage>) -> Self {
        let (mut was_let_in, mut has_gone_out) = (false, false);
        let mut last = None;
        for one in passages {
            was_let_in |= one.direction == Direction::In && (one.is_through || has_gone_out);
            has_gone_out = one.direction == Direction::Out;
            last = Some(one);
        }
        match (was_let_in, last.map(|one| (one.direction, &one.place))) {
            (_, None) | (false, Some((Direction::In, _))) => Self::NotIn { out: None },
            (false, Some((Direction::Out, place))) => Self::NotIn { out: Some(place) },
            (true, Some((Direction::In, place))) => Self::In(place),
            (true, Some((Direction::Out, place))) => Self::Out(place),
        }
    }
}
