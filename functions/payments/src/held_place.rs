//! The place of its exam that a new order is to hold.
//!
//! Which are free is read from all that are held, a read that grows with them, on the one partition of their exam. So an
//! instance looks once in [`RECENT`], and who only waits in line, or comes when everything is sold, costs no look of their
//! own. A place that was free and is not any more is refused by the transaction that takes it, and the next try looks again;
//! one that came free is sold that much later.

use crate::{
    State,
    draft::{New, used_for},
    order_state::closed_for,
    refusal::sold_out,
};
use domain::{
    Capacity, CourseId, ExamPlaces, PlaceNumber,
    payment::{Order, OrderPlace},
    registration::Selection,
};
use http_api::{ApiError, ApiResult};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use store::{Registrations, StoreError};
use time::{Duration, OffsetDateTime};

/// For how long a look is good enough.
const RECENT: Duration = Duration::seconds(2);

/// What is to be known of an exam's places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// As they were a moment ago.
    Recent,
    /// As they are: what was known before is out of date.
    Now,
}

/// When the places of an exam were seen, and what.
type Seen = (OffsetDateTime, Arc<ExamPlaces>);

/// The places of exams as this instance has seen them last.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlacesSeen(Arc<Mutex<BTreeMap<CourseId, Seen>>>);

impl PlacesSeen {
    /// The places of an exam, which has this capacity in the catalogue if that is known; None for one that has any number.
    async fn look(
        &self,
        registrations: &Registrations,
        (exam, capacity): (&CourseId, Option<Capacity>),
        freshness: Freshness,
        now: OffsetDateTime,
    ) -> Result<Option<Arc<ExamPlaces>>, StoreError> {
        if let Some(seen) = self.recent(exam, now).filter(|_| freshness == Freshness::Recent) {
            return Ok(Some(seen));
        }
        let places = match capacity {
            Some(capacity) => Some(registrations.places_within(exam, capacity).await?),
            None => registrations.exam_places(exam).await?,
        };
        let places = places.map(Arc::new);
        if let Some(places) = &places {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(exam.clone(), (now, Arc::clone(places)));
        }
        Ok(places)
    }

    fn recent(&self, exam: &CourseId, now: OffsetDateTime) -> Option<Arc<ExamPlaces>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, places) = all.get(exam)?;
        ((now - *at).abs() < RECENT).then(|| Arc::clone(places))
    }
}

impl New<'_> {
    /// Nobody is to wait in line for what is sold out, but for those whose form may hold a place of it already.
    pub(crate) async fn expect_place(&self, state: &State) -> ApiResult<()> {
        if self.replaces.is_some() {
            return Ok(());
        }
        self.place(state, &self.offer.selection, Freshness::Recent)
            .await
            .map(drop)
    }

    /// The place of a first order, with the order before the form was corrected where that hands its own on. No other one
    /// is left then: the last place is not sold out to who holds it.
    pub(crate) async fn first_place(
        &self,
        state: &State,
        freshness: Freshness,
    ) -> ApiResult<(Option<OrderPlace>, Option<Order>)> {
        let selection = &self.offer.selection;
        let free = self.free_place(state, selection, freshness).await?;
        let (Some(key), Some(exam), Place::SoldOut) = (self.replaces, selection.course_id(), &free) else {
            return Ok((free.chosen()?, None));
        };
        let replaced = used_for(state, key).await?;
        let replaced = replaced.ok_or_else(sold_out)?.order_id;
        let closed = closed_for(state, &replaced, exam).await?;
        let closed = closed.ok_or_else(sold_out)?;
        match closed.place {
            Some(held @ OrderPlace::Held(_)) => Ok((Some(held), Some(closed))),
            // It was over, and is given back by now.
            Some(OrderPlace::Without) | None => {
                Ok((self.place(state, selection, Freshness::Now).await?, None))
            }
        }
    }

    /// The place that an order for this is to hold; None where its exam has any number.
    pub(crate) async fn place(
        &self,
        state: &State,
        selection: &Selection,
        freshness: Freshness,
    ) -> ApiResult<Option<OrderPlace>> {
        self.free_place(state, selection, freshness).await?.chosen()
    }

    async fn free_place(
        &self,
        state: &State,
        selection: &Selection,
        freshness: Freshness,
    ) -> ApiResult<Place> {
        let Some(exam) = selection.course_id() else {
            return Ok(Place::Unlimited);
        };
        let capacity = match self.capacity {
            // A correction has chosen another exam than the form.
            _ if self.offer.selection.course_id() != Some(exam) => None,
            Some(capacity) => Some(capacity),
            None => return Ok(Place::Unlimited),
        };
        let places = state
            .places_seen
            .look(
                &state.registrations,
                (exam, capacity),
                freshness,
                state.clock.now(),
            )
            .await;
        Ok(match places.map_err(ApiError::internal)? {
            Some(places) => places.choose(&state.entropy).map_or(Place::SoldOut, Place::Free),
            None => Place::Unlimited,
        })
    }
}

/// What an exam has left.
enum Place {
    /// It has any number of places.
    Unlimited,
    Free(PlaceNumber),
    SoldOut,
}

impl Place {
    fn chosen(self) -> ApiResult<Option<OrderPlace>> {
        match self {
            Self::Unlimited => Ok(None),
            Self::Free(place) => Ok(Some(OrderPlace::Held(place))),
            Self::SoldOut => Err(sold_out()),
        }
    }
}
