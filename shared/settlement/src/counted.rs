//! Which payment of an order a refund or dispute is of: the one that was counted here, or a further one.
//!
//! The provider says of each which payment it is of. Of its own accord it sends back further payments, as a rule, but what
//! decides about revenue and pass is whether the counted money is gone, no matter who began it. So a refund is read under the
//! kind that it has for the books: [`RefundKind::Merchant`] of the counted payment, [`RefundKind::Auto`] of a further one. A
//! dispute of a further one is kept on record and flagged, and is not in the order. Where the provider or the order does not
//! name a payment, it stays what the provider calls it.
//!
//! The counted one is that which the order names: the first that was told of as having paid it. Among attempts that are read
//! that is the one that began first; of an order that became paid without any being read, the one whose webhook comes first.

use crate::{SettleError, Settlement};
use domain::payment::{
    Attempt, AttemptStatus, DisputeState, Method, Order, RefundEvent, RefundId, paying_attempt,
};
use payment_provider::{ProviderError, RefundKind, Reversal};

/// Which money a refund or dispute is about, for the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Money {
    /// That of the payment that was counted.
    Counted,
    /// That of a further payment, which was never counted.
    Further,
}

/// What a refund or dispute is of, as far as what is known here says so.
enum Of {
    /// It is in the order already, as this.
    Known(Money),
    /// The provider names the payment, which was this.
    Named(Money),
    /// Nothing says which.
    Unknown,
}

/// By which payment an order was paid, where only its attempts say so, and those attempts as far as they were read.
#[derive(Default)]
pub(crate) struct CountedPayment {
    pub(crate) method: Option<Method>,
    attempts: Option<Vec<Attempt>>,
}

impl Settlement {
    /// An order and the refunds and disputes that the provider lists of it, each as what it is for the books. By which payment
    /// it was paid is in the order then, if that was needed.
    pub(crate) async fn of_payments(
        &self,
        order: Order,
        listed: Vec<Reversal>,
    ) -> Result<(Order, Vec<Reversal>), SettleError> {
        let (order, paid_by) = self.with_counted(order, &listed).await?;
        let decided = self.for_the_books(&order, listed, paid_by).await?;
        Ok((order, decided))
    }

    /// An order in which it is by which payment it was paid, if one of these needs that; and what was asked for it.
    pub(crate) async fn with_counted(
        &self,
        order: Order,
        reversals: &[Reversal],
    ) -> Result<(Order, CountedPayment), SettleError> {
        let paid_by = self.paid_by(&order, reversals).await?;
        let order = match &paid_by.method {
            Some(method) => self.note_method(order, method).await?,
            None => order,
        };
        Ok((order, paid_by))
    }

    /// Asks by which payment an order was paid that does not name it, where a refund or dispute names one and nothing else says
    /// which money it is about: the attempts of orders are under a limit that many who wait share.
    pub(crate) async fn paid_by(
        &self,
        order: &Order,
        listed: &[Reversal],
    ) -> Result<CountedPayment, ProviderError> {
        let asks =
            |reversal: &Reversal| names_payment(reversal) && matches!(of(order, reversal), Of::Unknown);
        if !order.lacks_reference() || !listed.iter().any(asks) {
            return Ok(CountedPayment::default());
        }
        let attempts = self.provider.payments(&order.order_id).await?;
        Ok(CountedPayment {
            method: paying_attempt(&attempts).map(|attempt| attempt.method.clone()),
            attempts: Some(attempts),
        })
    }

    /// The refunds and disputes of an order that names the payment by which it was paid, each as what it is for the books.
    ///
    /// Of two payments the provider may keep the one that was not counted here. Then the money of one is here all the
    /// same: it is gone once that one is sent back, too, or a dispute of it is lost.
    pub(crate) async fn for_the_books(
        &self,
        order: &Order,
        listed: Vec<Reversal>,
        paid_by: CountedPayment,
    ) -> Result<Vec<Reversal>, ProviderError> {
        let counted_was_further = listed.iter().any(|reversal| {
            is_of(reversal, order.reference()) && matches!(of(order, reversal), Of::Known(Money::Further))
        });
        let is_unclear = |reversal: &Reversal| match of(order, reversal) {
            Of::Named(Money::Counted) => reversal.is_automatic(),
            Of::Named(Money::Further) => counted_was_further,
            Of::Known(_) | Of::Unknown => false,
        };
        let kept = match (listed.iter().any(is_unclear), paid_by.attempts) {
            (true, Some(attempts)) => kept_beside_counted(order, &listed, attempts),
            (true, None) => {
                let attempts = self.provider.payments(&order.order_id).await?;
                kept_beside_counted(order, &listed, attempts)
            }
            (false, _) => Vec::new(),
        };
        let decided = listed.iter().map(|reversal| {
            if is_unclear(reversal) {
                let keeps_another = kept.iter().any(|payment| !is_dispute_of(reversal, payment));
                match keeps_another {
                    true => about(reversal, Money::Further),
                    false => about(reversal, Money::Counted),
                }
            } else {
                of_payment(order, reversal)
            }
        });
        Ok(decided.collect())
    }
}

/// The payments of the order beside the counted one of which the provider has the money.
fn kept_beside_counted(order: &Order, listed: &[Reversal], attempts: Vec<Attempt>) -> Vec<String> {
    let is_taken = |id: &String| {
        let mut of_it = listed.iter().filter(|reversal| is_of(reversal, Some(id)));
        of_it.any(takes)
    };
    attempts
        .into_iter()
        .filter(|attempt| attempt.status == AttemptStatus::Success)
        .map(|attempt| attempt.id)
        .filter(|id| Some(id.as_str()) != order.reference() && !is_taken(id))
        .collect()
}

/// Whether the money that a refund or dispute is of is gone, or on its way.
fn takes(reversal: &Reversal) -> bool {
    match reversal {
        Reversal::Refund { .. } => reversal.refund_event() != Some(RefundEvent::Failed),
        Reversal::Dispute { .. } => reversal.dispute_state() == Some(DisputeState::Lost),
    }
}

/// A refund or dispute as what it is for the books, as far as that needs no question to the provider.
pub(crate) fn of_payment(order: &Order, reversal: &Reversal) -> Reversal {
    match of(order, reversal) {
        Of::Known(money) | Of::Named(money) => about(reversal, money),
        Of::Unknown => reversal.clone(),
    }
}

fn of(order: &Order, reversal: &Reversal) -> Of {
    let (known, payment) = match reversal {
        Reversal::Refund { id, payment, .. } => (known_refund(order, id.as_deref()), payment),
        Reversal::Dispute { id, payment, .. } => (known_dispute(order, id.as_deref()), payment),
    };
    if let Some(money) = known {
        return Of::Known(money);
    }
    match (payment.as_deref(), order.reference()) {
        (Some(payment), Some(counted)) if payment == counted => Of::Named(Money::Counted),
        (Some(_), Some(_)) => Of::Named(Money::Further),
        (Some(_) | None, None) | (None, Some(_)) => Of::Unknown,
    }
}

fn known_refund(order: &Order, id: Option<&str>) -> Option<Money> {
    let id = id?;
    // One that was asked for here, too: the provider may take it from whichever payment it likes.
    if RefundId::parse(id).is_ok_and(|id| order.refund(&id).is_some()) {
        return Some(Money::Counted);
    }
    let is_automatic = order.auto_refunds.iter().any(|sent| sent.id == id);
    is_automatic.then_some(Money::Further)
}

/// Those that are in the order are about its money.
fn known_dispute(order: &Order, id: Option<&str>) -> Option<Money> {
    order.dispute(id?).map(|_| Money::Counted)
}

fn is_of(reversal: &Reversal, payment: Option<&str>) -> bool {
    let (Reversal::Refund { payment: of, .. } | Reversal::Dispute { payment: of, .. }) = reversal;
    of.is_some() && of.as_deref() == payment
}

const fn names_payment(reversal: &Reversal) -> bool {
    let (Reversal::Refund { payment, .. } | Reversal::Dispute { payment, .. }) = reversal;
    payment.is_some()
}

fn is_dispute_of(reversal: &Reversal, payment: &str) -> bool {
    match reversal {
        Reversal::Dispute { .. } => is_of(reversal, Some(payment)),
        Reversal::Refund { .. } => false,
    }
}

/// The same as about this money, which is settled by that: it names no payment any more, so that it stays so wherever it is
/// asked again what it is of.
fn about(reversal: &Reversal, money: Money) -> Reversal {
    let mut settled = reversal.clone();
    match &mut settled {
        Reversal::Refund { kind, payment, .. } => {
            *kind = match money {
                Money::Counted => RefundKind::Merchant,
                Money::Further => RefundKind::Auto,
            };
            *payment = None;
        }
        Reversal::Dispute {
            is_counted, payment, ..
        } => {
            *is_counted = money == Money::Counted;
            *payment = None;
        }
    }
    settled
}
