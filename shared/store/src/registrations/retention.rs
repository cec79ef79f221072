//! Registrations that nobody paid for, when they are old enough to be forgotten.
//!
//! What goes is named here, and anything else in a candidate's partition keeps all of it: a mail, a flag, an event of the
//! provider or a kind of another release says that something happened that a person may have to look at. The read model
//! follows by the stream. Idempotency keys, requests for passes and the marks of similar registrations have died long
//! before by themselves.

use super::{
    candidate::Candidate,
    claims::{self, Claim, ClaimState},
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, key, kind, n, read, s, text},
    read_model,
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem, builders::DeleteBuilder};
use domain::{
    ClaimKey, CustomerId,
    payment::{Order, Status},
};
use time::OffsetDateTime;

/// The most that one transaction writes. Who never paid has a handful.
const TOGETHER: usize = 100;

/// A registration that can be forgotten, as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct UnpaidRegistration {
    candidate: Candidate,
    orders: Vec<Order>,
    /// Acts, notes and the messages that were sent, by their keys.
    beside: Vec<Item>,
    /// What the address is registered for at the counter, and not paid.
    claims: Vec<(ClaimKey, Claim)>,
}

impl Registrations {
    /// A registration that nobody paid for and nobody can pay any more, if it and each of its orders are from before a
    /// moment; None for any other, and for one of which something cannot be read.
    pub async fn unpaid_before(
        &self,
        id: &CustomerId,
        moment: OffsetDateTime,
        now: OffsetDateTime,
    ) -> Result<Option<UnpaidRegistration>, StoreError> {
        let items = self.candidate_items(id).await?;
        let Some(mut unpaid) = sorted(items, moment, now) else {
            return Ok(None);
        };
        let mut keys: Vec<ClaimKey> = unpaid.orders.iter().map(Order::claim_key).collect();
        keys.dedup();
        for claim_key in keys {
            let own = match self.claims(&claim_key).await {
                Ok(claims) => claims.own,
                Err(StoreError::Corrupt { .. }) => return Ok(None),
                Err(error) => return Err(error),
            };
            let ours = own.filter(|claim| claim.customer_id == *id);
            match ours.map(|claim| (claim.state, claim)) {
                None => {}
                Some((ClaimState::Open, claim)) => unpaid.claims.push((claim_key, claim)),
                Some((ClaimState::Paid, _)) => return Ok(None),
            }
        }
        Ok((unpaid.size() <= TOGETHER).then_some(unpaid))
    }

    /// Deletes a registration in one transaction. Stale, and nothing is deleted, when any part of it has changed since it
    /// was read: then somebody has paid it, corrected it, or registered with it once more.
    pub async fn forget(&self, unpaid: &UnpaidRegistration) -> Result<Write, StoreError> {
        let mut actions = vec![self.delete_candidate(&unpaid.candidate)?];
        for order in &unpaid.orders {
            actions.push(self.delete_order(order)?);
        }
        for order in &unpaid.orders {
            actions.extend(self.left_by(order)?);
        }
        for (claim_key, claim) in &unpaid.claims {
            let delete = self
                .deletion(claims::own_key(claim_key))
                .condition_expression("order_id = :order AND #state = :open")
                .expression_attribute_names("#state", "state")
                .expression_attribute_values(":order", s(claim.order_id.as_str()))
                .expression_attribute_values(":open", s("OPEN"));
            actions.push(action(delete)?);
        }
        for item in &unpaid.beside {
            actions.push(action(self.deletion(item.clone()))?);
        }
        Ok(self.transact(actions).await?.written())
    }

    fn delete_candidate(&self, candidate: &Candidate) -> Result<TransactWriteItem, StoreError> {
        let delete = self
            .deletion(Candidate::key(&candidate.customer_id))
            .condition_expression("version = :read")
            .expression_attribute_values(":read", n(candidate.version));
        action(delete)
    }

    fn delete_order(&self, order: &Order) -> Result<TransactWriteItem, StoreError> {
        let delete = self
            .deletion(order_key(&order.order_id))
            .condition_expression(
                "version = :read AND #status <> :paid AND attribute_not_exists(paid_at) \
                 AND attribute_not_exists(due_shard)",
            )
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":read", n(order.version))
            .expression_attribute_values(":paid", s(Status::Paid.as_str()));
        action(delete)
    }

    fn deletion(&self, key: Item) -> DeleteBuilder {
        Delete::builder().table_name(&self.table).set_key(Some(key))
    }
}

fn action(delete: DeleteBuilder) -> Result<TransactWriteItem, StoreError> {
    let delete = delete.build().map_err(incomplete)?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

impl UnpaidRegistration {
    fn size(&self) -> usize {
        1 + 2 * self.orders.len() + self.claims.len() + self.beside.len()
    }
}

/// The items of a partition, when nothing among them must stay.
fn sorted(items: Vec<Item>, before: OffsetDateTime, now: OffsetDateTime) -> Option<UnpaidRegistration> {
    let (mut candidate, mut orders, mut beside) = (None, Vec::new(), Vec::new());
    for item in items {
        match kind(&item) {
            "CANDIDATE" => candidate = Some(read::<Candidate>(TABLE, item).ok()?),
            "ORDER" => {
                let is_due = item.contains_key("due_shard");
                let order: Order = read(TABLE, item).ok()?;
                orders.push(Some(order).filter(|order| !is_due && may_go(order, before, now))?);
            }
            "ACT" | "NOTE" | "MESSAGED" => beside.push(key(text(&item, "pk"), text(&item, "sk"))),
            kind if read_model::FOLLOWING.contains(&kind) => {}
            _ => return None,
        }
    }
    let candidate = candidate.filter(|candidate| candidate.created_at < before)?;
    Some(UnpaidRegistration {
        candidate,
        orders,
        beside,
        claims: Vec::new(),
    })
}

/// Whether no money has come for an order, and none can.
fn may_go(order: &Order, before: OffsetDateTime, now: OffsetDateTime) -> bool {
    let unpaid = match order.status {
        Status::Created | Status::Active | Status::Failed | Status::Expired | Status::Unknown => true,
        Status::Paid => false,
    };
    unpaid
        && order.paid_at.is_none()
        && order.refunds.is_empty()
        && order.withdrawn.is_none()
        && order.created_at < before
        && order.expires_at < now
}
