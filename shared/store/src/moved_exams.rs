//! Exams that were moved, until all who hold them have a mail about it in the queue. They are in table registrations, which
//! has the index `due`, and are written with the move.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | moved exam | `MOVED#<exam>#<version>` | `MOVED` | `kind`, `exam`, `version`, `at`, `holders`, `behind`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep one | Put, in the transaction of the move |
//! | those that are due | Query of the partition `DUE#MOVED#0` of index `due`, the longest overdue first |
//! | lease one | UpdateItem, if it is due and not leased |
//! | keep how far it is | UpdateItem on its lease |
//! | remove it | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |

use crate::{
    dynamo::{StoreError, attribute, n, write},
    mail_queue::{MailQueue, Queued, QueuedMail},
    read_model::{Course, Cursor},
    registrations::TABLE,
    transaction::{self, Write, refused_is_stale},
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{CourseId, catalogue::Exam};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after the move, or the last look at its holders, TTL may take one whose holders could not be found.
const KEPT: Duration = Duration::days(3);

/// The exams, by exam and version.
pub type MovedExams = MailQueue<MovedExam>;

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holders {
    /// Those who have chosen the exam.
    OfIt,
    /// Those who have every exam.
    OfAll,
}

/// An exam whose holders are to be told that it was moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedExam {
    /// Which.
    pub exam: CourseId,
    /// Its version since.
    pub version: u64,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Whose turn it is.
    pub holders: Holders,
    /// Behind which place of their list; from its beginning, when None.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    behind: Option<String>,
    /// Until when somebody is at it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl MovedExam {
    /// The list with some of its holders.
    #[must_use]
    pub fn list(&self, holders: Holders) -> Course {
        match holders {
            Holders::OfIt => Course::One(self.exam.clone()),
            Holders::OfAll => Course::All,
        }
    }

    /// Behind which place of the list whose turn it is; from its beginning, when None.
    #[must_use]
    pub fn behind(&self) -> Option<Cursor> {
        self.behind.as_deref().and_then(Cursor::parse)
    }
}

impl QueuedMail for MovedExam {
    type Id = str;

    const KIND: &'static str = "MOVED";
    const SHARD: &'static str = "DUE#MOVED#0";

    fn key(id: &str) -> &str {
        id
    }

    fn id(key: &str) -> Option<String> {
        Some(key.to_owned())
    }

    fn attempts(&self) -> u32 {
        0
    }
}

impl MovedExams {
    /// An exam as it was moved, whose holders are to be told.
    pub(crate) fn put(&self, exam: &Exam, at: OffsetDateTime) -> Result<TransactWriteItem, StoreError> {
        let moved = MovedExam {
            exam: exam.id.clone(),
            version: exam.version,
            at,
            holders: Holders::OfIt,
            behind: None,
            lease_until: None,
        };
        let id = format!("{}#{}", exam.id, exam.version);
        transaction::put(
            &self.table,
            write(TABLE, &Queued::new(id.as_str(), &moved, at, at + KEPT))?,
        )
    }

    /// Keeps how far a leased one is, and gives it back to be gone on with at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the same holders are looked at again.
    pub async fn go_on(
        &self,
        id: &str,
        lease: &str,
        (holders, behind): (Holders, Option<&Cursor>),
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let update = self
            .update_leased(id, lease)
            .expression_attribute_values(":holders", attribute(TABLE, &holders)?)
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":expires", n((due + KEPT).unix_timestamp()));
        let sent = match behind {
            Some(behind) => update
                .update_expression(
                    "SET holders = :holders, due_at = :due, expires = :expires, behind = :behind REMOVE #lease, lease_until",
                )
                .expression_attribute_values(":behind", attribute(TABLE, &behind.as_str())?),
            None => update.update_expression(
                "SET holders = :holders, due_at = :due, expires = :expires REMOVE #lease, lease_until, behind",
            ),
        };
        refused_is_stale(sent.send().await)
    }
}
