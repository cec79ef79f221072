//! What is done, stage by stage.
//!
//! Each stage may be done again from its beginning, so a worker that dies leaves nothing that the next one would have to
//! know: the file for the accounts is a function of the payments and is complete before the first item goes, what is
//! gone is not found again, and what is redacted does not change.

use crate::{begin::SETTLED, closer::EventCloser, ledger::Ledger, not_closed::NotClosed, records::KeptFile};
use domain::payment::FOLLOWED_FOR;
use jobs::{Held, StepVerdict, Stepped, Work};
use std::collections::HashMap;
use store::event_closing::{Deletion, Records, Step, TablePosition, months_until};
use time::Duration;

/// Items of the table that are read at once.
const PAGE: u16 = 500;

/// Between two looks at the table: what followed the stream meanwhile has been written.
const PAUSE: Duration = Duration::seconds(5);

/// One worker's deleting.
pub(crate) struct Deleting<'a> {
    closer: &'a EventCloser,
    /// Where the next page of the table begins; None for the first.
    position: Option<TablePosition>,
    /// How much this look at the table has found so far.
    found: u64,
}

impl Work for Deleting<'_> {
    type Kind = Deletion;
    type Error = NotClosed;

    async fn step(&mut self, held: &mut Held<Deletion>) -> Result<Stepped, NotClosed> {
        match held.job.work.step {
            Step::Records => self.write_down(held).await,
            Step::Erase => self.erase(held).await,
            Step::AuditLog => self.redact(held).await,
            Step::Exports => self.delete_exports(held).await,
            Step::Sheet => self.empty_sheet(held).await,
            Step::Done => Ok(Stepped::Done),
        }
    }

    async fn verdict(&self, held: &Held<Deletion>, error: &NotClosed) -> StepVerdict {
        error.verdict(held.job.work.step)
    }

    async fn pause(&self, pause: std::time::Duration) {
        self.closer.pauses.wait(pause).await;
    }
}

impl<'a> Deleting<'a> {
    pub(crate) const fn new(closer: &'a EventCloser) -> Self {
        Self {
            closer,
            position: None,
            found: 0,
        }
    }

    /// Everything that was ever paid goes into the file, and only then does the next stage begin.
    async fn write_down(&self, held: &mut Held<Deletion>) -> Result<Stepped, NotClosed> {
        // From its beginning on no payment is taken at the counter and no refund is asked for; what was decided before it
        // has been written by then.
        let settled = held.job.created_at + SETTLED;
        if self.closer.clock.now() < settled {
            return Ok(Stepped::WaitUntil(settled));
        }
        // One that was asked for between the checks and the beginning was seen by neither, and has its end in no accounts.
        let followed = held.job.created_at + FOLLOWED_FOR;
        if self.closer.clock.now() < followed && self.closer.registrations.waiting().await?.refunds() > 0 {
            return Err(NotClosed::RefundUnderWay);
        }
        let (mut orders, mut modes, mut from) = (Vec::new(), HashMap::new(), None);
        loop {
            let page = self.closer.closing.payments(from, PAGE).await?;
            orders.extend(page.orders);
            modes.extend(page.modes);
            from = page.next;
            if from.is_none() {
                break;
            }
            held.keep().await?;
        }
        let ledger = Ledger::of(orders, &modes);
        let KeptFile { object, sha256 } = self.closer.records.keep(held.job.created_at, ledger.csv).await?;
        held.job.work.records = Some(Records {
            object,
            payments: ledger.payments,
            paid: ledger.paid,
            refunded: ledger.refunded,
            lost: ledger.lost,
            sha256,
        });
        held.job.work.step = Step::Erase;
        Ok(Stepped::More)
    }

    /// Deletes a page of the table, until a look at the whole of it finds nothing.
    async fn erase(&mut self, held: &mut Held<Deletion>) -> Result<Stepped, NotClosed> {
        let page = self.closer.closing.erase(self.position.take(), PAGE).await?;
        for (kind, count) in page.kinds {
            self.found += count;
            *held.job.work.erased.entry(kind).or_insert(0) += count;
        }
        self.position = page.next;
        if self.position.is_some() {
            return Ok(Stepped::More);
        }
        if std::mem::take(&mut self.found) > 0 {
            return Ok(self.look_again());
        }
        held.job.work.step = Step::AuditLog;
        Ok(Stepped::More)
    }

    async fn redact(&self, held: &mut Held<Deletion>) -> Result<Stepped, NotClosed> {
        for month in months_until(self.closer.clock.now()) {
            let mut from = None;
            loop {
                let page = self.closer.closing.redact(&month, from).await?;
                held.job.work.redacted += page.entries;
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
                held.keep().await?;
            }
        }
        held.job.work.step = Step::Exports;
        Ok(Stepped::More)
    }

    /// Deletes the exports until a look finds none, and the messages, which name candidates. The jobs go first, because a worker without its job makes no file
    /// whole; what one made whole in this very moment is among the files that go last.
    async fn delete_exports(&self, held: &mut Held<Deletion>) -> Result<Stepped, NotClosed> {
        let messages = self.closer.closing.forget_messages().await?;
        let forgotten = self.closer.closing.forget_exports().await?;
        for file in forgotten.iter().filter_map(|export| export.unfinished.as_ref()) {
            if let Err(error) = self.closer.export_files.abandon(&file.key, &file.upload).await {
                tracing::warn!(cause = %error, "the parts of an export are left for the lifecycle rule");
            }
        }
        let files = self.closer.export_files.delete_all().await?;
        held.job.work.exports += files;
        if messages > 0 || !forgotten.is_empty() || files > 0 {
            return Ok(self.look_again());
        }
        held.job.work.step = Step::Sheet;
        Ok(Stepped::More)
    }

    async fn empty_sheet(&self, held: &mut Held<Deletion>) -> Result<Stepped, NotClosed> {
        if let Some(sheets) = &self.closer.sheets {
            let emptied = async {
                let grid = sheets.open(1, 1).await?;
                sheets.clear(1, grid.rows, grid.columns).await
            };
            match emptied.await {
                Ok(()) => held.job.work.sheet_emptied = Some(true),
                Err(error) if error.passes() => return Err(error.into()),
                // It is not shared any more, or gone: a person must look, and nothing else waits for it.
                Err(error) => {
                    tracing::warn!(cause = %error, "the spreadsheet was not emptied");
                    held.job.work.sheet_emptied = Some(false);
                }
            }
        }
        held.job.work.step = Step::Done;
        Ok(Stepped::Done)
    }

    fn look_again(&self) -> Stepped {
        Stepped::WaitUntil(self.closer.clock.now() + PAUSE)
    }
}
