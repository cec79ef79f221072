//! A registration at the counter: its claim is held open from the first moment, in the same transaction.

use super::{
    Candidate, Registrations, candidate_item,
    claims::{self, Claim, ClaimState},
    order_item,
};
use crate::{dynamo::StoreError, transaction::Transaction};
use domain::payment::Order;

/// How a registration at the counter ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Registered {
    /// Written.
    Done,
    /// The address is registered for it already, or has paid for every course; nothing was written.
    ClaimTaken,
}

impl Registrations {
    /// Writes a candidate with its counter payment, CREATED, and takes the claim as open.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn register_at_counter(
        &self,
        candidate: &Candidate,
        order: &Order,
    ) -> Result<Registered, StoreError> {
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
        Ok(match self.transact(actions).await? {
            Transaction::Done => Registered::Done,
            Transaction::Refused(_) => Registered::ClaimTaken,
            // Whether the other transaction gets the claim is not known yet: nobody is told that it is taken.
            Transaction::Conflict => return Err(StoreError::Unavailable("TransactionConflict".to_owned())),
        })
    }
}
