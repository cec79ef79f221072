//! Withdrawing the pass of a paid order, and giving it back.

use crate::{afterwards::record_change, claim_policy, forbidden_by, held_open_by};
use domain::{
    Clock, Entropy, OrderId,
    payment::{Change, NotApplicable, Order, PassValidity, Withdrawal, WithdrawalCause},
};
use serde_json::json;
use store::{
    AdminTable, AuditEntry, BulkMark, Registrations, StoreError, Tries,
    registrations::{Write, afterwards::Act, paid::ClaimPolicy},
};

/// What a pass is to be, because an administrator wants it.
#[derive(Debug, Clone, Copy)]
pub struct ValidityRequest<'a> {
    /// What.
    pub validity: PassValidity,
    /// Why.
    pub reason: &'a str,
    /// Who wants it.
    pub username: &'a str,
    /// Where the audit log is.
    pub admin_table: &'a AdminTable,
    /// What it means for a bulk action that it is part of.
    pub bulk: Option<BulkMark<'a>>,
}

/// What came of it.
#[derive(Debug, Clone)]
#[must_use]
pub enum ValidityAnswer {
    /// It is so now.
    Done,
    /// There is no such order.
    NoOrder,
    /// The order has no pass, or the pass was so already.
    NotApplicable(NotApplicable, Box<Order>),
    /// The money went back, and the address has registered or paid for the same again.
    HasAnother,
    /// Others kept changing it; nothing was done.
    Busy,
}

/// Withdraws the pass of a paid order, or gives it back. The payment stays as it is.
///
/// # Errors
/// When a table does not answer. It may be done then.
pub async fn change_validity(
    registrations: &Registrations,
    clock: &Clock,
    entropy: &Entropy,
    id: &OrderId,
    request: &ValidityRequest<'_>,
) -> Result<ValidityAnswer, StoreError> {
    let ValidityRequest {
        validity,
        reason,
        username,
        admin_table,
        bulk,
    } = *request;
    let mut tries = Tries::begin(clock, entropy);
    while tries.next().await {
        let Some(order) = registrations.order(id).await? else {
            return Ok(ValidityAnswer::NoOrder);
        };
        let now = clock.now();
        let (action, change) = match validity {
            PassValidity::Valid => ("pass.restored", Change::Restored),
            PassValidity::Withdrawn => (
                "pass.withdrawn",
                Change::Withdrawn(Withdrawal {
                    cause: WithdrawalCause::Organiser.into(),
                    reason: reason.to_owned(),
                    by: Some(username.to_owned()),
                    at: now,
                }),
            ),
        };
        let after = match order.after(change, now) {
            Ok(after) => after,
            Err(why) => return Ok(ValidityAnswer::NotApplicable(why, Box::new(order))),
        };
        let claim = match validity {
            PassValidity::Valid => match claim_to_take_back(registrations, &order).await? {
                Ok(claim) => claim,
                Err(HasAnother) => return Ok(ValidityAnswer::HasAnother),
            },
            PassValidity::Withdrawn => None,
        };
        let entry = AuditEntry::new(
            now,
            entropy,
            username,
            action,
            id.as_str(),
            json!({ "validity": order.validity() }),
            json!({ "validity": validity, "reason": reason }),
        );
        let act = Act {
            audit: admin_table.audit(&entry),
            till: None,
            bulk,
        };
        match record_change(registrations, now, &order, &after, claim.as_ref(), act).await? {
            Write::Done => return Ok(ValidityAnswer::Done),
            Write::Stale if claim.is_some() && held_open_by(registrations, &order).await?.is_some() => {
                return Ok(ValidityAnswer::HasAnother);
            }
            Write::Stale => {}
        }
    }
    Ok(ValidityAnswer::Busy)
}

struct HasAnother;

/// What the pass takes of its address, which it has given up if all of the money went back.
async fn claim_to_take_back(
    registrations: &Registrations,
    order: &Order,
) -> Result<Result<Option<ClaimPolicy>, HasAnother>, StoreError> {
    if order.entitles() {
        return Ok(Ok(None));
    }
    let claim = claim_policy(registrations, order).await?;
    Ok(match forbidden_by(&claim, order) {
        Some(_) => Err(HasAnother),
        None => Ok(Some(claim)),
    })
}
