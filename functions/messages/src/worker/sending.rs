//! Writing to the recipients that wait: a batch each second, no larger than the rate, and none while a pass, a receipt or a
//! reminder is due. What goes out at once shares the rate ([`MailRate`]); of more than it has mails a second, the later ones wait.
//!
//! Where the mail service throttles, a worker goes on at three quarters of what was taken, so that passes, which are few, find
//! room at once. The next worker tries the whole rate again.

use super::MessageWorker;
use domain::{
    job::JobId,
    message::{MessageText, Placeholder},
};
use futures::future::join_all;
use jobs::{Held, MailRate, StepVerdict, Stepped, Work, WorkNotDone};
use std::sync::atomic::AtomicU64;
use store::{CandidateMessage, MessagePhase, Recipient, RecipientOutcome, StoreError, catalogue::Everything};
use time::{Duration, OffsetDateTime};

pub(super) const NOT_OURS: &str =
    "This message was sent in another version of the system. Please send it again.";

/// Batches of a step, after which the job is written: so long a stop takes at most.
const BATCHES: u32 = 5;

/// For how long a mail that another one waits behind is left alone.
const GIVE_WAY: Duration = Duration::seconds(2);

/// How long the mail service is left alone when it took nothing, doubled each time.
const FIRST_PAUSE: Duration = Duration::seconds(5);
const LONGEST_PAUSE: Duration = Duration::minutes(5);

const BATCH: Duration = Duration::seconds(1);

/// How often the index is looked at, a second apart, for recipients that were written down and are not in it.
const LOOKS: u32 = 30;

const OTHERS_FIRST: &str = "Passes, receipts and reminders go out first.";

const NOT_TAKEN: &str =
    "The mail service takes nothing at the moment, or nothing more today; it is tried again.";

/// One worker's sending.
pub(super) struct MessageSending<'a> {
    pub(super) worker: &'a MessageWorker,
    /// Whether this worker has counted what those before it did.
    has_counted: bool,
    /// The most mails a second that the mail service was seen to take beside what else it takes.
    ceiling: u32,
    /// How often in a row nobody waited and not everybody had an outcome.
    looks: u32,
}

/// What became of a try.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SendTry {
    Taken,
    /// It has another outcome, or is another's.
    NotOurs,
    /// It is not tried again.
    Refused,
    /// It is tried again later.
    Postponed,
    /// The mail service refused this one: what that means, the others of its batch show.
    Unwanted(Box<Unwanted>),
    Throttled,
    /// The mail service does not work.
    Down,
}

/// A mail under its lease that the mail service refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unwanted {
    pub(super) id: String,
    pub(super) lease: String,
    pub(super) recipient: Recipient,
}

/// What all mails of a batch have.
pub(super) struct Batch<'a> {
    pub(super) message: &'a JobId,
    pub(super) text: &'a MessageText,
    pub(super) everything: &'a Everything,
    /// Whether a refusal is about the mail: the mail service has taken another one of the message before, or there is none.
    pub(super) refusal_is_of_the_mail: bool,
    /// How many recipients were written down for candidates whose address was corrected.
    pub(super) added: AtomicU64,
    /// How many of those are left out, because mail does not reach where they are now.
    pub(super) skipped: AtomicU64,
}

impl Work for MessageSending<'_> {
    type Kind = CandidateMessage;
    type Error = WorkNotDone;

    async fn step(&mut self, held: &mut Held<CandidateMessage>) -> Result<Stepped, WorkNotDone> {
        match held.job.work.phase.known() {
            Some(MessagePhase::Gathering) => match self.held_back(held).await? {
                Some(instead) => Ok(instead),
                None => self.freeze(held).await,
            },
            Some(MessagePhase::Sending) => self.send(held).await,
            None => Err(WorkNotDone::Failed(NOT_OURS)),
        }
    }

    async fn verdict(&self, _: &Held<CandidateMessage>, error: &WorkNotDone) -> StepVerdict {
        error.verdict()
    }

    async fn pause(&self, pause: std::time::Duration) {
        self.worker.pauses.wait(pause).await;
    }
}

impl<'a> MessageSending<'a> {
    pub(super) fn new(worker: &'a MessageWorker) -> Self {
        Self {
            worker,
            has_counted: false,
            ceiling: worker.rate.whole(),
            looks: 0,
        }
    }

    async fn send(&mut self, held: &mut Held<CandidateMessage>) -> Result<Stepped, WorkNotDone> {
        let worker = self.worker;
        let message = held.job.id.clone();
        if !self.has_counted {
            self.count(held).await?;
            self.has_counted = true;
        }
        let share = self.ceiling.min(worker.rate.share(&message).await?);
        if share == 0 {
            held.job.work.waiting = Some(MailRate::EARLIER_FIRST.to_owned());
            return Ok(Stepped::WaitUntil(worker.clock.now() + GIVE_WAY));
        }
        let pace = match held.job.work.pace {
            0 => share,
            pace => pace.min(share),
        };
        let most = i32::try_from(pace * BATCHES).unwrap_or(i32::MAX);
        let due = worker
            .recipients
            .due_of(&message, worker.clock.now(), most)
            .await?;
        if due.is_empty() {
            return self.end_or_wait(held).await;
        }
        let text = held.job.work.text.clone();
        let everything = match text.names(Placeholder::Exams) {
            true => worker.sources.catalogue.everything().await?,
            false => Everything::default(),
        };
        for ids in due.chunks(usize::try_from(pace).unwrap_or(1)) {
            // Results may be withdrawn at any time.
            if let Some(instead) = self.held_back(held).await? {
                return Ok(instead);
            }
            let begun = worker.clock.now();
            let waiting = &mut held.job.work.waiting;
            if worker.recipients.others_are_due(begun).await? {
                *waiting = Some(OTHERS_FIRST.to_owned());
                return Ok(Stepped::WaitUntil(begun + GIVE_WAY));
            }
            // Whether the mail service takes something again is known when it has.
            if waiting.as_deref() != Some(NOT_TAKEN) {
                *waiting = None;
            }
            let batch = Batch {
                message: &message,
                text: &text,
                everything: &everything,
                refusal_is_of_the_mail: held.job.work.sent > 0 || held.job.total == held.job.done + 1,
                added: AtomicU64::new(0),
                skipped: AtomicU64::new(0),
            };
            let tries = join_all(ids.iter().map(|id| self.send_one(&batch, id))).await;
            held.job.total += batch.added.into_inner();
            held.job.work.skipped += batch.skipped.into_inner();
            let tries = self.put_off_unwanted(tries).await;
            if let Some(wait) = self.follow(held, pace, tries)? {
                return Ok(Stepped::WaitUntil(wait));
            }
            let rest = begun + BATCH - worker.clock.now();
            if rest.is_positive() {
                worker.pauses.wait(rest.unsigned_abs()).await;
            }
        }
        let work = &mut held.job.work;
        work.pace = (pace + 1).min(self.ceiling);
        Ok(Stepped::More)
    }

    /// Decides about the mails of a batch that were refused. Where that happened to more than one, and none was taken, it is not
    /// for their own sake, whatever the mail service calls it.
    async fn put_off_unwanted(
        &self,
        tries: Vec<Result<SendTry, StoreError>>,
    ) -> Vec<Result<SendTry, StoreError>> {
        let is_unwanted = |tried: &&Result<SendTry, StoreError>| matches!(tried, Ok(SendTry::Unwanted(_)));
        let was_taken = tries.iter().any(|tried| matches!(tried, Ok(SendTry::Taken)));
        let is_down = !was_taken && tries.iter().filter(is_unwanted).count() > 1;
        let decided = tries.into_iter().map(|tried| async move {
            match tried {
                Ok(SendTry::Unwanted(mail)) => self.put_off(*mail, is_down).await,
                other => other,
            }
        });
        join_all(decided).await
    }

    /// Counts what became of a batch, and returns until when the mail service is left alone.
    fn follow(
        &mut self,
        held: &mut Held<CandidateMessage>,
        pace: u32,
        tries: Vec<Result<SendTry, StoreError>>,
    ) -> Result<Option<OffsetDateTime>, WorkNotDone> {
        let now = self.worker.clock.now();
        let work = &mut held.job.work;
        let count = |kind: SendTry| {
            tries
                .iter()
                .filter(|one| matches!(one, Ok(one) if *one == kind))
                .count()
        };
        let (taken, refused) = (count(SendTry::Taken), count(SendTry::Refused));
        let (throttled, down) = (count(SendTry::Throttled), count(SendTry::Down));
        work.sent += taken as u64;
        work.failed += refused as u64;
        if taken > 0 {
            (work.refusals, work.waiting) = (0, None);
        }
        // While nothing is known to be taken, one that is refused for its own sake is no reason to go on at once.
        let is_still_down = work.refusals > 0 && count(SendTry::Postponed) > 0;
        let wait = if taken == 0 && (down > 0 || is_still_down) {
            work.refusals = work.refusals.saturating_add(1);
            work.waiting = Some(NOT_TAKEN.to_owned());
            // One mail is enough to see whether it works again.
            work.pace = 1;
            Some(now + pause_after(work.refusals))
        } else if throttled > 0 {
            // Three quarters of what it took: the rest is for passes, which are not to be throttled.
            let taken = u32::try_from(taken).unwrap_or(pace);
            self.ceiling = (taken * 3 / 4).clamp(1, self.ceiling);
            work.pace = self.ceiling;
            Some(now + BATCH)
        } else {
            None
        };
        held.job.done = held.job.work.sent + held.job.work.failed;
        // Whatever else became of them is counted: now it may die.
        for one in tries {
            one?;
        }
        Ok(wait)
    }

    /// Nobody is due: either each recipient has an outcome, or some are due later.
    async fn end_or_wait(&mut self, held: &mut Held<CandidateMessage>) -> Result<Stepped, WorkNotDone> {
        let now = self.worker.clock.now();
        if let Some(due) = self.worker.recipients.next_due(&held.job.id).await? {
            return Ok(Stepped::WaitUntil(due.max(now + BATCH)));
        }
        // The index follows the table after a moment: it is over when it has all of them.
        self.count(held).await?;
        if held.job.done < held.job.total && self.looks < LOOKS {
            self.looks += 1;
            return Ok(Stepped::WaitUntil(now + BATCH));
        }
        // What is not there any more was deleted with its person, or with the event.
        held.job.total = held.job.done;
        held.job.work.waiting = None;
        Ok(Stepped::Done)
    }

    /// Counts what became of the recipients, by this worker and others, and by what the mail service reported.
    async fn count(&self, held: &mut Held<CandidateMessage>) -> Result<(), StoreError> {
        let recipients = &self.worker.recipients;
        let id = held.job.id.clone();
        let count = async |outcome| recipients.count(&id, Some(outcome)).await;
        let sent = count(RecipientOutcome::Sent).await? + count(RecipientOutcome::Bounced).await?;
        let failed = count(RecipientOutcome::Failed).await?;
        (held.job.work.sent, held.job.work.failed) = (sent, failed);
        held.job.done = sent + failed;
        held.job.total = held.job.total.max(held.job.done);
        Ok(())
    }
}

/// Five seconds, then twice as long each time, at most five minutes.
fn pause_after(refusals: u32) -> Duration {
    (FIRST_PAUSE * 2_i32.pow(refusals.saturating_sub(1).min(6))).min(LONGEST_PAUSE)
}
