//! Refunds and disputes: kept on record once, and before the administrators' eyes. The status stays PAID.
//!
//! A webhook reports one; the hourly reconciliation and "ask again" read them from the order. Whatever the way, the
//! same refund in the same state is the same record. What had gone back and came again changes no amount: how the payer gets
//! it then is for a person to decide.

mod found;
mod record;

pub use found::FoundReversal;
pub(crate) use found::dispute_report;
pub(crate) use record::{came_back, record, record_of_return};

use crate::{FIRST_PAUSE, LONGEST_PAUSE, SettleError, Settlement, TRIES, refunds::RefundReport};
use domain::{
    Backoff, Contended, Entropy, OrderId,
    payment::{DisputeReport, DisputeState, Order, Status},
};
use found::{DISPUTE_OF_FURTHER, dispute_id, told_of_dispute};
use payment_provider::{ProviderError, ReconEvent, Reversal};
use record::is_news;
use std::slice;
use store::{
    StoreError,
    registrations::{
        Write,
        attention::{Flag, Kept, ProviderEvent},
    },
};
use telemetry::Metric;

const CONTENDED: Contended = Contended("an event of the provider");

impl Settlement {
    /// Keeps a refund or a dispute of an order and flags the order, unless it was asked for here or is overtaken by what is
    /// known; `Stale` when it was kept before.
    ///
    /// # Errors
    /// When the table does not answer, or the order is changed by others all the time.
    pub async fn keep_reversal(&self, order: &Order, reversal: &Reversal) -> Result<Write, StoreError> {
        let now = self.clock.now();
        let earlier = self.told_of_further(order, reversal).await?;
        self.keep(order, |order| record(order, reversal, &earlier, now))
            .await
    }

    /// What was told before of the same dispute of a further payment, which is in no order.
    pub(crate) async fn told_of_further(
        &self,
        order: &Order,
        reversal: &Reversal,
    ) -> Result<Vec<DisputeReport>, StoreError> {
        let Some(told) = told_of_dispute(reversal).filter(|told| order.dispute(&told.id).is_none()) else {
            return Ok(Vec::new());
        };
        let beginning = format!("{DISPUTE_OF_FURTHER}#{}#", told.id);
        let kept = self.registrations.events(&order.order_id, &beginning).await?;
        let report = |event: ProviderEvent| {
            let word = event.key.rsplit('#').next().unwrap_or_default().to_owned();
            DisputeReport {
                state: DisputeState::of_word(&word, false),
                word,
                updated_at: event.updated_at,
                ..told.clone()
            }
        };
        Ok(kept.into_iter().map(report).collect())
    }

    /// Keeps that money came back which a refund or a dispute had taken, as a reconciliation lists it, and flags the order,
    /// unless the dispute is known as won; `Stale` when it was kept before.
    ///
    /// # Errors
    /// As [`Settlement::keep_reversal`].
    pub async fn keep_return(&self, order: &Order, event: &ReconEvent) -> Result<Write, StoreError> {
        let now = self.clock.now();
        self.keep(order, |order| record_of_return(order, event, now))
            .await
    }

    async fn keep(
        &self,
        order: &Order,
        decide: impl Fn(&Order) -> (ProviderEvent, Option<Flag>),
    ) -> Result<Write, StoreError> {
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        let mut again = None;
        for _ in 0..TRIES {
            let order = again.as_ref().unwrap_or(order);
            let (event, flag) = decide(order);
            match self
                .registrations
                .record_event(order, &event, flag.as_ref())
                .await?
            {
                Kept::Now => return Ok(Write::Done),
                Kept::Before => return Ok(Write::Stale),
                Kept::Stale => tokio::time::sleep(backoff.next_pause()).await,
            }
            let read = self.registrations.order(&order.order_id).await?;
            again = Some(read.ok_or(CONTENDED)?);
        }
        Err(CONTENDED.into())
    }

    /// Asks the provider for the refunds and disputes of an order, writes what follows for the order, and keeps each: how
    /// far its refunds are, how its disputes stand, and that a lost one withdraws the pass. A dispute that a signed webhook
    /// has `reported` and the provider does not list counts as it was reported.
    ///
    /// # Errors
    /// When the provider or the table does not answer. What was kept until then stays, and asking again goes on.
    pub async fn find_reversals(
        &self,
        order: &Order,
        reported: Option<&Reversal>,
    ) -> Result<Vec<FoundReversal>, SettleError> {
        // Before the list is asked for, which may not have it yet, or fail: then it is kept as it is known here.
        let told = reported.map_or(&[][..], slice::from_ref);
        let (order, _) = self.with_counted(order.clone(), told).await?;
        let listed = self.listed(&order.order_id, reported).await?;
        let (order, reversals) = self.of_payments(order, listed).await?;
        let disputes: Vec<DisputeReport> = reversals.iter().filter_map(dispute_report).collect();
        let reports: Vec<RefundReport> = reversals.iter().filter_map(RefundReport::of).collect();
        let noted = if order.status == Status::Paid && !(reports.is_empty() && disputes.is_empty()) {
            self.note_reversals(order.clone(), &reports, &disputes, None)
                .await?
        } else {
            order.clone()
        };
        let mut found = Vec::new();
        for reversal in &reversals {
            let kept = self.keep_reversal(&noted, reversal).await? == Write::Done;
            let new = kept && is_news(&noted, reversal);
            if new {
                telemetry::count(Metric::ReversalsFound);
            }
            let is_noted = order.status == Status::Paid || reversal.is_automatic();
            found.push(FoundReversal::of(reversal, kept, new, is_noted));
        }
        Ok(found)
    }

    /// What the provider lists of an order, with the dispute that was `reported` and is not listed.
    pub(crate) async fn listed(
        &self,
        id: &OrderId,
        reported: Option<&Reversal>,
    ) -> Result<Vec<Reversal>, ProviderError> {
        let mut listed = self.provider.refunds(id).await?;
        listed.extend(self.provider.disputes(id).await?);
        let reported = reported.filter(|reported| {
            let id = dispute_id(reported);
            id.is_some() && listed.iter().all(|listed| dispute_id(listed) != id)
        });
        listed.extend(reported.cloned());
        Ok(listed)
    }
}
