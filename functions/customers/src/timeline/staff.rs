//! What administrators did and noted, and what waits for one.

use super::{Happened, Happening};
use counter::MEMBERS;
use domain::AttentionKind;
use serde_json::{Map, Value};
use store::{
    AuditEntry, RecipientOutcome,
    messages::Messaged,
    registrations::{Note, attention::Flag},
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// What says which college or exam it is, and the name that a person reads where that changes, too.
const NAMED: [(&str, &str); 2] = [("collegeId", "collegeName"), ("course_category", "examName")];

/// What the orders do not tell already.
pub(super) fn of_act(act: &AuditEntry) -> Option<Happened> {
    let event = match act.action.as_str() {
        "candidate.corrected" => Happening::Corrected,
        exam_choice::CHOSEN => Happening::ExamsChosen,
        "result.corrected" => Happening::ResultCorrected,
        "pass.withdrawn" => Happening::PassWithdrawn,
        "pass.restored" => Happening::PassRestored,
        "attention.cleared" => Happening::DealtWith,
        _ => return None,
    };
    let text = match event {
        Happening::Corrected => changes(&act.before, &act.after),
        Happening::ResultCorrected => {
            let exam = act.after["examName"].as_str().unwrap_or_default();
            let reason = act.after["reason"].as_str().unwrap_or_default();
            Some(format!("{exam}: {reason}"))
        }
        Happening::ExamsChosen => chosen(&act.after),
        Happening::DealtWith => act.before["flag"].as_str().map(flag_text),
        _ => act.after["reason"].as_str().map(str::to_owned),
    };
    let is_of_order = !matches!(
        event,
        Happening::Corrected | Happening::ExamsChosen | Happening::ResultCorrected
    );
    Some(Happened {
        // A choice of the candidate's own names nobody.
        by: Some(act.username.clone()).filter(|name| !name.is_empty()),
        order_id: is_of_order.then(|| act.subject.clone()),
        text,
        ..Happened::new(act.at, event)
    })
}

/// The names of the exams that were chosen.
fn chosen(after: &Value) -> Option<String> {
    let exams = after["exams"].as_array()?;
    let names: Vec<&str> = exams.iter().filter_map(Value::as_str).collect();
    Some(if names.is_empty() {
        "None".to_owned()
    } else {
        names.join(", ")
    })
}

/// What was dealt with, as it was shown while it was on the list.
pub(super) fn of_cleared(act: &AuditEntry) -> Option<Happened> {
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
    let is_named = |member: &str| {
        let mut names = NAMED.iter();
        names.any(|(id, name)| *id == member && after.contains_key(*name))
    };
    let changes: Vec<String> = after
        .iter()
        .filter(|(name, _)| !is_named(name))
        .map(|(name, now)| format!("{}: {} → {}", label(name), said(&before[name]), said(now)))
        .collect();
    (!changes.is_empty()).then(|| changes.join("; "))
}

fn label(member: &str) -> &str {
    let found = MEMBERS.iter().find(|(name, _)| *name == member);
    found.map_or(member, |(_, words)| words)
}

pub(super) fn of_note(note: &Note) -> Happened {
    Happened {
        by: Some(note.by.clone()),
        text: Some(note.text.clone()),
        ..Happened::new(note.at, Happening::Noted)
    }
}

pub(super) fn of_message(messaged: &Messaged) -> Happened {
    let event = match messaged.outcome.known() {
        Some(RecipientOutcome::Failed) => Happening::MessageFailed,
        Some(RecipientOutcome::Bounced) => Happening::MessageBounced,
        Some(RecipientOutcome::Skipped) => Happening::MessageSkipped,
        // Of a word of another release: the mail was there for them.
        Some(RecipientOutcome::Sent) | None => Happening::MessageSent,
    };
    Happened {
        text: Some(messaged.subject.clone()),
        ..Happened::new(messaged.at, event)
    }
}

pub(super) fn of_flag(flag: &Flag) -> Happened {
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
        AttentionKind::Oversold => "No place left",
        AttentionKind::NoSeat => "No seat",
    }
    .to_owned()
}
