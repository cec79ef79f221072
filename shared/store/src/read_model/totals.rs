//! What the aggregates say.

use super::{filter::RowFilter, reversed::ReversedTotals, row::Course};
use domain::{
    Balance, CourseId, Stored,
    payment::Status,
    registration::{ExamPreference, PaymentMode},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// How many candidates there are of each kind, and what was paid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aggregates {
    /// Candidates by status, mode and course; each candidate is in one of them.
    pub kinds: Vec<KindTotals>,
    /// Candidates of whom something was reversed, by what, mode and course. All of them have paid.
    pub reversed: Vec<ReversedTotals>,
    /// Candidates with a valid pass, by where they take the exam and course.
    pub valid: Vec<ValidPasses>,
    /// Of those with a valid pass for all exams, who has chosen an exam, by where they take it; under all courses who has chosen any.
    pub chosen: Vec<ValidPasses>,
    /// How many places are held of each exam of which any is, by orders or by having chosen it of all.
    pub places: HashMap<CourseId, u32>,
    /// By the day in India, the oldest first. A payment counts on the day on which we learned of it, and a refund of it on
    /// that day, too.
    pub days: Vec<DayTotals>,
    /// By mode.
    pub modes: Vec<ModeTotals>,
    /// By package.
    pub packages: Vec<ThingTotals>,
    /// By college; registrations for all colleges are in none.
    pub colleges: Vec<ThingTotals>,
    /// Grows with every change of a row: equal means that nothing has changed.
    pub revision: u64,
}

/// The candidates of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindTotals {
    /// With this status.
    pub status: Status,
    /// In this mode.
    pub payment_mode: Stored<PaymentMode>,
    /// For this.
    pub course: Course,
    /// So many.
    pub count: u64,
}

/// The candidates with a valid pass who take a course in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidPasses {
    /// Where they take the exam.
    pub exam_preference: Stored<ExamPreference>,
    /// For this.
    pub course: Course,
    /// So many.
    pub count: u64,
}

/// The totals of a mode of payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeTotals {
    /// The mode of the candidates.
    pub mode: Stored<PaymentMode>,
    /// Candidates who have paid, each once.
    pub paid: u64,
    /// All that they paid, second payments included.
    pub taken: Balance,
    /// What was given back by it, of what was paid by any mode.
    pub given_back: Balance,
    /// What of it a lost dispute took.
    pub lost: Balance,
}

impl ModeTotals {
    /// Those of a mode that nobody has used.
    #[must_use]
    pub fn none(mode: Stored<PaymentMode>) -> Self {
        Self {
            mode,
            paid: 0,
            taken: Balance::default(),
            given_back: Balance::default(),
            lost: Balance::default(),
        }
    }
}

/// The totals of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayTotals {
    /// `YYYY-MM-DD`, in India.
    pub day: String,
    /// What happened on it.
    pub sums: Sums,
}

/// The totals of a package or a college.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThingTotals {
    /// Its identifier.
    pub id: String,
    /// Its name, as of the newest registration for it.
    pub name: String,
    /// What it brought.
    pub sums: Sums,
}

/// What is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Candidates.
    pub registrations: u64,
    /// Candidates who have paid, each once.
    pub paid: u64,
    /// All that was paid, second payments of a candidate included, without what went back or was lost in a dispute.
    pub revenue: Balance,
}

impl Aggregates {
    /// How many candidates there are.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.matching(&RowFilter::default())
    }

    /// How many candidates a filter admits, which must be one that is counted ([`RowFilter::is_counted`]).
    #[must_use]
    pub fn matching(&self, filter: &RowFilter) -> u64 {
        if filter.reversed.is_some() {
            let admitted = self.reversed.iter().filter(|kind| kind.is_admitted(filter));
            return admitted.map(|kind| kind.count).sum();
        }
        let admits = |kind: &&KindTotals| {
            filter.status.is_none_or(|status| status == kind.status)
                && filter.payment_mode.is_none_or(|mode| kind.payment_mode == mode)
                && filter.course.as_ref().is_none_or(|course| *course == kind.course)
        };
        self.kinds.iter().filter(admits).map(|kind| kind.count).sum()
    }

    /// How many candidates have this status.
    #[must_use]
    pub fn with_status(&self, status: Status) -> u64 {
        let filter = RowFilter {
            status: Some(status),
            ..RowFilter::default()
        };
        self.matching(&filter)
    }

    /// How many candidates with a valid pass there are of some courses and preferences.
    #[must_use]
    pub fn valid_passes(&self, admits: impl Fn(&Course, &Stored<ExamPreference>) -> bool) -> u64 {
        let admitted = self
            .valid
            .iter()
            .filter(|valid| admits(&valid.course, &valid.exam_preference));
        admitted.map(|valid| valid.count).sum()
    }

    /// How many candidates with a valid pass are registered for an exam: for it alone, or by having chosen it of all.
    #[must_use]
    pub fn holding(&self, exam: &CourseId) -> u64 {
        let exam = Course::One(exam.clone());
        let of = self.valid.iter().chain(&self.chosen);
        of.filter(|one| one.course == exam).map(|one| one.count).sum()
    }

    /// How many candidates with a valid pass for all exams have chosen one of them.
    #[must_use]
    pub fn chosen_of_all(&self, exam: &CourseId) -> u64 {
        count_of(&self.chosen, &Course::One(exam.clone()), |_| true)
    }

    /// At most how many candidates with a valid pass for all exams may sit any: who has chosen none, and who has chosen what is
    /// not on offer, which counts only beside what is.
    #[must_use]
    pub fn undecided(&self, on_offer: &BTreeSet<CourseId>) -> u64 {
        let is_gone = |course: &Course| match course {
            Course::One(exam) => !on_offer.contains(exam),
            Course::All => false,
        };
        let gone = self.chosen.iter().filter(|one| is_gone(&one.course));
        self.undecided_of(|_| true) + gone.map(|one| one.count).sum::<u64>()
    }

    /// How many candidates with a valid pass may sit an exam, of some preferences: for it alone, by having chosen it of all, or
    /// by having chosen none yet. A choice counts here as it was made: those whose every chosen exam was taken off offer may sit
    /// any, and are counted at what they chose.
    #[must_use]
    pub fn may_sit(&self, exam: &CourseId, admits: impl Fn(&Stored<ExamPreference>) -> bool) -> u64 {
        let exam = Course::One(exam.clone());
        count_of(&self.valid, &exam, &admits)
            + count_of(&self.chosen, &exam, &admits)
            + self.undecided_of(admits)
    }

    fn undecided_of(&self, admits: impl Fn(&Stored<ExamPreference>) -> bool) -> u64 {
        let bought = count_of(&self.valid, &Course::All, &admits);
        bought.saturating_sub(count_of(&self.chosen, &Course::All, admits))
    }

    /// All that was paid, without what went back or was lost in a dispute.
    #[must_use]
    pub fn revenue(&self) -> Balance {
        self.days.iter().map(|day| day.sums.revenue).sum()
    }
}

fn count_of(
    passes: &[ValidPasses],
    course: &Course,
    admits: impl Fn(&Stored<ExamPreference>) -> bool,
) -> u64 {
    let of = passes
        .iter()
        .filter(|one| one.course == *course && admits(&one.exam_preference));
    of.map(|one| one.count).sum()
}
