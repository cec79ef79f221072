//! A seat of a hall, by its label: the row's letters and the number in the row, `A1`, `Z12`, `AA3`.

use crate::Invalid;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most rows, and the most seats of a row.
pub(super) const MOST: u16 = 100;

/// A seat: its row and its place in the row, from 0. Seats sort as they are filled, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seat {
    row: u16,
    column: u16,
}

impl Seat {
    /// The seat at a row and a place in it, both from 0.
    #[must_use]
    pub(super) const fn at(row: u16, column: u16) -> Self {
        Self { row, column }
    }

    /// The row, from 0.
    #[must_use]
    pub const fn row(self) -> u16 {
        self.row
    }

    /// The place in the row, from 0.
    #[must_use]
    pub const fn column(self) -> u16 {
        self.column
    }

    /// Reads a label: small letters count as capitals.
    ///
    /// # Errors
    /// On `seat`, when it is no label, or of a row or column that no hall has.
    pub fn parse(label: &str) -> Result<Self, Invalid> {
        let refused = Invalid::new("seat", "Please enter a seat such as A1");
        let label = label.trim();
        let letters = label.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (row, number) = label.split_at(letters);
        // Two letters reach to row 702, three digits to seat 999.
        if !(1..=2).contains(&row.len()) || !(1..=3).contains(&number.len()) || number.starts_with('0') {
            return Err(refused);
        }
        if !number.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(refused);
        }
        let row = row.bytes().fold(0, |row: u16, letter| {
            row * 26 + u16::from(letter.to_ascii_uppercase() - b'A') + 1
        });
        let number: u16 = number.parse().map_err(|_| refused)?;
        if row > MOST || number > MOST {
            return Err(refused);
        }
        Ok(Self::at(row - 1, number - 1))
    }

    /// The seats around it that there may be: beside, in front, behind and across a corner.
    pub(super) fn around(self) -> impl Iterator<Item = Self> {
        let steps = [-1_i16, 0, 1];
        steps.into_iter().flat_map(move |down| {
            steps.into_iter().filter_map(move |across| {
                let row = self.row.checked_add_signed(down)?;
                let column = self.column.checked_add_signed(across)?;
                (down != 0 || across != 0).then_some(Self { row, column })
            })
        })
    }

    /// Of which of the two colours of a chessboard it is.
    pub(super) const fn is_dark(self) -> bool {
        (self.row + self.column) % 2 == 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: u16| char::from(b'A' + u8::try_from(place % 26).unwrap_or_default());
        if self.row >= 26 {
            write!(f, "{}", letter(self.row / 26 - 1))?;
        }
        write!(f, "{}{}", letter(self.row), self.column + 1)
    }
}

impl TryFrom<String> for Seat {
    type Error = Invalid;
    fn try_from(label: String) -> Result<Self, Invalid> {
        Self::parse(&label)
    }
}

impl From<Seat> for String {
    fn from(seat: Seat) -> Self {
        seat.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_the_rows_letters_and_the_number_in_the_row() {
        for (row, column, label) in [
            (0, 0, "A1"),
            (0, 9, "A10"),
            (25, 0, "Z1"),
            (26, 2, "AA3"),
            (51, 0, "AZ1"),
            (52, 0, "BA1"),
            (99, 99, "CV100"),
        ] {
            assert_eq!(Seat::at(row, column).to_string(), label);
            assert_eq!(Seat::parse(label), Ok(Seat::at(row, column)));
        }
        assert_eq!(Seat::parse(" aa3 "), Ok(Seat::at(26, 2)));
    }

    #[test]
    fn each_seat_of_the_largest_hall_has_a_label_of_its_own() {
        for row in 0..MOST {
            for column in 0..MOST {
                let seat = Seat::at(row, column);
                assert_eq!(Seat::parse(&seat.to_string()), Ok(seat));
            }
        }
    }

    #[test]
    fn what_is_no_label_is_refused_by_its_field() {
        for label in [
            "", "A", "1", "A0", "A01", "A-1", "A1B", "1A", "CW1", "AAA1", "A101", "A1000", "Ä1", "A 1", "A٣",
            "A+1",
        ] {
            assert_eq!(
                Seat::parse(label).map_err(|refused| refused.field),
                Err("seat"),
                "{label:?}"
            );
        }
    }
}
