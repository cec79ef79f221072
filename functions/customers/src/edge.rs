//! The edges of the pages of the candidate list: a place, and on which side of it a page is.

use store::read_model::Cursor;

/// On which side of a place a page is, and whether it has the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// It begins behind the place.
    After,
    /// It begins with the place.
    From,
    /// It ends before the place.
    Before,
    /// It ends with the place.
    UpTo,
}

/// Where a page begins, or where one ends that comes before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageEdge {
    pub(crate) side: Side,
    pub(crate) place: Cursor,
}

impl Side {
    const ALL: [Self; 4] = [Self::After, Self::From, Self::Before, Self::UpTo];

    /// As a cursor begins.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::After => 'n',
            Self::From => 'f',
            Self::Before => 'p',
            Self::UpTo => 'u',
        }
    }

    pub(crate) fn parse(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.letter() == letter)
    }

    pub(crate) const fn is_backwards(self) -> bool {
        matches!(self, Self::Before | Self::UpTo)
    }

    pub(crate) const fn has_place(self) -> bool {
        matches!(self, Self::From | Self::UpTo)
    }

    const fn other(self) -> Self {
        match self {
            Self::After => Self::UpTo,
            Self::From => Self::Before,
            Self::Before => Self::From,
            Self::UpTo => Self::After,
        }
    }
}

impl PageEdge {
    /// The same edge seen from its other side: together both have everything, and nothing twice.
    pub(crate) fn other_side(&self) -> Self {
        Self {
            side: self.side.other(),
            place: self.place.clone(),
        }
    }
}
