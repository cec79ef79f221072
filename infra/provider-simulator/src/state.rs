//! Everything the provider remembers.

use crate::tracked::Tracked;
use crate::webhook::queue::Delivery;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use time::OffsetDateTime;

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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) order_id: String,
    pub(crate) cf_order_id: u64,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) currency: String,
    /// The status as of the last event. Whether it has expired is a question to the clock: [`Order::status`].
    pub(crate) status: OrderStatus,
    pub(crate) session: String,
    pub(crate) customer: Customer,
    pub(crate) return_url: Option<String>,
    pub(crate) notify_url: Option<String>,
    pub(crate) payment_methods: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) tags: Option<BTreeMap<String, String>>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) expires_at: OffsetDateTime,
    /// Oldest first.
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) refunds: Vec<Refund>,
    #[serde(default)]
    pub(crate) disputes: Vec<Dispute>,
    pub(crate) shown: Shown,
}

/// What a test makes the API say instead of the truth.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shown {
    /// The amount of the order, in paise.
    pub amount: Option<u64>,
    /// The currency of the order.
    pub currency: Option<String>,
    /// The status of the order, in any word.
    pub order_status: Option<String>,
    /// The status of its attempts, in any word.
    pub payment_status: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum OrderStatus {
    Active,
    Paid,
    Expired,
    Terminated,
    TerminationRequested,
}

impl OrderStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "ACTIVE",
            Self::Paid => "PAID",
            Self::Expired => "EXPIRED",
            Self::Terminated => "TERMINATED",
            Self::TerminationRequested => "TERMINATION_REQUESTED",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attempt {
    pub(crate) cf_payment_id: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) method: PaymentMethod,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) began_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub(crate) ended_at: Option<OffsetDateTime>,
}

/// How an attempt stands, in the provider's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentStatus {
    /// The money is there.
    Success,
    /// Begun; the bank has not acknowledged it.
    NotAttempted,
    /// With the bank.
    Pending,
    /// Refused.
    Failed,
    /// Left by the person.
    UserDropped,
    /// Paid too late and sent back.
    Cancelled,
}

impl PaymentStatus {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::NotAttempted => "NOT_ATTEMPTED",
            Self::Pending => "PENDING",
            Self::Failed => "FAILED",
            Self::UserDropped => "USER_DROPPED",
            Self::Cancelled => "CANCELLED",
        }
    }

    pub(crate) const fn is_open(self) -> bool {
        match self {
            Self::NotAttempted | Self::Pending => true,
            Self::Success | Self::Failed | Self::UserDropped | Self::Cancelled => false,
        }
    }
}

/// How an attempt pays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// By a request to a UPI address.
    Upi {
        /// The payer's address, such as `testsuccess@gocash`.
        upi_id: String,
    },
    /// By a credit card, of which no more than this is ever kept.
    Card {
        /// The last four digits of its number.
        last4: String,
        /// The bank that issued it.
        #[serde(default = "test_bank")]
        bank: String,
    },
    /// At the payer's bank.
    Netbanking {
        /// The provider's number of the bank, such as 3044.
        bank_code: u32,
    },
}

/// The bank of the test cards.
pub(crate) fn test_bank() -> String {
    "TEST Bank".to_owned()
}

impl Default for PaymentMethod {
    fn default() -> Self {
        Self::Upi {
            upi_id: "testsuccess@gocash".to_owned(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) cf_refund_id: u64,
    pub(crate) refund_id: String,
    pub(crate) cf_payment_id: u64,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) note: Option<String>,
    pub(crate) speed: String,
    pub(crate) status: String,
    /// Why the provider itself sends the money back; None when the merchant does.
    pub(crate) automatic: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub(crate) processed_at: Option<OffsetDateTime>,
}

/// A payer's complaint to the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dispute {
    pub(crate) dispute_id: String,
    pub(crate) status: String,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Simulation {
    pub(crate) cf_payment_id: u64,
    pub(crate) status: PaymentStatus,
    pub(crate) error_code: String,
}

impl Order {
    /// How it stands at `now`: an active order is over when its time is.
    pub(crate) fn status(&self, now: OffsetDateTime) -> OrderStatus {
        if self.status == OrderStatus::Active && now >= self.expires_at {
            OrderStatus::Expired
        } else {
            self.status
        }
    }

    /// The address to which its page sends the browser back.
    pub(crate) fn return_address(&self) -> Option<String> {
        self.return_url
            .as_ref()
            .map(|url| url.replace("{order_id}", &self.order_id))
    }
}

impl Refund {
    /// How it stands, in the provider's prose.
    pub(crate) fn description(&self) -> &'static str {
        match self.status.as_str() {
            "FAILED" => "Refund failed",
            _ if self.processed_at.is_some() => "Refund processed successfully",
            _ => "In Progress",
        }
    }
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

    /// Lets what was done stand.
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

impl Order {
    /// The order of the provider's sample events, which no merchant has.
    pub(crate) fn sample(order_id: &str, now: OffsetDateTime) -> Self {
        Self {
            order_id: order_id.to_owned(),
            cf_order_id: 2_149_460_581,
            amount: 200,
            currency: "INR".to_owned(),
            status: OrderStatus::Paid,
            session: String::new(),
            customer: Customer {
                id: "7112AAA812234".to_owned(),
                phone: "9908734801".to_owned(),
                ..Customer::default()
            },
            return_url: None,
            notify_url: None,
            payment_methods: None,
            note: None,
            tags: None,
            created_at: now,
            expires_at: now,
            attempts: Vec::new(),
            refunds: Vec::new(),
            disputes: Vec::new(),
            shown: Shown::default(),
        }
    }
}
