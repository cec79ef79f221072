//! Asks the provider about the refunds that are due.

use crate::{PATIENCE, Reconciler, Summary};
use config::ConfigError;
use domain::OrderId;
use payment_provider::ProviderError;
use settlement::{SettleError, Settlement};
use store::{StoreError, registrations::due::Task};
use time::{Duration, OffsetDateTime};

/// How much of the provider's limit on refunds a run may use, in per cent: the rest is for administrators, webhooks and
/// the hourly comparison.
const PART: u32 = 50;

/// A question about the refunds of an order, repeated once when it gets lost, and one refund that is given again.
const REQUESTS_OF_AN_ORDER: u64 = 3;

/// When an order is due again that could not be asked about.
const PAUSE: Duration = Duration::minutes(5);

impl Reconciler {
    /// Follows refunds, one order after another, until a limit is reached.
    pub(crate) async fn settle_refunds(
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
        let requests_until = provider.requests() + u64::from(self.limits.refunds * PART / 100);
        let mut failures_in_a_row = 0;
        let mut orders = orders.into_iter();
        while failures_in_a_row < PATIENCE
            && provider.requests() + REQUESTS_OF_AN_ORDER <= requests_until
            && self.clock.now() <= until
            && let Some(id) = orders.next()
        {
            match self.follow(settlement, &id).await {
                Ok(()) => {
                    failures_in_a_row = 0;
                    summary.refunds += 1;
                }
                Err(error) => {
                    tracing::warn!(cause = %error, "the refunds of an order could not be settled");
                    summary.refunds_unsettled += 1;
                    failures_in_a_row += 1;
                    if matches!(error, SettleError::Provider(ProviderError::RateLimited { .. })) {
                        break;
                    }
                }
            }
        }
        summary.left += orders.len();
        Ok(())
    }

    /// Settles the refunds of an order, or puts it out of the way of the others.
    async fn follow(&self, settlement: &Settlement, id: &OrderId) -> Result<(), SettleError> {
        let order = match self.registrations.order(id).await {
            Ok(Some(order)) => order,
            Ok(None) => return Ok(()),
            Err(error @ StoreError::Corrupt { .. }) => {
                self.quarantine(Task::Refund, id).await?;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        };
        match settlement.settle_refunds(order.clone()).await {
            Ok(_) => Ok(()),
            Err(error @ SettleError::Store(StoreError::Unavailable(_))) => Err(error),
            Err(error) => {
                settlement.postpone_refunds(&order, PAUSE).await?;
                Err(error)
            }
        }
    }
}
