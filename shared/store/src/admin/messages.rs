//! Table admin: the [jobs](crate::jobs) that send a message of the organisers to candidates, each at `MESSAGES` and its
//! identifier. Their recipients are in [another table](crate::messages).

use crate::{
    dynamo::{StoreError, s},
    jobs::{JobKind, JobPlace, Jobs},
    tables::Table,
};
use domain::{
    CourseId, Stored, Word,
    job::{Job, JobState, JobWork},
    message::{Audience, MessageText},
};
use serde::{Deserialize, Serialize};

/// What is remembered of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateMessage {
    /// What it says.
    pub text: MessageText,
    /// To whom it goes.
    pub audience: Audience,
    /// How many of them were picked one by one, which is known when they themselves no longer are; 0 where nobody was.
    #[serde(default)]
    pub picked: u64,
    /// The results that it is about. It goes out only while they are published, and only to who holds a valid pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<ResultsNews>,
    /// How far it is.
    pub phase: Stored<MessagePhase>,
    /// How many addresses the mail service has taken it for.
    #[serde(default)]
    pub sent: u64,
    /// How many addresses the mail service refused.
    #[serde(default)]
    pub failed: u64,
    /// How many addresses were left out, because mail to them came back or was called spam.
    #[serde(default)]
    pub skipped: u64,
    /// How many mails a second are tried at the moment; 0 for as many as there may be.
    #[serde(default)]
    pub pace: u32,
    /// How often in a row the mail service took nothing.
    #[serde(default)]
    pub refusals: u32,
    /// What is waited for, in words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}

/// The results that a message is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultsNews {
    /// The exam.
    pub exam: CourseId,
    /// What it is called.
    pub exam_name: String,
    /// What became of them.
    pub what: Stored<ResultsEvent>,
}

/// What a message says of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultsEvent {
    /// They are published, to each who has one.
    Published,
    /// One of them was corrected, or added, while they are published: to whose it is.
    Corrected,
}

impl Word for ResultsEvent {
    fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Corrected => "corrected",
        }
    }
}

/// How far a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessagePhase {
    /// Its recipients are written down: from the end of this on they are frozen.
    Gathering,
    /// It goes out.
    Sending,
}

impl Word for MessagePhase {
    fn as_str(self) -> &'static str {
        match self {
            Self::Gathering => "gathering",
            Self::Sending => "sending",
        }
    }
}

impl CandidateMessage {
    /// A message that nobody has been written down for.
    #[must_use]
    pub fn new(text: MessageText, audience: Audience) -> Self {
        Self {
            text,
            picked: audience.customer_ids.len() as u64,
            audience,
            results: None,
            phase: MessagePhase::Gathering.into(),
            sent: 0,
            failed: 0,
            skipped: 0,
            pace: 0,
            refusals: 0,
            waiting: None,
        }
    }
}

impl Jobs<CandidateMessage> {
    /// Of the newest messages, `most` of them, those that are not about a single result and done; the newest first. Of such ones
    /// there are as many as results were corrected, so the table leaves them out. One that cannot be read is left out, too.
    pub async fn listed(&self, most: u16) -> Result<Vec<Job<CandidateMessage>>, StoreError> {
        let query = self
            .newest_first("0")
            .filter_expression("NOT (#state = :done AND #work.#results.#what = :corrected)")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#work", "work")
            .expression_attribute_names("#results", "results")
            .expression_attribute_names("#what", "what")
            .expression_attribute_values(":done", s(JobState::Done.as_str()))
            .expression_attribute_values(":corrected", s(ResultsEvent::Corrected.as_str()));
        let (mut jobs, mut left, mut from) = (Vec::new(), i32::from(most), None);
        loop {
            let page = query.clone().limit(left).set_exclusive_start_key(from);
            let page = page.send().await?;
            jobs.extend(Self::readable(page.items.unwrap_or_default()));
            left -= page.scanned_count;
            from = page.last_evaluated_key;
            if from.is_none() || left <= 0 {
                return Ok(jobs);
            }
        }
    }
}

impl JobWork for CandidateMessage {
    /// Whom it went to is with the candidates, and goes with them.
    fn over(&mut self) {
        self.audience.customer_ids.clear();
        self.waiting = None;
    }
}

impl JobKind for CandidateMessage {
    const PLACE: JobPlace = JobPlace {
        table: Table::Admin,
        partition: "MESSAGES",
        only: None,
    };
}
