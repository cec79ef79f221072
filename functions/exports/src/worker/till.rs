//! Tills as lines of an export: each movement of money, and each mode of each closing.

use super::{
    cell::{Cell, Column},
    not_done::ExportNotDone,
    source::{Page, Source, Sources},
};
use crate::scope::ExportScope;
use domain::{
    day,
    till::{Closing, Entry, ModeCount},
};
use futures::future::try_join_all;
use store::{StoreError, Till};
use time::{Date, Duration};

/// Days read at once: a month.
const DAYS: usize = 31;

pub(super) const COLUMNS: [Column; 13] = [
    ("Day", 11),
    ("Clerk", 18),
    ("Line", 11),
    ("At", 19),
    ("Payment Mode", 14),
    ("Amount (Rs)", 12),
    ("Receipt no.", 18),
    ("Closing", 8),
    ("Closed by", 18),
    ("Opening (Rs)", 12),
    ("Expected (Rs)", 13),
    ("Counted (Rs)", 12),
    ("Difference (Rs)", 14),
];

/// How many days there are.
pub(super) fn days(scope: &ExportScope) -> u64 {
    let days = (scope.last_day() - scope.from).whole_days() + 1;
    u64::try_from(days).unwrap_or_default()
}

impl Sources {
    /// The lines of the days behind a day.
    pub(super) async fn days(&self, source: &Source, after: Option<&str>) -> Result<Page, ExportNotDone> {
        let scope = &source.scope;
        let after = after.and_then(day::read);
        let first = after.map_or(scope.from, |day| day + Duration::days(1));
        let days = std::iter::successors(Some(first), |day| day.next_day());
        let days: Vec<Date> = days
            .take_while(|day| *day <= scope.last_day())
            .take(DAYS)
            .collect();
        let read = try_join_all(days.iter().map(|day| self.tills_of(scope, *day))).await?;
        let last = days.last().copied();
        Ok(Page {
            looked_at: days.len() as u64,
            rows: read.into_iter().flatten().collect(),
            place: last.map(|day| day.to_string()),
            is_last: last.is_none_or(|day| day >= scope.last_day()),
        })
    }

    async fn tills_of(&self, scope: &ExportScope, day: Date) -> Result<Vec<Vec<Cell>>, StoreError> {
        let clerks = self.tills.clerks(day).await?;
        let clerks = clerks.iter().filter(|clerk| scope.is_of(clerk));
        let tills = try_join_all(clerks.map(|clerk| self.tills.till(day, clerk))).await?;
        let lines = tills.iter().flat_map(|Till { entries, closings }| {
            let entries = entries.iter().map(move |entry| moved(day, entry));
            let closings = closings.iter().flat_map(move |closing| {
                let counts = closing.counts.iter();
                counts.map(move |(mode, count)| closed(day, closing, mode, count))
            });
            entries.chain(closings)
        });
        Ok(lines.collect())
    }
}

fn moved(day: Date, entry: &Entry) -> Vec<Cell> {
    let cells: [Cell; COLUMNS.len()] = [
        Cell::Day(day),
        Cell::text(entry.clerk.as_str()),
        Cell::text(entry.movement.as_str().replace('_', " ")),
        Cell::moment(entry.at),
        Cell::text(entry.mode.as_str()),
        Cell::Amount(entry.amount),
        Cell::text(entry.receipt_no.to_string()),
        Cell::Empty,
        Cell::Empty,
        Cell::Empty,
        Cell::Empty,
        Cell::Empty,
        Cell::Empty,
    ];
    cells.into()
}

fn closed(day: Date, closing: &Closing, mode: &str, count: &ModeCount) -> Vec<Cell> {
    let cells: [Cell; COLUMNS.len()] = [
        Cell::Day(day),
        Cell::text(closing.clerk.as_str()),
        Cell::text("closing"),
        Cell::moment(closing.closed_at),
        Cell::text(mode),
        Cell::Empty,
        Cell::Empty,
        Cell::text(closing.number.to_string()),
        Cell::text(closing.closed_by.as_str()),
        Cell::paise(count.opening),
        Cell::Amount(count.expected),
        Cell::paise(count.counted),
        Cell::Amount(count.difference()),
    ];
    cells.into()
}
