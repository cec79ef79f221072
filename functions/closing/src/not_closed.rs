//! Why the work on the closing stopped, and what the screen says of it.

use crate::records::RecordsError;
use export_files::FileError;
use jobs::{NotKept, StepVerdict};
use sheets::SheetsError;
use store::{StoreError, event_closing::Step};

/// Why a worker stopped. The next minute's goes on.
#[derive(Debug, thiserror::Error)]
pub enum NotClosed {
    /// The event is not one of ours.
    #[error("the event is none of this function's")]
    UnknownEvent,
    /// A table did not answer, or has a payment that cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bucket of records did not answer.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// The bucket of exports did not answer.
    #[error(transparent)]
    Exports(#[from] FileError),
    /// The spreadsheet did not answer.
    #[error(transparent)]
    Sheets(#[from] SheetsError),
    /// A refund that was asked for as the deletion began has not ended.
    #[error("a refund is under way")]
    RefundUnderWay,
    /// Another worker has taken over.
    #[error("another worker has taken over")]
    Superseded,
}

impl From<NotKept> for NotClosed {
    fn from(error: NotKept) -> Self {
        match error {
            NotKept::Lost => Self::Superseded,
            NotKept::Store(error) => error.into(),
        }
    }
}

impl NotClosed {
    /// The next minute's worker need not wait until this one counts as dead.
    pub(crate) fn verdict(&self, step: Step) -> StepVerdict {
        match self {
            Self::Superseded => StepVerdict::Lost,
            Self::UnknownEvent
            | Self::Store(_)
            | Self::Records(_)
            | Self::Exports(_)
            | Self::Sheets(_)
            | Self::RefundUnderWay => StepVerdict::Waits(self.words(step).to_owned()),
        }
    }

    /// What the screen says of what went wrong at a step: something is deleted once the first is over.
    fn words(&self, step: Step) -> &'static str {
        match self {
            Self::Store(StoreError::Corrupt { .. }) => match step {
                Step::Records => {
                    "Something that is stored cannot be read, so nothing is deleted. The log of the function closing says more."
                }
                Step::Erase | Step::Sheet | Step::AuditLog | Step::Exports | Step::Done => {
                    "Something that is stored cannot be read. Candidates are deleted already; the rest waits. The log of the \
                     function closing says more."
                }
            },
            Self::Records(_) => "The file for the accounts cannot be kept, so nothing is deleted.",
            Self::Exports(_) => "The bucket of exports does not answer.",
            Self::Sheets(_) => "The Google Sheet does not answer.",
            Self::RefundUnderWay => {
                "A refund is still under way at the payment provider, so nothing is deleted. It goes on when that has ended, \
                 after two weeks at the latest."
            }
            Self::UnknownEvent | Self::Store(_) | Self::Superseded => "The tables do not answer.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step; 6] = [
        Step::Records,
        Step::Erase,
        Step::AuditLog,
        Step::Exports,
        Step::Sheet,
        Step::Done,
    ];

    #[test]
    fn nothing_is_called_deleted_before_the_accounts_are_written_down_and_candidates_are_afterwards() {
        let unreadable = NotClosed::Store(StoreError::Corrupt {
            table: "registrations",
            cause: "it is not an order".to_owned(),
        });
        for step in STEPS {
            let words = unreadable.words(step);
            let is_first = step == Step::Records;
            assert_eq!(
                words.contains("nothing is deleted"),
                is_first,
                "{step:?}: {words}"
            );
            assert_eq!(
                words.contains("Candidates are deleted already"),
                !is_first,
                "{step:?}: {words}"
            );
        }
    }

    #[test]
    fn what_does_not_answer_is_named_and_says_nothing_of_what_is_deleted() {
        let tables = NotClosed::Store(StoreError::Unavailable("no connection".to_owned()));
        for step in STEPS {
            assert_eq!(tables.words(step), "The tables do not answer.");
            assert_eq!(NotClosed::Superseded.words(step), "The tables do not answer.");
        }
    }
}
