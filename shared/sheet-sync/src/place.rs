//! Where a job goes on whose worker died or left it.

use crate::{rows, worker::Worker};
use store::{Reached, SheetSync, WrittenSheet, catalogue::ExamNames, read_model::Cursor};

/// How far the spreadsheet is written.
pub(crate) struct Place {
    /// Behind the last candidate that is in it.
    pub(crate) cursor: Option<Cursor>,
    /// The row to write next, which counts from 1.
    pub(crate) next_row: usize,
    /// What it holds when everything is in it.
    pub(crate) written: WrittenSheet,
}

impl Worker {
    /// Where the job was left, if what is before is as this release writes it, in the sheet of today's settings and with the
    /// exams' names of today.
    pub(crate) fn place(&self, work: &SheetSync, names: &ExamNames) -> Option<Place> {
        let Reached {
            cursor,
            next_row,
            written,
        } = work.reached.as_ref()?;
        let as_today = self.what_is_written(written.revision, names);
        let next_row = usize::try_from(*next_row).ok()?;
        let cursor = Some(Cursor::parse(cursor)?);
        (*written == as_today).then_some(Place {
            cursor,
            next_row,
            written: as_today,
        })
    }

    /// The top of the spreadsheet, to be written from this revision.
    pub(crate) fn top(&self, revision: u64, names: &ExamNames) -> Place {
        Place {
            cursor: None,
            next_row: 1,
            written: self.what_is_written(revision, names),
        }
    }

    /// What the spreadsheet holds when this release has written it from this revision.
    fn what_is_written(&self, revision: u64, names: &ExamNames) -> WrittenSheet {
        WrittenSheet {
            revision,
            target: self.sheets.spreadsheet().name(),
            header: rows::header().into_iter().map(str::to_owned).collect(),
            exam_names: Some(names.digest()),
        }
    }
}
