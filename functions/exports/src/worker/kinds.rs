//! What each kind of export goes through, a page at a time: the same for each, so that one loop copies all of them.

use super::{
    attendance, audit, candidates,
    cell::Column,
    let_in::LetIn,
    not_done::ExportNotDone,
    payments, results,
    source::{Page, Source, Sources},
    till,
};
use crate::scope::ExportScope;
use domain::{export::ExportKind, job::Job};
use store::{
    StoreError,
    catalogue::ExamNames,
    exports::Export,
    read_model::{Cursor, Row, RowsPage},
};

/// Rows read at once: half a megabyte, ten requests.
const ROWS: u16 = 1_000;

const NOT_OURS: &str = "This export was asked for in another version of the system. Please start it again.";

impl Source {
    pub(super) fn columns(&self) -> Vec<Column> {
        match self.kind {
            ExportKind::Candidates => candidates::columns(),
            ExportKind::Payments => payments::COLUMNS.into(),
            ExportKind::Till => till::COLUMNS.into(),
            ExportKind::Attendance => attendance::COLUMNS.into(),
            ExportKind::Results => results::columns(),
            ExportKind::Audit => audit::COLUMNS.into(),
        }
    }
}

impl Sources {
    pub(super) async fn open(&self, kind: ExportKind, job: &Job<Export>) -> Result<Source, ExportNotDone> {
        // It was read when it was asked for: only another release may think differently of it.
        let scope = ExportScope::parse(kind, &job.work.filters, job.created_at)
            .map_err(|_| ExportNotDone::Failed(NOT_OURS))?;
        let found = self.found(&scope).await?;
        let lists = match kind {
            ExportKind::Attendance => Some(self.lists(&scope).await?),
            ExportKind::Candidates
            | ExportKind::Payments
            | ExportKind::Till
            | ExportKind::Results
            | ExportKind::Audit => None,
        };
        let exams = match kind {
            ExportKind::Results => self.exams(&scope).await?,
            ExportKind::Candidates
            | ExportKind::Payments
            | ExportKind::Till
            | ExportKind::Attendance
            | ExportKind::Audit => Vec::new(),
        };
        let let_in = match kind {
            ExportKind::Candidates => self.let_in(&scope).await?,
            ExportKind::Payments
            | ExportKind::Till
            | ExportKind::Attendance
            | ExportKind::Results
            | ExportKind::Audit => LetIn::default(),
        };
        let names = match kind {
            ExportKind::Candidates => self.catalogue.exam_names().await?,
            ExportKind::Payments
            | ExportKind::Till
            | ExportKind::Attendance
            | ExportKind::Results
            | ExportKind::Audit => ExamNames::default(),
        };
        Ok(Source {
            kind,
            scope,
            at: job.created_at,
            found,
            lists,
            exams,
            names,
            let_in,
        })
    }

    /// How much there is to go through.
    pub(super) async fn count(&self, source: &Source) -> Result<u64, StoreError> {
        match source.kind {
            ExportKind::Candidates | ExportKind::Payments => {
                if let Some(found) = self.found(&source.scope).await? {
                    return Ok(found.len() as u64);
                }
                Ok(self
                    .registrations
                    .aggregates()
                    .await?
                    .matching(&source.scope.list))
            }
            ExportKind::Till => Ok(till::days(&source.scope)),
            ExportKind::Attendance => self.admissions_in(source).await,
            ExportKind::Results => Ok(source.exams.len() as u64),
            ExportKind::Audit => self.audit_log.count_before(&audit::end_of(source)).await,
        }
    }

    /// The page behind a place.
    pub(super) async fn page(&self, source: &mut Source, after: Option<&str>) -> Result<Page, ExportNotDone> {
        let page = match source.kind {
            ExportKind::Candidates | ExportKind::Payments => {
                let RowsPage { rows, next } =
                    self.rows(source, after.and_then(Cursor::parse).as_ref()).await?;
                let looked_at = rows.len() as u64;
                let last = rows.last().map(|row| row.cursor().as_str().to_owned());
                let wanted = rows.into_iter().filter(|row| source.scope.admits(row));
                let wanted: Vec<_> = wanted.collect();
                let rows = match source.kind {
                    ExportKind::Payments => self.payments_of(&source.scope, wanted).await?,
                    ExportKind::Candidates
                    | ExportKind::Till
                    | ExportKind::Attendance
                    | ExportKind::Results
                    | ExportKind::Audit => {
                        let cells = |row| candidates::cells(row, &source.names, &source.let_in);
                        wanted.iter().map(cells).collect()
                    }
                };
                Page {
                    looked_at,
                    rows,
                    place: next.as_ref().map(|next| next.as_str().to_owned()).or(last),
                    is_last: next.is_none(),
                }
            }
            ExportKind::Till => self.days(source, after).await?,
            ExportKind::Attendance => self.attendance(source, after).await?,
            ExportKind::Results => self.results(source, after).await?,
            ExportKind::Audit => self.entries(source, after).await?,
        };
        Ok(page)
    }

    /// The candidates who were picked, or whom a text finds; None when neither is given.
    async fn found(&self, scope: &ExportScope) -> Result<Option<Vec<Cursor>>, StoreError> {
        let mut found = if !scope.picked.is_empty() {
            let rows = self.registrations.rows_by_candidate(&scope.picked).await?;
            rows.values().map(Row::cursor).collect()
        } else if !scope.search.is_empty() {
            self.registrations.find_every(&scope.search).await?
        } else if !scope.email.is_empty() {
            self.registrations.search(&scope.email, &scope.list).await?
        } else {
            return Ok(None);
        };
        found.sort_unstable();
        found.dedup();
        Ok(Some(found))
    }

    async fn rows(&self, source: &Source, after: Option<&Cursor>) -> Result<RowsPage, StoreError> {
        let Some(found) = &source.found else {
            return self
                .registrations
                .every_row(&source.scope.list, ROWS, after)
                .await;
        };
        let begin = after.map_or(0, |after| found.partition_point(|place| place <= after));
        let rest = found.get(begin..).unwrap_or_default();
        let shown = rest.get(..usize::from(ROWS)).unwrap_or(rest);
        let next = shown.last().filter(|_| shown.len() < rest.len()).cloned();
        Ok(RowsPage {
            rows: self.registrations.rows_of(shown).await?,
            next,
        })
    }
}
