//! What the provider says of an order.

use crate::{Occasion, SettleError, Settlement};
use domain::payment::{Asking, Attempt, AttemptState, Order, ProviderOrder, ProviderOrderStatus, next_ask};

/// The provider's answer.
pub(crate) enum Evidence {
    /// It has no such order.
    NoOrder,
    /// Its order. The attempts to pay it were not asked for, or not answered.
    Order(ProviderOrder),
    /// Its order and all attempts to pay it.
    Attempts(ProviderOrder, Vec<Attempt>),
}

impl Settlement {
    /// Asks the provider. It allows far fewer questions about attempts than about orders, so these are asked only
    /// where something depends on the answer, and an answer about the order is valid without one about its attempts.
    pub(crate) async fn ask(&self, order: &Order, occasion: &Occasion<'_>) -> Result<Evidence, SettleError> {
        let now = self.clock.now();
        let last = next_ask(order.created_at, order.expires_at, now) == Asking::Over;
        // Money that is under way at the last ask must be seen, or nobody ever hears of it.
        let allowed = match occasion {
            Occasion::Due(reads) if last => Some(reads.take()),
            Occasion::Due(_) | Occasion::Page | Occasion::CrowdedPage | Occasion::Webhook(_) => None,
        };
        if allowed == Some(false) {
            return Err(SettleError::PaymentReadsExhausted);
        }
        let Some(provider_order) = self.provider.order(&order.order_id).await? else {
            return Ok(Evidence::NoOrder);
        };
        let paid = provider_order.status == ProviderOrderStatus::Paid;
        let wanted = match occasion {
            Occasion::Page => true,
            Occasion::CrowdedPage => false,
            // Beside an attempt under way it may be an older one that is reported: a webhook can be ten minutes late.
            Occasion::Webhook(reported) => match paid {
                true => reported.paid_by().is_none(),
                false => order.attempt == AttemptState::Pending,
            },
            Occasion::Due(reads) => {
                last || ((paid || order.attempt == AttemptState::Pending) && reads.take())
            }
        };
        if !wanted {
            return Ok(Evidence::Order(provider_order));
        }
        match self.provider.payments(&order.order_id).await {
            Ok(attempts) => Ok(Evidence::Attempts(provider_order, attempts)),
            Err(error) => {
                tracing::warn!(cause = %error, "the attempts of an order are not known");
                Ok(Evidence::Order(provider_order))
            }
        }
    }
}
