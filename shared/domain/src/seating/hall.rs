//! Halls: what is kept of one, and which seats it has.

use super::seat::{MOST, Seat};
use crate::{HallId, Invalid};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A hall that exams are held in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hall {
    /// Its identifier.
    pub id: HallId,
    /// Its name.
    pub name: String,
    /// Its seats.
    #[serde(flatten)]
    pub plan: HallPlan,
    /// Counts the edits.
    pub version: u64,
}

/// The seats of a hall: rows of equal length, without those that nobody can sit in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallPlan {
    rows: u16,
    columns: u16,
    blocked: BTreeSet<Seat>,
}

impl HallPlan {
    /// A plan of 1 to 100 rows with 1 to 100 seats each, of which these are blocked.
    ///
    /// # Errors
    /// On `rows`, `columns` or `blocked`: a blocked seat must be one of the plan.
    pub fn new(rows: u64, columns: u64, blocked: &[String]) -> Result<Self, Invalid> {
        let within = |count: u64| {
            u16::try_from(count)
                .ok()
                .filter(|count| (1..=MOST).contains(count))
        };
        let rows = within(rows).ok_or(Invalid::new("rows", "Please enter 1 to 100 rows"))?;
        let columns = within(columns).ok_or(Invalid::new("columns", "Please enter 1 to 100 seats a row"))?;
        let mut plan = Self {
            rows,
            columns,
            blocked: BTreeSet::new(),
        };
        for label in blocked {
            let seat = Seat::parse(label).map_err(|refused| refused.on("blocked"))?;
            if !plan.has(seat) {
                return Err(Invalid::new("blocked", "A blocked seat is not in this hall"));
            }
            plan.blocked.insert(seat);
        }
        Ok(plan)
    }

    /// How many rows there are.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// How many seats a row has, the blocked ones among them.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The seats that nobody can sit in.
    #[must_use]
    pub const fn blocked(&self) -> &BTreeSet<Seat> {
        &self.blocked
    }

    /// Whether somebody can sit there.
    #[must_use]
    pub fn takes(&self, seat: Seat) -> bool {
        self.has(seat) && !self.blocked.contains(&seat)
    }

    /// The seats that people can sit in, in the order in which they are filled: row by row.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Seat::at(row, column)));
        all.filter(|seat| !self.blocked.contains(seat))
    }

    const fn has(&self, seat: Seat) -> bool {
        seat.row() < self.rows && seat.column() < self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(rows: u64, columns: u64, blocked: &[&str]) -> Result<HallPlan, Invalid> {
        let blocked: Vec<String> = blocked.iter().map(|label| (*label).to_owned()).collect();
        HallPlan::new(rows, columns, &blocked)
    }

    #[test]
    fn seats_are_filled_row_by_row_without_the_blocked_ones() {
        let plan = plan(2, 3, &["A2", "B3", "a2"]).unwrap();
        let labels: Vec<String> = plan.seats().map(|seat| seat.to_string()).collect();
        assert_eq!(labels, ["A1", "A3", "B1", "B2"]);
        let takes = |label: &str| plan.takes(Seat::parse(label).unwrap());
        assert_eq!(
            [takes("A1"), takes("A2"), takes("B3"), takes("C1"), takes("A4")],
            [true, false, false, false, false]
        );
    }

    #[test]
    fn what_is_no_plan_is_refused_by_its_field() {
        for (rows, columns, blocked, field) in [
            (0, 1, &[][..], "rows"),
            (101, 1, &[], "rows"),
            (u64::MAX, 1, &[], "rows"),
            (1, 0, &[], "columns"),
            (1, 101, &[], "columns"),
            (1, 1, &["A2"], "blocked"),
            (1, 1, &["B1"], "blocked"),
            (1, 1, &["first"], "blocked"),
        ] {
            assert_eq!(plan(rows, columns, blocked).unwrap_err().field, field);
        }
        assert_eq!(plan(100, 100, &["CV100"]).unwrap().seats().count(), 9_999);
    }

    #[test]
    fn a_hall_is_read_as_it_is_written() {
        let hall = Hall {
            id: HallId::parse("hall-a").unwrap(),
            name: "Hall A".to_owned(),
            plan: plan(10, 12, &["J12"]).unwrap(),
            version: 1,
        };
        let written = serde_json::to_value(&hall).unwrap();
        assert_eq!(
            (&written["rows"], &written["blocked"][0]),
            (&10.into(), &"J12".into())
        );
        assert_eq!(serde_json::from_value::<Hall>(written).unwrap(), hall);
    }
}
