//! A registration at the counter: its claim is held open from the first moment, in the same transaction.

use super::{
    candidate::{Candidate, candidate_item},
    claims::{self, Claim, ClaimState},
    idempotency::{Idempotency, idempotency_item},
    order::order_item,
    table::Registrations,
};
use crate::{
    admin::audit::{self, AuditEntry},
    dynamo::StoreError,
    transaction::Transaction,
};
use domain::payment::Order;

/// How a registration at the counter ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Registered {
    /// Written.
    Done,
    /// The address is registered for it already, or has paid for every course; nothing was written.
    ClaimTaken,
    /// The idempotency key was used at the same moment; nothing was written.
    KeyTaken,
}

/// A registration at the counter.
#[derive(Debug, Clone, Copy)]
pub struct AtCounter<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// Its payment, CREATED.
    pub order: &'a Order,
    /// The form's key, which must be new.
    pub idempotency: Option<&'a Idempotency>,
    /// The administrator's act, and the table it is kept in.
    pub audit: Option<(&'a str, &'a AuditEntry)>,
}

impl Registrations {
    /// Writes a candidate with its counter payment, CREATED, and takes the claim as open.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn register_at_counter(&self, registration: &AtCounter<'_>) -> Result<Registered, StoreError> {
        let AtCounter {
            candidate,
            order,
            idempotency,
            audit,
        } = *registration;
        telemetry::about(&candidate.customer_id);
        let claim = Claim {
            state: ClaimState::Open,
            order_id: order.order_id.clone(),
            customer_id: order.customer_id.clone(),
        };
        let mut actions = vec![
            self.put_new(candidate_item(candidate)?)?,
            self.put_new(order_item(order, None)?)?,
            self.put_new(claims::item(claims::own_key(&order.claim_key()), &claim)?)?,
        ];
        actions.extend(self.not_covered(order)?);
        if let Some((table, entry)) = audit {
            actions.push(audit::put(entry, table)?);
        }
        let key_at = actions.len();
        if let Some(idempotency) = idempotency {
            actions.push(self.put_new(idempotency_item(idempotency)?)?);
        }
        Ok(match self.transact(actions).await? {
            Transaction::Done => Registered::Done,
            // The same form, sent twice, has taken its own claim, too.
            Transaction::Refused(refused) if refused.contains(&key_at) => Registered::KeyTaken,
            Transaction::Refused(_) => Registered::ClaimTaken,
            // Whether the other transaction gets the claim is not known yet: so no caller gets "taken" as the answer.
            Transaction::Conflict => return Err(StoreError::Contended("a registration at the counter")),
        })
    }
}
