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
/// `attempts` is None when the provider did not tell them. An order that it calls paid, with our id, amount and
/// currency, is paid all the same; only how it was paid is then not known. Where it tells them, a successful one
/// must be among them, or the order is asked about again. Anything not understood means "still under way".
#[must_use]
pub fn assess(order: &Order, provider: &ProviderOrder, attempts: Option<&[Attempt]>) -> Verdict {
    if provider.order_id != order.order_id.as_str()
        || provider.amount != Some(order.amount)
        || provider.currency != CURRENCY
    {
        return Verdict::Mismatch;
    }
    let attempt = match attempts {
        Some(attempts) => newest_attempt(attempts).map_or(AttemptState::None, |newest| newest.status.state()),
        None => order.attempt,
    };
    match provider.status {
        ProviderOrderStatus::Paid => match attempts {
            None => Verdict::Paid(Method::default()),
            Some(attempts) => paid(order, attempts),
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

fn paid(order: &Order, attempts: &[Attempt]) -> Verdict {
    match attempts
        .iter()
        .find(|attempt| attempt.status == AttemptStatus::Success)
    {
        Some(success) if success.order_amount.is_some_and(|amount| amount != order.amount) => {
            Verdict::Mismatch
        }
        Some(success) => Verdict::Paid(success.method.clone()),
        None => Verdict::Unpaid(Event::Undetermined, AttemptState::Pending),
    }
}

/// The attempt that began last. The provider does not say in which order it lists them; of two that began
/// together, the later listed counts, and one that does not say when it began counts as the newest.
fn newest_attempt(attempts: &[Attempt]) -> Option<&Attempt> {
    attempts
        .iter()
        .max_by_key(|attempt| (attempt.at.is_none(), attempt.at))
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
