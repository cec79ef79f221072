//! Refunds and disputes: kept on record once, and before the administrators' eyes. The status stays PAID.
//!
//! A webhook reports one; the hourly reconciliation and "ask again" read them from the order. Whatever the way, the
//! same refund in the same state is the same record. What had gone back and came again changes no amount: how the payer gets
//! it then is for a person to decide.

use crate::{
    FIRST_PAUSE, LONGEST_PAUSE, SettleError, Settlement, TRIES, counted::of_payment, refunds::RefundReport,
};
use domain::{
    AttentionKind, Backoff, Contended, Entropy, OrderId,
    payment::{AutoRefund, DisputeReport, DisputeState, Order, RefundEvent, RefundState, Status},
};
use payment_provider::{ProviderError, ReconEvent, ReconKind, RefundKind, Reversal};
use std::slice;
use store::{
    StoreError,
    registrations::{
        Write,
        attention::{Flag, Kept, ProviderEvent},
    },
};
use telemetry::Metric;
use time::OffsetDateTime;

const CONTENDED: Contended = Contended("an event of the provider");

/// A refund or a dispute that the provider lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundReversal {
    /// Under which kind the order is flagged.
    pub kind: AttentionKind,
    /// Its type, the provider's id and its state, for a person.
    pub summary: String,
    /// Whether it was put on record now.
    pub kept: bool,
    /// Whether it was, and was not asked for here: then it is under Needs attention.
    pub new: bool,
    /// By what the provider knows it.
    pub ids: [Option<String>; 2],
    /// Whether it is in what is known of the order, as far as it belongs there: a refund of what is not paid here yet is not.
    pub is_noted: bool,
}

impl Settlement {
    /// Keeps a refund or a dispute of an order and flags the order, unless it was asked for here or is overtaken by what is
    /// known; `Stale` when it was kept before.
    ///
    /// # Errors
    /// When the table does not answer, or the order is changed by others all the time.
    pub async fn keep_reversal(&self, order: &Order, reversal: &Reversal) -> Result<Write, StoreError> {
        let now = self.clock.now();
        let earlier = self.told_of_further(order, reversal).await?;
        self.keep(order, |order| record(order, reversal, &earlier, now))
            .await
    }

    /// What was told before of the same dispute of a further payment, which is in no order.
    pub(crate) async fn told_of_further(
        &self,
        order: &Order,
        reversal: &Reversal,
    ) -> Result<Vec<DisputeReport>, StoreError> {
        let Some(told) = told_of_dispute(reversal).filter(|told| order.dispute(&told.id).is_none()) else {
            return Ok(Vec::new());
        };
        let beginning = format!("{DISPUTE_OF_FURTHER}#{}#", told.id);
        let kept = self.registrations.events(&order.order_id, &beginning).await?;
        let report = |event: ProviderEvent| {
            let word = event.key.rsplit('#').next().unwrap_or_default().to_owned();
            DisputeReport {
                state: DisputeState::of_word(&word, false),
                word,
                updated_at: event.updated_at,
                ..told.clone()
            }
        };
        Ok(kept.into_iter().map(report).collect())
    }

    /// Keeps that money came back which a refund or a dispute had taken, as a reconciliation lists it, and flags the order,
    /// unless the dispute is known as won; `Stale` when it was kept before.
    ///
    /// # Errors
    /// As [`Settlement::keep_reversal`].
    pub async fn keep_return(&self, order: &Order, event: &ReconEvent) -> Result<Write, StoreError> {
        let now = self.clock.now();
        self.keep(order, |order| record_of_return(order, event, now))
            .await
    }

    async fn keep(
        &self,
        order: &Order,
        decide: impl Fn(&Order) -> (ProviderEvent, Option<Flag>),
    ) -> Result<Write, StoreError> {
        let mut backoff = Backoff::new(&Entropy::system(), FIRST_PAUSE, LONGEST_PAUSE);
        let mut again = None;
        for _ in 0..TRIES {
            let order = again.as_ref().unwrap_or(order);
            let (event, flag) = decide(order);
            match self
                .registrations
                .record_event(order, &event, flag.as_ref())
                .await?
            {
                Kept::Now => return Ok(Write::Done),
                Kept::Before => return Ok(Write::Stale),
                Kept::Stale => tokio::time::sleep(backoff.next_pause()).await,
            }
            let read = self.registrations.order(&order.order_id).await?;
            again = Some(read.ok_or(CONTENDED)?);
        }
        Err(CONTENDED.into())
    }

    /// Asks the provider for the refunds and disputes of an order, writes what follows for the order, and keeps each: how
    /// far its refunds are, how its disputes stand, and that a lost one withdraws the pass. A dispute that a signed webhook
    /// has `reported` and the provider does not list counts as it was reported.
    ///
    /// # Errors
    /// When the provider or the table does not answer. What was kept until then stays, and asking again goes on.
    pub async fn find_reversals(
        &self,
        order: &Order,
        reported: Option<&Reversal>,
    ) -> Result<Vec<FoundReversal>, SettleError> {
        // Before the list is asked for, which may not have it yet, or fail: then it is kept as it is known here.
        let told = reported.map_or(&[][..], slice::from_ref);
        let (order, _) = self.with_counted(order.clone(), told).await?;
        let listed = self.listed(&order.order_id, reported).await?;
        let (order, reversals) = self.of_payments(order, listed).await?;
        let disputes: Vec<DisputeReport> = reversals.iter().filter_map(dispute_report).collect();
        let reports: Vec<RefundReport> = reversals.iter().filter_map(RefundReport::of).collect();
        let noted = if order.status == Status::Paid && !(reports.is_empty() && disputes.is_empty()) {
            self.note_reversals(order.clone(), &reports, &disputes, None)
                .await?
        } else {
            order.clone()
        };
        let mut found = Vec::new();
        for reversal in &reversals {
            let kept = self.keep_reversal(&noted, reversal).await? == Write::Done;
            let new = kept && is_news(&noted, reversal);
            if new {
                telemetry::count(Metric::ReversalsFound);
            }
            let is_noted = order.status == Status::Paid || reversal.is_automatic();
            found.push(FoundReversal::of(reversal, kept, new, is_noted));
        }
        Ok(found)
    }

    /// What the provider lists of an order, with the dispute that was `reported` and is not listed.
    pub(crate) async fn listed(
        &self,
        id: &OrderId,
        reported: Option<&Reversal>,
    ) -> Result<Vec<Reversal>, ProviderError> {
        let mut listed = self.provider.refunds(id).await?;
        listed.extend(self.provider.disputes(id).await?);
        let reported = reported.filter(|reported| {
            let id = dispute_id(reported);
            id.is_some() && listed.iter().all(|listed| dispute_id(listed) != id)
        });
        listed.extend(reported.cloned());
        Ok(listed)
    }
}

impl FoundReversal {
    pub(crate) fn of(reversal: &Reversal, kept: bool, new: bool, is_noted: bool) -> Self {
        let (kind, what) = event(reversal);
        Self {
            kind,
            summary: what.join(" "),
            kept,
            new,
            ids: ids(reversal),
            is_noted,
        }
    }

    /// Whether it is this refund or dispute, in this state, whichever payment a refund is of.
    #[must_use]
    pub fn is(&self, reversal: &Reversal) -> bool {
        let (kind, [_, id, state]) = event(reversal);
        let own = self.summary.split_once(' ').map(|(_, own)| own);
        self.kind == kind && own == Some(&format!("{id} {state}"))
    }

    /// Whether it is what the provider knows by this id.
    #[must_use]
    pub fn is_of(&self, id: Option<&str>) -> bool {
        id.is_some() && self.ids.iter().any(|own| own.as_deref() == id)
    }

    /// Whether this and `reversal` are both refunds, or both disputes.
    #[must_use]
    pub fn is_like(&self, reversal: &Reversal) -> bool {
        event(reversal).0 == self.kind
    }
}

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

/// What a dispute of a further payment is kept as.
const DISPUTE_OF_FURTHER: &str = "DISPUTE_OF_FURTHER_PAYMENT";

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
fn is_news(order: &Order, reversal: &Reversal) -> bool {
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

/// The provider's id of a dispute; None for a refund.
fn dispute_id(reversal: &Reversal) -> Option<String> {
    match reversal {
        Reversal::Dispute { id, .. } => Some(word(id.as_deref())),
        Reversal::Refund { .. } => None,
    }
}

/// What the provider says of a dispute; None for a refund, and for a dispute of a payment that was never counted here.
pub(crate) fn dispute_report(reversal: &Reversal) -> Option<DisputeReport> {
    match reversal {
        Reversal::Dispute { is_counted: true, .. } => told_of_dispute(reversal),
        Reversal::Dispute {
            is_counted: false, ..
        }
        | Reversal::Refund { .. } => None,
    }
}

/// What the provider says of a dispute of any payment; None for a refund.
fn told_of_dispute(reversal: &Reversal) -> Option<DisputeReport> {
    let state = reversal.dispute_state()?;
    match reversal {
        Reversal::Dispute {
            is_counted: _,
            id,
            payment: _,
            status,
            amount,
            updated_at,
            is_resolved: _,
        } => Some(DisputeReport {
            id: word(id.as_deref()),
            state,
            word: word(status.as_deref()),
            amount: *amount,
            updated_at: *updated_at,
        }),
        Reversal::Refund { .. } => None,
    }
}

fn ids(reversal: &Reversal) -> [Option<String>; 2] {
    match reversal {
        Reversal::Refund { id, provider_id, .. } => [id.clone(), provider_id.clone()],
        Reversal::Dispute { id, .. } => [id.clone(), None],
    }
}

/// Its type, the provider's id and its state: what identifies it when it is reported again.
fn event(reversal: &Reversal) -> (AttentionKind, [String; 3]) {
    let (kind, what, id, status) = match reversal {
        Reversal::Refund { kind, id, status, .. } => {
            let what = match kind {
                RefundKind::Merchant => "REFUND",
                RefundKind::Auto => "AUTO_REFUND",
            };
            (AttentionKind::Refunded, what, id, status)
        }
        Reversal::Dispute {
            is_counted,
            id,
            status,
            ..
        } => {
            let what = match is_counted {
                true => "DISPUTE",
                false => DISPUTE_OF_FURTHER,
            };
            (AttentionKind::Disputed, what, id, status)
        }
    };
    (
        kind,
        [what.to_owned(), word(id.as_deref()), word(status.as_deref())],
    )
}

/// Letters and digits alone, because it becomes a part of a key.
fn word(text: Option<&str>) -> String {
    text.unwrap_or("UNKNOWN")
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .take(64)
        .collect()
}
