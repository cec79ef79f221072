//! Refunds of paid orders: requested here, given to the provider under our id, and followed to their end.
//!
//! The request is in the table before the provider hears of it, and stays due until its end is known. What is not known
//! is asked about: a refund that the provider does not list is given to it again under the same id, so that however
//! often that happens, money goes back once.

use crate::{SettleError, Settlement};
use domain::{
    Paise,
    payment::{Change, FollowUp, Followed, Order, Refund, RefundEvent, RefundId, RefundState},
};
use payment_provider::{NewRefund, NotCreated, ProviderError, RefundKind, Reversal};
use std::collections::BTreeSet;
use store::{
    StoreError,
    registrations::{Write, afterwards::Afterwards, places::PlaceAction},
};
use time::Duration;

/// What the provider says of a refund.
pub(crate) struct RefundReport {
    pub(crate) refund_id: RefundId,
    pub(crate) amount: Option<Paise>,
    pub(crate) event: RefundEvent,
    /// Why it failed, in the provider's code.
    pub(crate) code: Option<String>,
}

impl RefundReport {
    /// What a listed refund says: None for those that the provider makes of payments that were never counted here, and
    /// for one without an id that we could name.
    pub(crate) fn of(reversal: &Reversal) -> Option<Self> {
        let event = reversal.refund_event()?;
        match reversal {
            Reversal::Refund {
                kind: RefundKind::Merchant,
                id,
                amount,
                ..
            } => Some(Self {
                refund_id: RefundId::parse(id.as_deref()?).ok()?,
                amount: *amount,
                event,
                code: None,
            }),
            Reversal::Refund {
                kind: RefundKind::Auto,
                ..
            }
            | Reversal::Dispute { .. } => None,
        }
    }

    /// What it changes of the order.
    pub(crate) fn change(&self) -> Change {
        Change::RefundReported {
            refund_id: self.refund_id.clone(),
            amount: self.amount,
            event: self.event,
        }
    }

    /// Of a refund that the provider does not have and is not to make, because a dispute was lost meanwhile.
    fn refused_as_lost(refund_id: RefundId) -> Self {
        Self {
            refund_id,
            amount: None,
            event: RefundEvent::Failed,
            code: Some("a dispute was lost, so the bank has given the money back".to_owned()),
        }
    }
}

impl Settlement {
    /// Gives a requested refund to the provider, and returns the order as it then stands. Whatever the provider answers
    /// is no error: what is not known is due.
    ///
    /// # Errors
    /// When the table does not answer. The refund is due.
    pub async fn carry_out(&self, order: Order, id: &RefundId) -> Result<Order, SettleError> {
        let is_requested = order
            .refund(id)
            .is_some_and(|refund| refund.state == RefundState::Requested);
        if !is_requested || order.lost() == Paise::default() {
            return self.give(order, id).await;
        }
        // It is not to be made any more, but may be there already, of a request whose answer was lost.
        match self.settle_refunds(order.clone()).await {
            Err(SettleError::Provider(error)) => {
                tracing::warn!(cause = %error, "a refund beside a lost dispute was not asked about, and is due");
                Ok(order)
            }
            settled => settled,
        }
    }

    /// Gives a refund to the provider that does not have it, as far as is known.
    async fn give(&self, order: Order, id: &RefundId) -> Result<Order, SettleError> {
        let Some(refund) = order
            .refund(id)
            .filter(|refund| refund.state == RefundState::Requested)
        else {
            return Ok(order);
        };
        if order.lost() > Paise::default() {
            // The bank has given the money back: the organiser would pay it a second time.
            let refused = RefundReport::refused_as_lost(id.clone());
            return self.note_reversals(order, &[refused], &[], None).await;
        }
        let new = NewRefund {
            order_id: order.order_id.clone(),
            refund_id: id.clone(),
            amount: refund.amount,
            note: refund.reason.clone(),
        };
        let (event, code) = match self.provider.create_refund(&new).await {
            Ok(refund) => (refund.refund_event().unwrap_or(RefundEvent::Accepted), None),
            Err(NotCreated::Refused(ProviderError::Refused { code })) => (RefundEvent::Failed, Some(code)),
            Err(error) => {
                let cause = error.into_cause();
                tracing::warn!(cause = %cause, "a refund is not known to be with the provider, and is due");
                return Ok(order);
            }
        };
        let report = RefundReport {
            refund_id: id.clone(),
            amount: None,
            event,
            code,
        };
        self.note_reversals(order, &[report], &[], None).await
    }

    /// Asks the provider about the refunds of a paid order, writes what follows and gives it those that it does not
    /// have. They are due again until all have ended.
    ///
    /// # Errors
    /// When the provider or the table does not answer.
    pub async fn settle_refunds(&self, order: Order) -> Result<Order, SettleError> {
        let listed = self.provider.refunds(&order.order_id).await?;
        let (order, listed) = self.of_payments(order, listed).await?;
        let reports: Vec<RefundReport> = listed.iter().filter_map(RefundReport::of).collect();
        let known: BTreeSet<&RefundId> = reports.iter().map(|report| &report.refund_id).collect();
        let is_missing =
            |refund: &&Refund| refund.state == RefundState::Requested && !known.contains(&refund.refund_id);
        let missing: Vec<RefundId> = order
            .refunds
            .iter()
            .filter(is_missing)
            .map(|refund| refund.refund_id.clone())
            .collect();
        let mut order = self
            .note_reversals(order, &reports, &[], Some(Followed::Refunds))
            .await?;
        for id in missing {
            order = self.give(order, &id).await?;
        }
        Ok(order)
    }

    /// Asks the provider about the open disputes of a paid order and writes what follows, as if it had been reported. They
    /// are due again until all are decided, or have been open for too long, which is flagged.
    ///
    /// # Errors
    /// When the provider or the table does not answer.
    pub async fn settle_disputes(&self, order: &Order) -> Result<(), SettleError> {
        self.find_reversals(order, None).await?;
        if let Some(order) = self.registrations.order(&order.order_id).await? {
            self.note_reversals(order, &[], &[], Some(Followed::Disputes))
                .await?;
        }
        Ok(())
    }

    /// Reschedules a paid order about which the provider could not be asked.
    pub async fn postpone_follow_up(
        &self,
        order: &Order,
        what: Followed,
        pause: Duration,
    ) -> Result<(), StoreError> {
        let change = Afterwards {
            before: order,
            after: order,
            at: self.clock.now(),
            due: Some(FollowUp {
                what,
                at: self.clock.now() + pause,
            }),
            flag: None,
            claim: None,
            place: PlaceAction::Keep,
            act: None,
        };
        // Stale means that another request has just written it.
        let (Write::Done | Write::Stale) = self.registrations.record_afterwards(&change).await?;
        Ok(())
    }
}
