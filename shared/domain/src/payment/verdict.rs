//! From the provider's word to a conclusion about one of our orders.

use super::{Attempt, AttemptState, AttemptStatus, Event, Method, Order, ProviderOrder, ProviderOrderStatus};
use crate::money::CURRENCY;

/// What the provider's word means for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentVerdict {
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
pub fn assess(order: &Order, provider: &ProviderOrder, known: Known<'_>) -> PaymentVerdict {
    if provider.order_id != order.order_id.as_str()
        || provider.amount != Some(order.amount)
        || provider.currency != CURRENCY
    {
        return PaymentVerdict::Mismatch;
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
            Known::Nothing => PaymentVerdict::Paid(Method::default()),
            Known::Webhook(reported) => PaymentVerdict::Paid(reported.paid_by().cloned().unwrap_or_default()),
            Known::Attempts(attempts) => paid(order, attempts),
        },
        ProviderOrderStatus::Active | ProviderOrderStatus::TerminationRequested => match attempt {
            AttemptState::None | AttemptState::Pending => PaymentVerdict::Unpaid(Event::Open, attempt),
            AttemptState::Failed | AttemptState::Left | AttemptState::Reversed => {
                PaymentVerdict::Unpaid(Event::AttemptFailed, attempt)
            }
        },
        // A further attempt of an open order is safe beside one under way: the provider sends what is paid twice back. What
        // follows an expiry is not: another order, and the place for somebody else.
        ProviderOrderStatus::Expired if is_any_under_way(known) => {
            PaymentVerdict::Unpaid(Event::Expired, AttemptState::Pending)
        }
        ProviderOrderStatus::Expired => PaymentVerdict::Unpaid(Event::Expired, attempt),
        ProviderOrderStatus::Terminated => PaymentVerdict::Unpaid(Event::AttemptFailed, AttemptState::Failed),
        ProviderOrderStatus::Unrecognised => PaymentVerdict::Unpaid(Event::Undetermined, attempt),
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

fn paid(order: &Order, attempts: &[Attempt]) -> PaymentVerdict {
    match paying_attempt(attempts) {
        Some(success) if success.order_amount.is_some_and(|amount| amount != order.amount) => {
            PaymentVerdict::Mismatch
        }
        Some(success) => PaymentVerdict::Paid(success.method.clone()),
        None => PaymentVerdict::Unpaid(Event::Undetermined, AttemptState::Pending),
    }
}

/// The attempt that paid an order, as far as its attempts say: of several that succeeded the one that began first. The others are
/// further payments, which nobody counts. An order that names the payment by which it was paid is not asked: a webhook may
/// have told of another one first.
#[must_use]
pub fn paying_attempt(attempts: &[Attempt]) -> Option<&Attempt> {
    attempts
        .iter()
        .filter(|attempt| attempt.status == AttemptStatus::Success)
        .min_by_key(|attempt| (attempt.at.is_none(), attempt.at))
}

/// The attempt that began last. The provider does not say in which order it lists them; of two that began
/// together, the later listed counts, and one that does not say when it began counts as the newest.
fn newest_attempt(attempts: &[Attempt]) -> Option<&Attempt> {
    attempts
        .iter()
        .max_by_key(|attempt| (attempt.at.is_none(), attempt.at))
}

fn is_any_under_way(known: Known<'_>) -> bool {
    match known {
        Known::Attempts(attempts) => attempts
            .iter()
            .any(|attempt| attempt.status.state() == AttemptState::Pending),
        Known::Webhook(_) | Known::Nothing => false,
    }
}

impl AttemptStatus {
    /// The state of an attempt for the person who waits. A success whose order is not paid yet is under way.
    const fn state(self) -> AttemptState {
        match self {
            Self::Success | Self::NotAttempted | Self::Pending | Self::Unrecognised => AttemptState::Pending,
            Self::Failed => AttemptState::Failed,
            Self::UserDropped => AttemptState::Left,
            Self::Cancelled | Self::Void => AttemptState::Reversed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Paise,
        payment::{Channel, Status, fixture::paid_order},
    };
    use time::{Duration, OffsetDateTime, macros::datetime};

    const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

    fn order() -> Order {
        Order {
            status: Status::Active,
            attempt: AttemptState::Pending,
            ..paid_order(Channel::Online, AT)
        }
    }

    fn provider(status: ProviderOrderStatus) -> ProviderOrder {
        ProviderOrder {
            order_id: order().order_id.to_string(),
            amount: Some(order().amount),
            currency: CURRENCY.to_owned(),
            status,
            session: None,
            expires_at: None,
        }
    }

    fn method(group: &str) -> Method {
        Method {
            group: Some(group.to_owned()),
            ..Method::default()
        }
    }

    fn attempt(status: AttemptStatus, minute: Option<i64>) -> Attempt {
        Attempt {
            id: String::new(),
            status,
            order_amount: Some(order().amount),
            at: minute.map(|minute| AT + Duration::minutes(minute)),
            method: method("upi"),
        }
    }

    #[test]
    fn another_order_amount_or_currency_is_a_mismatch_whatever_the_status() {
        let paid = provider(ProviderOrderStatus::Paid);
        for other in [
            ProviderOrder {
                order_id: "another".to_owned(),
                ..paid.clone()
            },
            ProviderOrder {
                amount: Some(Paise::new(1)),
                ..paid.clone()
            },
            ProviderOrder {
                amount: None,
                ..paid.clone()
            },
            ProviderOrder {
                currency: "USD".to_owned(),
                ..paid.clone()
            },
        ] {
            assert_eq!(assess(&order(), &other, Known::Nothing), PaymentVerdict::Mismatch);
        }
        assert_eq!(
            assess(&order(), &paid, Known::Nothing),
            PaymentVerdict::Paid(Method::default())
        );
    }

    #[test]
    fn a_paid_order_has_the_method_of_the_attempt_that_succeeded() {
        let paid = provider(ProviderOrderStatus::Paid);
        let verdict = |attempts: &[Attempt]| assess(&order(), &paid, Known::Attempts(attempts));
        let failed = attempt(AttemptStatus::Failed, Some(2));
        let success = attempt(AttemptStatus::Success, Some(1));
        assert_eq!(
            verdict(&[failed.clone(), success.clone()]),
            PaymentVerdict::Paid(method("upi"))
        );
        // None of those that are listed brought the money: it is asked about again.
        let open = PaymentVerdict::Unpaid(Event::Undetermined, AttemptState::Pending);
        assert_eq!(verdict(&[failed]), open);
        assert_eq!(verdict(&[]), open);
        let unsaid = Attempt {
            order_amount: None,
            ..success.clone()
        };
        assert_eq!(verdict(&[unsaid]), PaymentVerdict::Paid(method("upi")));
        let other = Attempt {
            order_amount: Some(Paise::new(1)),
            ..success
        };
        assert_eq!(verdict(&[other]), PaymentVerdict::Mismatch);
    }

    #[test]
    fn of_several_attempts_that_succeeded_the_earliest_paid_the_order() {
        let paid = provider(ProviderOrderStatus::Paid);
        let success = |group, minute| Attempt {
            method: method(group),
            ..attempt(AttemptStatus::Success, minute)
        };
        let attempts = [
            success("undated", None),
            success("second", Some(2)),
            success("first", Some(1)),
        ];
        assert_eq!(
            assess(&order(), &paid, Known::Attempts(&attempts)),
            PaymentVerdict::Paid(method("first"))
        );
    }

    #[test]
    fn a_webhook_tells_the_method_only_of_the_attempt_that_succeeded() {
        let paid = provider(ProviderOrderStatus::Paid);
        for (status, expected) in [
            (AttemptStatus::Success, method("card")),
            (AttemptStatus::Failed, Method::default()),
            (AttemptStatus::Unrecognised, Method::default()),
        ] {
            let reported = ReportedAttempt {
                status,
                method: Some(method("card")),
            };
            let verdict = assess(&order(), &paid, Known::Webhook(&reported));
            assert_eq!(verdict, PaymentVerdict::Paid(expected), "{status:?}");
        }
    }

    #[test]
    fn an_open_order_is_as_its_newest_attempt_and_what_is_not_told_stays_as_it_was() {
        let open = provider(ProviderOrderStatus::Active);
        let told = |known: Known<'_>| assess(&order(), &open, known);
        let failed = PaymentVerdict::Unpaid(Event::AttemptFailed, AttemptState::Failed);
        let pending = PaymentVerdict::Unpaid(Event::Open, AttemptState::Pending);
        let attempts = [
            attempt(AttemptStatus::Failed, Some(3)),
            attempt(AttemptStatus::Pending, Some(1)),
        ];
        assert_eq!(told(Known::Attempts(&attempts)), failed);
        let undated = [
            attempt(AttemptStatus::Failed, Some(3)),
            attempt(AttemptStatus::Pending, None),
        ];
        assert_eq!(told(Known::Attempts(&undated)), pending);
        assert_eq!(
            told(Known::Attempts(&[])),
            PaymentVerdict::Unpaid(Event::Open, AttemptState::None)
        );
        assert_eq!(told(Known::Nothing), pending);
        let webhook = |status| ReportedAttempt { status, method: None };
        assert_eq!(told(Known::Webhook(&webhook(AttemptStatus::Failed))), failed);
        assert_eq!(
            told(Known::Webhook(&webhook(AttemptStatus::Unrecognised))),
            pending
        );
    }

    #[test]
    fn an_expired_order_waits_for_each_attempt_that_is_under_way() {
        let expired = provider(ProviderOrderStatus::Expired);
        let verdict = |older: AttemptStatus| {
            let attempts = [attempt(AttemptStatus::Failed, Some(3)), attempt(older, Some(1))];
            assess(&order(), &expired, Known::Attempts(&attempts))
        };
        let is = |state| PaymentVerdict::Unpaid(Event::Expired, state);
        assert_eq!(verdict(AttemptStatus::Pending), is(AttemptState::Pending));
        assert_eq!(verdict(AttemptStatus::UserDropped), is(AttemptState::Failed));
    }

    #[test]
    fn an_attempt_that_ended_says_how() {
        let open = provider(ProviderOrderStatus::Active);
        for (status, state) in [
            (AttemptStatus::Failed, AttemptState::Failed),
            (AttemptStatus::UserDropped, AttemptState::Left),
            (AttemptStatus::Cancelled, AttemptState::Reversed),
            (AttemptStatus::Void, AttemptState::Reversed),
        ] {
            let verdict = assess(&order(), &open, Known::Attempts(&[attempt(status, Some(1))]));
            assert_eq!(
                verdict,
                PaymentVerdict::Unpaid(Event::AttemptFailed, state),
                "{status:?}"
            );
        }
    }

    #[test]
    fn each_status_of_the_provider_is_an_event_and_an_unknown_one_is_no_failure() {
        for (status, event, attempt) in [
            (
                ProviderOrderStatus::Expired,
                Event::Expired,
                AttemptState::Pending,
            ),
            (
                ProviderOrderStatus::Terminated,
                Event::AttemptFailed,
                AttemptState::Failed,
            ),
            (
                ProviderOrderStatus::TerminationRequested,
                Event::Open,
                AttemptState::Pending,
            ),
            (
                ProviderOrderStatus::Unrecognised,
                Event::Undetermined,
                AttemptState::Pending,
            ),
        ] {
            let verdict = assess(&order(), &provider(status), Known::Nothing);
            assert_eq!(verdict, PaymentVerdict::Unpaid(event, attempt), "{status:?}");
        }
    }
}
