//! What is decided of a registration at the counter before anything is written: by the catalogue, the sale window, the claims of
//! the address and the form's key.

use crate::{Counter, CounterAnswer, CounterRefusal, Decided, NewRegistration, Registering};
use domain::{
    CustomerId, OrderId, Phase,
    catalogue::Offer,
    payment::{AttemptState, Channel, Order, Status},
};
use store::{
    StoreError,
    registrations::{
        Candidate,
        checkout_context::CheckoutContext,
        idempotency::{Idempotency, fingerprint},
    },
};
use time::Duration;

/// How long an order of the counter says that it can be paid. Nothing expires it: the event is over before.
const PAYABLE: Duration = Duration::days(30);

impl Counter {
    pub(crate) async fn decide(&self, registering: &Registering<'_>) -> Result<Decided, StoreError> {
        let Registering {
            registration, key, ..
        } = *registering;
        let refused = |refusal| Ok(Decided::Before(CounterAnswer::Refused(refusal)));
        let context = self.registrations.checkout_context(
            &self.catalogue,
            &registration.person.email,
            &registration.choice,
            key,
        );
        let CheckoutContext {
            chosen,
            claims,
            idempotency,
            sale,
        } = match context.await {
            Ok(context) => context,
            Err(error) => return refused(unreadable(error)?),
        };
        if let Some(earlier) = idempotency {
            return self.same_again(registering, &earlier).await.map(Decided::Before);
        }
        match sale.phase(Channel::Counter, self.clock.now()) {
            Phase::Open => {}
            Phase::NotYet | Phase::Closed => return refused(CounterRefusal::Closed),
        }
        let capacity = chosen.capacity();
        let offer = match chosen.offer(&registration.choice) {
            Ok(offer) => offer,
            Err(invalid) => return refused(CounterRefusal::NotOffered(invalid)),
        };
        if let Err(changed) = offer.expect_price(registration.amount) {
            return refused(CounterRefusal::PriceChanged(changed));
        }
        if let Some(holder) = claims.holder() {
            let listed = registering.listed.map(|listed| &listed.customer_id);
            // Their own claim: a worker before has registered this place, and died before that was noted.
            if listed != Some(holder) {
                return refused(CounterRefusal::Already(Some(holder.clone())));
            }
        }
        let (candidate, order) = self.new_registration(registering, offer);
        Ok(Decided::New(Box::new(NewRegistration {
            candidate,
            order,
            capacity,
        })))
    }

    /// The registration that the key has made before.
    pub(crate) async fn same_again(
        &self,
        registering: &Registering<'_>,
        earlier: &Idempotency,
    ) -> Result<CounterAnswer, StoreError> {
        if earlier.fingerprint != fingerprint_of(registering) {
            return Ok(CounterAnswer::Refused(CounterRefusal::KeyReused));
        }
        let order = if registering.paid {
            self.registrations.order(&earlier.order_id).await?
        } else {
            None
        };
        Ok(CounterAnswer::Done {
            customer_id: candidate_of(&earlier.order_id)?,
            order_id: earlier.order_id.clone(),
            paid_at: order.and_then(|order| order.paid_at),
        })
    }

    fn new_registration(&self, registering: &Registering<'_>, offer: Offer) -> (Candidate, Order) {
        let Registering {
            registration,
            paid,
            listed,
            ..
        } = *registering;
        let now = self.clock.now();
        let (customer_id, order_id) = match listed {
            Some(listed) => (listed.customer_id.clone(), listed.order_id.clone()),
            None => {
                let customer_id = CustomerId::generate(&self.entropy);
                let order_id = OrderId::generate(&customer_id, &self.entropy);
                (customer_id, order_id)
            }
        };
        let candidate = Candidate {
            group: listed.map(|listed| listed.group.clone()),
            ..Candidate::new(customer_id.clone(), registration, &offer, Channel::Counter, now)
        };
        let order = Order {
            order_id,
            customer_id,
            amount: offer.price,
            channel: Channel::Counter,
            status: if paid { Status::Paid } else { Status::Created },
            attempt: AttemptState::None,
            session: None,
            method: None,
            person: registration.person.clone(),
            selection: offer.selection,
            created_at: now,
            expires_at: now + PAYABLE,
            paid_at: paid.then(|| listed.map_or(now, |listed| listed.taken_at)),
            refused_at: None,
            refunds: Vec::new(),
            auto_refunds: Vec::new(),
            reissued_as: None,
            disputes: Vec::new(),
            withdrawn: None,
            place: None,
            asked_at: 0,
            unread_at: None,
            version: 1,
        };
        (candidate, order)
    }
}

/// The refusal where something that is kept about an address cannot be read; any other error stays one, as that of the
/// catalogue, which concerns everybody.
pub(crate) fn unreadable(error: StoreError) -> Result<CounterRefusal, StoreError> {
    match error {
        StoreError::Corrupt {
            table: "registrations",
            cause,
        } => Ok(CounterRefusal::Unreadable(cause)),
        StoreError::Corrupt { .. } | StoreError::Unavailable(_) | StoreError::Contended(_) => Err(error),
    }
}

/// A form that takes the money is another one than the same that does not.
pub(crate) fn fingerprint_of(registering: &Registering<'_>) -> String {
    let fingerprint = fingerprint(registering.registration, Channel::Counter);
    if registering.paid {
        format!("{fingerprint}-paid")
    } else {
        fingerprint
    }
}

pub(crate) fn candidate_of(order: &OrderId) -> Result<CustomerId, StoreError> {
    CustomerId::parse(order.customer_part()).map_err(|invalid| StoreError::Corrupt {
        table: "registrations",
        cause: invalid.to_string(),
    })
}
