//! How the sending of the first mail with a pass ends.

use mail::MailError;

/// What became of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Delivery {
    /// The mail service has it now.
    Sent,
    /// It was sent before; nothing was done.
    AlreadySent,
    /// Another sender has it at this moment.
    InHand,
    /// The mail service did not take it; it is retried automatically.
    Postponed(MailError),
    /// It could not be sent for 48 hours, and is flagged for the administrators; why not, where it was tried just now.
    GivenUp(Option<MailError>),
    /// The order is not paid, so there is no mail.
    NotPaid,
    /// The pass was withdrawn before it was mailed. It is not, until it is given back.
    Withdrawn,
}

impl Delivery {
    /// Whether the mail service did not answer: then it may have the mail.
    #[must_use]
    pub const fn may_have_gone_out(&self) -> bool {
        matches!(
            self,
            Self::Postponed(MailError::NoAnswer) | Self::GivenUp(Some(MailError::NoAnswer))
        )
    }
}
