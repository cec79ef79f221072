//! What is written of a paid order afterwards: what the provider says of its refunds and disputes, and what an administrator
//! changes.
//!
//! It is decided on the order as it was read, and decided again where another request has written it meanwhile.

use crate::{
    FIRST_PAUSE, LONGEST_PAUSE, SettleError, Settlement, TRIES, claim::claim_policy, contended,
    place::place_write, refunds::RefundReport,
};
use domain::{
    AttentionKind, Backoff, Entropy,
    payment::{Change, DisputeReport, Followed, NotApplicable, Order, RefundEvent, RefundState},
};
use store::{
    Registrations, StoreError,
    registrations::{
        Write,
        afterwards::{Act, Afterwards},
        attention::Flag,
        paid::ClaimPolicy,
    },
};
use time::OffsetDateTime;

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
