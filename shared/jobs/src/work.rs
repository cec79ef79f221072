//! What a kind of job does.

use crate::held::{Held, NotKept};
use std::time::Duration;
use store::JobKind;
use time::OffsetDateTime;

/// The work of a kind of job, by one worker.
///
/// A worker may die at any moment, and one that is thought dead may be alive, so each step may be done again, and beside
/// itself. What the next worker has to know is in the job (`held.job.work`), which is kept after each step; what is in
/// `self` dies with the worker.
pub trait Work: Send {
    /// What is remembered of the job.
    type Kind: JobKind;
    /// Why a step was not done.
    type Error: From<NotKept> + Send;

    /// Does the next step. One that takes long gives signs of life ([`Held::keep`]).
    fn step(
        &mut self,
        held: &mut Held<Self::Kind>,
    ) -> impl Future<Output = Result<Stepped, Self::Error>> + Send;

    /// What an error means for the job.
    fn verdict(
        &self,
        held: &Held<Self::Kind>,
        error: &Self::Error,
    ) -> impl Future<Output = StepVerdict> + Send;

    /// Waits for a while within a worker's time. A test makes it short.
    fn pause(&self, pause: Duration) -> impl Future<Output = ()> + Send {
        tokio::time::sleep(pause)
    }
}

/// What came of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stepped {
    /// It was the last one.
    Done,
    /// Another one follows.
    More,
    /// Another one follows, not before this moment.
    WaitUntil(OffsetDateTime),
    /// The job comes to no end; why, in words for people.
    Failed(String),
}

/// What an error means for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepVerdict {
    /// It is another worker's, or over.
    Lost,
    /// It would be the same next time; why, in words for people.
    Fails(String),
    /// The worker dies of it. The job is found dead, and another worker goes on.
    Dies,
    /// Another worker goes on as soon as one comes; people are told why it does not at once.
    Waits(String),
}
