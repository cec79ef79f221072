//! Doing the job: every candidate into the spreadsheet, a chunk at a time. Each step is one operation on it, which may be
//! done again.

use crate::{
    messages, payments,
    payments::SheetLine,
    place::Place,
    rows,
    worker::{WorkError, Worker},
};
use jobs::{Held, StepVerdict, Stepped, Work};
use sheets::{Grid, SheetsError};
use store::{
    Reached, SheetSync,
    catalogue::ExamNames,
    read_model::{Cursor, RowFilter},
};
use time::{Duration, OffsetDateTime};

/// Rows read and written at once: half a megabyte, well within Google's two, and ten requests for 20,000.
const CHUNK: u16 = 2_000;

/// How long Google may fail before the job does.
const PATIENCE: Duration = Duration::minutes(8);

/// The pause between two tries of an operation, each of which has already waited on its own.
const PAUSE: Duration = Duration::seconds(10);

/// One worker's copying.
pub(crate) struct SheetCopy<'a> {
    worker: &'a Worker,
    /// None before the spreadsheet is open.
    open: Option<Open>,
    /// Until when the present operation may fail. None when it has not been tried.
    patience_ends: Option<OffsetDateTime>,
}

/// The open spreadsheet.
struct Open {
    place: Place,
    /// What the exams are called.
    names: ExamNames,
    grid: Grid,
    next: Next,
}

/// What is done next.
enum Next {
    Read,
    Write(Chunk),
    Clear,
}

/// Rows that are read and not written.
struct Chunk {
    rows: Vec<Vec<sheets::Value>>,
    candidates: u64,
    /// The last candidate in it.
    last: Option<Cursor>,
    /// Where the next one begins; None for the last one.
    next: Option<Cursor>,
}

impl Work for SheetCopy<'_> {
    type Kind = SheetSync;
    type Error = WorkError;

    /// Does an operation, and retries it while its failure is temporary.
    async fn step(&mut self, held: &mut Held<SheetSync>) -> Result<Stepped, WorkError> {
        let clock = &self.worker.clock;
        let patience_ends = *self.patience_ends.get_or_insert(clock.now() + PATIENCE);
        let done = match self.open.take() {
            None => self.begin(held).await,
            Some(mut open) => {
                let done = open.go_on(self.worker, held).await;
                self.open = Some(open);
                done
            }
        };
        match done {
            Err(WorkError::Sheets(error)) if error.passes() && clock.now() < patience_ends => {
                tracing::warn!(cause = %error, "the spreadsheet is tried again");
                held.job.work.waiting = Some(messages::waiting_for(&error).to_owned());
                Ok(Stepped::WaitUntil(clock.now() + PAUSE))
            }
            done => {
                self.patience_ends = None;
                done
            }
        }
    }

    async fn verdict(&self, _: &Held<SheetSync>, error: &WorkError) -> StepVerdict {
        self.worker.verdict(error).await
    }

    async fn pause(&self, pause: std::time::Duration) {
        self.worker.pauses.wait(pause).await;
    }
}

impl<'a> SheetCopy<'a> {
    pub(crate) const fn new(worker: &'a Worker) -> Self {
        Self {
            worker,
            open: None,
            patience_ends: None,
        }
    }

    /// Opens the spreadsheet, to go on where the job was left or at the top.
    async fn begin(&mut self, held: &mut Held<SheetSync>) -> Result<Stepped, WorkError> {
        let worker = self.worker;
        let names = worker.catalogue.exam_names().await?;
        let place = match worker.place(&held.job.work, &names) {
            Some(place) => place,
            None => {
                // Before the first row is read: what changes from here on makes the next sync start over.
                let aggregates = worker.registrations.aggregates().await?;
                held.job.total = aggregates.candidates();
                held.job.done = 0;
                held.job.work.reached = None;
                worker.top(aggregates.revision, &names)
            }
        };
        let expected = usize::try_from(held.job.total).unwrap_or_default() + 1;
        let columns = rows::header().len() + 1;
        let grid = telling(worker, held, worker.sheets.open(expected, columns)).await?;
        self.open = Some(Open {
            place,
            names,
            grid,
            next: Next::Read,
        });
        Ok(Stepped::More)
    }
}

impl Open {
    async fn go_on(&mut self, worker: &Worker, held: &mut Held<SheetSync>) -> Result<Stepped, WorkError> {
        if let Next::Read = self.next {
            self.next = Next::Write(self.read(worker).await?);
        }
        let Place {
            cursor,
            next_row,
            written,
        } = &mut self.place;
        let Next::Write(chunk) = &self.next else {
            // Only now: a worker that dies before leaves old rows below the new ones, and no empty sheet.
            if *next_row <= self.grid.rows {
                let columns = rows::header().len();
                let clearing = worker.sheets.clear(*next_row, self.grid.rows, columns);
                telling(worker, held, clearing).await?;
            }
            held.job.work.written = Some(written.clone());
            held.job.work.last_sync = Some(worker.clock.now());
            return Ok(Stepped::Done);
        };
        let needed = *next_row + chunk.rows.len() - 1;
        if needed > self.grid.rows {
            let growing = worker.sheets.grow(self.grid, needed, self.grid.columns);
            self.grid = telling(worker, held, growing).await?;
            return Ok(Stepped::More);
        }
        if !chunk.rows.is_empty() {
            telling(worker, held, worker.sheets.write(*next_row, &chunk.rows)).await?;
        }
        *next_row += chunk.rows.len();
        held.job.done += chunk.candidates;
        held.job.total = held.job.total.max(held.job.done);
        if let Some(last) = &chunk.last {
            held.job.work.reached = Some(Reached {
                cursor: last.as_str().to_owned(),
                next_row: u64::try_from(*next_row).unwrap_or_default(),
                written: written.clone(),
            });
        }
        let following = chunk.next.clone();
        self.next = match following {
            Some(_) => Next::Read,
            None => Next::Clear,
        };
        *cursor = following;
        Ok(Stepped::More)
    }

    async fn read(&self, worker: &Worker) -> Result<Chunk, WorkError> {
        let Place { cursor, next_row, .. } = &self.place;
        let everybody = RowFilter::default();
        let page = worker
            .registrations
            .every_row(&everybody, CHUNK, cursor.as_ref())
            .await?;
        let lines = payments::lines(&worker.registrations, page.rows).await?;
        let mut chunk: Vec<_> = lines.iter().map(|line| rows::values(line, &self.names)).collect();
        if *next_row == 1 {
            // It is one cell longer than the others, whose last one is then left alone.
            chunk.insert(0, rows::first_row().into_iter().map(rows::text).collect());
        }
        Ok(Chunk {
            rows: chunk,
            candidates: u64::try_from(lines.len()).unwrap_or_default(),
            last: lines.last().map(|SheetLine { row, .. }| row.cursor()),
            next: page.next,
        })
    }
}

/// Does something to the spreadsheet under the lease, and tells meanwhile what it waits for.
async fn telling<T>(
    worker: &Worker,
    held: &mut Held<SheetSync>,
    operation: impl Future<Output = Result<T, SheetsError>>,
) -> Result<T, WorkError> {
    held.keep().await?;
    // The deletion empties the sheet at its end, and what a worker has read before would come behind that. It waits for longer
    // than a request goes on that has asked before it began.
    if worker.registrations.deletion_has_begun().await? {
        return Err(WorkError::Deleting);
    }
    let mut waiting = worker.sheets.waiting();
    tokio::pin!(operation);
    loop {
        tokio::select! {
            biased;
            outcome = &mut operation => {
                let done = outcome?;
                held.job.work.waiting = None;
                return Ok(done);
            }
            Ok(()) = waiting.changed() => {
                let message = waiting.borrow_and_update().as_ref().map(messages::waiting_for);
                if held.job.work.waiting.as_deref() != message {
                    held.job.work.waiting = message.map(str::to_owned);
                    held.keep().await?;
                }
            }
        }
    }
}
