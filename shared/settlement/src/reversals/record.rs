//! What is kept of a refund or dispute, and whether it is put before a person.

use super::found::{dispute_report, event, told_of_dispute, word};
use crate::{counted::of_payment, refunds::RefundReport};
use domain::{
    AttentionKind,
    payment::{AutoRefund, DisputeReport, DisputeState, Order, RefundEvent, RefundState},
};
use payment_provider::{ReconEvent, ReconKind, Reversal};
use store::registrations::attention::{Flag, ProviderEvent};
use time::OffsetDateTime;

/// What is kept of a refund or dispute of an order as it is known, and the flag that it raises. A dispute of a further payment is
/// not in the order, so that only what was told of it `earlier` says that it is told late.
pub(crate) fn record(
    order: &Order,
    reversal: &Reversal,
    earlier: &[DisputeReport],
    now: OffsetDateTime,
) -> (ProviderEvent, Option<Flag>) {
    let reversal = &of_payment(order, reversal);
    let told = told_of_dispute(reversal);
    let is_further = dispute_report(reversal).is_none();
    let is_overtaken = is_further && told.as_ref().is_some_and(|told| is_late(told, earlier));
    let (kind, what) = event(reversal);
    let auto_refund = reversal.auto_refunded().map(|amount| AutoRefund {
        id: what[1].clone(),
        amount,
        at: now,
    });
    let event = ProviderEvent {
        key: what.join("#"),
        summary: what.join(" "),
        at: now,
        updated_at: told.and_then(|told| told.updated_at),
        auto_refund,
    };
    let flag = if came_back(order, reversal) {
        let [_, id, state] = &what;
        let note =
            format!("Refund {id} had gone through and came back: the provider reports {state}. {CAME_BACK}");
        Some(Flag::new(order, AttentionKind::RefundFailed, now).with_note(note))
    } else {
        let flag = Flag::new(order, kind, now).with_note(event.summary.clone());
        (is_news(order, reversal) && !is_overtaken).then_some(flag)
    };
    (event, flag)
}

/// What a refund that came back means here.
const CAME_BACK: &str = "The payer does not have that money, and here it still counts as paid back";

/// The same of money that came back as a reconciliation lists it, under the word and the id that it has there.
pub(crate) fn record_of_return(
    order: &Order,
    event: &ReconEvent,
    now: OffsetDateTime,
) -> (ProviderEvent, Option<Flag>) {
    let id = word(event.id.as_deref());
    let what = word(Some(&event.word));
    let summary = format!("{what} {id} {}", word(event.status.as_deref()));
    let is_won = order
        .dispute(&id)
        .is_some_and(|dispute| dispute.state == DisputeState::Won);
    let flag = match event.kind {
        ReconKind::Refund => Some((
            AttentionKind::RefundFailed,
            format!("A refund had gone through and came back: {summary}. {CAME_BACK}"),
        )),
        // What a dispute took is in the order, which says that it was won.
        ReconKind::Dispute if is_won => None,
        ReconKind::Dispute => Some((
            AttentionKind::Disputed,
            format!("What a dispute had taken came back: {summary}"),
        )),
        ReconKind::Payment(_) | ReconKind::Other => None,
    };
    let flag = flag.map(|(kind, note)| Flag::new(order, kind, now).with_note(note));
    let event = ProviderEvent {
        key: format!("{what}#{id}"),
        summary,
        at: now,
        updated_at: None,
        auto_refund: None,
    };
    (event, flag)
}

/// Whether what is told of a dispute is older than something that was told earlier: by the provider's clock, and where that does
/// not say it, a decision is the newer.
fn is_late(told: &DisputeReport, earlier: &[DisputeReport]) -> bool {
    earlier
        .iter()
        .any(|known| match (told.updated_at, known.updated_at) {
            (Some(told), Some(known)) if told != known => told < known,
            (Some(_) | None, Some(_) | None) => {
                told.state == DisputeState::Open && known.state != DisputeState::Open
            }
        })
}

/// Whether money came back that is known as sent: the payer's bank may refuse it days later.
pub(crate) fn came_back(order: &Order, reversal: &Reversal) -> bool {
    let was_sent = RefundReport::of(reversal)
        .and_then(|report| order.refund(&report.refund_id))
        .is_some_and(|refund| refund.state == RefundState::Success);
    let has_failed = reversal.refund_event() == Some(RefundEvent::Failed);
    has_failed && (was_sent || was_sent_by_itself(order, reversal))
}

/// Whether the provider is known to have sent it back of its own accord.
fn was_sent_by_itself(order: &Order, reversal: &Reversal) -> bool {
    let [_, id, _] = event(reversal).1;
    reversal.is_automatic() && order.auto_refunds.iter().any(|sent| sent.id == id)
}

/// Whether a person must hear of it: no administrator asked for it here, and nothing later is known already.
pub(super) fn is_news(order: &Order, reversal: &Reversal) -> bool {
    if came_back(order, reversal) {
        return true;
    }
    let refund =
        RefundReport::of(reversal).and_then(|report| Some((order.refund(&report.refund_id)?, report.event)));
    let has_ended = was_sent_by_itself(order, reversal);
    let dispute = dispute_report(reversal).and_then(|report| Some((order.dispute(&report.id)?, report)));
    !has_ended
        && !refund.is_some_and(|(known, event)| known.by.is_some() || known.state.overtakes(event))
        && !dispute.is_some_and(|(known, report)| known.overtakes(&report))
}
