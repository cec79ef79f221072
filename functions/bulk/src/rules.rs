//! To whom an action applies, and to which of their orders.

use domain::{
    BulkAction, OrderId,
    payment::{Channel, Order, PassValidity, Status},
};
use store::read_model::Row;

/// Why a candidate is passed over, for programs.
pub(crate) mod reason {
    pub(crate) const NOT_PAID: &str = "not_paid";
    pub(crate) const WITHDRAWN: &str = "pass_withdrawn";
    pub(crate) const UNCHANGED: &str = "unchanged";
    pub(crate) const ALREADY_PAID: &str = "already_paid";
    pub(crate) const NOT_MARKABLE: &str = "not_markable";
    pub(crate) const ALREADY_REGISTERED: &str = "already_registered";
    pub(crate) const GONE: &str = "gone";
    pub(crate) const MAIL_FAILED: &str = "mail_failed";
    pub(crate) const INTERRUPTED: &str = "interrupted";
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
    judge(action, is_paid, row.validity(), at_counter)
}

/// The orders of a candidate that an action is to be done to, without those that the provider has refused.
pub(crate) fn by_orders(action: BulkAction, orders: &[Order]) -> Applies {
    let known = || orders.iter().filter(|order| order.refused_at.is_none());
    let mut fitting = known().filter(|order| {
        let is_paid = order.status == Status::Paid;
        let at_counter = order.channel == Channel::Counter && order.status == Status::Created;
        judge(action, is_paid, order.validity(), at_counter).is_ok()
    });
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
        Some(order) => {
            let is_paid = order.status == Status::Paid;
            judge(action, is_paid, order.validity(), false)
                .err()
                .unwrap_or(reason::UNCHANGED)
        }
    })
}

fn judge(
    action: BulkAction,
    is_paid: bool,
    validity: Option<PassValidity>,
    at_counter: bool,
) -> Result<(), &'static str> {
    match (action, validity) {
        (BulkAction::MarkPaid, _) if is_paid => Err(reason::ALREADY_PAID),
        (BulkAction::MarkPaid, _) if at_counter => Ok(()),
        (BulkAction::MarkPaid, _) => Err(reason::NOT_MARKABLE),
        (BulkAction::Resend | BulkAction::Withdraw | BulkAction::Restore, None) => Err(reason::NOT_PAID),
        (BulkAction::Resend | BulkAction::Withdraw, Some(PassValidity::Valid))
        | (BulkAction::Restore, Some(PassValidity::Withdrawn)) => Ok(()),
        (BulkAction::Resend, Some(PassValidity::Withdrawn)) => Err(reason::WITHDRAWN),
        (BulkAction::Withdraw, Some(PassValidity::Withdrawn))
        | (BulkAction::Restore, Some(PassValidity::Valid)) => Err(reason::UNCHANGED),
    }
}
