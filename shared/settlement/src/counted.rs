//! Which payment of an order a refund is of: the one that was counted here, or a further one.
//!
//! The provider says of each refund which payment it is of. Of its own accord it sends back further payments, as a rule,
//! but what decides about revenue and pass is whether the counted money is gone, no matter who began the refund. So a refund is
//! read under the kind that it has for the books: [`RefundKind::Merchant`] of the counted payment, [`RefundKind::Auto`] of
//! a further one. Where the provider or the order does not name a payment, it stays what the provider calls it.

use crate::Settlement;
use domain::payment::{AttemptStatus, Order, RefundEvent, RefundId};
use payment_provider::{ProviderError, RefundKind, Reversal};

/// What a refund is of, as far as what is known here says so.
enum Of {
    /// It is in the order already, as this.
    Known(RefundKind),
    /// The payment that was counted.
    Counted,
    /// A further one, that was not.
    Further,
    /// Nothing says which.
    Unknown,
}

impl Settlement {
    /// The refunds and disputes that the provider lists of an order, each refund under the kind that it has for the books.
    ///
    /// Of two payments the provider may keep the one that was not counted here. Then the money of one is here all the
    /// same: it is gone once that one is sent back, too.
    pub(crate) async fn of_payments(
        &self,
        order: &Order,
        listed: Vec<Reversal>,
    ) -> Result<Vec<Reversal>, ProviderError> {
        let counted_was_further = listed.iter().any(|reversal| {
            is_of(reversal, counted(order)) && matches!(of(order, reversal), Of::Known(RefundKind::Auto))
        });
        let is_unclear = |reversal: &Reversal| match of(order, reversal) {
            Of::Counted => reversal.is_automatic(),
            Of::Further => counted_was_further,
            Of::Known(_) | Of::Unknown => false,
        };
        let kind = if listed.iter().any(is_unclear) {
            match self.keeps_another(order, &listed).await? {
                true => RefundKind::Auto,
                false => RefundKind::Merchant,
            }
        } else {
            RefundKind::Merchant
        };
        let decided = listed.iter().map(|reversal| {
            if is_unclear(reversal) {
                with_kind(reversal, kind)
            } else {
                of_payment(order, reversal)
            }
        });
        Ok(decided.collect())
    }

    /// Whether the provider has the money of a payment of the order beside the counted one.
    async fn keeps_another(&self, order: &Order, listed: &[Reversal]) -> Result<bool, ProviderError> {
        let counted = counted(order);
        let attempts = self.provider.payments(&order.order_id).await?;
        Ok(attempts.iter().any(|attempt| {
            let id = Some(attempt.id.as_str());
            let is_taken = |reversal: &Reversal| {
                is_of(reversal, id) && reversal.refund_event() != Some(RefundEvent::Failed)
            };
            attempt.status == AttemptStatus::Success && id != counted && !listed.iter().any(is_taken)
        }))
    }
}

/// A refund under the kind that it has for the books, as far as that needs no question to the provider.
pub(crate) fn of_payment(order: &Order, reversal: &Reversal) -> Reversal {
    match of(order, reversal) {
        Of::Known(kind) => with_kind(reversal, kind),
        Of::Counted => with_kind(reversal, RefundKind::Merchant),
        Of::Further => with_kind(reversal, RefundKind::Auto),
        Of::Unknown => reversal.clone(),
    }
}

fn of(order: &Order, reversal: &Reversal) -> Of {
    let Reversal::Refund { id, payment, .. } = reversal else {
        return Of::Unknown;
    };
    if let Some(id) = id {
        // One that was asked for here, too: the provider may take it from whichever payment it likes.
        if RefundId::parse(id).is_ok_and(|id| order.refund(&id).is_some()) {
            return Of::Known(RefundKind::Merchant);
        }
        if order.auto_refunds.iter().any(|sent| sent.id == *id) {
            return Of::Known(RefundKind::Auto);
        }
    }
    match (payment.as_deref(), counted(order)) {
        (Some(payment), Some(counted)) if payment == counted => Of::Counted,
        (Some(_), Some(_)) => Of::Further,
        (Some(_) | None, None) | (None, Some(_)) => Of::Unknown,
    }
}

/// The provider's number of the payment that was counted.
fn counted(order: &Order) -> Option<&str> {
    order.method.as_ref()?.reference.as_deref()
}

fn is_of(reversal: &Reversal, payment: Option<&str>) -> bool {
    match reversal {
        Reversal::Refund { payment: of, .. } => of.is_some() && of.as_deref() == payment,
        Reversal::Dispute { .. } => false,
    }
}

/// The same refund under another kind, which is settled by that.
fn with_kind(reversal: &Reversal, kind: RefundKind) -> Reversal {
    let mut settled = reversal.clone();
    if let Reversal::Refund {
        kind: had, payment, ..
    } = &mut settled
    {
        (*had, *payment) = (kind, None);
    }
    settled
}
