//! What orders and their mails tell of what happened.

use super::{Happened, Happening, by};
use domain::payment::{Channel, Dispute, DisputeState, Order, Refund, RefundState};
use store::{
    AuditEntry,
    registrations::outbox::{MailHappening, OutboxEntry},
};
use time::OffsetDateTime;

pub(super) fn of_order(order: &Order, registered: OffsetDateTime, acts: &[AuditEntry]) -> Vec<Happened> {
    let mut all = Vec::new();
    if order.created_at > registered {
        all.push(Happened::of(order, order.created_at, Happening::PaymentBegun));
    }
    if let Some(at) = order.paid_at {
        let method = match order.channel {
            Channel::Online => "online",
            Channel::Counter => "at the counter",
        };
        all.push(Happened {
            by: by(acts, "payment.mark_paid", order.order_id.as_str()),
            text: Some(format!("{} {method}", order.amount.in_words())),
            ..Happened::of(order, at, Happening::Paid)
        });
    }
    for refund in &order.refunds {
        all.extend(of_refund(order, refund));
    }
    for dispute in &order.disputes {
        all.extend(of_dispute(order, dispute));
    }
    // An administrator's is among the acts.
    if let Some(withdrawal) = order
        .withdrawn
        .as_ref()
        .filter(|withdrawal| withdrawal.by.is_none())
    {
        all.push(Happened {
            text: Some(format!("By a {}", withdrawal.cause.shown())),
            ..Happened::of(order, withdrawal.at, Happening::PassWithdrawn)
        });
    }
    all
}

fn of_refund(order: &Order, refund: &Refund) -> Vec<Happened> {
    let text = Some(format!("{}: {}", refund.amount.in_words(), refund.reason));
    let mut all = vec![Happened {
        by: refund.by.clone(),
        text: text.clone(),
        ..Happened::of(order, refund.at, Happening::RefundRequested)
    }];
    let end = match refund.state {
        RefundState::Success => Some(Happening::Refunded),
        RefundState::Failed => Some(Happening::RefundFailed),
        RefundState::Requested | RefundState::Pending => None,
    };
    if let (Some(at), Some(event)) = (refund.ended_at, end) {
        all.push(Happened {
            text,
            ..Happened::of(order, at, event)
        });
    }
    all
}

fn of_dispute(order: &Order, dispute: &Dispute) -> Vec<Happened> {
    let amount = dispute.amount.in_words();
    let word = format!("{amount}: {}", dispute.word);
    let end = match dispute.state {
        DisputeState::Won => Some(Happening::DisputeWon),
        DisputeState::Lost => Some(Happening::DisputeLost),
        DisputeState::Open => None,
    };
    // The provider's word of now: once it is how the dispute ended, it says nothing of how it began.
    let begun = if end.is_some() { amount } else { word.clone() };
    let mut all = vec![Happened {
        text: Some(begun),
        ..Happened::of(order, dispute.at, Happening::Disputed)
    }];
    if let (Some(at), Some(event)) = (dispute.ended_at, end) {
        all.push(Happened {
            text: Some(word),
            ..Happened::of(order, at, event)
        });
    }
    all
}

/// Every mail, whichever call asked for it, and what became of it.
pub(super) fn of_mail(entry: &OutboxEntry, acts: &[AuditEntry]) -> Vec<Happened> {
    let resent = |message_id: &str| {
        let mut resent = acts.iter().filter(|act| act.action == "pass_mail.resent");
        resent.find(|act| act.after["message_id"] == message_id)
    };
    let told = |text: &str| (Happening::Told, Some(text.to_owned()));
    let happened = entry.history.iter().filter_map(|news| {
        let (event, text) = match news.what.known()? {
            MailHappening::Sent => (Happening::MailSent, None),
            MailHappening::Asked => (Happening::MailSent, Some("Asked for on the site".to_owned())),
            MailHappening::Bounced => (Happening::MailBounced, None),
            MailHappening::Complained => (Happening::MailComplaint, None),
            MailHappening::Delivered => (Happening::MailDelivered, None),
            MailHappening::RefundBegun => told("A refund was begun"),
            MailHappening::RefundEnded => told("Money was sent back"),
            MailHappening::RefundFailed => told("A refund could not be made"),
            MailHappening::AutomaticRefund => told("A further payment was sent back"),
            MailHappening::PassWithdrawn => told("The pass is withdrawn"),
            MailHappening::PassRestored => told("The pass is valid again"),
            MailHappening::Corrected => told("The corrected pass"),
            MailHappening::Moved => told("The exam has moved"),
            MailHappening::HallTicket => told("The hall ticket"),
        };
        let by = (news.what == MailHappening::Sent)
            .then(|| resent(&news.message_id))
            .flatten()
            .map(|act| act.username.clone());
        Some(Happened {
            by,
            text,
            order_id: Some(entry.order_id.to_string()),
            ..Happened::new(news.at, event)
        })
    });
    happened.collect()
}
