//! Asks the provider about the refunds and the open disputes that are due.

use crate::{PATIENCE, Reconciler, Summary};
use config::ConfigError;
use domain::{
    OrderId,
    payment::{Followed, Order},
};
use payment_provider::ProviderError;
use settlement::{SettleError, Settlement};
use store::StoreError;
use time::{Duration, OffsetDateTime};

/// How much of the provider's limit on refunds a run may use, in per cent: the rest is for administrators, webhooks and
/// the hourly comparison.
const PART: u32 = 50;

/// A question about the refunds of an order, repeated once when it gets lost, and one refund that is given again. A question
/// about its attempts, which few orders need, is under another limit.
const REQUESTS_OF_REFUNDS: u64 = 3;

/// The same question, and one about its disputes, each repeated once.
const REQUESTS_OF_DISPUTES: u64 = 4;

/// When an order is due again that could not be asked about.
const PAUSE: Duration = Duration::minutes(5);

impl Reconciler {
    /// Follows refunds and disputes, one order after another, until a limit is reached.
    pub(crate) async fn follow_up(
        &self,
        orders: Vec<(Followed, OrderId)>,
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
        let mut orders = orders.into_iter().peekable();
        while failures_in_a_row < PATIENCE
            && self.clock.now() <= until
            && let Some((what, id)) = orders.next_if(|(what, _)| {
                let needed = match what {
                    Followed::Refunds => REQUESTS_OF_REFUNDS,
                    Followed::Disputes => REQUESTS_OF_DISPUTES,
                };
                provider.requests() + needed <= requests_until
            })
        {
            match self.follow(settlement, what, &id).await {
                Ok(()) => {
                    failures_in_a_row = 0;
                    summary.refunds += 1;
                }
                Err(error) => {
                    tracing::warn!(cause = %error, "the refunds or disputes of an order could not be settled");
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

    /// Settles what is followed of an order, or puts it out of the way of the others.
    async fn follow(&self, settlement: &Settlement, what: Followed, id: &OrderId) -> Result<(), SettleError> {
        let order = match self.registrations.order(id).await {
            Ok(Some(order)) => order,
            Ok(None) => return Ok(()),
            Err(error @ StoreError::Corrupt { .. }) => {
                self.quarantine(what.into(), id).await?;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        };
        let settled = match what {
            Followed::Refunds => self.settle_refunds(settlement, &order).await,
            Followed::Disputes => settlement.settle_disputes(&order).await,
        };
        match settled {
            Ok(()) => Ok(()),
            Err(error @ SettleError::Store(StoreError::Unavailable(_))) => Err(error),
            Err(error) => {
                settlement.postpone_follow_up(&order, what, PAUSE).await?;
                Err(error)
            }
        }
    }

    /// While a refund is open the order is due for that alone, so that its disputes are looked at beside it.
    async fn settle_refunds(&self, settlement: &Settlement, order: &Order) -> Result<(), SettleError> {
        let order = settlement.settle_refunds(order.clone()).await?;
        if order.next_dispute_ask(self.clock.now()).is_some() {
            settlement.find_reversals(&order, None).await?;
        }
        Ok(())
    }
}
