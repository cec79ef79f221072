//! Use case: registering people at the counter, one by a form or many by a list, and taking the money of those who are. What the catalogue, the sale window and the
//! claims of an address say is asked here and nowhere else, and the money of one who pays at once goes into the clerk's till
//! in the same transaction.

mod audited;
mod mark_paid;
mod write;

pub use audited::{MEMBERS, audited};
pub use mark_paid::MarkedPaid;

use config::{ConfigError, Env};
use domain::{
    Capacity, Clock, CustomerId, Entropy, Invalid, OrderId, Phase,
    catalogue::{Offer, PriceChanged},
    payment::{AttemptState, Channel, Order, Status},
    registration::{Registration, SchoolGroup},
};
use store::{
    AdminTable, Catalogue, Registrations, StoreError,
    registrations::{
        Candidate,
        checkout_context::CheckoutContext,
        idempotency::{Idempotency, fingerprint},
    },
};
use time::{Duration, OffsetDateTime};

/// How long an order of the counter says that it can be paid. Nothing expires it: the event is over before.
const PAYABLE: Duration = Duration::days(30);

/// The counter.
#[derive(Debug, Clone)]
pub struct Counter {
    catalogue: Catalogue,
    registrations: Registrations,
    admin_table: AdminTable,
    clock: Clock,
    entropy: Entropy,
}

/// Somebody to be registered.
#[derive(Debug, Clone, Copy)]
pub struct Registering<'a> {
    /// Who, for what, at the price that was shown.
    pub registration: &'a Registration,
    /// Whether the money is taken at once.
    pub paid: bool,
    /// Whether nobody of the same name and phone number must have registered at the counter.
    pub refuse_similar: bool,
    /// Who registers them.
    pub clerk: &'a str,
    /// The form's key, by which it is known when it is sent again.
    pub key: Option<&'a str>,
    /// The list that they are on, and their place in it: the same place is the same candidate.
    pub listed: Option<&'a ListedPlace>,
}

/// A place in a list.
#[derive(Debug, Clone)]
pub struct ListedPlace {
    /// Whose list it is.
    pub group: SchoolGroup,
    /// Who is registered for this place.
    pub customer_id: CustomerId,
    /// With which order.
    pub order_id: OrderId,
    /// When the list was taken, and with it the money, where it is paid: in one hand, whenever each place is registered.
    pub taken_at: OffsetDateTime,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum CounterAnswer {
    /// They are registered, by this or an earlier call with the same key or place.
    Done {
        /// As whom.
        customer_id: CustomerId,
        /// With which order.
        order_id: OrderId,
        /// When its money was taken, where it was.
        paid_at: Option<OffsetDateTime>,
    },
    /// They are not.
    Refused(CounterRefusal),
}

/// Why somebody is not registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CounterRefusal {
    /// The key came with other fields before.
    KeyReused,
    /// The counter has closed.
    Closed,
    /// The catalogue does not have it.
    NotOffered(Invalid),
    /// It costs something else.
    PriceChanged(PriceChanged),
    /// The address is registered at the counter for the same, or has paid for it; who, where that is known.
    Already(Option<CustomerId>),
    /// Somebody of this name and phone number is registered; who.
    Similar(Option<CustomerId>),
    /// No place of the exam is left.
    SoldOut,
    /// What is kept about the address cannot be read, so whether it has paid is not known; what is wrong with it.
    Unreadable(String),
}

/// A registration that is to be written, once a place is chosen where its exam has a capacity.
pub(crate) struct NewRegistration {
    pub(crate) candidate: Candidate,
    pub(crate) order: Order,
    pub(crate) capacity: Option<Capacity>,
}

/// What was decided before anything is written.
enum Decided {
    Before(CounterAnswer),
    New(Box<NewRegistration>),
}

impl Counter {
    /// The counter over the tables that the settings name.
    pub fn from_env(env: &Env, clock: Clock, entropy: Entropy) -> Result<Self, ConfigError> {
        Ok(Self {
            catalogue: Catalogue::from_env(env)?,
            registrations: Registrations::from_env(env)?,
            admin_table: AdminTable::from_env(env)?,
            clock,
            entropy,
        })
    }

    /// Registers somebody, or says why not.
    ///
    /// # Errors
    /// When a table does not answer, or others held the same items at each try. The same key, or place, may be tried again.
    pub async fn register(&self, registering: &Registering<'_>) -> Result<CounterAnswer, StoreError> {
        let answer = match self.decide(registering).await? {
            Decided::Before(answer) => answer,
            Decided::New(new) => self.write(registering, *new).await?,
        };
        match (answer, registering.listed) {
            // A worker before may have registered this place, and died before that was noted. What has happened since, to the
            // price or to the places that were left, is no reason to say that it is not.
            (CounterAnswer::Refused(refusal), Some(listed)) => {
                let before = self.registrations.order(&listed.order_id).await?;
                Ok(
                    before.map_or(CounterAnswer::Refused(refusal), |order| CounterAnswer::Done {
                        customer_id: order.customer_id,
                        order_id: order.order_id,
                        paid_at: order.paid_at,
                    }),
                )
            }
            (answer, _) => Ok(answer),
        }
    }

    /// Why somebody would not be registered at this moment; None if they would. Writes nothing, and does not look for people
    /// of the same name and phone number, nor whether a place is left.
    ///
    /// # Errors
    /// When a table does not answer.
    pub async fn refusal(&self, registering: &Registering<'_>) -> Result<Option<CounterRefusal>, StoreError> {
        match self.decide(registering).await? {
            Decided::Before(CounterAnswer::Refused(refusal)) => Ok(Some(refusal)),
            Decided::Before(CounterAnswer::Done { .. }) => Ok(None),
            Decided::New(new) if registering.paid => Ok(self.claim_to_be_paid(&new.order).await?.err()),
            Decided::New(_) => Ok(None),
        }
    }

    async fn decide(&self, registering: &Registering<'_>) -> Result<Decided, StoreError> {
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
