//! The exams of the catalogue.

use super::table::Catalogue;
use crate::{
    access::{KeyUse, Made, make_in},
    admin::Audit,
    dynamo::StoreError,
    moved_exams::MovedExams,
    registrations::{Registrations, places::Awaited},
    seating::{Seating, SeatsNews},
    transaction::{self, Transaction, Write},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{CourseId, StreamId, catalogue::Exam};
use serde_json::json;
use sha2::{Digest, Sha256};

/// How the writing of an exam ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Placed {
    /// Written.
    Done,
    /// It has changed since it was read; nothing was written.
    Stale,
    /// There is no such stream; nothing was written.
    NoStream,
}

/// What is written with a change of an exam.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExamChange<'a> {
    /// Where it is kept that those who hold it are to be told; None where they are not.
    pub told: Option<&'a MovedExams>,
    /// What is noted with its seats, which are published, and where; None where that is nothing.
    pub seats: Option<(&'a Seating, SeatsNews)>,
    /// Where it is kept how many places it has, if that changes.
    pub places: Option<PlacesChange<'a>>,
}

/// A change of how many places an exam has.
#[derive(Debug, Clone, Copy)]
pub struct PlacesChange<'a> {
    /// Where it is kept.
    pub registrations: &'a Registrations,
    /// Those who are to be given places because they paid while it had any number.
    pub awaited: Option<Awaited>,
}

/// What the exams are called, by their hours.
#[derive(Debug, Clone, Default)]
pub struct ExamNames(Vec<(CourseId, String)>);

impl ExamNames {
    /// The names of some exams in one line; of one that is gone its identifier.
    #[must_use]
    pub fn line(&self, exams: &[CourseId]) -> String {
        let known = self.0.iter().filter(|(exam, _)| exams.contains(exam));
        let mut names: Vec<&str> = known.map(|(_, name)| name.as_str()).collect();
        let gone = exams
            .iter()
            .filter(|exam| self.0.iter().all(|(known, _)| known != *exam));
        names.extend(gone.map(CourseId::as_str));
        names.join("; ")
    }

    /// What is another one as soon as a line may be.
    #[must_use]
    pub fn digest(&self) -> String {
        hex::encode(Sha256::digest(json!(self.0).to_string()))
    }
}

impl Catalogue {
    /// What the exams are called.
    pub async fn exam_names(&self) -> Result<ExamNames, StoreError> {
        let mut exams = self.exams().await?;
        // What is still to be announced comes last.
        exams.sort_by(|one, other| {
            let place = |exam: &Exam| (exam.date.is_empty(), exam.date.clone(), exam.time_start.clone());
            place(one).cmp(&place(other))
        });
        let names = exams.into_iter().map(|exam| (exam.id, exam.exam_name));
        Ok(ExamNames(names.collect()))
    }

    /// Every exam of this moment, in the order of the identifiers.
    pub async fn exams(&self) -> Result<Vec<Exam>, StoreError> {
        self.all().await
    }

    /// One exam, as of this moment.
    pub async fn exam(&self, id: &CourseId) -> Result<Option<Exam>, StoreError> {
        self.find(id.as_str()).await
    }

    /// Writes a new exam into its stream, which its form makes once, and how many places it has.
    ///
    /// # Errors
    /// When a table does not answer. It may then have been written.
    pub async fn create_exam(
        &self,
        exam: &Exam,
        audit: Audit<'_>,
        key: Option<&KeyUse<'_>>,
        registrations: &Registrations,
    ) -> Result<Option<Made>, StoreError> {
        let stream = self.arrival(&exam.stream_id)?;
        let places = exam
            .capacity
            .map(|capacity| registrations.capacity_action(&exam.id, Some(capacity), None));
        let places = places.transpose()?;
        make_in(&self.client, self.creation(exam)?, audit, key, stream, places).await
    }

    /// Writes an exam over `before`, the version before its own, with what goes with the change.
    pub async fn update_exam(
        &self,
        exam: &Exam,
        before: &Exam,
        audit: Audit<'_>,
        beside: ExamChange<'_>,
    ) -> Result<Placed, StoreError> {
        let ExamChange { told, seats, places } = beside;
        let enters = (exam.stream_id != before.stream_id).then_some(&exam.stream_id);
        let moved = told.map(|exams| exams.put(exam, audit.entry().at)).transpose()?;
        let places = places.map(|change| {
            let PlacesChange {
                registrations,
                awaited,
            } = change;
            registrations.capacity_action(&exam.id, exam.capacity, awaited)
        });
        let seats = seats.map(|(seating, news)| seating.note(news, &exam.id));
        let beside = moved
            .into_iter()
            .chain(seats.transpose()?)
            .chain(places.transpose()?);
        let beside = beside.collect();
        self.place(self.update(exam)?, enters, audit, beside).await
    }

    async fn place(
        &self,
        action: TransactWriteItem,
        enters: Option<&StreamId>,
        audit: Audit<'_>,
        beside: Vec<TransactWriteItem>,
    ) -> Result<Placed, StoreError> {
        let mut actions = vec![action, audit.put()?];
        let stream = actions.len();
        actions.extend(enters.map(|id| self.arrival(id)).transpose()?);
        actions.extend(beside);
        Ok(match transaction::transact(&self.client, actions).await? {
            Transaction::Done => Placed::Done,
            Transaction::Refused(refused) if refused == [stream] => Placed::NoStream,
            Transaction::Refused(_) | Transaction::Conflict => Placed::Stale,
        })
    }

    /// Deletes an exam, if it is still at this version, with how many places it has.
    pub async fn delete_exam(
        &self,
        exam: &Exam,
        audit: Audit<'_>,
        registrations: &Registrations,
    ) -> Result<Write, StoreError> {
        let mut actions = vec![self.deletion(exam)?, audit.put()?];
        if exam.capacity.is_some() {
            actions.push(registrations.capacity_action(&exam.id, None, None)?);
        }
        Ok(transaction::transact(&self.client, actions).await?.written())
    }

    /// Writes an exam as it is, whatever is there.
    pub async fn put_exam(&self, exam: &Exam) -> Result<(), StoreError> {
        self.put(exam).await
    }
}
