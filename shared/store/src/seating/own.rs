//! The seats that a candidate sees: those of the generations that are published.

use super::{
    PublishedExams, SEAT, SeatedCandidate, TABLE,
    published::{published_in, published_key},
};
use crate::{
    catalogue::Everything,
    dynamo::{StoreError, query_all, read, s, text},
    registrations::{Candidate, Registrations, partition_of},
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{
    CustomerId,
    pass::{Sitting, SittingSeat},
    registration::ExamPreference,
};

/// The published seats of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnSeats(Vec<SeatedCandidate>);

impl OwnSeats {
    /// Of every seat that a candidate has or had, those that are published.
    #[must_use]
    pub fn of(seats: Vec<SeatedCandidate>, published: &PublishedExams) -> Self {
        let current = |seat: &SeatedCandidate| published.is_current(&seat.course, &seat.generation);
        Self(seats.into_iter().filter(current).collect())
    }

    /// These exams with the seats in them, and when their candidates are to be there.
    #[must_use]
    pub fn seated(&self, sittings: Vec<Sitting>, everything: &Everything) -> Vec<Sitting> {
        let seated = |sitting: Sitting| {
            let seat = self.0.iter().find(|seat| seat.course == sitting.course);
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
            if text(&item, "sk") == text(&published_key(), "sk") {
                published = published_in(item)?;
            } else {
                candidate = Some(read::<Candidate>(TABLE, item)?);
            }
        }
        let is_online =
            |candidate: &Candidate| candidate.exam_preference.known() == Some(ExamPreference::Online);
        if published.0.is_empty() || candidate.as_ref().is_some_and(is_online) {
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
        let seats = items.await?.into_iter().map(|item| read(TABLE, item));
        let seats = seats.collect::<Result<_, _>>()?;
        Ok((candidate, OwnSeats::of(seats, &published)))
    }
}
