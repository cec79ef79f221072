//! To whom an action applies, and to which of their orders.

use domain::{
    Balance, BulkAction, OrderId,
    payment::{Channel, Order, PassValidity, Status},
};
use store::read_model::Row;
use time::OffsetDateTime;

/// Why a candidate is passed over, for programs.
pub(crate) mod reason {
    pub(crate) const NOT_PAID: &str = "not_paid";
    pub(crate) const WITHDRAWN: &str = "pass_withdrawn";
    pub(crate) const REFUNDED: &str = "refunded";
    pub(crate) const UNCHANGED: &str = "unchanged";
    pub(crate) const ALREADY_PAID: &str = "already_paid";
    pub(crate) const NOT_MARKABLE: &str = "not_markable";
    pub(crate) const ALREADY_REGISTERED: &str = "already_registered";
    pub(crate) const GONE: &str = "gone";
    pub(crate) const MAIL_FAILED: &str = "mail_failed";
    pub(crate) const INTERRUPTED: &str = "interrupted";
    pub(crate) const UNREADABLE: &str = "unreadable";
}

/// The orders that an action is to be done to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// To this one, and to so many others of the same candidate.
    To { order: OrderId, others: usize },
    /// To none of them; why.
    No(&'static str),
}

/// Whether an action would be done to a candidate, by the candidate list. What it says may be a moment old, and what the
/// address has paid for otherwise is not in it: the work asks the orders.
pub(crate) fn by_row(action: BulkAction, row: &Row) -> Result<(), &'static str> {
    let is_paid = row.status == Status::Paid;
    let at_counter = row.channel == Channel::Counter && row.status == Status::Created;
    let has_money = row.paid.iter().any(|part| part.net() > Balance::default());
    judge(action, is_paid, row.validity(), at_counter, has_money)
}

/// The orders of a candidate that an action of this beginning is to be done to, without those that the provider has refused.
pub(crate) fn by_orders(action: BulkAction, begun: OffsetDateTime, orders: &[Order]) -> Applies {
    let known = || orders.iter().filter(|order| order.refused_at.is_none());
    let mut fitting = known().filter(|order| by_order(action, begun, order).is_ok());
    if let Some(order) = fitting.next() {
        return Applies::To {
            order: order.order_id.clone(),
            others: fitting.count(),
        };
    }
    // What the first that was paid says, says it of the candidate.
    let paid = known().find(|order| order.status == Status::Paid);
    Applies::No(match paid.or_else(|| known().next()) {
        None => reason::GONE,
        Some(order) => by_order(action, begun, order).err().unwrap_or(reason::UNCHANGED),
    })
}

fn by_order(action: BulkAction, begun: OffsetDateTime, order: &Order) -> Result<(), &'static str> {
    let is_paid = order.status == Status::Paid;
    let at_counter = order.channel == Channel::Counter && order.status == Status::Created;
    // Who pays afterwards was not among those that a person has counted.
    let is_late = action == BulkAction::Withdraw && order.paid_at.is_some_and(|at| at > begun);
    let validity = order.validity().filter(|_| !is_late);
    // Nor is a pass given back that was withdrawn afterwards, for a reason of its own.
    let withdrawn_at = order.withdrawn.as_ref().map(|withdrawal| withdrawal.at);
    if action == BulkAction::Restore && withdrawn_at.is_some_and(|at| at > begun) {
        return Err(reason::UNCHANGED);
    }
    let has_money = order.net() > Balance::default();
    judge(action, is_paid, validity, at_counter, has_money)
}

fn judge(
    action: BulkAction,
    is_paid: bool,
    validity: Option<PassValidity>,
    at_counter: bool,
    has_money: bool,
) -> Result<(), &'static str> {
    match (action, validity) {
        (BulkAction::MarkPaid, _) if is_paid => Err(reason::ALREADY_PAID),
        (BulkAction::MarkPaid, _) if at_counter => Ok(()),
        (BulkAction::MarkPaid, _) => Err(reason::NOT_MARKABLE),
        (BulkAction::Resend | BulkAction::Withdraw | BulkAction::Restore, None) => Err(reason::NOT_PAID),
        (BulkAction::Restore, Some(PassValidity::Withdrawn)) if !has_money => Err(reason::REFUNDED),
        (BulkAction::Resend | BulkAction::Withdraw, Some(PassValidity::Valid))
        | (BulkAction::Restore, Some(PassValidity::Withdrawn)) => Ok(()),
        (BulkAction::Resend, Some(PassValidity::Withdrawn)) => Err(reason::WITHDRAWN),
        (BulkAction::Withdraw, Some(PassValidity::Withdrawn))
        | (BulkAction::Restore, Some(PassValidity::Valid)) => Err(reason::UNCHANGED),
    }
}
