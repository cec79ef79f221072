//! What happened to a candidate, in the order in which it did: out of its orders, their mails, and what administrators
//! did and noted.

use crate::correction::MEMBERS;
use domain::{
    AttentionKind,
    payment::{Channel, Dispute, DisputeState, Order, Refund, RefundState},
};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{
    AuditEntry,
    registrations::{
        CandidateFile, Note, Past,
        attention::Flag,
        outbox::{MailHappening, OutboxEntry},
    },
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// Something that happened to a candidate.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Happened {
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    event: Happening,
    /// The administrator who did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// Which payment it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    order_id: Option<String>,
    /// More of it, for a person: an amount, a reason, what was changed from and to.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Happening {
    /// The form was sent, on the site or at the counter.
    Registered,
    /// A further payment was begun after one that had closed.
    PaymentBegun,
    /// A payment was made.
    Paid,
    /// The mail service took the pass.
    MailSent,
    /// The pass came back.
    MailBounced,
    /// The pass was reported as spam.
    MailComplaint,
    /// The pass arrived, after an earlier mail had come back.
    MailDelivered,
    /// An administrator corrected the candidate.
    Corrected,
    /// An administrator noted something.
    Noted,
    /// A refund was asked for.
    RefundRequested,
    /// Money went back.
    Refunded,
    /// A refund came to nothing.
    RefundFailed,
    /// The payer's bank asks the money back.
    Disputed,
    /// A dispute was decided, and the money stays here.
    DisputeWon,
    /// A dispute was decided, and the money is gone.
    DisputeLost,
    /// The pass is accepted no more.
    PassWithdrawn,
    /// The pass is accepted again.
    PassRestored,
    /// Somebody must look at it, or had to.
    NeedsAttention,
    /// Somebody has dealt with it.
    DealtWith,
}

/// Everything, the oldest first.
pub(crate) fn timeline(file: &CandidateFile, past: &Past) -> Vec<Happened> {
    let Past { acts, notes, flags } = past;
    let CandidateFile {
        candidate,
        orders,
        mails,
    } = file;
    let mut all = vec![Happened {
        by: by(acts, "candidate.created", candidate.customer_id.as_str()),
        text: Some(candidate.selection.described()),
        ..Happened::new(candidate.created_at, Happening::Registered)
    }];
    for order in orders {
        all.extend(of_order(order, candidate.created_at, acts));
    }
    all.extend(mails.iter().flat_map(|mail| of_mail(mail, acts)));
    all.extend(acts.iter().filter_map(of_act));
    all.extend(acts.iter().filter_map(of_cleared));
    all.extend(notes.iter().map(of_note));
    all.extend(flags.iter().map(of_flag));
    all.sort_by_key(|happened| happened.at);
    all
}

impl Happened {
    const fn new(at: OffsetDateTime, event: Happening) -> Self {
        Self {
            at,
            event,
            by: None,
            order_id: None,
            text: None,
        }
    }

    fn of(order: &Order, at: OffsetDateTime, event: Happening) -> Self {
        Self {
            order_id: Some(order.order_id.to_string()),
            ..Self::new(at, event)
        }
    }
}

/// Who did this to that.
fn by(acts: &[AuditEntry], action: &str, subject: &str) -> Option<String> {
    let found = acts
        .iter()
        .find(|act| act.action == action && act.subject == subject);
    found.map(|act| act.username.clone())
}

fn of_order(order: &Order, registered: OffsetDateTime, acts: &[AuditEntry]) -> Vec<Happened> {
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
            text: Some(format!("Rs {} {method}", order.amount)),
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
    let text = Some(format!("Rs {}: {}", refund.amount, refund.reason));
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
    let amount = format!("Rs {}", dispute.amount);
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

/// Every mail, whoever wanted it, and what became of it.
fn of_mail(entry: &OutboxEntry, acts: &[AuditEntry]) -> Vec<Happened> {
    let resent = |message_id: &str| {
        let mut resent = acts.iter().filter(|act| act.action == "pass_mail.resent");
        resent.find(|act| act.after["message_id"] == message_id)
    };
    let happened = entry.history.iter().filter_map(|news| {
        let (event, text) = match news.what.known()? {
            MailHappening::Sent => (Happening::MailSent, None),
            MailHappening::Asked => (Happening::MailSent, Some("Asked for on the site".to_owned())),
            MailHappening::Bounced => (Happening::MailBounced, None),
            MailHappening::Complained => (Happening::MailComplaint, None),
            MailHappening::Delivered => (Happening::MailDelivered, None),
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

/// What the orders do not tell already.
fn of_act(act: &AuditEntry) -> Option<Happened> {
    let event = match act.action.as_str() {
        "candidate.corrected" => Happening::Corrected,
        "pass.withdrawn" => Happening::PassWithdrawn,
        "pass.restored" => Happening::PassRestored,
        "attention.cleared" => Happening::DealtWith,
        _ => return None,
    };
    let text = match event {
        Happening::Corrected => changes(&act.before, &act.after),
        Happening::DealtWith => act.before["flag"].as_str().map(flag_text),
        _ => act.after["reason"].as_str().map(str::to_owned),
    };
    let is_of_order = event != Happening::Corrected;
    Some(Happened {
        by: Some(act.username.clone()),
        order_id: is_of_order.then(|| act.subject.clone()),
        text,
        ..Happened::new(act.at, event)
    })
}

/// What was dealt with, as it was told while it was on the list.
fn of_cleared(act: &AuditEntry) -> Option<Happened> {
    if act.action != "attention.cleared" {
        return None;
    }
    let at = OffsetDateTime::parse(act.before["at"].as_str()?, &Rfc3339).ok()?;
    let note = act.before["note"].as_str().unwrap_or_default();
    Some(Happened {
        order_id: Some(act.subject.clone()),
        text: Some(flagged(act.before["flag"].as_str()?, note)),
        ..Happened::new(at, Happening::NeedsAttention)
    })
}

/// `Phone: 9876543210 → 9876543211`, one after the other.
fn changes(before: &Value, after: &Value) -> Option<String> {
    let none = Map::new();
    let after = after.as_object().unwrap_or(&none);
    let said = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let changes: Vec<String> = after
        .iter()
        .map(|(name, now)| format!("{}: {} → {}", label(name), said(&before[name]), said(now)))
        .collect();
    (!changes.is_empty()).then(|| changes.join("; "))
}

fn label(member: &str) -> &str {
    let found = MEMBERS.iter().find(|(name, _)| *name == member);
    found.map_or(member, |(_, words)| words)
}

fn of_note(note: &Note) -> Happened {
    Happened {
        by: Some(note.by.clone()),
        text: Some(note.text.clone()),
        ..Happened::new(note.at, Happening::Noted)
    }
}

fn of_flag(flag: &Flag) -> Happened {
    Happened {
        order_id: Some(flag.order_id.to_string()),
        text: Some(flagged(flag.flag.as_str(), &flag.note)),
        ..Happened::new(flag.at, Happening::NeedsAttention)
    }
}

fn flagged(word: &str, note: &str) -> String {
    let kind = flag_text(word);
    if note.is_empty() {
        kind
    } else {
        format!("{kind}: {note}")
    }
}

/// A kind of flag as a person calls it.
fn flag_text(word: &str) -> String {
    let Ok(kind) = AttentionKind::parse(word) else {
        return word.to_owned();
    };
    match kind {
        AttentionKind::DuplicatePayment => "Paid twice",
        AttentionKind::AmountMismatch => "Wrong amount",
        AttentionKind::Refunded => "Refunded",
        AttentionKind::Disputed => "Disputed",
        AttentionKind::PaidWithoutMail => "Pass not sent",
        AttentionKind::Unresolved => "Still open",
        AttentionKind::Unreadable => "Cannot be read",
        AttentionKind::MailBounced => "Pass came back",
        AttentionKind::MailComplaint => "Reported as spam",
        AttentionKind::RefundFailed => "Refund failed",
    }
    .to_owned()
}
