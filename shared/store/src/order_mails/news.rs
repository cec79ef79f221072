//! What became of an order that is told its holder, and which changes of it are.

use crate::registrations::outbox::MailHappening;
use domain::{
    Paise,
    payment::{Order, PassValidity, Refund, RefundId, RefundState, WithdrawalCause},
};
use serde::{Deserialize, Serialize};

/// What became of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderNews {
    /// Money is on its way back.
    RefundBegun(Returned),
    /// Money went back.
    RefundEnded(Returned),
    /// Money did not go back.
    RefundFailed(Returned),
    /// A payment that was never counted went back.
    AutomaticRefund {
        /// The provider's id of it.
        reference: String,
        /// How much.
        amount: Paise,
    },
    /// The pass is accepted no more.
    PassWithdrawn,
    /// The pass is accepted again.
    PassRestored,
    /// The exam, or where it is taken, was corrected.
    Corrected,
    /// The exam was moved to another day, other hours or another hall.
    Moved,
    /// Seats in its exams were published, or changed since.
    Seated,
}

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// By which refund.
    pub refund_id: RefundId,
    /// How much.
    pub amount: Paise,
}

impl OrderNews {
    /// Whether something later says more than this does: then it is not sent.
    #[must_use]
    pub fn is_overtaken(&self, order: &Order) -> bool {
        let state = |returned: &Returned| order.refund(&returned.refund_id).map(|refund| refund.state);
        match self {
            Self::RefundBegun(returned) => state(returned).is_none_or(|state| !state.is_open()),
            Self::RefundFailed(returned) => state(returned) != Some(RefundState::Failed),
            Self::RefundEnded(_) | Self::AutomaticRefund { .. } => false,
            Self::PassWithdrawn => order.validity() != Some(PassValidity::Withdrawn),
            Self::PassRestored | Self::Corrected | Self::Moved | Self::Seated => {
                order.validity() != Some(PassValidity::Valid)
            }
        }
    }

    /// As the history of the order's mails has it.
    #[must_use]
    pub const fn happening(&self) -> MailHappening {
        match self {
            Self::RefundBegun(_) => MailHappening::RefundBegun,
            Self::RefundEnded(_) => MailHappening::RefundEnded,
            Self::RefundFailed(_) => MailHappening::RefundFailed,
            Self::AutomaticRefund { .. } => MailHappening::AutomaticRefund,
            Self::PassWithdrawn => MailHappening::PassWithdrawn,
            Self::PassRestored => MailHappening::PassRestored,
            Self::Corrected => MailHappening::Corrected,
            Self::Moved => MailHappening::Moved,
            Self::Seated => MailHappening::HallTicket,
        }
    }
}

/// The mails about the refunds of a change of a paid order: what is told of each, and what tells it from the others.
pub(crate) fn refund_news(before: &Order, after: &Order) -> Vec<(String, OrderNews)> {
    let refunds = after.refunds.iter();
    refunds
        .filter_map(|refund| about_refund(before.refund(&refund.refund_id), refund))
        .collect()
}

/// What is told of whether the pass is valid after a change of a paid order, if anything is.
pub(crate) fn validity_news(before: &Order, after: &Order) -> Option<OrderNews> {
    match (&before.withdrawn, &after.withdrawn) {
        // The mail about the refund says so.
        (None, Some(withdrawal)) if withdrawal.cause == WithdrawalCause::Refund => None,
        (None, Some(_)) => Some(OrderNews::PassWithdrawn),
        (Some(_), None) => Some(OrderNews::PassRestored),
        (None, None) | (Some(_), Some(_)) => None,
    }
}

fn about_refund(before: Option<&Refund>, after: &Refund) -> Option<(String, OrderNews)> {
    use RefundState::{Failed, Pending, Requested, Success};
    let Refund {
        refund_id, amount, ..
    } = after;
    let returned = Returned {
        refund_id: refund_id.clone(),
        amount: *amount,
    };
    let (what, news) = match (before.map(|refund| refund.state), after.state) {
        (None, Requested | Pending) => ("BEGUN", OrderNews::RefundBegun(returned)),
        (None | Some(Requested | Pending | Failed), Success) => ("ENDED", OrderNews::RefundEnded(returned)),
        (Some(Requested | Pending), Failed) => ("FAILED", OrderNews::RefundFailed(returned)),
        (Some(Requested | Pending), Requested | Pending)
        | (None | Some(Failed), Failed)
        | (Some(Failed), Requested | Pending)
        | (Some(Success), Requested | Pending | Success | Failed) => return None,
    };
    Some((format!("{refund_id}#{what}"), news))
}
