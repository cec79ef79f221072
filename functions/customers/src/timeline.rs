//! What happened to a candidate, in the order in which it did: out of its orders, their mails, and what administrators
//! did and noted, and of the doors.

mod orders;
mod staff;

use crate::doors::Doors;
use domain::payment::Order;
use orders::{of_mail, of_order};
use serde::Serialize;
use staff::{of_act, of_cleared, of_flag, of_message, of_note};
use store::{
    AuditEntry,
    registrations::{CandidateFile, Past},
};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// Something that happened to a candidate.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Happened {
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: OffsetDateTime,
    pub(crate) event: Happening,
    /// The administrator who did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<String>,
    /// Which payment it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) order_id: Option<String>,
    /// More of it, for a person: an amount, a reason, what was changed from and to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
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
    /// The mail service took a mail about what became of the payment, the pass or the exam.
    Told,
    /// The mail service took a message of the organisers; `text` is its subject.
    MessageSent,
    /// A message of the organisers came back, or was called spam; `at` is when it was sent.
    MessageBounced,
    /// A message of the organisers left the address out: earlier mail came back, or was called spam.
    MessageSkipped,
    /// The mail service refused a message of the organisers.
    MessageFailed,
    /// An administrator corrected the candidate.
    Corrected,
    /// Which of all exams are sat was chosen, by the candidate or by staff; `text` names them.
    ExamsChosen,
    /// An administrator corrected a result of an exam; `text` has the exam and the reason.
    ResultCorrected,
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
    /// Staff must look at it, or had to.
    NeedsAttention,
    /// Staff have dealt with it.
    DealtWith,
    /// A scan at a door let them in.
    Admitted,
    /// A scan let them in although the pass did not admit them.
    LetInWithoutRight,
    /// A scan that had let them in was taken back.
    AdmissionUndone,
    /// They went out, of a list that counts it.
    WentOut,
    /// A scan by which they went out was taken back.
    ExitUndone,
}

/// Everything, the oldest first.
pub(crate) fn timeline(file: &CandidateFile, past: &Past, doors: &Doors) -> Vec<Happened> {
    let Past {
        acts,
        notes,
        flags,
        messages,
    } = past;
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
    all.extend(messages.iter().map(of_message));
    all.extend(doors.happened());
    all.sort_by_key(|happened| happened.at);
    all
}

impl Happened {
    pub(crate) const fn new(at: OffsetDateTime, event: Happening) -> Self {
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
