//! What goes back of a payment whose person was forgotten. A dispute may come months later: the accounts have the payment, and must
//! have what it took.

use crate::{
    FIRST_PAUSE, LONGEST_PAUSE, SettleError, Settlement, TRIES, contended,
    refunds::RefundReport,
    reversals::{FoundReversal, dispute_report},
};
use domain::{
    Backoff, Entropy, OrderId,
    payment::{Change, Channel, Order},
};
use payment_provider::Reversal;
use store::registrations::{Write, attention::Flag};
use telemetry::Metric;

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
            let is_new = self.keep_of_forgotten(id, reversal).await?;
            found.push(FoundReversal::of(reversal, is_new, is_new, true));
        }
        Ok(Some(found))
    }

    /// Whether it was written and flagged now.
    async fn keep_of_forgotten(&self, id: &OrderId, reversal: &Reversal) -> Result<bool, SettleError> {
        let Some(change) = change_by(reversal) else {
            return Ok(false);
        };
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        for _ in 0..TRIES {
            let now = self.clock.now();
            let Some(before) = self.registrations.forgotten_payment(id).await? else {
                return Ok(false);
            };
            let Ok(after) = before.after(change.clone(), now) else {
                return Ok(false);
            };
            let FoundReversal { kind, summary, .. } = FoundReversal::of(reversal, true, true, true);
            let note = format!(
                "{summary}, of a payment of Rs {} whose person was forgotten. The accounts have it.",
                before.amount
            );
            let flag = Flag::new(&before, kind, now).with_note(note);
            match self
                .registrations
                .record_forgotten(&before, &after, &flag)
                .await?
            {
                Write::Done => {
                    telemetry::count(Metric::ReversalsFound);
                    return Ok(true);
                }
                Write::Stale => tokio::time::sleep(backoff.next_pause()).await,
            }
        }
        Err(contended())
    }
}

/// What a refund or dispute changes of the payment that it is of; None where it is of one that was never counted.
fn change_by(reversal: &Reversal) -> Option<Change> {
    let refund = RefundReport::of(reversal).map(|report| report.change());
    refund.or_else(|| dispute_report(reversal).map(Change::DisputeReported))
}
