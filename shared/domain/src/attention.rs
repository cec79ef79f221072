//! What needs the attention of an administrator.

use crate::Invalid;
use serde::{Deserialize, Serialize};

/// Why a payment needs a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AttentionKind {
    /// A second payment for what the same e-mail had already paid.
    DuplicatePayment,
    /// The provider has another amount, currency or order than we have.
    AmountMismatch,
    /// Money went back.
    Refunded,
    /// The payer disputes the payment with the bank.
    Disputed,
    /// The pass could not be mailed for 48 hours.
    PaidWithoutMail,
    /// After a day the provider's word is still missing.
    Unresolved,
    /// Its item, or that of its mail, cannot be read.
    Unreadable,
    /// The pass was mailed and did not arrive, for good.
    MailBounced,
    /// Who got the pass by mail reported it as spam.
    MailComplaint,
    /// A refund failed, has not ended in two weeks, went through after it had failed, or came back after it had gone through.
    RefundFailed,
    /// Its money came, or came back, when no place of its exam was left.
    Oversold,
    /// An exam's seats are published, and the candidate has none in it.
    NoSeat,
}

impl AttentionKind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::DuplicatePayment,
        Self::AmountMismatch,
        Self::Refunded,
        Self::Disputed,
        Self::PaidWithoutMail,
        Self::Unresolved,
        Self::Unreadable,
        Self::MailBounced,
        Self::MailComplaint,
        Self::RefundFailed,
        Self::Oversold,
        Self::NoSeat,
    ];

    /// The kind of this spelling.
    ///
    /// # Errors
    /// Names the field when there is no such kind.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let found = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        found.ok_or(Invalid::new("flag", "There is no such kind of flag"))
    }

    /// The kind as the interface and the table spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DuplicatePayment => "DUPLICATE_PAYMENT",
            Self::AmountMismatch => "AMOUNT_MISMATCH",
            Self::Refunded => "REFUNDED",
            Self::Disputed => "DISPUTED",
            Self::PaidWithoutMail => "PAID_WITHOUT_MAIL",
            Self::Unresolved => "UNRESOLVED",
            Self::Unreadable => "UNREADABLE",
            Self::MailBounced => "MAIL_BOUNCED",
            Self::MailComplaint => "MAIL_COMPLAINT",
            Self::RefundFailed => "REFUND_FAILED",
            Self::Oversold => "OVERSOLD",
            Self::NoSeat => "NO_SEAT",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_read_as_it_is_written() {
        for kind in AttentionKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
            assert_eq!(AttentionKind::parse(kind.as_str()), Ok(kind));
        }
        for word in ["", "refunded", "PAID"] {
            assert_eq!(AttentionKind::parse(word).unwrap_err().field, "flag", "{word:?}");
        }
    }
}
