//! Where a job goes on whose worker died or handed over.

use crate::{rows, worker::Worker};
use store::{Reached, SyncState, WrittenSheet, read_model::Cursor};

impl Worker {
    /// Where the job was stopped, if what is before is as this release writes it, in the sheet of today's settings.
    pub(crate) fn place(&self, state: &SyncState) -> Option<(Cursor, usize, WrittenSheet)> {
        let Reached {
            cursor,
            next_row,
            written,
        } = state.reached.as_ref()?;
        let as_today = self.what_is_written(written.revision);
        let next_row = usize::try_from(*next_row).ok()?;
        (*written == as_today).then_some((Cursor::parse(cursor)?, next_row, as_today))
    }

    /// What the spreadsheet holds when this release has written it from this revision.
    pub(crate) fn what_is_written(&self, revision: u64) -> WrittenSheet {
        WrittenSheet {
            revision,
            target: self.sheets.spreadsheet().name(),
            header: rows::header().into_iter().map(str::to_owned).collect(),
        }
    }
}
