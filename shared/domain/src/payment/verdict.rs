//! From the provider's word to a conclusion about one of our orders.

use super::{Attempt, AttemptState, AttemptStatus, Event, Method, Order, ProviderOrder, ProviderOrderStatus};
use crate::money::CURRENCY;

/// What the provider's word means for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The money is there, in the right amount and currency.
    Paid(Method),
    /// Not paid; what happened, and the state of the newest attempt.
    Unpaid(Event, AttemptState),
    /// The provider has another order id, amount or currency than we have: a person must look.
    Mismatch,
}

/// What is known of the attempts to pay an order.
#[derive(Debug, Clone, Copy)]
pub enum Known<'a> {
    /// Nothing new.
    Nothing,
    /// All of them, as the provider listed them.
    Attempts(&'a [Attempt]),
    /// How one of them ended, as a signed webhook reported. It proves no payment: the order's own status does.
    Webhook(&'a ReportedAttempt),
}

/// An attempt as a signed webhook reported it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedAttempt {
    /// Its status.
    pub status: AttemptStatus,
    /// How it was paid, when the webhook says so.
    pub method: Option<Method>,
}

/// Concludes from the provider's order and what is known of its attempts.
///
/// An order that the provider calls paid, with our id, amount and currency, is paid; only how it was paid may not be
/// known. Where its attempts are listed, a successful one must be among them, or the order is asked about again.
/// Anything not understood means "still under way".
#[must_use]
pub fn assess(order: &Order, provider: &ProviderOrder, known: Known<'_>) -> Verdict {
    if provider.order_id != order.order_id.as_str()
        || provider.amount != Some(order.amount)
        || provider.currency != CURRENCY
    {
        return Verdict::Mismatch;
    }
    let attempt = match known {
        Known::Attempts(attempts) => {
            newest_attempt(attempts).map_or(AttemptState::None, |newest| newest.status.state())
        }
        Known::Webhook(reported) if reported.status != AttemptStatus::Unrecognised => reported.status.state(),
        Known::Webhook(_) | Known::Nothing => order.attempt,
    };
    match provider.status {
        ProviderOrderStatus::Paid => match known {
            Known::Nothing => Verdict::Paid(Method::default()),
            Known::Webhook(reported) => Verdict::Paid(reported.paid_by().cloned().unwrap_or_default()),
            Known::Attempts(attempts) => paid(order, attempts),
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

impl ReportedAttempt {
    /// How the order was paid, if this is the attempt that paid it.
    #[must_use]
    pub fn paid_by(&self) -> Option<&Method> {
        match self.status {
            AttemptStatus::Success => self.method.as_ref(),
            AttemptStatus::NotAttempted
            | AttemptStatus::Pending
            | AttemptStatus::Failed
            | AttemptStatus::UserDropped
            | AttemptStatus::Cancelled
            | AttemptStatus::Void
            | AttemptStatus::Unrecognised => None,
        }
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
    /// The state of an attempt for the person who waits. A success whose order is not paid yet is under way.
    const fn state(self) -> AttemptState {
        match self {
            Self::Success | Self::NotAttempted | Self::Pending | Self::Unrecognised => AttemptState::Pending,
            Self::Failed | Self::UserDropped | Self::Cancelled | Self::Void => AttemptState::Failed,
        }
    }
}
