//! Writing a registration of the counter once, with its payment where the money is taken, and with an audit entry.

use crate::{
    Counter, CounterAnswer, CounterRefusal, NewRegistration, Registering,
    audited::entry_of,
    decide::{candidate_of, fingerprint_of, unreadable},
};
use domain::{
    Contended,
    payment::{Order, OrderPlace},
    till::Entry,
};
use serde_json::Value;
use store::{
    AuditEntry, StoreError, Tries,
    registrations::{
        counter::{AtCounter, PaidAtOnce, Registered as Written},
        idempotency::Idempotency,
        paid::ClaimPolicy,
    },
};
use telemetry::Metric;
use time::Duration;

/// How long an idempotency key is remembered.
const REMEMBERED: Duration = Duration::hours(24);

impl Counter {
    /// Writes a registration of the counter, or says why it is not to be.
    pub(crate) async fn write(
        &self,
        registering: &Registering<'_>,
        mut new: NewRegistration,
    ) -> Result<CounterAnswer, StoreError> {
        let NewRegistration { candidate, order, .. } = &new;
        let Registering {
            registration: _,
            paid,
            refuse_similar,
            clerk,
            key,
            listed: _,
        } = *registering;
        let idempotency = key.map(|key| Idempotency {
            key: key.to_owned(),
            fingerprint: fingerprint_of(registering),
            order_id: order.order_id.clone(),
            expires: (order.created_at + REMEMBERED).unix_timestamp(),
        });
        let act = AuditEntry::new(
            order.created_at,
            &self.entropy,
            clerk,
            "candidate.created",
            candidate.customer_id.as_str(),
            Value::Null,
            entry_of(candidate, order),
        );
        let paid_at = order.paid_at.unwrap_or(order.created_at);
        let entry = Entry::paid(order, candidate.payment_mode.clone(), clerk, paid_at);
        let refused = |refusal| Ok(CounterAnswer::Refused(refusal));
        // Another payment of the address may be written at this very moment: then what was read is read again.
        let mut tries = Tries::begin(&self.clock, &self.entropy);
        while tries.next().await {
            new.order.place = match self.place(&new).await? {
                Ok(place) => place,
                Err(refusal) => return refused(refusal),
            };
            let NewRegistration { candidate, order, .. } = &new;
            let claim = if paid {
                match self.claim_to_be_paid(order).await? {
                    Ok(claim) => Some(claim),
                    Err(refusal) => return refused(refusal),
                }
            } else {
                None
            };
            let written = self
                .registrations
                .register_at_counter(&AtCounter {
                    candidate,
                    order,
                    paid: claim.as_ref().map(|claim| PaidAtOnce {
                        at: order.created_at,
                        claim,
                        till: self.admin_table.till(&entry),
                    }),
                    refuse_similar,
                    idempotency: idempotency.as_ref(),
                    audit: Some(self.admin_table.audit(&act)),
                })
                .await;
            let written = match written {
                // Another payment into this till, or of this address.
                Err(StoreError::Contended(_)) => continue,
                written => written?,
            };
            match (written, &idempotency) {
                (Written::Done, _) => {
                    telemetry::count(Metric::RegistrationsCreated);
                    return Ok(done(order));
                }
                // A worker before has registered this place of the list.
                (Written::Before, _) => {
                    let before = self.registrations.order(&order.order_id).await?;
                    return Ok(done(before.as_ref().unwrap_or(order)));
                }
                // The same form was sent twice at once: the other one is the registration.
                (Written::KeyTaken, Some(ours)) => {
                    let used = self.registrations.idempotency(&ours.key).await?;
                    let used =
                        used.ok_or_else(|| StoreError::Unavailable("a taken key is free".to_owned()))?;
                    return self.same_again(registering, &used).await;
                }
                (Written::Similar, _) => {
                    let other = self.registrations.similar_to(&order.person).await?;
                    return refused(CounterRefusal::Similar(other));
                }
                (Written::ClaimTaken, _) if paid => {
                    let claims = self.registrations.claims(&order.claim_key()).await?;
                    if let Some(holder) = claims.holder() {
                        return refused(CounterRefusal::Already(Some(holder.clone())));
                    }
                }
                (Written::KeyTaken, None) | (Written::ClaimTaken, _) => {
                    return refused(CounterRefusal::Already(None));
                }
                (Written::PlaceTaken, _) => {}
            }
        }
        Err(Contended("the payments of an address").into())
    }

    /// The place that the order is to hold, unless none is left; None where the exam has any number.
    pub(crate) async fn place(
        &self,
        new: &NewRegistration,
    ) -> Result<Result<Option<OrderPlace>, CounterRefusal>, StoreError> {
        let (Some(capacity), Some(exam)) = (new.capacity, new.order.selection.course_id()) else {
            return Ok(Ok(None));
        };
        let places = self.registrations.places_within(exam, capacity).await?;
        let chosen = places.choose(&self.entropy).map(OrderPlace::Held);
        Ok(chosen.map(Some).ok_or(CounterRefusal::SoldOut))
    }

    /// What the payment does about its claim, unless the address has paid for the same.
    pub(crate) async fn claim_to_be_paid(
        &self,
        order: &Order,
    ) -> Result<Result<ClaimPolicy, CounterRefusal>, StoreError> {
        let claim = match settlement::claim_policy(&self.registrations, order).await {
            Ok(claim) => claim,
            Err(error) => return Ok(Err(unreadable(error)?)),
        };
        Ok(match settlement::forbidden_by(&claim, order) {
            Some(order) => Err(CounterRefusal::Already(Some(candidate_of(order)?))),
            None => Ok(claim),
        })
    }
}

fn done(order: &Order) -> CounterAnswer {
    CounterAnswer::Done {
        customer_id: order.customer_id.clone(),
        order_id: order.order_id.clone(),
        paid_at: order.paid_at,
    }
}
