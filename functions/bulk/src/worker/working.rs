//! Doing it to those who are left, some at a time. Passes are mailed one after the other, no faster than their share of the rate
//! ([`MailRate`]), and not while another mail is due.

use super::{BulkWorker, one::Tried};
use domain::{BulkAction, BulkOutcome, job::Job};
use futures::{StreamExt, stream};
use jobs::{Held, MailRate, StepVerdict, Stepped, Work, WorkNotDone};
use store::{
    BulkJob, StoreError,
    bulk::{BulkItem, BulkPhase},
};
use time::{Duration, OffsetDateTime};

pub(super) const NOT_OURS: &str =
    "This bulk action was begun in another version of the system. Please begin it again.";

/// Candidates between two signs of life: so long a stop takes at most.
const TOGETHER: u16 = 24;
/// To whom it is done side by side, where it is no mail.
const AT_ONCE: usize = 4;

/// How long mails are handed over between two signs of life: half of what a worker is thought dead after.
const MAILING: Duration = Duration::MINUTE;

/// For how long a mail that another one waits behind is left alone.
const GIVE_WAY: Duration = Duration::seconds(2);

/// How long the mail service is left alone when it took nothing, doubled each time.
const FIRST_PAUSE: Duration = Duration::seconds(15);
const LONGEST_PAUSE: Duration = Duration::minutes(5);

const OTHERS_FIRST: &str = "Other passes, receipts and reminders go out first.";

const NOT_TAKEN: &str = "The mail service takes nothing at the moment; it is tried again.";

/// How fast mails are handed over in a step.
#[derive(Clone, Copy)]
struct MailPace {
    begun: OffsetDateTime,
    /// Mails a second.
    share: u32,
}

impl MailPace {
    /// When the mail behind so many is handed over.
    fn behind(self, mailed: u32) -> OffsetDateTime {
        self.begun + Duration::SECOND * mailed / self.share.max(1)
    }
}

/// One worker's part.
pub(super) struct BulkWorking<'a> {
    pub(super) worker: &'a BulkWorker,
    /// Whether this worker has counted what those before it did.
    has_counted: bool,
}

impl Work for BulkWorking<'_> {
    type Kind = BulkJob;
    type Error = WorkNotDone;

    async fn step(&mut self, held: &mut Held<BulkJob>) -> Result<Stepped, WorkNotDone> {
        match held.job.work.phase.known() {
            Some(BulkPhase::Gathering) => self.freeze(held).await,
            Some(BulkPhase::Working) => self.work(held).await,
            None => Err(WorkNotDone::Failed(NOT_OURS)),
        }
    }

    async fn verdict(&self, _: &Held<BulkJob>, error: &WorkNotDone) -> StepVerdict {
        error.verdict()
    }

    async fn pause(&self, pause: std::time::Duration) {
        self.worker.pauses.wait(pause).await;
    }
}

impl<'a> BulkWorking<'a> {
    pub(super) const fn new(worker: &'a BulkWorker) -> Self {
        Self {
            worker,
            has_counted: false,
        }
    }

    async fn work(&mut self, held: &mut Held<BulkJob>) -> Result<Stepped, WorkNotDone> {
        let Some(action) = held.job.work.action.known() else {
            return Err(WorkNotDone::Failed(NOT_OURS));
        };
        if !self.has_counted {
            self.count(held).await?;
            self.has_counted = true;
        }
        let left = self.worker.items.next(&held.job.id, TOGETHER).await?;
        if left.is_empty() {
            // By this worker and others: now it is exact.
            self.count(held).await?;
            held.job.total = held.job.done;
            return Ok(Stepped::Done);
        }
        match action {
            BulkAction::Resend => self.resend_some(held, left).await,
            BulkAction::Withdraw | BulkAction::Restore | BulkAction::MarkPaid => {
                let job = &held.job;
                let tries: Vec<_> = left.iter().map(|item| self.one(job, action, item)).collect();
                let tries = stream::iter(tries).buffered(AT_ONCE).collect().await;
                self.follow(held, tries, None)
            }
        }
    }

    async fn resend_some(
        &self,
        held: &mut Held<BulkJob>,
        left: Vec<BulkItem>,
    ) -> Result<Stepped, WorkNotDone> {
        let begun = self.worker.clock.now();
        let share = self.worker.rate.share(&held.job.id).await?;
        let first = match share {
            0 => Some(MailRate::EARLIER_FIRST),
            _ if self.worker.queue.others_are_due(begun).await? => Some(OTHERS_FIRST),
            _ => None,
        };
        let waiting = &mut held.job.work.waiting;
        if let Some(first) = first {
            *waiting = Some(first.to_owned());
            return Ok(Stepped::WaitUntil(begun + GIVE_WAY));
        }
        // Whether the mail service takes something again is known when it has.
        if waiting.as_deref() != Some(NOT_TAKEN) {
            *waiting = None;
        }
        let pace = MailPace { begun, share };
        let tries = self.mail_some(&held.job, left, pace).await;
        self.follow(held, tries, Some(pace))
    }

    /// Mails until the first that is not taken: where the mail service is down, one mail is enough to see it.
    async fn mail_some(
        &self,
        job: &Job<BulkJob>,
        mut left: Vec<BulkItem>,
        pace: MailPace,
    ) -> Vec<Result<Tried, StoreError>> {
        // One that is refused for its own sake goes last, so that nobody waits behind it.
        left.sort_by_key(|item| item.attempts);
        let (mut tries, mut mailed) = (Vec::new(), 0);
        for item in &left {
            let early = pace.behind(mailed) - self.worker.clock.now();
            if early.is_positive() {
                self.worker.pauses.wait(early.unsigned_abs()).await;
            }
            let tried = self.one(job, BulkAction::Resend, item).await;
            let is_over = match &tried {
                Ok(Tried::Postponed | Tried::Unanswered) | Err(_) => true,
                Ok(Tried::Ended(BulkOutcome::Done)) => {
                    mailed += 1;
                    false
                }
                Ok(Tried::Ended(_) | Tried::NotOurs | Tried::Later(_)) => false,
            };
            tries.push(tried);
            if is_over || self.worker.clock.now() - pace.begun >= MAILING {
                break;
            }
        }
        tries
    }

    /// Counts what became of some, and says when it goes on.
    fn follow(
        &self,
        held: &mut Held<BulkJob>,
        tries: Vec<Result<Tried, StoreError>>,
        pace: Option<MailPace>,
    ) -> Result<Stepped, WorkNotDone> {
        let now = self.worker.clock.now();
        let (mut mailed, mut postponed, mut unanswered, mut next) = (0_u32, false, false, None);
        let mut error = None;
        let work = &mut held.job.work;
        for tried in tries {
            match tried {
                Ok(Tried::Ended(BulkOutcome::Done)) => {
                    work.changed += 1;
                    mailed += 1;
                }
                Ok(Tried::Ended(BulkOutcome::Skipped)) => work.skipped += 1,
                Ok(Tried::Ended(BulkOutcome::Failed)) => work.failed += 1,
                Ok(Tried::NotOurs) => {}
                Ok(Tried::Postponed) => postponed = true,
                Ok(Tried::Unanswered) => {
                    work.failed += 1;
                    unanswered = true;
                }
                Ok(Tried::Later(at)) => next = next.max(Some(at)),
                Err(other) => error = Some(other),
            }
        }
        held.job.done = work.changed + work.skipped + work.failed;
        if mailed > 0 {
            (work.refusals, work.waiting) = (0, None);
        }
        // Each that is not answered is lost to its candidate, so the next one waits also where others were taken.
        if unanswered || (postponed && mailed == 0) {
            work.refusals = work.refusals.saturating_add(1);
            work.waiting = Some(NOT_TAKEN.to_owned());
            next = next.max(Some(now + pause_after(work.refusals)));
        }
        if let Some(error) = error {
            return Err(error.into());
        }
        let paced = pace.map(|pace| pace.behind(mailed));
        Ok(match next.max(paced.filter(|until| *until > now)) {
            Some(until) => Stepped::WaitUntil(until),
            None => Stepped::More,
        })
    }

    /// Counts what became of everybody, by this worker and others.
    async fn count(&self, held: &mut Held<BulkJob>) -> Result<(), StoreError> {
        let id = held.job.id.clone();
        let count = async |outcome| self.worker.items.count(&id, outcome).await;
        let done = count(BulkOutcome::Done).await?;
        let skipped = count(BulkOutcome::Skipped).await?;
        let failed = count(BulkOutcome::Failed).await?;
        let work = &mut held.job.work;
        (work.changed, work.skipped, work.failed) = (done, skipped, failed);
        held.job.done = done + skipped + failed;
        Ok(())
    }
}

/// A quarter of a minute, then twice as long each time, at most five minutes.
fn pause_after(refusals: u32) -> Duration {
    (FIRST_PAUSE * 2_i32.pow(refusals.saturating_sub(1).min(6))).min(LONGEST_PAUSE)
}
