//! A choice for those who have made none.
//!
//! It is made for some of them at a time, in the order of payment. Who has chosen is passed over, so that a run that died, or met
//! another, is done again without harm.

use crate::{Chooser, ExamChoices, ExamOffers, entitling, write::NewChoice};
use domain::{
    CourseId, CustomerId,
    exam_choice::{FillInRun, filled_in, has_chosen},
};
use std::{collections::BTreeSet, fmt};
use store::{AdminTable, StoreError, Tries, Write, order_mails::Company, read_model::Row};

/// How many candidates one run looks at: a few seconds.
const A_RUN: usize = 50;

/// A place in the order of payment: how far the runs have come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PaidPlace {
    /// In epoch milliseconds.
    paid_at: i64,
    candidate: CustomerId,
}

/// What a request does of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FillInPart {
    /// Behind whom it goes on; None at the beginning.
    pub behind: Option<PaidPlace>,
    /// What the run is called, where messages are to find those whom it filled in.
    pub run: Option<FillInRun>,
}

/// What a run did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilledIn {
    /// For whom exams were chosen.
    pub filled: Vec<CustomerId>,
    /// How many found no exam with a place.
    pub without: usize,
    /// How many are still to be looked at.
    pub left: usize,
    /// Behind whom the next run goes on; None when none is left.
    pub next: Option<PaidPlace>,
}

impl PaidPlace {
    fn of(row: &Row) -> Self {
        let paid_at = row
            .paid
            .first()
            .map_or(0, |part| part.at.unix_timestamp_nanos() / 1_000_000);
        Self {
            paid_at: i64::try_from(paid_at).unwrap_or(i64::MAX),
            candidate: row.customer_id.clone(),
        }
    }

    /// Reads what an earlier run answered; None where it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (paid_at, candidate) = text.split_once('-')?;
        Some(Self {
            paid_at: paid_at.parse().ok()?,
            candidate: CustomerId::parse(candidate).ok()?,
        })
    }
}

impl fmt::Display for PaidPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.paid_at, self.candidate)
    }
}

impl ExamChoices {
    /// What the runs would do for everybody, by the lists and the places of this moment. Nothing is written.
    pub async fn preview(&self) -> Result<FilledIn, StoreError> {
        let mut offers = self.offers_counted().await?;
        let undecided = self.registrations.undecided(&offers.on_offer).await?;
        let mut preview = FilledIn::default();
        for row in undecided {
            let exams = filled_in(&offers.exams);
            if exams.is_empty() {
                preview.without += 1;
            } else {
                offers.take(&exams);
                preview.filled.push(row.customer_id);
            }
        }
        Ok(preview)
    }

    /// Chooses for the first who have not, behind those that an earlier run has looked at.
    ///
    /// # Errors
    /// When a table does not answer. What was chosen until then stays, and the same run goes on with the rest.
    pub async fn fill_in(
        &self,
        part: &FillInPart,
        by: &str,
        table: &AdminTable,
    ) -> Result<FilledIn, StoreError> {
        let mut offers = self.offers_counted().await?;
        let mut waiting = self.registrations.undecided(&offers.on_offer).await?;
        if let Some(behind) = &part.behind {
            waiting.retain(|row| PaidPlace::of(row) > *behind);
        }
        let mut run = FilledIn {
            left: waiting.len().saturating_sub(A_RUN),
            ..FilledIn::default()
        };
        waiting.truncate(A_RUN);
        for row in &waiting {
            match self
                .fill_in_for(row, &mut offers, part.run.as_ref(), Chooser::Staff(by, table))
                .await?
            {
                ForOne::Filled => run.filled.push(row.customer_id.clone()),
                ForOne::Nothing => run.without += 1,
                ForOne::PassedOver => {}
            }
        }
        run.next = waiting.last().filter(|_| run.left > 0).map(PaidPlace::of);
        Ok(run)
    }

    async fn fill_in_for(
        &self,
        row: &Row,
        offers: &mut ExamOffers,
        run: Option<&FillInRun>,
        by: Chooser<'_>,
    ) -> Result<ForOne, StoreError> {
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            let Some(file) = self.registrations.candidate(&row.customer_id).await? else {
                return Ok(ForOne::PassedOver);
            };
            let Ok(order) = entitling(&file) else {
                return Ok(ForOne::PassedOver);
            };
            // The list is seconds behind.
            if has_chosen(file.candidate.chosen.keys(), &offers.on_offer) {
                return Ok(ForOne::PassedOver);
            }
            let exams = filled_in(&offers.exams);
            if exams.is_empty() {
                return Ok(ForOne::Nothing);
            }
            let after = match self.places_for(&file.candidate.chosen, &exams, offers).await? {
                Ok(after) => after,
                Err(sold_out) => {
                    offers.sell_out(&sold_out);
                    continue;
                }
            };
            let filled = NewChoice {
                exams: &after,
                filled_in: run,
                company: Company::Crowd,
            };
            match self.write(&file.candidate, order, filled, offers, by).await? {
                Write::Done => {
                    offers.take(&exams);
                    return Ok(ForOne::Filled);
                }
                Write::Stale => {}
            }
        }
        // The next run over everybody finds them where they were.
        Ok(ForOne::PassedOver)
    }
}

/// What was done for one candidate.
enum ForOne {
    Filled,
    /// No exam that they could sit has a place.
    Nothing,
    /// They have chosen themselves, hold no pass any more, or are being changed by others.
    PassedOver,
}

impl ExamOffers {
    /// Counts a place of each as taken.
    fn take(&mut self, exams: &BTreeSet<CourseId>) {
        for offer in self.exams.iter_mut().filter(|offer| exams.contains(&offer.exam)) {
            offer.left = offer.left.map(|left| left.saturating_sub(1));
        }
    }

    fn sell_out(&mut self, exam: &CourseId) {
        for offer in self.exams.iter_mut().filter(|offer| offer.exam == *exam) {
            offer.left = Some(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_order_of_payment_is_read_as_it_is_written() {
        let place = PaidPlace {
            paid_at: 1_747_735_200_123,
            candidate: CustomerId::parse("CZ6S4932KF26").unwrap(),
        };
        assert_eq!(PaidPlace::parse(&place.to_string()), Some(place));
        for text in ["", "-", "a-CZ6S4932KF26", "1-"] {
            assert_eq!(PaidPlace::parse(text), None, "{text}");
        }
    }
}
