//! What the provider says of an order.

use crate::{Occasion, SettleError, Settlement};
use domain::payment::{Asking, Attempt, AttemptState, Order, ProviderOrder, ProviderOrderStatus, next_ask};
use payment_provider::ProviderError;
use time::OffsetDateTime;

/// The provider's answer.
pub(crate) enum Evidence {
    /// It has no such order.
    NoOrder,
    /// Its order. The attempts to pay it were not asked for, or not answered.
    Order(ProviderOrder),
    /// Its order and all attempts to pay it.
    Attempts(ProviderOrder, Vec<Attempt>),
}

/// What an answer says of whether all attempts to pay an order are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// They are: they were read, or none can be under way.
    Read,
    /// They are not: one may be under way of which we do not know.
    Unread,
    /// Nothing new.
    Unasked,
}

impl Reading {
    /// The order with this noted of it.
    pub(crate) fn noted(self, order: Order, now: OffsetDateTime) -> Order {
        match self {
            Self::Read => order.with_attempts_read(),
            Self::Unread => order.with_attempts_unread(now),
            Self::Unasked => order,
        }
    }
}

/// What is known of the attempts to pay an order after the provider was asked about it.
pub(crate) fn reading(
    order: &Order,
    asked: &Result<Evidence, SettleError>,
    occasion: &Occasion<'_>,
) -> Reading {
    let unread = match asked {
        Ok(Evidence::NoOrder | Evidence::Attempts(..)) => return Reading::Read,
        Ok(Evidence::Order(at_provider)) => match at_provider.status {
            ProviderOrderStatus::Paid => false,
            // It is closed only when nothing is under way.
            ProviderOrderStatus::Terminated => return Reading::Read,
            // What follows from that is final: the place is given back, and a further order may be opened.
            ProviderOrderStatus::Expired if order.end_is_read() => false,
            ProviderOrderStatus::Expired => return Reading::Unread,
            ProviderOrderStatus::Active
            | ProviderOrderStatus::TerminationRequested
            | ProviderOrderStatus::Unrecognised => true,
        },
        Err(_) => !order.end_is_read(),
    };
    match occasion {
        Occasion::Page | Occasion::CrowdedPage if unread => Reading::Unread,
        Occasion::Page | Occasion::CrowdedPage => Reading::Read,
        Occasion::Webhook(_) | Occasion::Due(_) => Reading::Unasked,
    }
}

impl Settlement {
    /// Asks the provider. It allows far fewer questions about attempts than about orders, so these are asked only
    /// where something depends on the answer, and an answer about the order is mostly valid without one about its attempts.
    pub(crate) async fn ask(&self, order: &Order, occasion: &Occasion<'_>) -> Result<Evidence, SettleError> {
        let now = self.clock.now();
        let last = next_ask(order.created_at, order.expires_at, now) == Asking::Over;
        let holds_place = order.held_place().is_some();
        let pending = order.attempt == AttemptState::Pending;
        // Money that is under way at the last ask must be seen, or nobody ever hears of it; and before the place of an order
        // that has expired is given back, or it is sold twice.
        let allowed = match occasion {
            Occasion::Due(reads) if last => reads.take(),
            Occasion::Due(reads) if holds_place && !pending && now >= order.expires_at => {
                reads.has_for_expired()
            }
            Occasion::Due(_) | Occasion::Page | Occasion::CrowdedPage | Occasion::Webhook(_) => true,
        };
        if !allowed {
            return Err(SettleError::PaymentReadsExhausted);
        }
        let Some(provider_order) = self.provider.order(&order.order_id).await? else {
            return Ok(Evidence::NoOrder);
        };
        let paid = provider_order.status == ProviderOrderStatus::Paid;
        let gives_place_back =
            provider_order.status == ProviderOrderStatus::Expired && holds_place && !pending;
        // Whether the answer about the order is of no use without one about its attempts.
        let mut needed = false;
        let wanted = match occasion {
            Occasion::Page => true,
            Occasion::CrowdedPage => false,
            // Beside an attempt under way it may be an older one that is reported: a webhook can be ten minutes late.
            Occasion::Webhook(reported) => match paid {
                true => reported.paid_by().is_none(),
                false => pending || gives_place_back,
            },
            Occasion::Due(_) if last => {
                needed = !paid;
                true
            }
            Occasion::Due(reads) if gives_place_back => {
                needed = true;
                if !reads.take_for_expired() {
                    return Err(SettleError::PaymentReadsExhausted);
                }
                true
            }
            Occasion::Due(reads) => (paid || pending) && reads.take(),
        };
        if !wanted {
            return Ok(Evidence::Order(provider_order));
        }
        match self.provider.payments(&order.order_id).await {
            Ok(attempts) => Ok(Evidence::Attempts(provider_order, attempts)),
            Err(ProviderError::RateLimited { .. }) if needed => Err(SettleError::PaymentReadsExhausted),
            Err(error) if needed => Err(error.into()),
            Err(error) => {
                tracing::warn!(cause = %error, "the attempts of an order are not known");
                Ok(Evidence::Order(provider_order))
            }
        }
    }
}
