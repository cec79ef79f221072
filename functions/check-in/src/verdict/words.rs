//! The words of a verdict: what is decided, why somebody is not let in, and what is to be said of who may come in.

use domain::{
    Stored,
    check_in::{Notice, Refusal},
};
use serde::Serialize;
use store::check_in::{Answer, Crossed};
use utoipa::ToSchema;

/// What is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// Let them in.
    Admitted,
    /// They are in already.
    Already,
    /// Do not let them in.
    Refused,
    /// They had gone out, and are inside again.
    Back,
    /// They have gone out.
    Out,
    /// They go out, and were not known to be inside. That is kept, and nothing is wrong.
    NotIn,
}

/// Why somebody is not let in: `malformed`, the text is no code of this event; `unknown`, nobody has a pass with this code;
/// `unpaid`, the order is not paid; `withdrawn`, the pass had been withdrawn when it was scanned; `wrong_list`, it is for
/// other exams; `not_chosen`, it is for all exams, of which its candidate has chosen others; `online_only`, the exam is taken on the web, and the list is one of an exam; `undone`, the scan was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefusalReason {
    /// This is no code of this event.
    Malformed,
    /// Nobody has a pass with this code.
    Unknown,
    /// It is not paid.
    Unpaid,
    /// The pass was withdrawn.
    Withdrawn,
    /// The pass is for other exams.
    WrongList,
    /// Of all exams they have chosen others.
    NotChosen,
    /// The exam is taken on the web.
    OnlineOnly,
    /// The scan was taken back.
    Undone,
}

/// What is to be said of somebody who may come in: `exam_other_day`, none of the exams is on this day; `exam_over`, they have
/// ended; `online_candidate`, the exam is taken on the web, and the list is one of a day; `not_chosen`, of all exams they have
/// chosen others than that of the list, and somebody at the door has let them in; `no_seat`, the seats of the exam are published, and none is
/// theirs; `number_only`, the number was typed, which proves nothing: look at an identity card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VerdictNotice {
    /// None of their exams is on this day.
    ExamOtherDay,
    /// Their exam has ended.
    ExamOver,
    /// They take their exam on the web.
    OnlineCandidate,
    /// Of all exams they have chosen others, and are let in here all the same.
    NotChosen,
    /// The seats of the exam are published, and none is theirs.
    NoSeat,
    /// A number that was typed proves nothing: look at an identity card.
    NumberOnly,
}

pub(super) fn outcome(answer: &Answer, reason: Option<RefusalReason>) -> Outcome {
    if reason.is_some() {
        return Outcome::Refused;
    }
    match (answer.crossed.as_ref().map(Stored::known), answer.admitted) {
        (Some(Some(Crossed::Back)), _) => Outcome::Back,
        (Some(Some(Crossed::Out)), _) => Outcome::Out,
        (Some(Some(Crossed::NotIn)), _) => Outcome::NotIn,
        // A word of another release is about somebody who was known.
        (None | Some(None), true) => Outcome::Admitted,
        (None | Some(None), false) => Outcome::Already,
    }
}

impl RefusalReason {
    pub(crate) const fn of(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Malformed => Self::Malformed,
            Refusal::Unknown => Self::Unknown,
            Refusal::Unpaid => Self::Unpaid,
            Refusal::Withdrawn => Self::Withdrawn,
            Refusal::WrongList => Self::WrongList,
            Refusal::NotChosen => Self::NotChosen,
            Refusal::OnlineOnly => Self::OnlineOnly,
            Refusal::Undone => Self::Undone,
        }
    }
}

impl VerdictNotice {
    pub(super) const fn of(notice: Notice) -> Self {
        match notice {
            Notice::ExamOtherDay => Self::ExamOtherDay,
            Notice::ExamOver => Self::ExamOver,
            Notice::OnlineCandidate => Self::OnlineCandidate,
            Notice::NotChosen => Self::NotChosen,
            Notice::NoSeat => Self::NoSeat,
            Notice::NumberOnly => Self::NumberOnly,
        }
    }
}
