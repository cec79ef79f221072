//! What can be chosen, as of a moment.

use crate::ExamChoices;
use domain::{
    Capacity, CourseId,
    exam_choice::{ChoiceBy, ChosenExams, ExamOffer, has_chosen},
    pass::Sitting,
};
use futures::future::{try_join, try_join_all, try_join3};
use std::collections::{BTreeSet, HashMap};
use store::{StoreError, catalogue::Everything, seating::PublishedExams};

/// The exams that can be chosen, by their hours.
#[derive(Debug, Clone)]
pub struct ExamOffers {
    /// Each of them.
    pub exams: Vec<ExamOffer>,
    /// The same, by their identifiers alone.
    pub(crate) on_offer: BTreeSet<CourseId>,
    /// Those with a capacity.
    pub(crate) limited: BTreeSet<CourseId>,
    /// Those whose seats are published, also of those that can be chosen no more.
    pub(crate) seated: BTreeSet<CourseId>,
    /// The names of all there are, also of those that can be chosen no more.
    names: HashMap<CourseId, String>,
}

impl ExamOffers {
    fn of(everything: &Everything, published: &PublishedExams, left: &HashMap<CourseId, u32>) -> Self {
        let exams = everything.exams.values();
        let limited = exams.clone().filter(|exam| exam.capacity.is_some());
        let offer = |sitting: Sitting| ExamOffer {
            exam: sitting.course.clone(),
            published: published.0.get(&sitting.course).map(|exam| exam.first),
            left: left.get(&sitting.course).copied(),
            sitting,
        };
        Self {
            limited: limited.map(|exam| exam.id.clone()).collect(),
            seated: published.0.keys().cloned().collect(),
            names: exams
                .map(|exam| (exam.id.clone(), exam.exam_name.clone()))
                .collect(),
            on_offer: everything.on_offer(),
            exams: everything.offers().into_iter().map(offer).collect(),
        }
    }

    /// What an exam is called: by its name, which outlives its offer, or else its identifier.
    #[must_use]
    pub fn name(&self, exam: &CourseId) -> String {
        let name = self.names.get(exam).cloned();
        name.unwrap_or_else(|| exam.to_string())
    }

    /// What counts of a choice and is not on offer any more. Who chooses is not shown it: what they choose leaves it as it is, and
    /// with none they give it up, too.
    pub(crate) fn kept_of<'a>(&'a self, chosen: &'a ChosenExams) -> impl Iterator<Item = &'a CourseId> {
        let counts = has_chosen(chosen.keys(), &self.on_offer);
        let off_offer = chosen.keys().filter(|exam| !self.on_offer.contains(*exam));
        off_offer.filter(move |_| counts)
    }

    /// Whether anything can still be added to what is chosen, or dropped.
    pub(crate) fn is_open(&self, chosen: &ChosenExams, by: ChoiceBy) -> bool {
        let is_closed = |offer: &ExamOffer| offer.is_closed(chosen.contains_key(&offer.exam), by);
        !self.exams.iter().all(is_closed)
    }
}

impl ExamChoices {
    /// What can be chosen of a catalogue that was read, without how many places are left.
    pub async fn offers_of(&self, everything: &Everything) -> Result<ExamOffers, StoreError> {
        let published = self.seating.published().await?;
        Ok(ExamOffers::of(everything, &published, &HashMap::new()))
    }

    /// What can be chosen, as of this moment, without how many places are left.
    pub(crate) async fn offers_now(&self) -> Result<ExamOffers, StoreError> {
        self.offers_of(&self.catalogue.everything_now().await?).await
    }

    /// What can be chosen, and how many places are left, for people who look at it: by the totals, which are seconds behind. It
    /// costs the same however many hold places.
    pub async fn offers_shown(&self) -> Result<ExamOffers, StoreError> {
        let read = try_join3(
            self.catalogue.everything(),
            self.seating.published(),
            self.registrations.places_counted(),
        );
        let (everything, published, held) = read.await?;
        let left = limited(&everything).map(|(exam, capacity)| {
            let held = held.get(&exam).copied().unwrap_or_default();
            (exam, capacity.get().saturating_sub(held))
        });
        Ok(ExamOffers::of(&everything, &published, &left.collect()))
    }

    /// What can be filled in, with the places counted, as of this moment: for those who choose for many.
    pub(crate) async fn offers_counted(&self) -> Result<ExamOffers, StoreError> {
        let read = try_join(self.catalogue.everything(), self.seating.published());
        let (everything, published) = read.await?;
        let open = limited(&everything).filter(|(exam, _)| !published.0.contains_key(exam));
        let left = open.map(async |(exam, capacity)| {
            let held = self.registrations.places_held(&exam).await?;
            Ok::<_, StoreError>((exam, capacity.get().saturating_sub(held)))
        });
        let left = try_join_all(left).await?.into_iter().collect();
        Ok(ExamOffers::of(&everything, &published, &left))
    }
}

fn limited(everything: &Everything) -> impl Iterator<Item = (CourseId, Capacity)> {
    let exams = everything.exams.values();
    exams.filter_map(|exam| Some((exam.id.clone(), exam.capacity?)))
}
