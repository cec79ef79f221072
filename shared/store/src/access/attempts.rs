//! Attempts to sign in, counted as failures before their password is checked.

use super::Access;
use crate::dynamo::{Item, StoreError, held, key, n, read, write};
use domain::guessing::Failures;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use time::OffsetDateTime;

/// How often a write that others came before is decided again.
const TRIES: usize = 3;

/// What attempts are counted by. Each is a keyed hash, so that the table tells nobody which names are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guessed {
    /// A name, whether there is an account of it or not.
    Name(String),
    /// A device from which its account was signed in to before.
    Device(String),
    /// What a person whose password was right proves beside it: a code, or the password once more.
    Proof(String),
}

/// Whether the password of an attempt may be checked.
#[derive(Debug, Clone)]
pub enum GuessAttempt {
    /// It may, and counts as a failure until it is taken back.
    Counted(Counted),
    /// Not until a pause is over.
    Paused {
        /// How long to wait.
        retry_after: Duration,
    },
}

/// An attempt that was counted.
#[derive(Debug, Clone)]
pub struct Counted {
    of: Guessed,
    before: Failures,
    after: Failures,
    rev: u64,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Stored {
    failures: Failures,
    /// Raised by every write. 0 is no item.
    rev: u64,
    /// In seconds since 1970.
    expires: i64,
}

impl Access {
    /// Counts an attempt to sign in as a failure, unless there is a pause.
    ///
    /// The write holds only for the failures that it was decided on, so that no number of attempts side by side gets
    /// past a pause. An attempt that loses to others three times must wait a second.
    ///
    /// # Errors
    /// When the table cannot be read or written: nothing is known of the pause, and the password must not be checked.
    pub async fn attempt(&self, of: Guessed, now: OffsetDateTime) -> Result<GuessAttempt, StoreError> {
        for _ in 0..TRIES {
            let found = self.failures(&of).await?;
            let failures = match found.failures.attempt(now) {
                Ok(failures) => failures,
                Err(retry_after) => return Ok(GuessAttempt::Paused { retry_after }),
            };
            if self.replace(&of, found.rev, failures).await? {
                return Ok(GuessAttempt::Counted(Counted {
                    of,
                    before: found.failures,
                    after: failures,
                    rev: found.rev + 1,
                }));
            }
        }
        Ok(GuessAttempt::Paused {
            retry_after: Duration::from_secs(1),
        })
    }

    /// Takes back an attempt whose password was right. A device has no failures left after that; of a name, what others
    /// failed stays, so that nobody's success opens the name to a guesser.
    pub async fn forgive_attempt(&self, counted: Counted) -> Result<(), StoreError> {
        let Counted {
            of,
            before,
            after,
            mut rev,
        } = counted;
        let mut failures = after;
        for _ in 0..TRIES {
            let forgiven = match of {
                Guessed::Name(_) | Guessed::Proof(_) => failures.forgive(before, after),
                Guessed::Device(_) => failures.forgive_all(),
            };
            if self.replace(&of, rev, forgiven).await? {
                break;
            }
            Stored { failures, rev, .. } = self.failures(&of).await?;
        }
        // After as many others it stays counted, and is forgotten in an hour.
        Ok(())
    }

    async fn failures(&self, of: &Guessed) -> Result<Stored, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(of.key()))
            .consistent_read(true)
            .send()
            .await?;
        let stored = answer.item.map(|item| read("access", item)).transpose()?;
        Ok(stored.unwrap_or_default())
    }

    /// Whether nobody has written since `rev`.
    async fn replace(&self, of: &Guessed, rev: u64, failures: Failures) -> Result<bool, StoreError> {
        let stored = Stored {
            failures,
            rev: rev + 1,
            expires: failures.forgotten_at(),
        };
        let mut item = write("access", &stored)?;
        item.extend(of.key());
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item));
        let put = match rev {
            0 => put.condition_expression("attribute_not_exists(pk)"),
            _ => put
                .condition_expression("rev = :rev")
                .expression_attribute_values(":rev", n(rev)),
        };
        Ok(held(put.send().await)?.is_some())
    }
}

impl Guessed {
    fn key(&self) -> Item {
        let pk = match self {
            Self::Name(hash) => format!("LOGIN#NAME#{hash}"),
            Self::Device(hash) => format!("LOGIN#DEVICE#{hash}"),
            Self::Proof(hash) => format!("LOGIN#PROOF#{hash}"),
        };
        key(pk, "LOGIN")
    }
}
