//! One candidate: the single action, and what became of it.

use super::working::BulkWorking;
use crate::rules::{self, Applies, reason};
use counter::MarkedPaid;
use domain::{BulkAction, BulkOutcome, Contended, OrderId, job::Job, payment::PassValidity};
use pass_mail::{LEASE, ResendRequest, Resent};
use settlement::{ValidityAnswer, ValidityRequest};
use store::{
    BulkJob, BulkMark, StoreError, Write,
    bulk::BulkItem,
    registrations::outbox::{MailState, OutboxEntry},
};
use time::OffsetDateTime;

/// How often a mail is tried that the mail service does not want.
const MOST_ATTEMPTS: u32 = 3;

/// What became of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    /// It has an outcome, by this worker.
    Ended(BulkOutcome),
    /// It has an outcome already, by another worker.
    NotOurs,
    /// The mail service did not take it; it is tried again.
    Postponed,
    /// The mail service did not answer. It has failed, by this worker: it may have gone out.
    Unanswered,
    /// Somebody else may be at it until then.
    Later(OffsetDateTime),
}

/// What the single action answers.
enum Single {
    /// It is done, and so written with the mark.
    Done,
    /// It is not, and never will be.
    Not(BulkOutcome, &'static str),
    /// The mail service takes nothing at the moment.
    Postponed,
    /// The mail service does not take this mail.
    Refused,
    /// The mail service may have taken it.
    Unanswered,
    /// Others kept changing it, or another worker has done it.
    Busy,
}

impl BulkWorking<'_> {
    /// Does it to a candidate. One of whom something cannot be read keeps nobody else waiting.
    pub(super) async fn one(
        &self,
        job: &Job<BulkJob>,
        action: BulkAction,
        item: &BulkItem,
    ) -> Result<Tried, StoreError> {
        match self.single(job, action, item).await {
            Err(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(customer_id = %item.customer_id, cause = %error, "a candidate cannot be read");
                let (outcome, why) = (BulkOutcome::Failed, Some(reason::UNREADABLE));
                self.ends(job, item, outcome, why).await
            }
            other => other,
        }
    }

    async fn single(
        &self,
        job: &Job<BulkJob>,
        action: BulkAction,
        item: &BulkItem,
    ) -> Result<Tried, StoreError> {
        let customer = &item.customer_id;
        let registrations = &self.worker.sources.registrations;
        loop {
            let orders = registrations.orders_of(customer).await?;
            let (order, others) = match rules::by_orders(action, job.created_at, &orders) {
                Applies::To { order, others } => (order, others),
                Applies::No(why) => return self.ends(job, item, BulkOutcome::Skipped, Some(why)).await,
            };
            // A pass was paid twice: of all but the last it is written without the mark. A mail shows all of them.
            let is_last = others == 0 || action == BulkAction::Resend || action == BulkAction::MarkPaid;
            let mark = BulkMark {
                job: &job.id,
                customer,
                outcome: BulkOutcome::Done,
                reason: None,
                at: self.worker.clock.now(),
            };
            let single = match action {
                BulkAction::Resend => match self.take(job, item, &order).await? {
                    Some(tried) => return Ok(tried),
                    None => self.resend(job, &order, mark).await?,
                },
                BulkAction::MarkPaid => self.mark_paid(job, &order, mark).await?,
                BulkAction::Withdraw => {
                    self.change(job, &order, PassValidity::Withdrawn, is_last.then_some(mark))
                        .await?
                }
                BulkAction::Restore => {
                    self.change(job, &order, PassValidity::Valid, is_last.then_some(mark))
                        .await?
                }
            };
            return match single {
                Single::Done if is_last => Ok(Tried::Ended(BulkOutcome::Done)),
                Single::Done => continue,
                Single::Not(outcome, why) => self.ends(job, item, outcome, Some(why)).await,
                Single::Postponed => self.give_back(job, item, false).await,
                Single::Refused if item.attempts + 1 >= MOST_ATTEMPTS => {
                    let why = Some(reason::MAIL_FAILED);
                    self.ends(job, item, BulkOutcome::Failed, why).await
                }
                Single::Refused => self.give_back(job, item, true).await,
                Single::Unanswered => self.unanswered(job, item).await,
                Single::Busy if self.worker.items.is_left(&job.id, customer).await? => {
                    Err(Contended("an order").into())
                }
                Single::Busy => Ok(Tried::NotOurs),
            };
        }
    }

    /// Takes a candidate who is to be mailed; what became of them where they are not to be.
    async fn take(
        &self,
        job: &Job<BulkJob>,
        item: &BulkItem,
        order: &OrderId,
    ) -> Result<Option<Tried>, StoreError> {
        let now = self.worker.clock.now();
        let Some(begun_at) = item.begun_at else {
            return Ok(
                match self.worker.items.take(&job.id, &item.customer_id, now).await? {
                    Write::Done => None,
                    // Another worker has just taken them.
                    Write::Stale => Some(Tried::Later(now + LEASE)),
                },
            );
        };
        // Whoever took them died, or is at it.
        let begun = OffsetDateTime::from_unix_timestamp_nanos(i128::from(begun_at) * 1_000_000);
        let begun = begun.unwrap_or(now).min(now);
        let mail = self.worker.sources.registrations.mail(order).await?;
        if mail.as_ref().is_some_and(|mail| went_out(mail, begun)) {
            return self.ends(job, item, BulkOutcome::Done, None).await.map(Some);
        }
        // With as much again for a clock that differs.
        let over = begun + LEASE * 2;
        if now < over {
            return Ok(Some(Tried::Later(over)));
        }
        let outcome = BulkOutcome::Failed;
        self.ends(job, item, outcome, Some(reason::INTERRUPTED))
            .await
            .map(Some)
    }

    async fn resend(
        &self,
        job: &Job<BulkJob>,
        order: &OrderId,
        mark: BulkMark<'_>,
    ) -> Result<Single, StoreError> {
        let request = ResendRequest {
            username: &job.created_by,
            admin_table: &self.worker.admin_table,
            bulk: Some(mark),
        };
        Ok(
            match self.worker.pass_mail.send_once_more(order, &request).await? {
                Resent::Sent => Single::Done,
                Resent::InHand | Resent::Failed => Single::Postponed,
                Resent::Refused => Single::Refused,
                Resent::Unanswered => Single::Unanswered,
                Resent::NotPaid => Single::Not(BulkOutcome::Skipped, reason::NOT_PAID),
                Resent::Withdrawn => Single::Not(BulkOutcome::Skipped, reason::WITHDRAWN),
            },
        )
    }

    async fn mark_paid(
        &self,
        job: &Job<BulkJob>,
        order: &OrderId,
        mark: BulkMark<'_>,
    ) -> Result<Single, StoreError> {
        let marked = self.worker.counter.mark_paid(order, &job.created_by, Some(mark));
        Ok(match marked.await? {
            MarkedPaid::Done { .. } => Single::Done,
            MarkedPaid::NoOrder | MarkedPaid::Deleting => Single::Not(BulkOutcome::Skipped, reason::GONE),
            MarkedPaid::NotMarkable => Single::Busy,
            MarkedPaid::AlreadyPaid(_) | MarkedPaid::AlreadyRegistered(_) => {
                Single::Not(BulkOutcome::Skipped, reason::ALREADY_REGISTERED)
            }
            MarkedPaid::Busy => Single::Busy,
        })
    }

    async fn change(
        &self,
        job: &Job<BulkJob>,
        order: &OrderId,
        validity: PassValidity,
        mark: Option<BulkMark<'_>>,
    ) -> Result<Single, StoreError> {
        let worker = self.worker;
        let request = ValidityRequest {
            validity,
            reason: &job.work.reason,
            username: &job.created_by,
            admin_table: &worker.admin_table,
            bulk: mark,
        };
        let registrations = &worker.sources.registrations;
        let changed =
            settlement::change_validity(registrations, &worker.clock, &worker.entropy, order, &request);
        Ok(match changed.await? {
            ValidityAnswer::Done => Single::Done,
            ValidityAnswer::NoOrder => Single::Not(BulkOutcome::Skipped, reason::GONE),
            // It was changed since it was read, by another worker or a person.
            ValidityAnswer::NotApplicable(..) | ValidityAnswer::Busy => Single::Busy,
            ValidityAnswer::HasAnother => Single::Not(BulkOutcome::Skipped, reason::ALREADY_REGISTERED),
        })
    }

    /// Gives a candidate back whose mail was not taken: only what is said of this mail counts against it.
    async fn give_back(
        &self,
        job: &Job<BulkJob>,
        item: &BulkItem,
        is_its_own: bool,
    ) -> Result<Tried, StoreError> {
        let items = &self.worker.items;
        let given_back = items.give_back(&job.id, &item.customer_id, is_its_own);
        let (Write::Done | Write::Stale) = given_back.await?;
        Ok(Tried::Postponed)
    }

    /// No second mail goes to a candidate who may have the first.
    async fn unanswered(&self, job: &Job<BulkJob>, item: &BulkItem) -> Result<Tried, StoreError> {
        let (outcome, why) = (BulkOutcome::Failed, Some(reason::INTERRUPTED));
        Ok(match self.ends(job, item, outcome, why).await? {
            Tried::Ended(_) => Tried::Unanswered,
            other => other,
        })
    }

    /// Writes what became of a candidate to whom nothing was done just now.
    async fn ends(
        &self,
        job: &Job<BulkJob>,
        item: &BulkItem,
        outcome: BulkOutcome,
        reason: Option<&'static str>,
    ) -> Result<Tried, StoreError> {
        let mark = BulkMark {
            job: &job.id,
            customer: &item.customer_id,
            outcome,
            reason,
            at: self.worker.clock.now(),
        };
        Ok(match self.worker.items.settle(&mark).await? {
            Write::Done => Tried::Ended(outcome),
            Write::Stale => Tried::NotOurs,
        })
    }
}

/// Whether the mail service took the mail since a moment, whoever sent it: then they have it.
fn went_out(mail: &OutboxEntry, since: OffsetDateTime) -> bool {
    mail.state == MailState::Sent && mail.sent_at.is_some_and(|at| at >= since)
}
