//! What can be chosen, as of a moment.

use crate::ExamChoices;
use domain::{Capacity, CourseId, exam_choice::ExamOffer};
use futures::future::{try_join, try_join_all, try_join3};
use std::collections::{BTreeSet, HashMap};
use store::{StoreError, catalogue::Everything};

/// The exams that can be chosen, by their hours.
#[derive(Debug, Clone)]
pub struct ExamOffers {
    /// Each of them.
    pub exams: Vec<ExamOffer>,
    /// Those whose seats are published.
    pub(crate) closed: BTreeSet<CourseId>,
    /// Those with a capacity.
    pub(crate) limited: BTreeSet<CourseId>,
    /// The names of all there are, also of those that can be chosen no more.
    names: HashMap<CourseId, String>,
}

impl ExamOffers {
    fn of(everything: &Everything, closed: BTreeSet<CourseId>, left: &HashMap<CourseId, u32>) -> Self {
        let offers = everything.offers().into_iter();
        // An exam that is on the list of two colleges is one.
        let mut known = BTreeSet::new();
        let offers = offers.filter(|(exam, _)| known.insert(exam.clone()));
        let exams = everything.exams.values();
        let limited = exams.clone().filter(|exam| exam.capacity.is_some());
        Self {
            limited: limited.map(|exam| exam.id.clone()).collect(),
            names: exams
                .map(|exam| (exam.id.clone(), exam.exam_name.clone()))
                .collect(),
            exams: offers
                .map(|(exam, sitting)| ExamOffer {
                    is_closed: closed.contains(&exam),
                    left: left.get(&exam).copied(),
                    exam,
                    sitting,
                })
                .collect(),
            closed,
        }
    }

    /// What an exam is called: by its name, which outlives its offer, or else its identifier.
    #[must_use]
    pub fn name(&self, exam: &CourseId) -> String {
        let name = self.names.get(exam).cloned();
        name.unwrap_or_else(|| exam.to_string())
    }

    /// Whether anything can still be chosen or dropped.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.exams.iter().any(|offer| !offer.is_closed)
    }
}

impl ExamChoices {
    /// What can be chosen, as of this moment, without how many places are left.
    pub(crate) async fn offers_now(&self) -> Result<ExamOffers, StoreError> {
        let (everything, closed) = try_join(self.catalogue.everything_now(), self.closed()).await?;
        Ok(ExamOffers::of(&everything, closed, &HashMap::new()))
    }

    /// What can be chosen, and how many places are left of what is not closed, for people who look at it: by the totals, which
    /// are seconds behind. It costs the same however many hold places.
    pub async fn offers_shown(&self) -> Result<ExamOffers, StoreError> {
        let read = try_join3(
            self.catalogue.everything(),
            self.closed(),
            self.registrations.places_counted(),
        );
        let (everything, closed, held) = read.await?;
        let left = open_and_limited(&everything, &closed).map(|(exam, capacity)| {
            let held = held.get(&exam).copied().unwrap_or_default();
            (exam, capacity.get().saturating_sub(held))
        });
        let left = left.collect();
        Ok(ExamOffers::of(&everything, closed, &left))
    }

    /// The same with the places counted, as of this moment: for those who choose for many.
    pub(crate) async fn offers_counted(&self) -> Result<ExamOffers, StoreError> {
        let (everything, closed) = try_join(self.catalogue.everything(), self.closed()).await?;
        let left = open_and_limited(&everything, &closed).map(async |(exam, capacity)| {
            let held = self.registrations.places_held(&exam).await?;
            Ok::<_, StoreError>((exam, capacity.get().saturating_sub(held)))
        });
        let left = try_join_all(left).await?.into_iter().collect();
        Ok(ExamOffers::of(&everything, closed, &left))
    }
}

fn open_and_limited(
    everything: &Everything,
    closed: &BTreeSet<CourseId>,
) -> impl Iterator<Item = (CourseId, Capacity)> {
    let open = everything
        .exams
        .values()
        .filter(|exam| !closed.contains(&exam.id));
    open.filter_map(|exam| Some((exam.id.clone(), exam.capacity?)))
}
