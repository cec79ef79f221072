//! The seats that a candidate sees: those of the generations that are published.

use super::{
    PublishedExams, SEAT, SeatedCandidate, TABLE,
    published::{PUBLISHED, published, published_in, published_key},
    read::seats_in,
};
use crate::{
    catalogue::Everything,
    dynamo::{StoreError, query_all, read, s, text},
    registrations::{Candidate, CandidateFile, Registrations, partition_of},
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{
    CourseId, CustomerId,
    pass::{Sitting, SittingSeat},
};
use futures::future::try_join;
use std::collections::BTreeSet;

/// The published seats of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnSeats {
    seats: Vec<SeatedCandidate>,
    /// The exams whose seats are published, theirs or not.
    published: BTreeSet<CourseId>,
}

impl OwnSeats {
    /// Of every seat that a candidate has or had, those that are published.
    #[must_use]
    pub fn of(seats: Vec<SeatedCandidate>, published: &PublishedExams) -> Self {
        let current = |seat: &SeatedCandidate| published.is_current(&seat.course, &seat.generation);
        Self {
            seats: seats.into_iter().filter(current).collect(),
            published: published.0.keys().cloned().collect(),
        }
    }

    /// Whether the seats of an exam are published, to which the candidate may have come too late.
    #[must_use]
    pub fn are_published(&self, course: &CourseId) -> bool {
        self.published.contains(course)
    }

    /// Whether the seats of an exam are published, and none is the candidate's.
    #[must_use]
    pub fn is_without(&self, exam: &CourseId) -> bool {
        self.published.contains(exam) && self.seats.iter().all(|seat| seat.course != *exam)
    }

    /// These exams with the seats in them, and when their candidates are to be there.
    #[must_use]
    pub fn seated(&self, sittings: Vec<Sitting>, everything: &Everything) -> Vec<Sitting> {
        let seated = |sitting: Sitting| {
            let seat = self.seats.iter().find(|seat| seat.course == sitting.course);
            let exam = everything.exams.get(&sitting.course);
            let seat = seat.map(|seat| SittingSeat {
                hall: seat.name.clone(),
                seat: seat.seat,
                reporting_time: exam.map_or_else(String::new, |exam| exam.seating.reporting_time.clone()),
            });
            Sitting { seat, ..sitting }
        };
        sittings.into_iter().map(seated).collect()
    }
}

impl Registrations {
    /// A candidate as [`Registrations::candidate`] has it, with its published seats: a Query, and beside it a GetItem.
    pub async fn candidate_seated(
        &self,
        id: &CustomerId,
    ) -> Result<(Option<CandidateFile>, OwnSeats), StoreError> {
        let published = published(&self.client, &self.table);
        let (items, published) = try_join(self.candidate_items(id), published).await?;
        let seats = seats_in(&items)?;
        let file = CandidateFile::read(items)?.and_then(CandidateFile::without_refused);
        if file.is_some() {
            telemetry::about(id);
        }
        let sits = file
            .as_ref()
            .is_some_and(|file| !file.candidate.exam_preference.is_online());
        let seats = if sits {
            OwnSeats::of(seats, &published)
        } else {
            OwnSeats::default()
        };
        Ok((file, seats))
    }

    /// What a candidate registered as, without the orders, and its published seats, as of this moment: one BatchGetItem, and
    /// a Query once seats are published. Who takes the exams on the web has none to see.
    pub async fn registered_with_seats(
        &self,
        id: &CustomerId,
    ) -> Result<(Option<Candidate>, OwnSeats), StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(vec![Candidate::key(id), published_key()]))
            .consistent_read(true);
        let (mut candidate, mut published) = (None, PublishedExams::default());
        for item in self.batch(wanted).await? {
            if text(&item, "sk") == PUBLISHED {
                published = published_in(item)?;
            } else {
                candidate = Some(read::<Candidate>(TABLE, item)?);
            }
        }
        let is_online = candidate
            .as_ref()
            .is_some_and(|one| one.exam_preference.is_online());
        if published.0.is_empty() || is_online {
            return Ok((candidate, OwnSeats::default()));
        }
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :candidate AND begins_with(sk, :seat)")
                .expression_attribute_values(":candidate", s(partition_of(id)))
                .expression_attribute_values(":seat", s(SEAT))
                .consistent_read(true),
        );
        Ok((candidate, OwnSeats::of(seats_in(&items.await?)?, &published)))
    }
}
