//! Gives places to those who hold an exam that was given a capacity after they had registered, and to those for whom none
//! was left before it was given more.

use crate::Reconciler;
use domain::{
    ExamPlaces,
    payment::{Order, Status},
};
use store::{
    StoreError,
    read_model::{Course, Row, RowFilter},
    registrations::{Write, awaited::AwaitedExam},
};
use time::OffsetDateTime;

const NAME: &str = "an exam that was given a capacity";

/// How many exams a run goes on with.
const EXAMS_A_RUN: i32 = 4;

/// How many candidates are listed at once, after which it is kept how far an exam is.
const A_PAGE: u16 = 100;

/// How often a place is tried that others take at the same moment.
const TRIES: usize = 5;

impl Reconciler {
    /// Goes on with the exams that were given a capacity. What is not done is due at the next run.
    pub(crate) async fn give_places(&self, until: OffsetDateTime) {
        let look = self.registrations.awaited_exams(self.clock.now(), EXAMS_A_RUN);
        for awaited in self.inspect(NAME, until, look).await.unwrap_or_default() {
            if let Err(error) = self.give_places_of(awaited, until).await {
                tracing::warn!(cause = %error, "places of an exam could not be given");
            }
        }
    }

    async fn give_places_of(
        &self,
        mut awaited: AwaitedExam,
        until: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let list = RowFilter {
            course: Some(Course::One(awaited.exam.clone())),
            ..RowFilter::default()
        };
        let mut behind = awaited.behind.clone();
        while self.clock.now() < until {
            let (page, _) = self
                .registrations
                .every_readable_row(&list, A_PAGE, behind.as_ref())
                .await?;
            let Some(mut places) = self.registrations.exam_places(&awaited.exam).await? else {
                return Ok(());
            };
            let mut left = awaited.count;
            for row in page.rows.iter().filter(|row| may_hold(row)) {
                match self.give_place_to(row, &awaited, &mut places).await {
                    Ok(is_one_more) => left = left.saturating_sub(u32::from(is_one_more)),
                    Err(error @ StoreError::Corrupt { .. }) => {
                        let candidate = row.customer_id.as_str();
                        tracing::error!(candidate, %error, "a candidate cannot be read, and gets no place");
                    }
                    Err(error) => return Err(error),
                }
            }
            behind = page.next;
            let given = behind.as_ref().map(|behind| (behind, left));
            match self.registrations.places_given(&awaited, given).await? {
                Write::Done => awaited.count = left,
                // Another run goes on with it or has ended it, or the exam was changed.
                Write::Stale => return Ok(()),
            }
            if behind.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether it is one more who has paid and has a place.
    async fn give_place_to(
        &self,
        row: &Row,
        awaited: &AwaitedExam,
        places: &mut ExamPlaces,
    ) -> Result<bool, StoreError> {
        let mut is_one_more = false;
        for _ in 0..TRIES {
            let orders = self.registrations.orders_of(&row.customer_id).await?;
            let lacks = |order: &&Order| {
                order.held_place().is_none()
                    && order.wants_place(self.clock.now())
                    && order.selection.course_id() == Some(&awaited.exam)
            };
            let Some(order) = orders.iter().find(lacks) else {
                return Ok(is_one_more);
            };
            let place = match (places.awaited_place(), order.place) {
                (Some(place), _) => place,
                // It was sold while there was no capacity.
                (None, None) => places.place_beyond(),
                (None, Some(_)) => return Ok(is_one_more),
            };
            match self.registrations.give_place(order, place).await? {
                Write::Done => {
                    is_one_more |= order.entitles();
                    places.hold(place);
                }
                Write::Stale => {
                    let again = self.registrations.exam_places(&awaited.exam).await?;
                    *places = again.unwrap_or_else(|| places.clone());
                }
            }
        }
        Ok(is_one_more)
    }
}

/// Whether a candidate may hold a place: all but those whose time to pay is over.
fn may_hold(row: &Row) -> bool {
    row.validity().is_some() || row.status != Status::Expired
}
