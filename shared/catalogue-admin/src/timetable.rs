//! What a change of the timetable does to others: to those whose passes show an exam's day, hours and hall, and to other
//! exams in the hall at that time. It is shown before it is saved, and saved once the request names all of it.
//!
//! The numbers are those of the aggregates, so asking costs the same for any number of candidates. Two exams that are
//! moved into one hall at the same moment do not see one another before they are written. Each reads the hall once more
//! after its own write, so that at least the answer of the later one names the other.

mod clashes;
mod disturbed;

use crate::{Snapshot, WithCandidates};
use clashes::{clashes, enters_hall, hall, is_at_another_time, overlaps};
use disturbed::Disturbed;
use domain::{
    CourseId,
    catalogue::{College, Exam},
};
use http_api::{ApiError, ApiResult};
use store::{
    catalogue::Everything,
    read_model::{Aggregates, Course},
};

pub use clashes::{Clash, has_moved};
pub use disturbed::{Confirmed, NotConfirmed};

impl WithCandidates {
    /// Lets an exam be placed, or moved from `before`, if that disturbs nobody but those who are `confirmed`.
    ///
    /// # Errors
    /// 409 with those whom it disturbs; 500 when a table does not answer.
    pub async fn permit_placing(
        &self,
        before: Option<&Exam>,
        after: &Exam,
        confirmed: &Confirmed,
    ) -> ApiResult<()> {
        let leaves_seats = match before {
            Some(before) => self.leaves_seats(before, after).await?,
            None => false,
        };
        let mut disturbed = match before {
            Some(before) if !has_moved(before, after) => {
                let changes_passes = self.changes_hall_tickets(before, after).await?;
                let (paid, paid_for_all) = match leaves_seats || changes_passes {
                    true => self.snapshot().await?.holders_of(after),
                    false => (0, 0),
                };
                Disturbed {
                    changes_passes,
                    paid,
                    paid_for_all,
                    // Nobody's pass shows the halls before the seats are published.
                    clashes: match enters_hall(before, after) {
                        true => self.clashes(after).await?,
                        false => Vec::new(),
                    },
                    ..Disturbed::default()
                }
            }
            Some(before) => Disturbed {
                // Who has a seat is shown its hall, and no venue; who has none yet is mailed when there is one.
                changes_passes: is_at_another_time(before, after)
                    || !leaves_seats
                    || self.changes_hall_tickets(before, after).await?,
                ..self.snapshot().await?.disturbed_by(before, after)
            },
            // Nobody can have chosen what was not there.
            None => Disturbed {
                clashes: self.clashes(after).await?,
                ..Disturbed::default()
            },
        };
        disturbed.beyond = self.held_beyond(before, after).await?;
        disturbed.leaves_seats = leaves_seats;
        disturbed.permit(confirmed)
    }

    /// Whether an exam's hall tickets, which are out, say another time to be there than they will.
    ///
    /// # Errors
    /// 500 when the table does not answer.
    pub async fn changes_hall_tickets(&self, before: &Exam, after: &Exam) -> ApiResult<bool> {
        if before.seating.reporting_time == after.seating.reporting_time {
            return Ok(false);
        }
        self.has_seats(before).await
    }

    /// Whether candidates who have no seat in an exam may be given one: they were more than it had places, and now it has any number.
    ///
    /// # Errors
    /// 500 when the table does not answer.
    pub async fn lets_all_sit(&self, before: &Exam, after: &Exam) -> ApiResult<bool> {
        if before.capacity.is_none() || after.capacity.is_some() {
            return Ok(false);
        }
        self.has_seats(before).await
    }

    /// Whether an exam is put into other halls than those in which its candidates have been given seats.
    async fn leaves_seats(&self, before: &Exam, after: &Exam) -> ApiResult<bool> {
        let stays = before.seating.halls == after.seating.halls && hall(&before.venue) == hall(&after.venue);
        if stays {
            return Ok(false);
        }
        self.has_seats(before).await
    }

    async fn has_seats(&self, exam: &Exam) -> ApiResult<bool> {
        let published = self.seating.published().await.map_err(ApiError::internal)?;
        Ok(published.0.contains_key(&exam.id))
    }

    /// How many hold a place, where a change leaves fewer than that.
    async fn held_beyond(&self, before: Option<&Exam>, after: &Exam) -> ApiResult<Option<u32>> {
        let (Some(before), Some(capacity)) = (before, after.capacity) else {
            return Ok(None);
        };
        if before.capacity.is_some_and(|before| before <= capacity) {
            return Ok(None);
        }
        let taken = self.places_taken(before).await?;
        Ok((taken > capacity.get()).then_some(taken))
    }

    /// Lets a college be edited if it keeps its exams, or that disturbs nobody but those who are `confirmed`: the passes of
    /// those who have paid for every exam list what the colleges hold.
    ///
    /// # Errors
    /// 409 with those whom it disturbs; 500 when a table does not answer.
    pub async fn permit_taking_out(
        &self,
        before: &College,
        after: &College,
        confirmed: &Confirmed,
    ) -> ApiResult<()> {
        if before.courses.iter().all(|exam| after.courses.contains(exam)) {
            return Ok(());
        }
        let snapshot = self.snapshot().await?;
        let Everything { colleges, exams, .. } = &snapshot.everything;
        let is_lost = |exam: &&CourseId| {
            let mut others = colleges.values().filter(|college| college.id != before.id);
            exams.contains_key(*exam)
                && !after.courses.contains(exam)
                && !others.any(|college| college.courses.contains(exam))
        };
        let lost: Vec<&CourseId> = before.courses.iter().filter(is_lost).collect();
        if lost.is_empty() {
            return Ok(());
        }
        let chosen: u64 = lost
            .iter()
            .map(|exam| snapshot.aggregates.chosen_of_all(exam))
            .sum();
        let undecided = snapshot.aggregates.undecided(&snapshot.everything.on_offer());
        let disturbed = Disturbed {
            // Who has chosen several of them is one.
            paid_for_all: (undecided + chosen).min(valid(&snapshot.aggregates, &Course::All)),
            changes_passes: true,
            ..Disturbed::default()
        };
        disturbed.permit(confirmed)
    }

    /// The exams that are in the hall of an exam that was written, and were not confirmed: those that came at the same
    /// moment. It is saved whatever is found, so a table that does not answer now finds nothing.
    pub async fn unconfirmed_clashes(
        &self,
        before: Option<&Exam>,
        after: &Exam,
        confirmed: &Confirmed,
    ) -> Vec<Clash> {
        if before.is_some_and(|before| !has_moved(before, after) && !enters_hall(before, after)) {
            return Vec::new();
        }
        let mut clashes = self.clashes(after).await.unwrap_or_default();
        clashes.retain(|clash| !confirmed.names(&clash.id));
        clashes
    }

    async fn clashes(&self, exam: &Exam) -> ApiResult<Vec<Clash>> {
        let everything = self.catalogue_admin.catalogue.everything_now().await;
        Ok(clashes(&everything.map_err(ApiError::internal)?, exam))
    }
}

impl Snapshot {
    /// Candidates whose valid pass shows an exam: those of it alone; and of those of every exam the ones who have chosen it,
    /// and, if it is among those of the colleges, the ones who have chosen none.
    fn holders_of(&self, exam: &Exam) -> (u64, u64) {
        let on_offer = self.everything.on_offer();
        let undecided = match on_offer.contains(&exam.id) {
            true => self.aggregates.undecided(&on_offer),
            false => 0,
        };
        (
            valid(&self.aggregates, &Course::One(exam.id.clone())),
            self.aggregates.chosen_of_all(&exam.id) + undecided,
        )
    }

    fn disturbed_by(&self, before: &Exam, exam: &Exam) -> Disturbed {
        let (paid, paid_for_all) = self.holders_of(exam);
        Disturbed {
            paid,
            paid_for_all,
            clashes: clashes(&self.everything, exam),
            overlaps: if paid_for_all > 0 {
                overlaps(&self.everything, before, exam)
            } else {
                Vec::new()
            },
            beyond: None,
            leaves_seats: false,
            changes_passes: true,
        }
    }
}

fn valid(aggregates: &Aggregates, of: &Course) -> u64 {
    aggregates.valid_passes(|course, _| course == of)
}
