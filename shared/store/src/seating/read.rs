//! What there is of an exam, of a hall, and of a candidate.

use super::{
    CLOCK, HallSeats, SEAT, Seating, SeatingPlan, SeatingState, TABLE, clock_key, hall_partition, plan_key,
    seat_key, state_key,
};
use crate::{
    dynamo::{Item, StoreError, get_all, query_all, read, s, text},
    registrations::{CandidateFile, Registrations},
};
use domain::{CourseId, CustomerId, HallId, seating::Seat};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// A hall as of this moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HallNow {
    /// Counts the changes of published seats in it; read before the plans.
    pub clock: u64,
    /// Every plan of it, of whatever exam and generation.
    pub plans: Vec<HallSeats>,
}

/// The seat that a candidate has in one generation of an exam's seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatedCandidate {
    /// The exam.
    pub course: CourseId,
    /// The generation. It counts while it is the one that is published.
    pub generation: String,
    /// The hall.
    pub hall: HallId,
    /// The hall's name.
    pub name: String,
    /// The seat.
    pub seat: Seat,
}

#[derive(Deserialize)]
struct Clock {
    clock: u64,
}

impl Seating {
    /// Which plans an exam has, as of this moment.
    pub async fn state(&self, course: &CourseId) -> Result<SeatingState, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(state_key(course)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map_or_else(
            || Ok(SeatingState::none(course.clone())),
            |item| read(TABLE, item),
        )
    }

    /// Which plans each of these exams has, as of this moment. An exam of which nobody has made one is missing.
    pub async fn states(&self, courses: &[CourseId]) -> Result<Vec<SeatingState>, StoreError> {
        let keys: Vec<Item> = courses.iter().map(state_key).collect();
        self.all_of(&keys).await
    }

    /// The plans of a set, as of this moment, in the order of its halls.
    pub async fn plans(&self, course: &CourseId, plan: &SeatingPlan) -> Result<Vec<HallSeats>, StoreError> {
        let mut plans = self.plans_of(&[(course, plan)]).await?;
        plans.sort_by_key(|one| plan.halls.iter().position(|hall| *hall == one.hall));
        Ok(plans)
    }

    /// The plans of several sets, as of this moment, in no order.
    pub async fn plans_of(&self, sets: &[(&CourseId, &SeatingPlan)]) -> Result<Vec<HallSeats>, StoreError> {
        let keys_of = |(course, plan): &(&CourseId, &SeatingPlan)| {
            let halls = plan.halls.iter();
            halls
                .map(|hall| plan_key(hall, course, &plan.generation))
                .collect::<Vec<Item>>()
        };
        let keys: Vec<Item> = sets.iter().flat_map(keys_of).collect();
        self.all_of(&keys).await
    }

    async fn all_of<T: DeserializeOwned>(&self, keys: &[Item]) -> Result<Vec<T>, StoreError> {
        let items = get_all(&self.client, &self.table, keys).await?.into_iter();
        items.map(|item| read(TABLE, item)).collect()
    }

    /// The seat that a candidate has in a generation of an exam's seats, as of this moment.
    pub async fn seat_of(
        &self,
        customer: &CustomerId,
        course: &CourseId,
        generation: &str,
    ) -> Result<Option<SeatedCandidate>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(seat_key(customer, course, generation)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }

    /// Every plan of a hall, and before them its clock: whatever changes in between has moved it on.
    ///
    /// Which of the plans are published is to be read behind this. What was published later than the clock was read is then
    /// refused by it, and what was published before is among them.
    pub async fn hall_now(&self, hall: &HallId) -> Result<HallNow, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(clock_key(hall)))
            .consistent_read(true)
            .send()
            .await?;
        let clock = match found.item {
            Some(item) => read::<Clock>(TABLE, item)?.clock,
            None => 0,
        };
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :hall")
                .expression_attribute_values(":hall", s(hall_partition(hall)))
                .consistent_read(true),
        );
        let items = items.await?.into_iter();
        let plans = items
            .filter(|item| text(item, "sk") != CLOCK)
            .map(|item| read(TABLE, item));
        Ok(HallNow {
            clock,
            plans: plans.collect::<Result<_, _>>()?,
        })
    }
}

impl Registrations {
    /// A candidate with every order, and every seat that it has or had, as of this moment: one Query.
    pub async fn candidate_with_seats(
        &self,
        id: &CustomerId,
    ) -> Result<(Option<CandidateFile>, Vec<SeatedCandidate>), StoreError> {
        let items = self.candidate_items(id).await?;
        let seats = seats_in(&items)?;
        Ok((CandidateFile::read(items)?, seats))
    }
}

/// The seats among the items of a candidate.
pub(super) fn seats_in(items: &[Item]) -> Result<Vec<SeatedCandidate>, StoreError> {
    let seats = items.iter().filter(|item| text(item, "sk").starts_with(SEAT));
    seats.map(|item| read(TABLE, item.clone())).collect()
}
