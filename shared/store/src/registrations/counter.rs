//! A registration at the counter: its claim is held from the first moment, in the same transaction; open, or paid where
//! the clerk takes the money at once.

use super::{
    candidate::{Candidate, candidate_item},
    claims::{self, Claim},
    idempotency::{Idempotency, idempotency_item},
    order::order_item,
    outbox,
    paid::ClaimPolicy,
    table::Registrations,
};
use crate::{
    admin::{Audit, TillWrite},
    dynamo::StoreError,
    transaction::Transaction,
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{Contended, payment::Order};
use time::OffsetDateTime;

/// Where the candidate is among the actions.
const CANDIDATE_AT: usize = 0;

/// How a registration at the counter ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Registered {
    /// Written.
    Done,
    /// The address is registered for it already, or has paid for every course; nothing was written.
    ClaimTaken,
    /// A person of the same name and phone number is registered; nothing was written.
    Similar,
    /// The idempotency key was used at the same moment; nothing was written.
    KeyTaken,
    /// This very candidate was registered before; nothing was written.
    Before,
    /// The place of the exam was taken at the same moment, and nothing else stood in the way; nothing was written.
    PlaceTaken,
}

/// A registration at the counter.
#[derive(Debug, Clone, Copy)]
pub struct AtCounter<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// Its payment: CREATED, or PAID with `paid`.
    pub order: &'a Order,
    /// How it was paid; none for one that is still to be paid.
    pub paid: Option<PaidAtOnce<'a>>,
    /// Whether nobody of the same name and phone number must have registered at the counter.
    pub refuse_similar: bool,
    /// The form's key, which must be new.
    pub idempotency: Option<&'a Idempotency>,
    /// The administrator's act.
    pub audit: Option<Audit<'a>>,
}

/// A payment that the clerk took while registering.
#[derive(Debug, Clone, Copy)]
pub struct PaidAtOnce<'a> {
    /// When.
    pub at: OffsetDateTime,
    /// What to do about the claim.
    pub claim: &'a ClaimPolicy,
    /// The entry in the clerk's till.
    pub till: TillWrite<'a>,
}

impl Registrations {
    /// Writes a candidate with its counter payment and takes the claim. One that is paid has everything that
    /// [`Registrations::record_paid`] writes in the same transaction.
    pub async fn register_at_counter(&self, registration: &AtCounter<'_>) -> Result<Registered, StoreError> {
        let AtCounter {
            candidate,
            order,
            paid,
            refuse_similar,
            idempotency,
            audit,
        } = *registration;
        telemetry::about(&candidate.customer_id);
        let mut actions = vec![
            self.put_new(candidate_item(candidate)?)?,
            self.put_new(order_item(order, None)?)?,
        ];
        match paid {
            None => actions.extend(self.open_claim(order)?),
            Some(PaidAtOnce { at, claim, till }) => {
                actions.extend(self.claim_actions(order, claim)?);
                actions.push(self.put_new(outbox::new_item(order, at)?)?);
                actions.extend(self.second_payment(order, claim, at)?);
                actions.extend(till.put()?);
            }
        }
        if let Some(audit) = audit {
            actions.push(audit.put()?);
            actions.push(self.act(candidate.customer_id.as_str(), audit.entry())?);
        }
        let similar_at = actions.len();
        actions.push(self.similar(order, refuse_similar)?);
        let key_at = actions.len();
        if let Some(idempotency) = idempotency {
            actions.push(self.put_new(idempotency_item(idempotency)?)?);
        }
        let place_at = actions.len();
        actions.extend(self.held_by_new(order)?);
        Ok(match self.transact(actions).await? {
            Transaction::Done => Registered::Done,
            // It has taken its own claim, too.
            Transaction::Refused(refused) if refused.contains(&CANDIDATE_AT) => Registered::Before,
            // The same form, sent twice, has taken its own claim, too.
            Transaction::Refused(refused) if idempotency.is_some() && refused.contains(&key_at) => {
                Registered::KeyTaken
            }
            Transaction::Refused(refused) if refused == [place_at] => Registered::PlaceTaken,
            Transaction::Refused(refused) if refused.first() == Some(&similar_at) => Registered::Similar,
            Transaction::Refused(_) => Registered::ClaimTaken,
            // Whether the other transaction gets the claim is not known yet: so no caller gets "taken" as the answer.
            Transaction::Conflict => return Err(Contended("a registration at the counter").into()),
        })
    }

    /// The claim of a registration that is still to be paid.
    fn open_claim(&self, order: &Order) -> Result<Vec<TransactWriteItem>, StoreError> {
        let key = order.claim_key();
        let mut actions = vec![self.put_new(claims::item(claims::own_key(&key), &Claim::open(order))?)?];
        actions.extend(self.not_covered(&key)?);
        Ok(actions)
    }
}
