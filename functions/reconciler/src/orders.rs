//! Asks the provider about the orders that are due.

use crate::{PATIENCE, Reconciler, Summary};
use config::ConfigError;
use domain::{OrderId, payment::Lane};
use futures::{StreamExt, stream::FuturesUnordered};
use payment_provider::ProviderError;
use settlement::{Occasion, PaymentReads, SettleError, Settlement};
use store::{StoreError, registrations::due::Task};
use time::{Duration, OffsetDateTime};

/// How much of the provider's limits a run may use, in per cent: the rest is for people who wait.
const PART: u32 = 70;

/// How many orders are asked about side by side: a provider that takes half a second is asked about all that its limit
/// allows within the time of a run.
const AT_ONCE: usize = 12;

/// A question that gets no answer is sent a second time.
const READS_OF_AN_ORDER: u64 = 2;

/// When an order is due again that could not be asked about.
const PAUSE: Duration = Duration::minutes(1);

/// How far a run has come.
struct Progress {
    /// How many requests the provider may have been sent by the end of the run.
    requests_until: u64,
    failures_in_a_row: u32,
    provider_is_busy: bool,
}

impl Progress {
    /// Whether another order may be asked about beside those under way, after so many requests.
    fn may_go_on(&self, under_way: usize, requests: u64) -> bool {
        let reserved = (under_way as u64 + 1) * READS_OF_AN_ORDER;
        self.failures_in_a_row < PATIENCE
            && !self.provider_is_busy
            && requests + reserved <= self.requests_until
    }
}

impl Reconciler {
    /// Settles the orders, many side by side, until a limit is reached. The secret is read for the first that there
    /// ever is.
    pub(crate) async fn settle(
        &self,
        orders: Vec<OrderId>,
        until: OffsetDateTime,
        summary: &mut Summary,
    ) -> Result<(), ConfigError> {
        if orders.is_empty() {
            return Ok(());
        }
        let settlement = match self.settlement.get().await {
            Ok(settlement) => settlement,
            Err(error) => {
                summary.left += orders.len();
                return Err(error);
            }
        };
        let provider = settlement.provider();
        let payment_reads = PaymentReads::new(self.limits.payment_reads * PART / 100);
        let mut progress = Progress {
            requests_until: provider.requests() + u64::from(self.limits.order_reads * PART / 100),
            failures_in_a_row: 0,
            provider_is_busy: false,
        };
        let mut orders = orders.into_iter();
        let mut under_way = FuturesUnordered::new();
        loop {
            while under_way.len() < AT_ONCE
                && progress.may_go_on(under_way.len(), provider.requests())
                && self.clock.now() <= until
                && let Some(id) = orders.next()
            {
                under_way.push(self.ask(settlement, id, &payment_reads));
            }
            let Some((id, outcome)) = under_way.next().await else {
                break;
            };
            self.note(settlement, &id, outcome, &mut progress, summary).await;
        }
        summary.left += orders.len();
        Ok(())
    }

    async fn ask(
        &self,
        settlement: &Settlement,
        id: OrderId,
        payment_reads: &PaymentReads,
    ) -> (OrderId, Result<(), SettleError>) {
        let settled = settlement.settle(&id, &Occasion::Due(payment_reads)).await;
        (id, settled.map(drop))
    }

    /// Counts what became of an order, and puts one that could not be settled out of the way of the others.
    async fn note(
        &self,
        settlement: &Settlement,
        id: &OrderId,
        outcome: Result<(), SettleError>,
        progress: &mut Progress,
        summary: &mut Summary,
    ) {
        let error = match outcome {
            Ok(()) => {
                progress.failures_in_a_row = 0;
                summary.settled += 1;
                return;
            }
            Err(SettleError::PaymentReadsExhausted) => {
                summary.left += 1;
                return;
            }
            Err(error) => error,
        };
        tracing::warn!(cause = %error, "an order could not be settled");
        progress.failures_in_a_row += 1;
        summary.unsettled += 1;
        let moved = match &error {
            SettleError::Store(StoreError::Corrupt { .. }) => {
                self.quarantine(Task::Settle(Lane::Late), id).await
            }
            SettleError::Provider(error) => {
                progress.provider_is_busy |= matches!(error, ProviderError::RateLimited { .. });
                settlement.postpone(id, PAUSE).await
            }
            SettleError::Store(StoreError::Contended(_)) => settlement.postpone(id, PAUSE).await,
            SettleError::Store(StoreError::Unavailable(_)) | SettleError::PaymentReadsExhausted => Ok(()),
        };
        if let Err(error) = moved {
            tracing::warn!(cause = %error, "an order could not be postponed");
        }
    }
}
