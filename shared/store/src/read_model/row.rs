//! A candidate as the lists show it, and the places in them.

use crate::registrations::{Candidate, CandidateFile};
use domain::{
    Balance, CourseId, CustomerId, Paise, Person, Stored,
    exam_choice::{FillInRun, has_chosen},
    payment::{Channel, Order, PassValidity, Status},
    registration::{ExamPreference, PaymentMode, Selection},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

/// A candidate as the list shows it: a function of the registration and its orders, and of nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its identifier.
    pub customer_id: CustomerId,
    /// Who.
    pub person: Person,
    /// For what, with the names of its day.
    pub selection: Selection,
    /// Where the exam is taken.
    pub exam_preference: Stored<ExamPreference>,
    /// How it is paid.
    pub payment_mode: Stored<PaymentMode>,
    /// Through the site or at the counter.
    pub channel: Stored<Channel>,
    /// What it costs.
    pub amount: Paise,
    /// PAID if any order is, else the status of the newest order.
    pub status: Status,
    /// When it was registered.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// What was paid, the newest payment last. More than one only when the candidate paid twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<PaidPart>,
    /// The exams that are sat of all that were bought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<CourseId>,
    /// By which run they were chosen for the candidate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled_in: Option<FillInRun>,
    /// How many places the orders hold of the exam that they are for.
    #[serde(default, skip_serializing_if = "is_none")]
    pub places: u32,
    /// Whether each valid pass is one more than the exam has places.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub oversold: bool,
    /// Whether every pass of the candidate is withdrawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// A payment of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidPart {
    /// How much.
    pub amount: Paise,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// How much of it went back.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub refunded: Paise,
    /// How much of it a lost dispute took.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub lost: Paise,
    /// What of what went back was handed over by another mode than the candidate pays by, by its word.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub handed_back: BTreeMap<String, Paise>,
    /// The provider's number of it, which may be known later than that it is paid: what shows it must then be made again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// What a registration is for, as a filter and an aggregate name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Course {
    /// Every exam of every college.
    All,
    /// One exam.
    One(CourseId),
}

/// A place between two rows of a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor(String);

/// Some rows of a list, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowsPage {
    /// The rows.
    pub rows: Vec<Row>,
    /// The place behind them; None when the list ends here.
    pub next: Option<Cursor>,
}

impl PaidPart {
    fn of(order: &Order, at: OffsetDateTime, mode: &Stored<PaymentMode>) -> Self {
        let mut handed_back = BTreeMap::new();
        for (refund, returned) in order.returns() {
            let by = refund.mode.as_ref().filter(|by| by.as_str() != mode.as_str());
            if let Some(by) = by.filter(|_| !is_nothing(&returned)) {
                let all: &mut Paise = handed_back.entry(by.as_str().to_owned()).or_default();
                *all = [*all, returned].into_iter().sum();
            }
        }
        Self {
            amount: order.amount,
            at,
            refunded: order.refunded(),
            lost: order.lost(),
            handed_back,
            reference: order.reference().map(str::to_owned),
        }
    }

    /// What went back by each mode, of a candidate who pays by `mode`.
    pub(super) fn given_back<'a>(&'a self, mode: &'a str) -> impl Iterator<Item = (&'a str, Paise)> {
        let by_others = self.handed_back.iter().map(|(by, amount)| (by.as_str(), *amount));
        let rest = self
            .refunded
            .saturating_sub(self.handed_back.values().copied().sum());
        by_others.chain([(mode, rest)])
    }

    /// What stays of it: less than nothing where it was refunded and the bank took it as well.
    #[must_use]
    pub fn net(&self) -> Balance {
        Balance::from(self.amount) - Balance::from(self.refunded) - Balance::from(self.lost)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(places: &u32) -> bool {
    *places == 0
}

fn is_nothing(amount: &Paise) -> bool {
    *amount == Paise::default()
}

impl Row {
    /// Whether the candidate is registered for an exam: for it alone, or by having chosen it of all.
    #[must_use]
    pub fn is_for(&self, exam: &CourseId) -> bool {
        match Course::of(&self.selection) {
            Course::One(course) => course == *exam,
            Course::All => self.chosen.contains(exam),
        }
    }

    /// Whether the candidate may sit an exam: who has bought all and chosen none may sit any.
    #[must_use]
    pub fn may_sit(&self, exam: &CourseId, on_offer: &BTreeSet<CourseId>) -> bool {
        let is_undecided = self.selection.course_id().is_none() && !has_chosen(&self.chosen, on_offer);
        is_undecided || self.is_for(exam)
    }

    /// Whether the candidate has chosen which exams to sit; None where there is no valid pass for all of them.
    #[must_use]
    pub fn has_chosen(&self, on_offer: &BTreeSet<CourseId>) -> Option<bool> {
        let may_choose = self.selection.course_id().is_none() && self.validity() == Some(PassValidity::Valid);
        may_choose.then(|| has_chosen(&self.chosen, on_offer))
    }

    /// Whether the pass is accepted; None for a candidate without one.
    #[must_use]
    pub fn validity(&self) -> Option<PassValidity> {
        match (self.status, self.withdrawn) {
            (Status::Paid, false) => Some(PassValidity::Valid),
            (Status::Paid, true) => Some(PassValidity::Withdrawn),
            (Status::Created | Status::Active | Status::Failed | Status::Expired | Status::Unknown, _) => {
                None
            }
        }
    }
}

impl Course {
    /// How the interface spells the choice of every exam.
    pub const ALL: &'static str = "allColleges";

    /// What a selection is for.
    #[must_use]
    pub fn of(selection: &Selection) -> Self {
        selection
            .course_id()
            .map_or(Self::All, |course| Self::One(course.clone()))
    }

    /// The course as the interface and the table spell it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::All => Self::ALL,
            Self::One(course) => course.as_str(),
        }
    }

    /// Reads `allColleges` or the identifier of a course; None for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text == Self::ALL {
            Some(Self::All)
        } else {
            CourseId::parse(text).ok().map(Self::One)
        }
    }
}

impl Cursor {
    /// The place as text, for a later request.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The candidate of the row before the place.
    #[must_use]
    pub fn customer(&self) -> Option<CustomerId> {
        let (_, customer) = self.0.split_once('#')?;
        CustomerId::parse(customer).ok()
    }

    /// Reads a place; None when it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (moment, customer) = text.split_once('#')?;
        let fits = moment.len() == 14
            && moment.bytes().all(|byte| byte.is_ascii_digit())
            && CustomerId::parse(customer).is_ok();
        fits.then(|| Self(text.to_owned()))
    }
}

impl Row {
    /// The row of a candidate; None while it has no order but refused ones.
    #[must_use]
    pub fn of(file: &CandidateFile) -> Option<Self> {
        let CandidateFile {
            candidate, orders, ..
        } = file;
        // The paid ones come first, then the newest.
        let status = orders.iter().find(|order| order.refused_at.is_none())?.status;
        let mut paid: Vec<PaidPart> = orders
            .iter()
            .filter_map(|order| {
                let at = order.paid_at?;
                Some(PaidPart::of(order, at, &candidate.payment_mode))
            })
            .collect();
        paid.sort_by_key(|part| (part.at, part.amount, part.refunded, part.lost));
        let places = orders.iter().filter(|order| order.held_place().is_some()).count();
        let mut passes = orders.iter().filter_map(Order::validity).peekable();
        let withdrawn = passes.peek().is_some() && passes.all(|pass| pass == PassValidity::Withdrawn);
        let Candidate {
            customer_id,
            person,
            selection,
            exam_preference,
            payment_mode,
            amount,
            channel,
            created_at,
            terms: _,
            group: _,
            chosen,
            filled_in,
            version: _,
        } = candidate.clone();
        Some(Self {
            customer_id,
            person,
            selection,
            exam_preference,
            payment_mode,
            channel,
            amount,
            status,
            created_at,
            paid,
            chosen: chosen.into_keys().collect(),
            filled_in,
            places: u32::try_from(places).unwrap_or(u32::MAX),
            oversold: file.is_oversold(),
            withdrawn,
        })
    }

    /// The place of the row: behind it the list goes on.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        let millis = self.created_at.unix_timestamp_nanos() / 1_000_000;
        Cursor(format!("{millis:014}#{}", self.customer_id))
    }
}
