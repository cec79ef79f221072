//! One page of what the provider lists, event by event.

use super::{Allowance, REMEMBERED, ReconSummary, Stop};
use crate::{PATIENCE, Reconciler};
use domain::{
    OrderId,
    payment::{AttemptStatus, Channel, Status},
};
use payment_provider::{ProviderError, ReconEvent, ReconKind, RefundKind, Reversal};
use settlement::{Occasion, SettleError, Settlement};
use std::collections::BTreeSet;
use store::{StoreError, Write, recon::Window, registrations::reconciled::EventMark};
use time::{Duration, OffsetDateTime};

/// When an event is looked at again whose order does not have it yet: a little less than the pause between two runs.
const LOOK_AGAIN: Duration = Duration::minutes(50);

/// What came of looking at an event.
struct Looked {
    /// Refunds and disputes that were not known.
    new: usize,
    /// Whether the order has now what the event is about, or never will.
    is_dealt_with: bool,
}

impl Reconciler {
    /// Deals with one page, and answers where the next begins.
    pub(super) async fn page(
        &self,
        settlement: &Settlement,
        window: &Window,
        allowance: &mut Allowance,
        summary: &mut ReconSummary,
    ) -> Result<Option<String>, Stop> {
        self.in_time(allowance)?;
        let range = window.from..window.to;
        let provider = settlement.provider();
        let mut cursor = window.cursor.as_deref();
        let page = match (provider.recon(&range, cursor).await, cursor) {
            // A cursor of an earlier run may be too old for the provider: then the window starts over.
            (Err(ProviderError::Refused { code }), Some(_)) => {
                tracing::warn!(code, "the provider no longer knows where a reconciliation was");
                cursor = None;
                provider.recon(&range, None).await.map_err(Stop::Provider)?
            }
            (page, _) => page.map_err(Stop::Provider)?,
        };
        self.deal_with(settlement, &page.events, allowance, summary)
            .await?;
        summary.pages += 1;
        summary.events += page.events.len();
        let understood = page.events.iter().filter(|event| event.is_understood()).count();
        let of_no_order = page.events.iter().filter(|event| event.is_of_no_order()).count();
        summary.understood += understood;
        summary.unread += page.events.len() - understood - of_no_order;
        match page.next {
            // It would be the same page for ever.
            Some(next) if Some(next.as_str()) == cursor => Err(Stop::Provider(ProviderError::Unintelligible)),
            Some(next) if !page.events.is_empty() => Ok(Some(next)),
            Some(_) | None => Ok(None),
        }
    }

    async fn deal_with(
        &self,
        settlement: &Settlement,
        events: &[ReconEvent],
        allowance: &mut Allowance,
        summary: &mut ReconSummary,
    ) -> Result<(), Stop> {
        let mut payments = BTreeSet::new();
        let mut reversals = Vec::new();
        for event in events {
            let id = event.order_id.as_deref().and_then(|id| OrderId::parse(id).ok());
            match (&event.kind, id) {
                (ReconKind::Payment(AttemptStatus::Success | AttemptStatus::Unrecognised), Some(id)) => {
                    payments.insert(id);
                }
                (ReconKind::Refund | ReconKind::Dispute, Some(id)) => reversals.push((id, event)),
                (ReconKind::Other, _) => summary.unrecognised += 1,
                // An attempt that brought no money, or an order that is not ours.
                (ReconKind::Payment(_) | ReconKind::Refund | ReconKind::Dispute, _) => {}
            }
        }
        let mut failures_in_a_row = 0;
        for id in self.registrations.unpaid_among(&payments).await? {
            self.in_time(allowance)?;
            take(&mut allowance.settles)?;
            match settlement.settle(&id, &Occasion::Page).await {
                Ok(settled) => {
                    failures_in_a_row = 0;
                    summary.paid += usize::from(settled.is_some_and(|order| order.status == Status::Paid));
                }
                Err(error) => passed_over(error, &mut failures_in_a_row, summary)?,
            }
        }
        let keys: BTreeSet<String> = reversals.iter().filter_map(|(_, event)| mark(event)).collect();
        let known = self.registrations.seen_among(&keys).await?;
        for (id, event) in reversals {
            let mark = mark(event);
            let earlier = mark.as_ref().and_then(|mark| known.get(mark));
            if earlier.is_some_and(|seen| seen.again.is_none_or(|again| again > self.clock.now())) {
                continue;
            }
            self.in_time(allowance)?;
            take(&mut allowance.look_ups)?;
            match self.look_up(settlement, &id, event).await {
                Ok(looked) => {
                    failures_in_a_row = 0;
                    summary.reversals += looked.new;
                    if let Some(mark) = mark {
                        let now = self.clock.now();
                        let since = earlier.map_or(now, |seen| seen.since);
                        let again = (!looked.is_dealt_with).then(|| look_again(since, now));
                        self.registrations
                            .mark_seen(&mark, EventMark { since, again }, now + REMEMBERED)
                            .await?;
                    }
                }
                Err(error) => passed_over(error, &mut failures_in_a_row, summary)?,
            }
        }
        Ok(())
    }

    /// Reads the refunds and disputes of an order that an event names, or of what is left of it.
    async fn look_up(
        &self,
        settlement: &Settlement,
        id: &OrderId,
        event: &ReconEvent,
    ) -> Result<Looked, SettleError> {
        let order = self.registrations.order(id).await?;
        let order = order.filter(|order| order.channel == Channel::Online);
        let found = match &order {
            Some(order) => Some(settlement.find_reversals(order, None).await?),
            None => settlement.find_reversals_of_forgotten(id, None).await?,
        };
        let Some(found) = found else {
            return Ok(Looked {
                new: 0,
                is_dealt_with: true,
            });
        };
        let mut new = found.iter().filter(|found| found.new).count();
        if event.is_return() {
            let is_kept = match &order {
                Some(order) => settlement.keep_return(order, event).await? == Write::Done,
                None => settlement.keep_event_of_forgotten(id, event, None).await?,
            };
            new += usize::from(is_kept);
            return Ok(Looked {
                new,
                is_dealt_with: true,
            });
        }
        // What the order does not list is kept in the words of the event: better twice than never.
        let listed = |reversal: &Reversal| found.iter().any(|found| found.is_like(reversal));
        if let Some(reversal) = reversal(event).filter(|reversal| !listed(reversal)) {
            let is_kept = match &order {
                Some(order) => settlement.keep_reversal(order, &reversal).await? == Write::Done,
                None => {
                    settlement
                        .keep_event_of_forgotten(id, event, Some(&reversal))
                        .await?
                }
            };
            new += usize::from(is_kept);
        }
        // The list of an order may be behind that of the reconciliation, and an order that could not be settled has nothing
        // to send back yet.
        let mut found = found.iter().filter(|found| found.is_of(event.id.as_deref()));
        Ok(Looked {
            new,
            is_dealt_with: found.any(|found| found.is_noted),
        })
    }

    fn in_time(&self, allowance: &Allowance) -> Result<(), Stop> {
        if self.clock.now() > allowance.until {
            return Err(Stop::Late);
        }
        Ok(())
    }
}

/// One order that cannot be read or asked about holds up no other: the next run looks at the same two days. After some
/// in a row it is not the order, and where the table does not answer, neither.
fn passed_over(
    error: SettleError,
    failures_in_a_row: &mut u32,
    summary: &mut ReconSummary,
) -> Result<(), Stop> {
    tracing::warn!(cause = %error, "an order could not be compared with the provider");
    summary.failed += 1;
    *failures_in_a_row += 1;
    match error {
        SettleError::Store(error @ StoreError::Unavailable(_)) => Err(error.into()),
        SettleError::Provider(error) if *failures_in_a_row == PATIENCE => Err(Stop::Provider(error)),
        SettleError::Provider(_)
        | SettleError::Store(StoreError::Contended(_))
        | SettleError::PaymentReadsExhausted
        | SettleError::Store(StoreError::Corrupt { .. }) => Ok(()),
    }
}

/// When an event that is not dealt with is looked at again: at pauses of twice its age, so that one that its order never has
/// is looked at five times in the two days in which it is listed.
fn look_again(since: OffsetDateTime, now: OffsetDateTime) -> OffsetDateTime {
    now + ((now - since) * 2_i32).max(LOOK_AGAIN)
}

/// What identifies an event when it is listed again; None when it has no id, so that it is looked up each time. What came
/// back has the id and status of what went, and is another event by its word alone.
fn mark(event: &ReconEvent) -> Option<String> {
    let status = event.status.as_deref().unwrap_or_default();
    let order = event.order_id.as_deref()?;
    Some(format!(
        "{}#{order}#{}#{status}",
        event.word,
        event.id.as_deref()?
    ))
}

fn reversal(event: &ReconEvent) -> Option<Reversal> {
    let (id, status) = (event.id.clone(), event.status.clone());
    match event.kind {
        ReconKind::Refund => Some(Reversal::Refund {
            kind: RefundKind::Merchant,
            id,
            provider_id: None,
            payment: None,
            status,
            amount: None,
        }),
        ReconKind::Dispute => Some(Reversal::Dispute {
            is_counted: true,
            id,
            payment: None,
            status,
            amount: None,
            updated_at: None,
            is_resolved: false,
        }),
        ReconKind::Payment(_) | ReconKind::Other => None,
    }
}

/// Takes one of what is left.
fn take(left: &mut u32) -> Result<(), Stop> {
    *left = left.checked_sub(1).ok_or(Stop::Late)?;
    Ok(())
}
