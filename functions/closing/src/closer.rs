//! The work, once a minute by `{"job":"close-event"}`: nothing while there is nothing to delete or another worker is at it.
//!
//! Each step may be done again from its beginning, so a worker that dies leaves nothing that the next one would have to
//! know: the file for the accounts is a function of the payments and is complete before the first item goes, what is
//! gone is not found again, and what is redacted does not change.

use crate::{State, ledger::Ledger, not_closed::NotClosed, records::RecordStore};
use domain::{Clock, Entropy};
use export_files::ExportFiles;
use serde_json::Value;
use sheets::{Pauses, Sheets};
use std::collections::HashMap;
use store::{
    EventClosing, Write,
    event_closing::{ClosingJob, Records, Step, months_until},
};
use telemetry::INVOCATION;
use time::{Duration, OffsetDateTime};

/// Items of the table that are read at once.
const PAGE: u16 = 500;

/// A worker without a sign of life for so long is dead. It gives one after each page.
const DEAD_AFTER: Duration = Duration::minutes(2);

/// How long a worker works before it leaves the rest to the next: well within the function's fifteen minutes.
const SHIFT: Duration = Duration::minutes(12);

/// Between two looks at the table: what followed the stream meanwhile has been written.
const PAUSE: std::time::Duration = std::time::Duration::from_secs(5);

/// Works on the closing of the event.
#[derive(Clone)]
pub struct EventCloser {
    closing: EventClosing,
    records: RecordStore,
    export_files: ExportFiles,
    sheets: Option<Sheets>,
    clock: Clock,
    entropy: Entropy,
    pauses: Pauses,
}

impl EventCloser {
    pub(crate) fn new(state: &State, sheets: Option<Sheets>, pauses: Pauses) -> Self {
        Self {
            closing: state.closing.clone(),
            records: state.records.clone(),
            export_files: state.export_files.clone(),
            sheets,
            clock: state.clock.clone(),
            entropy: state.entropy.clone(),
            pauses,
        }
    }

    /// Does what is to be done and returns how that ended, for the log.
    ///
    /// # Errors
    /// When something did not answer; the next call goes on.
    pub async fn handle(&self, event: Value) -> Result<Value, NotClosed> {
        if event.get("job").and_then(Value::as_str) != Some("close-event") {
            return Err(NotClosed::UnknownEvent);
        }
        let Some(mut job) = self.take().await? else {
            return Ok(Value::from("nothing to do"));
        };
        let worked = self.work(&mut job).await;
        if let Err(error) = &worked
            && !matches!(error, NotClosed::Superseded)
        {
            // The next minute's worker need not wait until this one counts as dead.
            job.heartbeat = 0;
            job.error = Some(error.words(job.step).to_owned());
            let _ = self.closing.replace(&job.lease, &job).await?;
        }
        worked?;
        let (step, erased): (_, u64) = (job.step, job.erased.values().sum());
        tracing::info!(name: INVOCATION, ?step, erased, redacted = job.redacted, "worked on the closing of the event");
        Ok(Value::from("worked"))
    }

    /// The job, under a lease of this worker's own; None when there is nothing to do or another one is at it.
    async fn take(&self) -> Result<Option<ClosingJob>, NotClosed> {
        let now = self.clock.now();
        let Some(seen) = self.closing.job().await? else {
            return Ok(None);
        };
        if seen.step == Step::Done || seen.heartbeat > (now - DEAD_AFTER).unix_timestamp() {
            return Ok(None);
        }
        let job = ClosingJob {
            lease: self.entropy.symbols(16),
            heartbeat: now.unix_timestamp(),
            ..seen.clone()
        };
        Ok(match self.closing.replace(&seen.lease, &job).await? {
            Write::Done => Some(job),
            Write::Stale => None,
        })
    }

    async fn work(&self, job: &mut ClosingJob) -> Result<(), NotClosed> {
        let until = self.clock.now() + SHIFT;
        while job.step != Step::Done && self.clock.now() < until {
            match job.step {
                Step::Records => self.write_down(job).await?,
                Step::Erase => self.erase(job, until).await?,
                Step::AuditLog => self.redact(job).await?,
                Step::Exports => self.delete_exports(job).await?,
                Step::Sheet => self.empty_sheet(job).await?,
                Step::Done => {}
            }
        }
        if job.step != Step::Done {
            job.heartbeat = 0;
            self.keep(job).await?;
        }
        Ok(())
    }

    /// Everything that was ever paid goes into the file, and only then does the next step begin.
    async fn write_down(&self, job: &mut ClosingJob) -> Result<(), NotClosed> {
        let (mut orders, mut modes, mut from) = (Vec::new(), HashMap::new(), None);
        loop {
            let page = self.closing.payments(from, PAGE).await?;
            orders.extend(page.orders);
            modes.extend(page.modes);
            from = page.next;
            if from.is_none() {
                break;
            }
            self.live(job).await?;
        }
        let ledger = Ledger::of(orders, &modes);
        let (object, sha256) = self.records.keep(job.started_at, ledger.csv).await?;
        job.records = Some(Records {
            object,
            payments: ledger.payments,
            paid: ledger.paid,
            refunded: ledger.refunded,
            lost: ledger.lost,
            sha256,
        });
        self.next(job, Step::Erase).await
    }

    /// Deletes until a look at the whole table finds nothing.
    async fn erase(&self, job: &mut ClosingJob, until: OffsetDateTime) -> Result<(), NotClosed> {
        loop {
            let (mut found, mut from) = (0, None);
            loop {
                let page = self.closing.erase(from, PAGE).await?;
                for (kind, count) in page.kinds {
                    found += count;
                    *job.erased.entry(kind).or_insert(0) += count;
                }
                self.live(job).await?;
                from = page.next;
                if from.is_none() {
                    break;
                }
                if self.clock.now() >= until {
                    return Ok(());
                }
            }
            if found == 0 {
                return self.next(job, Step::AuditLog).await;
            }
            self.pauses.wait(PAUSE).await;
        }
    }

    async fn redact(&self, job: &mut ClosingJob) -> Result<(), NotClosed> {
        for month in months_until(self.clock.now()) {
            let mut from = None;
            loop {
                let page = self.closing.redact(&month, from).await?;
                job.redacted += page.entries;
                if page.unread > 0 {
                    tracing::warn!(
                        month,
                        entries = page.unread,
                        "entries of the audit log cannot be read, and were emptied"
                    );
                }
                from = page.next;
                if from.is_none() {
                    break;
                }
                self.live(job).await?;
            }
        }
        self.next(job, Step::Exports).await
    }

    /// Deletes the exports until a look finds none. The jobs go first, because a worker without its job makes no file
    /// whole; what one made whole in this very moment is among the files that go last.
    async fn delete_exports(&self, job: &mut ClosingJob) -> Result<(), NotClosed> {
        loop {
            let forgotten = self.closing.forget_exports().await?;
            for file in forgotten.iter().filter_map(|export| export.unfinished.as_ref()) {
                if let Err(error) = self.export_files.abandon(&file.key, &file.upload).await {
                    tracing::warn!(cause = %error, "the parts of an export are left for the lifecycle rule");
                }
            }
            let files = self.export_files.delete_all().await?;
            job.exports += files;
            self.live(job).await?;
            if forgotten.is_empty() && files == 0 {
                return self.next(job, Step::Sheet).await;
            }
            self.pauses.wait(PAUSE).await;
        }
    }

    async fn empty_sheet(&self, job: &mut ClosingJob) -> Result<(), NotClosed> {
        if let Some(sheets) = &self.sheets {
            let emptied = async {
                let grid = sheets.open(1, 1).await?;
                sheets.clear(1, grid.rows, grid.columns).await
            };
            match emptied.await {
                Ok(()) => job.sheet_emptied = Some(true),
                Err(error) if error.passes() => return Err(error.into()),
                // It is not shared any more, or gone: a person must look, and nothing else waits for it.
                Err(error) => {
                    tracing::warn!(cause = %error, "the spreadsheet was not emptied");
                    job.sheet_emptied = Some(false);
                }
            }
        }
        job.finished_at = Some(self.clock.now());
        self.next(job, Step::Done).await
    }

    async fn next(&self, job: &mut ClosingJob, step: Step) -> Result<(), NotClosed> {
        job.step = step;
        job.error = None;
        self.live(job).await
    }

    /// A sign of life, with what was done so far.
    async fn live(&self, job: &mut ClosingJob) -> Result<(), NotClosed> {
        job.heartbeat = self.clock.now().unix_timestamp();
        self.keep(job).await
    }

    async fn keep(&self, job: &ClosingJob) -> Result<(), NotClosed> {
        match self.closing.replace(&job.lease, job).await? {
            Write::Done => Ok(()),
            Write::Stale => Err(NotClosed::Superseded),
        }
    }
}
