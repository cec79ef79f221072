//! Use case: registering people at the counter, one by a form or many by a list, and taking the money of those who are. What the catalogue, the sale window and the
//! claims of an address say is asked here and nowhere else, and the money of one who pays at once goes into the clerk's till
//! in the same transaction.

mod audited;
mod decide;
mod mark_paid;
mod write;

pub use audited::{MEMBERS, audited};
pub use mark_paid::MarkedPaid;

use config::{ConfigError, Env};
use domain::{
    Capacity, Clock, CustomerId, Entropy, Invalid, OrderId,
    catalogue::PriceChanged,
    payment::Order,
    registration::{Registration, SchoolGroup},
};
use store::{AdminTable, Catalogue, Registrations, StoreError, registrations::Candidate};
use time::OffsetDateTime;

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
}
