//! Whom the doors have let in, for the lines of candidates: read once for an export, list by list.

use super::{
    lists::{AttendanceLine, Fate},
    source::Sources,
};
use crate::scope::ExportScope;
use domain::{CustomerId, check_in::ScanPlace};
use futures::future::try_join;
use std::collections::HashMap;
use store::{StoreError, catalogue::Listed};
use time::{OffsetDateTime, macros::format_description, macros::offset};

/// What is said of candidates whom a door has let in.
#[derive(Default)]
pub(super) struct LetIn {
    admitted: HashMap<CustomerId, Vec<String>>,
    without_right: HashMap<CustomerId, Vec<String>>,
}

impl LetIn {
    /// Where and when a candidate came in, list by list; empty for one who did not.
    pub(super) fn admitted(&self, candidate: &CustomerId) -> String {
        joined(&self.admitted, candidate)
    }

    /// The same where the pass did not admit them.
    pub(super) fn without_right(&self, candidate: &CustomerId) -> String {
        joined(&self.without_right, candidate)
    }
}

fn joined(said: &HashMap<CustomerId, Vec<String>>, candidate: &CustomerId) -> String {
    said.get(candidate)
        .map(|parts| parts.join("; "))
        .unwrap_or_default()
}

impl Sources {
    /// What counts on the lists of the catalogue, and on those of exams that it has lost; no practice.
    pub(super) async fn let_in(&self, scope: &ExportScope) -> Result<LetIn, StoreError> {
        let mut let_in = LetIn::default();
        for listed in self.lists(scope).await?.all {
            let read = try_join(
                self.lines_of(&listed.list),
                self.check_ins.without_right(&listed.list),
            );
            let (lines, records) = read.await?;
            let begins_at = listed.begins_at();
            let is_real = |at: OffsetDateTime| begins_at.is_none_or(|begins| at >= begins);
            let counting = |line: &&AttendanceLine| line.fate == Fate::Counts && is_real(line.at_door.at);
            for line in lines.iter().filter(counting) {
                let said = said(&listed, &line.at_door);
                let_in
                    .admitted
                    .entry(line.customer_id.clone())
                    .or_default()
                    .push(said);
            }
            for record in records.iter().filter(|record| is_real(record.place.at)) {
                let said = said(&listed, &record.place);
                let_in
                    .without_right
                    .entry(record.customer_id.clone())
                    .or_default()
                    .push(said);
            }
        }
        Ok(let_in)
    }
}

/// `Sat 31 May: 2025-05-31 10:30 at Gate 2`, by the clock on the wall in India.
fn said(listed: &Listed, place: &ScanPlace) -> String {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]");
    let wall = place.at.to_offset(offset!(+5:30));
    let at = wall.format(format).unwrap_or_default();
    format!("{}: {at} at {}", listed.label(), place.device)
}
