//! Who is told where they sit: everybody once an exam's seats are published, and then those whom a change concerns.
//!
//! The mail is kept for an order, and says all seats of its candidate as they are when it is sent; whom it says nothing new to
//! gets none. Who had a seat, and has none in what was published now, is told that, too. How far an exam's candidates have been gone through is noted behind what was done, as it is for late seats.

use crate::{SeatingPlans, people};
use domain::{CourseId, CustomerId, OrderId, payment::PassValidity};
use futures::future::join_all;
use std::collections::BTreeSet;
use store::{StoreError, Tries, Write, registrations::CandidateFile, seating::PublishedExam};
use time::OffsetDateTime;

/// How many candidates are gone through before that is noted.
const A_PART: usize = 80;

/// How many are read side by side.
const AT_ONCE: usize = 8;

impl SeatingPlans {
    /// Keeps a mail for everybody who has a seat in an exam that was published, or may have lost it, as long as `go_on` says.
    pub async fn tell_seated(&self, go_on: impl Fn() -> bool) -> Result<(), StoreError> {
        for (course, exam) in self.seating.published().await?.0 {
            if exam.untold.is_some() {
                self.tell_exam(&course, exam, &go_on).await?;
            }
        }
        Ok(())
    }

    async fn tell_exam(
        &self,
        course: &CourseId,
        mut exam: PublishedExam,
        go_on: &impl Fn() -> bool,
    ) -> Result<(), StoreError> {
        let state = self.seating.state(course).await?;
        // Another plan is published by now: it begins by itself.
        let Some(plan) = state.published.filter(|plan| plan.generation == exam.generation) else {
            return Ok(());
        };
        let plans = self.seating.plans(course, &plan).await?;
        let mut concerned: BTreeSet<CustomerId> = plans
            .iter()
            .flat_map(|hall| hall.seats.values().cloned())
            .collect();
        // Who sits the exam without a seat may have had one in what was published before. Others get no mail.
        let rows = self.registrations.holders(course).await?.sitting;
        let sitting = rows.iter().filter_map(people::examinee);
        concerned.extend(sitting.map(|examinee| examinee.customer_id));
        while let Some(behind) = &exam.untold {
            if !go_on() {
                return Ok(());
            }
            let left = concerned.iter().filter(|id| id.as_str() > behind.as_str());
            let part: Vec<&CustomerId> = left.take(A_PART).collect();
            for some in part.chunks(AT_ONCE) {
                for (id, told) in some
                    .iter()
                    .zip(join_all(some.iter().map(|id| self.tell(id))).await)
                {
                    match told {
                        Err(error @ StoreError::Corrupt { .. }) => {
                            tracing::error!(candidate = id.as_str(), %error, "a candidate cannot be read, and is not told of the seat");
                        }
                        told => told?,
                    }
                }
            }
            let after = PublishedExam {
                untold: part
                    .last()
                    .filter(|_| part.len() == A_PART)
                    .map(ToString::to_string),
                ..exam.clone()
            };
            match self.seating.looked_through(course, &exam, &after).await? {
                Write::Done => exam = after,
                // Somebody else goes on with it, or another plan is published.
                Write::Stale => return Ok(()),
            }
        }
        Ok(())
    }

    /// Keeps the mail of one candidate.
    pub(crate) async fn tell(&self, id: &CustomerId) -> Result<(), StoreError> {
        for (order, at) in self.told_of(id).await? {
            let mut tries = Tries::begin(&self.clock, &self.entropy);
            while self.registrations.tell_seats(&order, at).await? == Write::Stale {
                if !tries.next().await {
                    return Err(StoreError::Unavailable("a mail about seats was held".to_owned()));
                }
            }
        }
        Ok(())
    }

    /// By which order a candidate is told of a change of their seat, and when that was decided.
    pub(crate) async fn told_of(
        &self,
        id: &CustomerId,
    ) -> Result<Vec<(OrderId, OffsetDateTime)>, StoreError> {
        let file = self.registrations.candidate(id).await?;
        Ok(file.map(|file| self.told(&file)).unwrap_or_default())
    }

    /// The same of one that was read. Who has paid twice is told once.
    pub(crate) fn told(&self, file: &CandidateFile) -> Vec<(OrderId, OffsetDateTime)> {
        let valid = |validity| validity == Some(PassValidity::Valid);
        let order = file.orders.iter().find(|order| valid(order.validity()));
        let told = order.map(|order| (order.order_id.clone(), self.clock.now()));
        told.into_iter().collect()
    }
}
