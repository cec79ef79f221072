//! Which payment of an order a refund or dispute is of: the one that was counted here, or a further one.
//!
//! The provider says of each which payment it is of. Of its own accord it sends back further payments, as a rule, but what
//! decides about revenue and pass is whether the counted money is gone, no matter who began it. So a refund is read under the
//! kind that it has for the books: [`RefundKind::Merchant`] of the counted payment, [`RefundKind::Auto`] of a further one. A
//! dispute of a further one is kept on record and flagged, and is not in the order. Where the provider or the order does not
//! name a payment, it stays what the provider calls it.

use crate::Settlement;
use domain::payment::{AttemptStatus, DisputeState, Order, RefundEvent, RefundId};
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

impl Settlement {
    /// The refunds and disputes that the provider lists of an order, each as what it is for the books.
    ///
    /// Of two payments the provider may keep the one that was not counted here. Then the money of one is here all the
    /// same: it is gone once that one is sent back, too, or a dispute of it is lost.
    pub(crate) async fn of_payments(
        &self,
        order: &Order,
        listed: Vec<Reversal>,
    ) -> Result<Vec<Reversal>, ProviderError> {
        let counted_was_further = listed.iter().any(|reversal| {
            is_of(reversal, order.reference()) && matches!(of(order, reversal), Of::Known(Money::Further))
        });
        let is_unclear = |reversal: &Reversal| match of(order, reversal) {
            Of::Named(Money::Counted) => reversal.is_automatic(),
            Of::Named(Money::Further) => counted_was_further,
            Of::Known(_) | Of::Unknown => false,
        };
        let kept = match listed.iter().any(is_unclear) {
            true => self.kept_beside_counted(order, &listed).await?,
            false => Vec::new(),
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

    /// The payments of the order beside the counted one of which the provider has the money.
    async fn kept_beside_counted(
        &self,
        order: &Order,
        listed: &[Reversal],
    ) -> Result<Vec<String>, ProviderError> {
        let attempts = self.provider.payments(&order.order_id).await?.into_iter();
        let further = attempts
            .filter(|attempt| attempt.status == AttemptStatus::Success)
            .map(|attempt| attempt.id)
            .filter(|id| Some(id.as_str()) != order.reference());
        let is_taken = |id: &String| {
            let mut of_it = listed.iter().filter(|reversal| is_of(reversal, Some(id)));
            of_it.any(takes)
        };
        Ok(further.filter(|id| !is_taken(id)).collect())
    }
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

fn is_dispute_of(reversal: &Reversal, payment: &str) -> bool {
    match reversal {
        Reversal::Dispute { .. } => is_of(reversal, Some(payment)),
        Reversal::Refund { .. } => false,
    }
}

/// The same as about this money, which is settled by that.
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
