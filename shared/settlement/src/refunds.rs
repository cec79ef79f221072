//! Refunds of paid orders: requested here, given to the provider under our id, and followed to their end.
//!
//! The request is in the table before the provider hears of it, and stays due until its end is known. What is not known
//! is asked about: a refund that the provider does not list is given to it again under the same id, so that however
//! often that happens, money goes back once.

use crate::{
    FIRST_PAUSE, LONGEST_PAUSE, SettleError, Settlement, TRIES, claim::claim_policy, contended,
    place::place_write,
};
use domain::{
    AttentionKind, Backoff, Entropy, Paise,
    payment::{
        Change, DisputeReport, FollowUp, Followed, NotApplicable, Order, Refund, RefundEvent, RefundId,
        RefundState,
    },
};
use payment_provider::{NewRefund, NotCreated, ProviderError, RefundKind, Reversal};
use std::collections::BTreeSet;
use store::{
    Registrations, StoreError,
    registrations::{
        Write,
        afterwards::{Act, Afterwards},
        attention::Flag,
        paid::ClaimPolicy,
        places::PlaceAction,
    },
};
use time::{Duration, OffsetDateTime};

/// What the provider says of a refund.
pub(crate) struct RefundReport {
    pub(crate) refund_id: RefundId,
    amount: Option<Paise>,
    pub(crate) event: RefundEvent,
    /// Why it failed, in the provider's code.
    code: Option<String>,
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
    /// Writes an administrator's change of a paid order, decided on it as it was read; `Stale` when it has changed since.
    pub async fn record_change(
        &self,
        order: &Order,
        after: &Order,
        act: Act<'_>,
    ) -> Result<Write, StoreError> {
        record_change(&self.registrations, self.clock.now(), order, after, None, act).await
    }

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

    /// Writes what the provider says of refunds and disputes. With `again` it was due for these, and is due again while
    /// anything of it is followed.
    pub(crate) async fn note_reversals(
        &self,
        order: Order,
        reports: &[RefundReport],
        disputes: &[DisputeReport],
        again: Option<Followed>,
    ) -> Result<Order, SettleError> {
        let decide = |order: &Order, now: OffsetDateTime| {
            let (mut after, mut flag) = (order.clone(), None);
            for report in disputes {
                if let Ok(changed) = after.after(Change::DisputeReported(report.clone()), now) {
                    after = changed;
                }
            }
            for report in reports {
                let RefundReport {
                    refund_id,
                    amount: _,
                    event,
                    code,
                } = report;
                let had_failed = after
                    .refund(refund_id)
                    .is_some_and(|refund| refund.state == RefundState::Failed);
                match after.after(report.change(), now) {
                    Ok(changed) => after = changed,
                    Err(
                        NotApplicable::Unchanged
                        | NotApplicable::NotPaid
                        | NotApplicable::ExceedsPaid { .. }
                        | NotApplicable::DisputeLost,
                    ) => {
                        continue;
                    }
                }
                let note = match event {
                    RefundEvent::Failed => {
                        let why = code.as_deref().unwrap_or("the provider gave it up");
                        format!("Refund {refund_id} failed: {why}")
                    }
                    RefundEvent::Succeeded if had_failed => format!(
                        "Refund {refund_id} had failed and went through after all: if the money was given back \
                         another way meanwhile, it went back twice"
                    ),
                    RefundEvent::Accepted | RefundEvent::Succeeded => continue,
                };
                flag = Some(Flag::new(order, AttentionKind::RefundFailed, now).with_note(note));
            }
            let overdue = match again {
                Some(Followed::Refunds) if after.refunds.iter().any(|refund| refund.is_overdue(now)) => {
                    Some((
                        AttentionKind::RefundFailed,
                        "A refund has not ended after two weeks and is no longer followed",
                    ))
                }
                // While another is followed, the order is due again and would be flagged each day.
                Some(Followed::Disputes)
                    if after.next_dispute_ask(now).is_none()
                        && after.disputes.iter().any(|dispute| dispute.is_overdue(now)) =>
                {
                    Some((
                        AttentionKind::Disputed,
                        "A dispute is not decided after four months and is no longer followed",
                    ))
                }
                Some(Followed::Refunds | Followed::Disputes) | None => None,
            };
            if let Some((kind, note)) = overdue {
                flag = Some(Flag::new(order, kind, now).with_note(note.to_owned()));
            }
            (again.is_some() || after != *order).then_some((after, flag))
        };
        self.write(order, decide).await
    }

    /// Writes what `decide` makes of an order, and decides again on what another request has written meanwhile. None
    /// means that nothing is to be written.
    pub(crate) async fn write(
        &self,
        mut order: Order,
        decide: impl Fn(&Order, OffsetDateTime) -> Option<(Order, Option<Flag>)>,
    ) -> Result<Order, SettleError> {
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        for _ in 0..TRIES {
            let now = self.clock.now();
            let Some((mut after, flag)) = decide(&order, now) else {
                return Ok(order);
            };
            after.version = order.version + 1;
            // Money that comes back after a dispute may meet another payment of the same.
            let claim = if after.entitles() && !order.entitles() {
                Some(claim_policy(&self.registrations, &order).await?)
            } else {
                None
            };
            let place = place_write(&self.registrations, &order, &after, false, now).await?;
            after.place = place.after(&order);
            let change = Afterwards {
                before: &order,
                after: &after,
                at: now,
                due: after.next_follow_up(now),
                flag: flag.as_ref(),
                claim: claim.as_ref(),
                place,
                act: None,
            };
            match self.registrations.record_afterwards(&change).await? {
                Write::Done => return Ok(after),
                Write::Stale => tokio::time::sleep(backoff.next_pause()).await,
            }
            let again = self.registrations.order(&order.order_id).await?;
            order = again.ok_or_else(contended)?;
        }
        Err(contended())
    }
}

/// Writes an administrator's change of a paid order, from what it was read as to what it is to be. `claim` is what a pass that is
/// given back takes of its address.
pub(crate) async fn record_change(
    registrations: &Registrations,
    now: OffsetDateTime,
    order: &Order,
    after: &Order,
    claim: Option<&ClaimPolicy>,
    act: Act<'_>,
) -> Result<Write, StoreError> {
    let change = Afterwards {
        before: order,
        after,
        at: now,
        due: after.next_follow_up(now),
        flag: None,
        claim,
        place: place_write(registrations, order, after, false, now).await?,
        act: Some(act),
    };
    registrations.record_afterwards(&change).await
}
