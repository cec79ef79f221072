//! Who is admitted to a list, and why not.

use super::{Code, List};
use crate::{
    CourseId, Stored, Word,
    exam_choice::ChosenExams,
    pass::{Sitting, qr_text},
    payment::{Order, PassValidity},
    registration::{ExamPreference, Selection},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Why somebody is not admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The code is not one of this event.
    Malformed,
    /// Nobody has a pass with this code.
    Unknown,
    /// Nothing was paid for it.
    Unpaid,
    /// The pass is not accepted any more.
    Withdrawn,
    /// The pass is for other exams.
    WrongList,
    /// Of all exams, which the pass is for, the candidate has chosen others.
    NotChosen,
    /// The candidate takes the exam on the web.
    OnlineOnly,
    /// The scan was taken back.
    Undone,
}

impl Refusal {
    /// Every refusal.
    pub const ALL: [Self; 8] = [
        Self::Malformed,
        Self::Unknown,
        Self::Unpaid,
        Self::Withdrawn,
        Self::WrongList,
        Self::NotChosen,
        Self::OnlineOnly,
        Self::Undone,
    ];
}

impl Word for Refusal {
    fn as_str(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Unknown => "unknown",
            Self::Unpaid => "unpaid",
            Self::Withdrawn => "withdrawn",
            Self::WrongList => "wrong_list",
            Self::NotChosen => "not_chosen",
            Self::OnlineOnly => "online_only",
            Self::Undone => "undone",
        }
    }
}

/// What is to be said of somebody who has a right to come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// None of their exams is on this day.
    ExamOtherDay,
    /// Their exam has ended.
    ExamOver,
    /// They take their exam on the web.
    OnlineCandidate,
    /// Of all exams they have chosen others, and were let in here all the same.
    NotChosen,
    /// The seats of the exam are published, and none is theirs.
    NoSeat,
    /// The number was typed, which proves nothing: look at an identity card.
    NumberOnly,
}

impl Notice {
    /// Every notice.
    pub const ALL: [Self; 6] = [
        Self::ExamOtherDay,
        Self::ExamOver,
        Self::OnlineCandidate,
        Self::NotChosen,
        Self::NoSeat,
        Self::NumberOnly,
    ];
}

impl Word for Notice {
    fn as_str(self) -> &'static str {
        match self {
            Self::ExamOtherDay => "exam_other_day",
            Self::ExamOver => "exam_over",
            Self::OnlineCandidate => "online_candidate",
            Self::NotChosen => "not_chosen",
            Self::NoSeat => "no_seat",
            Self::NumberOnly => "number_only",
        }
    }
}

/// What an order entitles to at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entitlement {
    /// Its pass is accepted.
    Valid,
    /// Its pass was withdrawn by then.
    Withdrawn,
    /// It is not paid.
    Unpaid,
}

impl Entitlement {
    /// What an order entitled to at a moment. A pass that was withdrawn later was still accepted; whether it was paid is
    /// not asked of that moment, because the clock of a door is not that of the payment.
    #[must_use]
    pub fn of(order: &Order, at: OffsetDateTime) -> Self {
        let later = || order.withdrawn.as_ref().is_some_and(|gone| gone.at > at);
        match order.validity() {
            Some(PassValidity::Valid) => Self::Valid,
            Some(PassValidity::Withdrawn) if later() => Self::Valid,
            Some(PassValidity::Withdrawn) => Self::Withdrawn,
            None => Self::Unpaid,
        }
    }
}

/// The pass that somebody shows.
#[derive(Debug, Clone, Copy)]
pub struct Presented<'a> {
    /// What it entitles to at the moment of the scan.
    pub entitlement: Entitlement,
    /// What it is for.
    pub selection: &'a Selection,
    /// Which of all exams are chosen.
    pub chosen: &'a ChosenExams,
    /// Where the exam is taken.
    pub preference: &'a Stored<ExamPreference>,
    /// Whether only its number was typed.
    pub typed: bool,
    /// Whether somebody at the door has let the person in, whatever they have chosen.
    pub let_in: bool,
    /// Whether the seats of the exam of the list are published, and none is theirs.
    pub without_seat: bool,
}

impl<'a> Presented<'a> {
    /// The order whose pass a code is, among those of its candidate. A typed number is that of the best one.
    #[must_use]
    pub fn order(orders: &'a [Order], code: &Code, at: OffsetDateTime) -> Option<&'a Order> {
        match code {
            Code::Scanned { text, .. } => orders.iter().find(|order| qr_text(order.pass_id()) == *text),
            Code::Typed(_) => orders.iter().min_by_key(|order| Entitlement::of(order, at)),
        }
    }
}

/// Whether somebody is admitted to a list, and what is to be said of it.
///
/// `sittings` are the exams that it is about: on a list of an exam that one, otherwise those of the pass, of all exams the chosen ones.
///
/// # Errors
/// Why they are not.
pub fn judge(
    pass: Presented<'_>,
    list: &List,
    sittings: &[Sitting],
    at: OffsetDateTime,
) -> Result<Vec<Notice>, Refusal> {
    match pass.entitlement {
        Entitlement::Valid => {}
        Entitlement::Withdrawn => return Err(Refusal::Withdrawn),
        Entitlement::Unpaid => return Err(Refusal::Unpaid),
    }
    let is_online = *pass.preference == ExamPreference::Online;
    let mut notices = Vec::new();
    match list {
        List::Day(day) => {
            let mut days = sittings.iter().filter_map(Sitting::day).peekable();
            if days.peek().is_some() && days.all(|other| other != *day) {
                notices.push(Notice::ExamOtherDay);
            }
            if is_online {
                notices.push(Notice::OnlineCandidate);
            }
        }
        List::Exam(exam) => {
            match pass.selection {
                Selection::SpecificCollege { course_id, .. } if course_id != exam => {
                    return Err(Refusal::WrongList);
                }
                Selection::AllColleges { .. } if has_chosen_others(pass.chosen, exam) => {
                    if !pass.let_in {
                        return Err(Refusal::NotChosen);
                    }
                    notices.push(Notice::NotChosen);
                }
                Selection::SpecificCollege { .. } | Selection::AllColleges { .. } => {}
            }
            if is_online {
                return Err(Refusal::OnlineOnly);
            }
            if pass.without_seat {
                notices.push(Notice::NoSeat);
            }
        }
    }
    let mut ends = sittings.iter().filter_map(Sitting::ends_at).peekable();
    if ends.peek().is_some() && ends.all(|end| end <= at) {
        notices.push(Notice::ExamOver);
    }
    if pass.typed {
        notices.push(Notice::NumberOnly);
    }
    Ok(notices)
}

/// Whether an exam is not among those that count as chosen of all. Who has chosen none yet may sit any.
#[must_use]
pub fn has_chosen_others(chosen: &ChosenExams, exam: &CourseId) -> bool {
    !chosen.is_empty() && !chosen.contains_key(exam)
}

#[cfg(test)]
mod tests;
