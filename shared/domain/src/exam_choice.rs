//! Which exams somebody sits who has bought all of them.
//!
//! Nobody can sit two exams at one time. A chosen exam holds one of its places from the moment at which it is chosen, as an
//! order for that exam alone does, whether or not the exam has a capacity.

use crate::{CourseId, Entropy, Invalid, PlaceNumber, pass::Sitting};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

/// How many exams somebody may choose: more are no choice, and what is written of them has to fit one transaction.
pub const MOST_CHOSEN: usize = 40;

/// From how many numbers those take one who choose an exam without a capacity.
const NUMBERS: u32 = 900_000;

/// The exams that were chosen, each with the place that is held of it.
pub type ChosenExams = BTreeMap<CourseId, PlaceNumber>;

/// Names the run by which exams were chosen for those who had not: its requests say it together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FillInRun(String);

impl FillInRun {
    /// Reads a name.
    ///
    /// # Errors
    /// On `run`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if (8..=40).contains(&text.len()) && text.bytes().all(is_symbol) {
            return Ok(Self(text.to_owned()));
        }
        Err(Invalid::new(
            "run",
            "The name of a run is 8 to 40 of A-Z a-z 0-9 -",
        ))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FillInRun {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<FillInRun> for String {
    fn from(run: FillInRun) -> Self {
        run.0
    }
}

/// An exam that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamOffer {
    /// Which.
    pub exam: CourseId,
    /// When and where it is held.
    pub sitting: Sitting,
    /// Since when its seats are published; None while they are not.
    pub published: Option<OffsetDateTime>,
    /// How many places are left; None where the exam has any number, or they were not counted.
    pub left: Option<u32>,
}

/// Who chooses, as far as it decides about exams whose seats are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceBy {
    /// Who holds the pass, paid at a moment where that is known.
    Candidate(Option<OffsetDateTime>),
    /// A member of staff, who may choose and drop any.
    Staff,
}

impl ExamOffer {
    /// Whether the exam stays as it is, chosen or not. Where seats are published, what is chosen does, and nobody adds it who could
    /// have chosen in time: who has paid since then is given a free seat like all who pay late.
    #[must_use]
    pub fn is_closed(&self, is_chosen: bool, by: ChoiceBy) -> bool {
        let ChoiceBy::Candidate(paid_at) = by else {
            return false;
        };
        let is_late = |published| paid_at.is_some_and(|paid_at| paid_at > published);
        self.published
            .is_some_and(|published| is_chosen || !is_late(published))
    }
}

/// Why a choice is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotChosen<'a> {
    /// Two of the exams are at one time.
    Overlap(&'a ExamOffer, &'a ExamOffer),
    /// The seats of one that is to be chosen or dropped are published.
    Closed(CourseId),
    /// One that is to be chosen is not on offer.
    NotOnOffer(CourseId),
}

/// Reads the exams that a form names: each once, in any order.
///
/// # Errors
/// On `exams`.
pub fn parse_chosen(exams: &[String]) -> Result<BTreeSet<CourseId>, Invalid> {
    let read = exams.iter().map(|exam| CourseId::parse(exam));
    let read: Result<BTreeSet<CourseId>, Invalid> = read.collect();
    let read = read.map_err(|invalid| invalid.on("exams"))?;
    if read.len() > MOST_CHOSEN {
        return Err(Invalid::new("exams", "At most 40 exams can be chosen"));
    }
    Ok(read)
}

/// Whether a pass of all exams counts as having chosen. Where none of its chosen exams is on offer any more it has chosen none, and
/// any may be sat; otherwise all that is chosen counts, on offer or not: what was taken off offer is held for those who have it.
pub fn has_chosen<'a>(chosen: impl IntoIterator<Item = &'a CourseId>, on_offer: &BTreeSet<CourseId>) -> bool {
    chosen.into_iter().any(|exam| on_offer.contains(exam))
}

/// Whether two exams are at one time. Where day or hours are not known yet, they are not.
#[must_use]
pub fn are_at_one_time(one: &Sitting, other: &Sitting) -> bool {
    let (Some(day), Some(other_day)) = (one.day(), other.day()) else {
        return false;
    };
    let (Some((start, end)), Some((other_start, other_end))) = (one.hours(), other.hours()) else {
        return false;
    };
    day == other_day && start < other_end && other_start < end
}

/// Looks at a choice in the place of the one before. Whether places are left is decided when they are taken.
///
/// # Errors
/// The first reason against it.
pub fn check_choice<'a>(
    offers: &'a [ExamOffer],
    before: &ChosenExams,
    after: &BTreeSet<CourseId>,
    by: ChoiceBy,
) -> Result<(), NotChosen<'a>> {
    // What is not on offer any more can be dropped, whatever became of its seats.
    for offer in offers {
        let was_chosen = before.contains_key(&offer.exam);
        let changes = was_chosen != after.contains(&offer.exam);
        if changes && offer.is_closed(was_chosen, by) {
            return Err(NotChosen::Closed(offer.exam.clone()));
        }
    }
    let mut chosen: Vec<&ExamOffer> = Vec::new();
    for exam in after {
        let Some(offer) = offers.iter().find(|offer| offer.exam == *exam) else {
            // What is not on offer any more stays chosen until it is dropped.
            if before.contains_key(exam) {
                continue;
            }
            return Err(NotChosen::NotOnOffer(exam.clone()));
        };
        let clashes = |other: &&&ExamOffer| are_at_one_time(&offer.sitting, &other.sitting);
        if let Some(other) = chosen.iter().find(clashes) {
            return Err(NotChosen::Overlap(other, offer));
        }
        chosen.push(offer);
    }
    Ok(())
}

/// The exams that are chosen for somebody who has not: the earliest first, none at the time of another, and only those with a
/// place left and without published seats. Those without a day and hours are left out.
#[must_use]
pub fn filled_in(offers: &[ExamOffer]) -> BTreeSet<CourseId> {
    let mut known: Vec<&ExamOffer> = offers
        .iter()
        .filter(|offer| offer.published.is_none() && offer.left != Some(0))
        .filter(|offer| offer.sitting.day().is_some() && offer.sitting.hours().is_some())
        .collect();
    known.sort_by_key(|offer| {
        let Sitting {
            date,
            time_start,
            time_end,
            ..
        } = &offer.sitting;
        // Of two that begin together the one that ends first leaves time for more.
        (date, time_start, time_end, &offer.exam)
    });
    let mut chosen: Vec<&ExamOffer> = Vec::new();
    for offer in known {
        let clashes = chosen
            .iter()
            .any(|other| are_at_one_time(&offer.sitting, &other.sitting));
        if !clashes && chosen.len() < MOST_CHOSEN {
            chosen.push(offer);
        }
    }
    chosen.into_iter().map(|offer| offer.exam.clone()).collect()
}

/// A place of an exam that has any number of them. Nobody reads which are held: who meets another at a number draws again.
#[must_use]
pub fn unlimited_place(entropy: &Entropy) -> PlaceNumber {
    let drawn = u32::from(entropy.number()) << 16 | u32::from(entropy.number());
    PlaceNumber::new(drawn % NUMBERS + 1)
}

#[cfg(test)]
mod tests;
