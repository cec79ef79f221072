//! Everything the provider remembers.

mod delivery;
mod order;
mod payment;
mod payment_method;
mod refund;

pub(crate) use delivery::{Delivery, Stage};
pub use order::Shown;
pub(crate) use order::{Customer, Order, OrderStatus};
pub use payment::PaymentStatus;
pub(crate) use payment::{Attempt, Simulation};
pub(crate) use payment_method::InvalidMethod;
pub use payment_method::PaymentMethod;
pub(crate) use refund::{DISPUTE_CREATED, DISPUTE_LOST, Dispute, Refund, RefundStatus};

use crate::tracked::Tracked;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// The provider's database.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) orders: Tracked<String, Order>,
    pub(crate) simulations: Tracked<String, Simulation>,
    /// By their ids, so in the order in which they were queued.
    #[serde(serialize_with = "as_list", deserialize_with = "from_list")]
    pub(crate) deliveries: Tracked<u64, Delivery>,
    /// The newest of the provider's own ids, which count on.
    pub(crate) last_id: u64,
    #[serde(skip)]
    last_id_before: u64,
}

/// What one change did to the state: the entries as they are now, None for those that are gone.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Change {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    orders: BTreeMap<String, Option<Order>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    simulations: BTreeMap<String, Option<Simulation>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    deliveries: BTreeMap<u64, Option<Delivery>>,
    last_id: u64,
}

fn as_list<S: Serializer>(deliveries: &Tracked<u64, Delivery>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(deliveries.values())
}

fn from_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tracked<u64, Delivery>, D::Error> {
    let list = Vec::<Delivery>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|delivery| (delivery.id, delivery)).collect())
}

impl State {
    pub(crate) fn next_id(&mut self) -> u64 {
        // As long as real ones, so that nobody stores them in 32 bits.
        self.last_id = self.last_id.max(2_149_460_580) + 1;
        self.last_id
    }

    pub(crate) fn order_of_session(&self, session: &str) -> Option<&Order> {
        self.orders.values().find(|order| order.session == session)
    }

    /// What was done since the last [`State::accept`]; None when that is nothing.
    pub(crate) fn change(&self) -> Option<Change> {
        let change = Change {
            orders: self.orders.changed(),
            simulations: self.simulations.changed(),
            deliveries: self.deliveries.changed(),
            last_id: self.last_id,
        };
        let nothing = change.orders.is_empty()
            && change.simulations.is_empty()
            && change.deliveries.is_empty()
            && self.last_id == self.last_id_before;
        (!nothing).then_some(change)
    }

    pub(crate) fn apply(&mut self, change: Change) {
        self.orders.apply(change.orders);
        self.simulations.apply(change.simulations);
        self.deliveries.apply(change.deliveries);
        self.last_id = change.last_id;
    }

    /// Keeps what was done.
    pub(crate) fn accept(&mut self) {
        self.orders.accept();
        self.simulations.accept();
        self.deliveries.accept();
        self.last_id_before = self.last_id;
    }

    /// Takes back what was done since the last [`State::accept`].
    pub(crate) fn revert(&mut self) {
        self.orders.revert();
        self.simulations.revert();
        self.deliveries.revert();
        self.last_id = self.last_id_before;
    }

    /// After a start: what was under way when the process ended is sent again, better twice than never.
    pub(crate) fn resume(&mut self) {
        let all: Vec<u64> = self.deliveries.keys().copied().collect();
        for id in all {
            if let Some(delivery) = self.deliveries.get_mut(&id) {
                delivery.requeue_if_under_way();
            }
        }
        self.accept();
    }

    /// Replaces everything by `other`, entry by entry.
    pub(crate) fn replace_by(&mut self, other: &Self) {
        replace(&mut self.orders, &other.orders);
        replace(&mut self.simulations, &other.simulations);
        replace(&mut self.deliveries, &other.deliveries);
        self.last_id = other.last_id;
    }
}

fn replace<K: Ord + Clone, V: Clone + PartialEq>(old: &mut Tracked<K, V>, new: &Tracked<K, V>) {
    let gone: Vec<K> = old.keys().filter(|key| !new.contains_key(key)).cloned().collect();
    gone.iter().for_each(|key| old.remove(key));
    new.iter()
        .for_each(|(key, value)| old.insert(key.clone(), value.clone()));
}
