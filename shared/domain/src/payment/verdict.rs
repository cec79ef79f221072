//! From the provider's word to a conclusion about one of our orders.

use super::{Attempt, AttemptState, AttemptStatus, Event, Method, Order, ProviderOrder, ProviderOrderStatus};
use crate::money::CURRENCY;

/// What the provider's word means for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The money is there, in the right amount and currency.
    Paid(Method),
    /// Not paid; what happened, and how the newest attempt stands.
    Unpaid(Event, AttemptState),
    /// The provider has another order id, amount or currency than we have: a person must look.
    Mismatch,
}

/// Concludes from the provider's order and its attempts.
///
/// PAID takes both an order that the provider calls paid and a successful attempt: an order whose attempt
/// is not to be seen yet is asked about again. Anything not understood means "still under way".
#[must_use]
pub fn assess(order: &Order, provider: &ProviderOrder, attempts: &[Attempt]) -> Verdict {
    if provider.order_id != order.order_id.as_str()
        || provider.amount != Some(order.amount)
        || provider.currency != CURRENCY
    {
        return Verdict::Mismatch;
    }
    let newest = newest_attempt(attempts);
    let attempt = newest.map_or(AttemptState::None, |attempt| attempt.status.state());
    match provider.status {
        ProviderOrderStatus::Paid => match attempts.iter().find(|a| a.status == AttemptStatus::Success) {
            Some(success) if success.order_amount.is_some_and(|amount| amount != order.amount) => {
                Verdict::Mismatch
            }
            Some(success) => Verdict::Paid(success.method.clone()),
            None => Verdict::Unpaid(Event::Undetermined, AttemptState::Pending),
        },
        ProviderOrderStatus::Active | ProviderOrderStatus::TerminationRequested => match attempt {
            AttemptState::None | AttemptState::Pending => Verdict::Unpaid(Event::Open, attempt),
            AttemptState::Failed => Verdict::Unpaid(Event::AttemptFailed, attempt),
        },
        ProviderOrderStatus::Expired => Verdict::Unpaid(Event::Expired, attempt),
        ProviderOrderStatus::Terminated => Verdict::Unpaid(Event::AttemptFailed, AttemptState::Failed),
        ProviderOrderStatus::Unrecognised => Verdict::Unpaid(Event::Undetermined, attempt),
    }
}

/// The attempt that began last. The provider does not say in which order it lists them; of two that began
/// together, the later listed counts.
fn newest_attempt(attempts: &[Attempt]) -> Option<&Attempt> {
    attempts.iter().max_by_key(|attempt| attempt.at)
}

impl AttemptStatus {
    /// How an attempt stands for the person who waits. A success whose order is not paid yet is under way.
    const fn state(self) -> AttemptState {
        match self {
            Self::Success | Self::NotAttempted | Self::Pending | Self::Unrecognised => AttemptState::Pending,
            Self::Failed | Self::UserDropped | Self::Cancelled | Self::Void => AttemptState::Failed,
        }
    }
}
