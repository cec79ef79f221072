//! Which exams somebody sits who has bought all of them: what can be chosen, a choice by the candidate or by staff, and one that
//! is filled in for those who have not chosen.
//!
//! What may be chosen is decided by `domain::exam_choice`, and that no place has two holders by the conditions of
//! `store::registrations::choice`. That the seats of an exam are published is read before the write. Who gets such an exam is
//! seated by what looks after those who come late.

mod api;
mod fill_in;
mod offers;
mod write;

pub use api::{ChoiceOut, ExamChoiceIn, ExamChoiceOut, ExamOfferOut};
pub use fill_in::{FillInPart, FilledIn, PaidPlace};
pub use offers::ExamOffers;

use config::{ConfigError, Env};
use domain::{
    Clock, CourseId, CustomerId, Entropy, PlaceNumber,
    exam_choice::{ChoiceBy, ChosenExams, NotChosen, check_choice, unlimited_place},
    pass::Sitting,
    payment::{Order, PassValidity},
};
use std::collections::BTreeSet;
use store::{
    AdminTable, Catalogue, Registrations, Seating, StoreError, Tries, Write, order_mails::Company,
    registrations::CandidateFile,
};
use time::OffsetDateTime;
use write::NewChoice;

/// The action of a choice, in the audit log and on the candidate's page.
pub const CHOSEN: &str = "exams.chosen";

/// Choices of exams, and what it takes to make them.
#[derive(Debug, Clone)]
pub struct ExamChoices {
    seating: Seating,
    registrations: Registrations,
    catalogue: Catalogue,
    clock: Clock,
    entropy: Entropy,
}

/// Who chooses.
#[derive(Debug, Clone, Copy)]
pub enum Chooser<'a> {
    /// Who holds the pass.
    Candidate,
    /// A member of staff, by name; the audit log keeps it.
    Staff(&'a str, &'a AdminTable),
}

impl Chooser<'_> {
    /// What is open to them who choose for a candidate. Staff help those who came too late to choose: who has not, has no seat and
    /// sits nothing. What they change is seated, or makes room, as what is paid or withdrawn late does.
    fn choice_by(self, file: &CandidateFile) -> ChoiceBy {
        match self {
            Self::Candidate => ChoiceBy::Candidate(paid_at(file)),
            Self::Staff(..) => ChoiceBy::Staff,
        }
    }
}

/// What is to be chosen.
#[derive(Debug, Clone)]
pub struct ChoiceRequest {
    /// All the exams that are to be sat.
    pub exams: BTreeSet<CourseId>,
    /// The version of the candidate that it was decided on.
    pub version: u64,
}

/// How a choice ended.
#[derive(Debug)]
pub enum Chosen {
    /// It is so now, or was already.
    Done,
    /// There is no such candidate, or none of their orders is paid.
    NoPass,
    /// Every paid order of theirs is withdrawn.
    Withdrawn(Box<Order>),
    /// They have bought one exam.
    NotForAll,
    /// Two of the exams are at one time.
    Overlap(Box<[Sitting; 2]>),
    /// No place of this one is left.
    SoldOut(String),
    /// The seats of this one are published, and the candidate chooses.
    Closed(String),
    /// There is no such exam.
    NotOnOffer,
    /// The candidate was changed since that version.
    Stale,
    /// Others kept taking the same places or changing the candidate.
    Busy,
}

/// How one try ended.
enum Try {
    Ended(Chosen),
    /// Others came first.
    Again,
}

impl ExamChoices {
    /// The tables of the environment, with a clock and randomness of the caller's own.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            seating: Seating::from_env(env)?,
            registrations: Registrations::from_env(env)?,
            catalogue: Catalogue::from_env(env)?,
            clock,
            entropy,
        })
    }

    /// Makes a choice in the place of the one before. The same again is done already, whatever the version.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been made.
    pub async fn choose(
        &self,
        id: &CustomerId,
        request: &ChoiceRequest,
        by: Chooser<'_>,
    ) -> Result<Chosen, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let offers = self.offers_now().await?;
            if let Try::Ended(chosen) = self.try_to_choose(id, request, &offers, by).await? {
                return Ok(chosen);
            }
        }
        Ok(Chosen::Busy)
    }

    async fn try_to_choose(
        &self,
        id: &CustomerId,
        request: &ChoiceRequest,
        offers: &ExamOffers,
        by: Chooser<'_>,
    ) -> Result<Try, StoreError> {
        let Some(file) = self.registrations.candidate(id).await? else {
            return Ok(Try::Ended(Chosen::NoPass));
        };
        let order = match entitling(&file) {
            Ok(order) => order,
            Err(refused) => return Ok(Try::Ended(refused)),
        };
        let before = &file.candidate;
        let mut exams = request.exams.clone();
        if exams.is_empty() {
            // A seat is given up by staff alone, and what is not shown is not given up by surprise.
            let mut kept = offers.kept_of(&before.chosen);
            if let (Chooser::Candidate, Some(seated)) = (by, kept.find(|exam| offers.seated.contains(*exam)))
            {
                return Ok(Try::Ended(Chosen::Closed(offers.name(seated))));
            }
        } else {
            exams.extend(offers.kept_of(&before.chosen).cloned());
        }
        if before.chosen.keys().eq(&exams) {
            return Ok(Try::Ended(Chosen::Done));
        }
        if before.version != request.version {
            return Ok(Try::Ended(Chosen::Stale));
        }
        let choice_by = by.choice_by(&file);
        if let Err(refused) = check_choice(&offers.exams, &before.chosen, &exams, choice_by) {
            return Ok(Try::Ended(offers.refusal(refused)));
        }
        match self.places_for(&before.chosen, &exams, offers).await? {
            Ok(after) => {
                let own = NewChoice {
                    exams: &after,
                    filled_in: None,
                    company: Company::Alone,
                };
                match self.write(before, order, own, offers, by).await? {
                    Write::Done => Ok(Try::Ended(Chosen::Done)),
                    Write::Stale => Ok(Try::Again),
                }
            }
            Err(exam) => Ok(Try::Ended(Chosen::SoldOut(offers.name(&exam)))),
        }
    }

    /// A place for each exam: the one that is held already, or one that is free as of this moment.
    ///
    /// # Errors
    /// The exam of which none is left.
    async fn places_for(
        &self,
        before: &ChosenExams,
        exams: &BTreeSet<CourseId>,
        offers: &ExamOffers,
    ) -> Result<Result<ChosenExams, CourseId>, StoreError> {
        let mut after = ChosenExams::new();
        for exam in exams {
            let place = match before.get(exam) {
                Some(place) => *place,
                None => match self.free_place(exam, offers).await? {
                    Some(place) => place,
                    None => return Ok(Err(exam.clone())),
                },
            };
            after.insert(exam.clone(), place);
        }
        Ok(Ok(after))
    }

    async fn free_place(
        &self,
        exam: &CourseId,
        offers: &ExamOffers,
    ) -> Result<Option<PlaceNumber>, StoreError> {
        if !offers.limited.contains(exam) {
            return Ok(Some(unlimited_place(&self.entropy)));
        }
        Ok(match self.registrations.exam_places(exam).await? {
            Some(places) => places.choose(&self.entropy),
            // It may have any number by now.
            None => Some(unlimited_place(&self.entropy)),
        })
    }
}

/// The order by which a candidate may choose.
fn entitling(file: &CandidateFile) -> Result<&Order, Chosen> {
    let is = |order: &&Order, validity| order.validity() == Some(validity);
    match file.orders.iter().find(|order| is(order, PassValidity::Valid)) {
        Some(_) if file.candidate.selection.course_id().is_some() => Err(Chosen::NotForAll),
        Some(order) => Ok(order),
        None => {
            let withdrawn = file
                .orders
                .iter()
                .find(|order| is(order, PassValidity::Withdrawn));
            Err(withdrawn.map_or(Chosen::NoPass, |order| Chosen::Withdrawn(Box::new(order.clone()))))
        }
    }
}

/// Since when a candidate who holds a pass could choose: who has paid twice, since the first of the payments that entitle.
fn paid_at(file: &CandidateFile) -> Option<OffsetDateTime> {
    let orders = file.orders.iter();
    let valid = orders.filter(|order| order.validity() == Some(PassValidity::Valid));
    valid.filter_map(|order| order.paid_at).min()
}

impl ExamOffers {
    fn refusal(&self, why: NotChosen<'_>) -> Chosen {
        match why {
            NotChosen::Overlap(one, other) => {
                Chosen::Overlap(Box::new([one.sitting.clone(), other.sitting.clone()]))
            }
            NotChosen::Closed(exam) => Chosen::Closed(self.name(&exam)),
            NotChosen::NotOnOffer(_) => Chosen::NotOnOffer,
        }
    }
}
