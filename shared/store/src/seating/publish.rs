//! Publishing: a generation is written whole, and then named.

use super::{
    HallSeats, SeatedCandidate, Seating, SeatingPlan, SeatingState, change::ClockTurn, item, plan_item,
    published::PublishedExam, seat_key,
};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError},
    transaction::{Write, transact},
};
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use domain::HallId;
use futures::{StreamExt, TryStreamExt};
use std::collections::HashMap;
use time::OffsetDateTime;

/// What one BatchWriteItem takes.
const BATCH: usize = 25;
/// How many of these are under way at once.
const AT_ONCE: usize = 8;

impl Seating {
    /// Publishes plans: `state` names them as published and is written over the version before its own, if no published seat
    /// of these halls has changed since `clocks`. Those who paid after `since` are still to be seated.
    ///
    /// # Errors
    /// When a table does not answer. Items may be left that nothing names, or it may have been published.
    pub async fn publish(
        &self,
        (state, plan): (&SeatingState, &SeatingPlan),
        plans: &[HallSeats],
        clocks: &[(HallId, u64)],
        since: OffsetDateTime,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let mut items = plans.iter().map(plan_item).collect::<Result<Vec<_>, _>>()?;
        for hall in plans {
            let seated = hall.seats.keys().filter_map(|seat| hall.seated_at(*seat));
            for (customer, seat) in seated {
                let key = seat_key(customer, &hall.course, &hall.generation);
                items.push(item("SEAT", key, &seat)?);
            }
        }
        self.put_in_batches(items).await?;
        // Of two that publish at once one is stale.
        let before = self.published().await?.0.remove(&state.course);
        let published = PublishedExam::begun(plan, since, before.as_ref());
        let mut actions = vec![
            self.next_state(state)?,
            self.name_published(&state.course, &published)?.within(),
            audit.put()?,
        ];
        for (hall, clock) in clocks {
            actions.push(self.turn(ClockTurn { hall, from: *clock })?);
        }
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Deletes what a generation left that is published no more: the plans, and the seats of the candidates in them.
    pub async fn forget_published(&self, plans: &[HallSeats]) {
        let mut keys = Vec::new();
        for hall in plans {
            let (course, generation) = (&hall.course, &hall.generation);
            keys.push(super::plan_key(&hall.hall, course, generation));
            keys.extend(
                hall.seats
                    .values()
                    .map(|customer| seat_key(customer, course, generation)),
            );
        }
        self.delete_all(keys).await;
    }

    async fn put_in_batches(&self, items: Vec<Item>) -> Result<(), StoreError> {
        let batches: Vec<Vec<Item>> = items.chunks(BATCH).map(<[Item]>::to_vec).collect();
        let writes = batches.into_iter().map(|batch| self.put_batch(batch));
        futures::stream::iter(writes)
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await
    }

    /// What a throttled table left out is put one by one.
    async fn put_batch(&self, batch: Vec<Item>) -> Result<(), StoreError> {
        let requests = batch.into_iter().map(|item| {
            let put = PutRequest::builder().set_item(Some(item)).build();
            put.map(|put| WriteRequest::builder().put_request(put).build())
        });
        let requests = requests
            .collect::<Result<Vec<_>, _>>()
            .map_err(crate::transaction::incomplete)?;
        let sent = self
            .client
            .batch_write_item()
            .set_request_items(Some(HashMap::from([(self.table.clone(), requests)])))
            .send()
            .await?;
        let left = sent.unprocessed_items.unwrap_or_default().into_values().flatten();
        let left = left.filter_map(|request| Some(request.put_request?.item));
        self.put_all(left.collect()).await
    }
}

impl HallSeats {
    /// Who sits at a seat, with what is kept of it at the candidate.
    pub(super) fn seated_at(
        &self,
        seat: domain::seating::Seat,
    ) -> Option<(&domain::CustomerId, SeatedCandidate)> {
        let customer = self.seats.get(&seat)?;
        let seated = SeatedCandidate {
            course: self.course.clone(),
            generation: self.generation.clone(),
            hall: self.hall.clone(),
            name: self.name.clone(),
            seat,
        };
        Some((customer, seated))
    }
}
