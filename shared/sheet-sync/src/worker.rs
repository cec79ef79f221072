//! Doing the job: every candidate into the spreadsheet, a chunk at a time.

use crate::event::{SyncEvent, SyncTicket};
use crate::{messages, payments, payments::SheetLine, rows};
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use invocation::{InvocationError, Invoker};
use sheets::{Grid, Pauses, Sheets, SheetsError};
use store::read_model::RowFilter;
use store::{Reached, Registrations, StoreError, SyncJobs, SyncState, Write, WrittenSheet};
use time::{Duration, OffsetDateTime};

/// Rows read and written at once: half a megabyte, well within Google's two, and ten requests for 20,000.
const CHUNK: u16 = 2_000;

/// How long a worker works before it hands over. With the longest operation after it, still within the function's
/// fifteen minutes.
const SHIFT: Duration = Duration::minutes(12);

/// How long Google may fail before the job does.
const PATIENCE: Duration = Duration::minutes(8);

/// The pause between two tries of an operation, each of which has already waited on its own. With the longest operation
/// it is well within [`crate::DEAD_AFTER`].
const PAUSE: std::time::Duration = std::time::Duration::from_secs(10);

/// Works on the job when it is called.
#[derive(Debug, Clone)]
pub struct Worker {
    pub(crate) jobs: SyncJobs,
    registrations: Registrations,
    pub(crate) sheets: Sheets,
    pub(crate) invoker: Invoker,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    pauses: Pauses,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum SyncOutcome {
    /// Everything is in the spreadsheet.
    Finished,
    /// The time was up; another worker was called to go on.
    HandedOver,
    /// The job is another worker's, or over. Nothing was written since that was known.
    Superseded,
    /// The administrators are shown the reason.
    Failed,
}

/// What a call did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Worked {
    /// How it ended.
    pub outcome: SyncOutcome,
    /// How many candidates this job has written so far, those of the workers before included.
    pub written: u64,
}

/// Why a call ended with the job as it is: found dead later, it is begun again.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The table did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Lambda did not take the event for the next worker.
    #[error(transparent)]
    Invocation(#[from] InvocationError),
}

/// Why the rows are not all written.
enum Stop {
    Lost,
    TimeIsUp,
    Sheets(SheetsError),
    Store(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The lease of this worker, and the state of the job.
pub(crate) struct Hold {
    pub(crate) state: SyncState,
    shift_ends: OffsetDateTime,
}

impl Worker {
    /// The worker of the spreadsheet `sheets`; it calls the next one by the name of its own function.
    pub fn from_env(
        env: &Env,
        sheets: Sheets,
        clock: Clock,
        entropy: Entropy,
        pauses: Pauses,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            jobs: SyncJobs::from_env(env)?,
            registrations: Registrations::from_env(env)?,
            invoker: Invoker::from_env(env, "AWS_LAMBDA_FUNCTION_NAME")?,
            sheets,
            clock,
            entropy,
            pauses,
        })
    }

    /// Works on the job of an event until it is done, has failed, or the time is up.
    ///
    /// # Errors
    /// When the table or Lambda does not answer.
    pub async fn work(&self, event: &SyncEvent) -> Result<Worked, WorkError> {
        const NOT_OURS: Worked = Worked {
            outcome: SyncOutcome::Superseded,
            written: 0,
        };
        let SyncTicket { lease } = &event.sync;
        let seen = self.jobs.state().await?;
        if !seen.running || seen.lease != *lease {
            return Ok(NOT_OURS);
        }
        let now = self.clock.now();
        let state = SyncState {
            lease: self.entropy.symbols(16),
            heartbeat: now.unix_timestamp(),
            ..seen
        };
        // An event may come twice: who is second finds another lease here.
        if self.jobs.replace(lease, &state).await? == Write::Stale {
            return Ok(NOT_OURS);
        }
        let mut hold = Hold {
            state,
            shift_ends: now + SHIFT,
        };
        let copied = self.copy(&mut hold).await;
        let written = hold.state.done;
        let outcome = match copied {
            Ok(written) => self.finish(hold.state, written).await?,
            Err(Stop::Lost) => SyncOutcome::Superseded,
            Err(Stop::TimeIsUp) => self.hand_over(hold).await?,
            Err(Stop::Sheets(error)) => {
                tracing::warn!(cause = %error, "the spreadsheet was not written");
                let account = self.sheets.account().await;
                self.fail(hold.state, messages::about(&error, account.as_deref()))
                    .await?
            }
            // It would be the same next time.
            Err(Stop::Store(error @ StoreError::Corrupt { .. })) => {
                tracing::error!(cause = %error, "the candidates were not copied");
                self.fail(hold.state, messages::UNREADABLE.to_owned()).await?
            }
            Err(Stop::Store(error @ (StoreError::Unavailable(_) | StoreError::Contended(_)))) => {
                return Err(error.into());
            }
        };
        Ok(Worked { outcome, written })
    }

    /// Writes every row that is not written yet, and returns what the spreadsheet then holds.
    async fn copy(&self, hold: &mut Hold) -> Result<WrittenSheet, Stop> {
        let (columns, everybody) = (rows::header().len(), RowFilter::default());
        let (mut cursor, mut next_row, written) = match self.place(&hold.state) {
            Some((cursor, next_row, written)) => (Some(cursor), next_row, written),
            None => {
                // Before the first row is read: what changes from here on makes the next sync start over.
                let aggregates = self.registrations.aggregates().await?;
                hold.state.total = aggregates.candidates();
                hold.state.done = 0;
                hold.state.reached = None;
                (None, 1, self.what_is_written(aggregates.revision))
            }
        };
        let expected = usize::try_from(hold.state.total).unwrap_or_default() + 1;
        let mut grid = self
            .persist(hold, || self.sheets.open(expected, columns + 1))
            .await?;
        loop {
            let page = self
                .registrations
                .every_row(&everybody, CHUNK, cursor.as_ref())
                .await?;
            let lines = payments::lines(&self.registrations, page.rows).await?;
            let mut chunk: Vec<_> = lines.iter().map(rows::values).collect();
            if next_row == 1 {
                // It is one cell longer than the others, whose last one is then left alone.
                chunk.insert(0, rows::first_row().into_iter().map(rows::text).collect());
            }
            if !chunk.is_empty() {
                grid = self.put(hold, grid, next_row, &chunk).await?;
                next_row += chunk.len();
                hold.state.done += u64::try_from(lines.len()).unwrap_or_default();
                hold.state.total = hold.state.total.max(hold.state.done);
            }
            if let Some(SheetLine { row: last, .. }) = lines.last() {
                hold.state.reached = Some(Reached {
                    cursor: last.cursor().as_str().to_owned(),
                    next_row: u64::try_from(next_row).unwrap_or_default(),
                    written: written.clone(),
                });
            }
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
            if self.clock.now() >= hold.shift_ends {
                return Err(Stop::TimeIsUp);
            }
        }
        // Only now: a worker that dies before leaves old rows below the new ones, and no empty sheet.
        if next_row <= grid.rows {
            self.persist(hold, || self.sheets.clear(next_row, grid.rows, columns))
                .await?;
        }
        Ok(written)
    }

    async fn put(
        &self,
        hold: &mut Hold,
        grid: Grid,
        first: usize,
        chunk: &[Vec<sheets::Value>],
    ) -> Result<Grid, Stop> {
        let needed = first + chunk.len() - 1;
        let grid = if needed > grid.rows {
            self.persist(hold, || self.sheets.grow(grid, needed, grid.columns))
                .await?
        } else {
            grid
        };
        self.persist(hold, || self.sheets.write(first, chunk)).await?;
        Ok(grid)
    }

    /// Does something to the spreadsheet under the lease, and retries while its failure is temporary.
    async fn persist<T, F>(&self, hold: &mut Hold, operation: impl Fn() -> F) -> Result<T, Stop>
    where
        F: Future<Output = Result<T, SheetsError>>,
    {
        let patience_ends = self.clock.now() + PATIENCE;
        loop {
            self.renew(hold).await?;
            match self.telling(hold, operation()).await? {
                Ok(done) => {
                    hold.state.waiting = None;
                    return Ok(done);
                }
                Err(error) if !error.passes() || self.clock.now() >= patience_ends => {
                    return Err(Stop::Sheets(error));
                }
                Err(_) if self.clock.now() >= hold.shift_ends => return Err(Stop::TimeIsUp),
                Err(error) => {
                    tracing::warn!(cause = %error, "the spreadsheet is tried again");
                    hold.state.waiting = Some(messages::waiting_for(&error).to_owned());
                    self.renew(hold).await?;
                }
            }
            self.pauses.wait(PAUSE).await;
        }
    }

    /// Does something to the spreadsheet, and tells meanwhile what it waits for.
    async fn telling<T>(
        &self,
        hold: &mut Hold,
        operation: impl Future<Output = Result<T, SheetsError>>,
    ) -> Result<Result<T, SheetsError>, Stop> {
        let mut waiting = self.sheets.waiting();
        tokio::pin!(operation);
        loop {
            tokio::select! {
                biased;
                outcome = &mut operation => return Ok(outcome),
                Ok(()) = waiting.changed() => {
                    let message = waiting.borrow_and_update().as_ref().map(messages::waiting_for);
                    if hold.state.waiting.as_deref() != message {
                        hold.state.waiting = message.map(str::to_owned);
                        self.renew(hold).await?;
                    }
                }
            }
        }
    }

    /// Tells how far the job is, unless it is another worker's by now.
    async fn renew(&self, hold: &mut Hold) -> Result<(), Stop> {
        hold.state.heartbeat = self.clock.now().unix_timestamp();
        match self.jobs.replace(&hold.state.lease, &hold.state).await? {
            Write::Done => Ok(()),
            Write::Stale => Err(Stop::Lost),
        }
    }
}
