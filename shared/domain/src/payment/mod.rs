//! The life of a payment: its states and their one transition function, what the provider says of an
//! order, and what we conclude from that; and what happens to it afterwards: refunds, disputes, and the pass
//! withdrawn.

mod afterwards;
mod dispute;
mod evidence;
#[cfg(test)]
pub(crate) mod fixture;
mod order;
mod place;
mod refund;
mod schedule;
mod status;
mod verdict;

pub use afterwards::{Change, FollowUp, Followed, NotApplicable, PassValidity, Withdrawal, WithdrawalCause};
pub use dispute::{Dispute, DisputeReport, DisputeState};
pub use evidence::{
    Attempt, AttemptStatus, Card, Method, PaymentSessionId, ProviderOrder, ProviderOrderStatus, Upi,
};
pub use order::{Channel, Order};
pub use place::{OrderPlace, PlaceStep};
pub use refund::{AutoRefund, FOLLOWED_FOR, MoneyBack, Refund, RefundEvent, RefundId, RefundState};
pub use schedule::{Ask, Asking, CREATION, FIRST_ASK, Lane, next_ask, next_likely_ask};
pub use status::{AttemptState, Event, IllegalMove, Status};
pub use verdict::{Known, PaymentVerdict, ReportedAttempt, assess, paying_attempt};
