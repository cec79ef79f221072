//! The halls whose seats are published, and how often these have changed: what the phones at the doors follow.

use super::{HallSeats, Seating, SeatingState, TABLE, clock_key, plan_key, state_key};
use crate::dynamo::{Item, StoreError, get_all, read, text};
use domain::{CourseId, HallId};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};

/// A hall of an exam whose seats are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedHall {
    /// The exam.
    pub course: CourseId,
    /// The generation that candidates see.
    pub generation: String,
    /// The hall.
    pub hall: HallId,
    /// Its clock, read before its plan.
    pub clock: u64,
}

impl Seating {
    /// The halls of every exam whose seats are published, as of this moment: one GetItem where there are none.
    pub async fn published_halls(&self) -> Result<Vec<PublishedHall>, StoreError> {
        #[derive(Deserialize)]
        struct Clock {
            clock: u64,
        }
        let published = self.published().await?;
        let mut halls = Vec::new();
        let keys: Vec<Item> = published.0.keys().map(state_key).collect();
        for item in get_all(&self.client, &self.table, &keys).await? {
            let SeatingState {
                course,
                published: plan,
                ..
            } = read(TABLE, item)?;
            let Some(plan) = plan.filter(|plan| published.is_current(&course, &plan.generation)) else {
                continue;
            };
            halls.extend(plan.halls.into_iter().map(|hall| PublishedHall {
                course: course.clone(),
                generation: plan.generation.clone(),
                hall,
                clock: 0,
            }));
        }
        halls.sort_by(|one, other| (&one.course, &one.hall).cmp(&(&other.course, &other.hall)));
        let keys: BTreeSet<&HallId> = halls.iter().map(|hall| &hall.hall).collect();
        let mut clocks = HashMap::new();
        let keys: Vec<Item> = keys.into_iter().map(clock_key).collect();
        for item in get_all(&self.client, &self.table, &keys).await? {
            let hall = text(&item, "pk").to_owned();
            clocks.insert(hall, read::<Clock>(TABLE, item)?.clock);
        }
        for hall in &mut halls {
            let clock = clocks.get(text(&clock_key(&hall.hall), "pk"));
            hall.clock = clock.copied().unwrap_or_default();
        }
        Ok(halls)
    }

    /// The plan of such a hall, as of this moment; None where another has replaced it.
    pub async fn published_plan(&self, hall: &PublishedHall) -> Result<Option<HallSeats>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let key = plan_key(&hall.hall, &hall.course, &hall.generation);
        let found = get.set_key(Some(key)).consistent_read(true).send().await?;
        found.item.map(|item| read(TABLE, item)).transpose()
    }
}
