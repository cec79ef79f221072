//! What goes back of a payment whose person was forgotten. A dispute may come months later: the accounts have the payment, and must
//! have what it took.

use crate::{
    FIRST_PAUSE, LONGEST_PAUSE, SettleError, Settlement, TRIES, contended,
    refunds::RefundReport,
    reversals::{FoundReversal, came_back, dispute_report, record, record_of_return},
};
use domain::{
    Backoff, Entropy, OrderId,
    payment::{Change, Channel, DisputeReport, Order},
};
use payment_provider::{ReconEvent, Reversal};
use store::registrations::attention::{Flag, Kept, ProviderEvent};
use telemetry::Metric;
use time::OffsetDateTime;

impl Settlement {
    /// Asks the provider for the refunds and disputes of an order of which only the payment is left, writes there what they take
    /// of it, and flags each; None when nothing of it is left. As for [`Settlement::find_reversals`], a dispute that was
    /// `reported` and is not listed counts.
    ///
    /// # Errors
    /// When the provider or the table does not answer. Asking again goes on.
    pub async fn find_reversals_of_forgotten(
        &self,
        id: &OrderId,
        reported: Option<&Reversal>,
    ) -> Result<Option<Vec<FoundReversal>>, SettleError> {
        let payment = self.registrations.forgotten_payment(id).await?;
        let Some(payment) = payment.filter(|payment| payment.channel == Channel::Online) else {
            return Ok(None);
        };
        let listed = self.listed(id, reported).await?;
        let paid_by = self.paid_by(&payment, &listed).await?;
        // The number of a payment leads to its payer, so that it is not kept.
        let numbered = Order {
            method: paid_by.method.clone(),
            ..payment
        };
        let reversals = self.for_the_books(&numbered, listed, paid_by).await?;
        let mut found = Vec::new();
        for reversal in &reversals {
            let earlier = self.told_of_further(&numbered, reversal).await?;
            let decide = |before: &Order, now| news(before, reversal, &earlier, now);
            let is_new = self.keep_of_forgotten(id, decide).await?;
            found.push(FoundReversal::of(reversal, is_new, is_new, true));
        }
        Ok(Some(found))
    }

    /// Flags, once and in the words of a reconciliation, that money came back of a forgotten payment, or what its order does not
    /// list, as [`Settlement::keep_return`] and [`Settlement::keep_reversal`] do for one that is there; whether that was done now.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn keep_event_of_forgotten(
        &self,
        id: &OrderId,
        event: &ReconEvent,
        unlisted: Option<&Reversal>,
    ) -> Result<bool, SettleError> {
        let decide = |before: &Order, now| {
            let (event, flag) = match unlisted {
                Some(reversal) => record(before, reversal, &[], now),
                None => record_of_return(before, event, now),
            };
            (None, event, flag)
        };
        self.keep_of_forgotten(id, decide).await
    }

    /// Whether it was written and flagged now: what the payment is then, if that changes, and else the event, which is told once.
    async fn keep_of_forgotten(
        &self,
        id: &OrderId,
        decide: impl Fn(&Order, OffsetDateTime) -> (Option<Order>, ProviderEvent, Option<Flag>),
    ) -> Result<bool, SettleError> {
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        for _ in 0..TRIES {
            let Some(before) = self.registrations.forgotten_payment(id).await? else {
                return Ok(false);
            };
            let (after, event, Some(flag)) = decide(&before, self.clock.now()) else {
                return Ok(false);
            };
            let of = format!("of a payment of Rs {} whose person was forgotten", before.amount);
            let note = match after {
                Some(_) => format!("{}, {of}. The accounts have it.", flag.note),
                None => format!("{}. It is {of}.", flag.note),
            };
            let flag = flag.with_note(note);
            match self
                .registrations
                .record_forgotten(&before, after.as_ref(), &event, &flag)
                .await?
            {
                Kept::Now => {
                    telemetry::count(Metric::ReversalsFound);
                    return Ok(true);
                }
                Kept::Before => return Ok(false),
                Kept::Stale => tokio::time::sleep(backoff.next_pause()).await,
            }
        }
        Err(contended())
    }
}

/// What is written of what the provider lists: what it takes; and what changes nothing, where a person must act.
fn news(
    before: &Order,
    reversal: &Reversal,
    earlier: &[DisputeReport],
    now: OffsetDateTime,
) -> (Option<Order>, ProviderEvent, Option<Flag>) {
    let change = change_by(reversal);
    let is_of_further = change.is_none() && reversal.dispute_state().is_some();
    let after = change.and_then(|change| before.after(change, now).ok());
    let (event, flag) = record(before, reversal, earlier, now);
    let flag = if after.is_some() {
        let FoundReversal { kind, summary, .. } = FoundReversal::of(reversal, true, true, true);
        Some(Flag::new(before, kind, now).with_note(summary))
    } else {
        flag.filter(|_| is_of_further || came_back(before, reversal))
    };
    (after, event, flag)
}

/// What a refund or dispute changes of the payment that it is of; None where it is of one that was never counted.
fn change_by(reversal: &Reversal) -> Option<Change> {
    let refund = RefundReport::of(reversal).map(|report| report.change());
    refund.or_else(|| dispute_report(reversal).map(Change::DisputeReported))
}
