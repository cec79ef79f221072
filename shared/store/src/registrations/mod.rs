//! Table registrations: candidates, their orders, claims, the outbox, due times, attention.
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | create-order | catalogue, earlier order of the key, claims | one BatchGetItem ([`intake`]) |
//! | create-order | candidate + order + key | one transaction ([`create`]) |
//! | create-order | the same, refused by the provider | one transaction ([`refused`]) |
//! | status, pass, webhook | one order | GetItem, consistent |
//! | candidate details | a candidate with all orders | Query of `REG#<customer>`, consistent |
//! | settlement | PAID + claim + outbox | one transaction ([`paid`]) |
//! | settlement, mark paid | what an address has paid for | Query of `CLAIM#<email>`, consistent ([`claims`]) |
//! | notifier, reconciler | one outbox entry | conditional UpdateItem ([`outbox`]) |
//! | reconciler | what is due, and how much waits | Query of the indexes, the first of each shard ([`waiting`]) |
//! | notifier, portal, operations | lists, totals and search | see [`read_model`] |
//! | reconciliation | which orders are paid, which events are known | BatchGetItem ([`reconciled`]) |
//! | portal | what needs attention | Query of index `attention` ([`attention`]) |
//!
//! | item | pk | sk | kind |
//! |---|---|---|---|
//! | candidate | `REG#<customer>` | `CANDIDATE` | `CANDIDATE`; one whose only order was refused dies by `expires` |
//! | order | `REG#<customer>` | `ORDER#<order>` | `ORDER`; a refused one dies by `expires` |
//! | outbox entry of an order's mail | `REG#<customer>` | `MAIL#<order>` | `MAIL` |
//! | flag for the administrators | `REG#<customer>` | `ATTENTION#<order>#<kind>` | `ATTENTION` |
//! | event of the provider kept for the record | `REG#<customer>` | `EVENT#<order>#<key>` | `EVENT` |
//! | claim of a course | `CLAIM#<email>` | `COURSE#<college>#<course>` | `CLAIM` |
//! | claim of an all-colleges package | `CLAIM#<email>` | `PACKAGE#<package>` | `CLAIM` |
//! | paid for every course | `CLAIM#<email>` | `ALL` | `CLAIM` |
//! | paid for courses | `CLAIM#<email>` | `COURSES` | `COURSES` |
//! | what is made from these for the portal | see [`read_model`] | | `PROJECTION`, `ENTRY`, `WORD`, `AGGREGATE` |
//! | event of a reconciliation that was dealt with | `RECON` | `SEEN#<event>` | `RECON`, dies by `expires` |
//! | idempotency key | `IDEM#<key>` | `IDEM` | `IDEM`, dies by `expires` |
//!
//! What is read or written about one candidate names it in the line of the invocation ([`telemetry::about`]).
//!
//! An order's identifier begins with its candidate's, so a candidate's items share a partition and each is
//! still found by the order id alone. An order's `version` counts its writes: each names the version it was
//! decided on, and a later one is refused as [`Write::Stale`].

pub mod attention;
pub mod claims;
pub mod counter;
pub mod create;
pub mod due;
pub mod intake;
pub mod outbox;
pub mod paid;
pub mod quarantine;
pub mod read_model;
pub mod reconciled;
pub mod refused;
pub mod settle;
pub mod waiting;

pub use crate::transaction::Write;

use crate::{
    dynamo::{Item, StoreError, key, read, s},
    transaction::{self, Transaction},
};
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use config::{ConfigError, Env};
use domain::{
    CustomerId, OrderId, Paise, Person, Stored,
    payment::{Ask, Channel, Order},
    registration::{ExamPreference, PaymentMode, Selection},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

pub(crate) const TABLE: &str = "registrations";

/// The table registrations.
#[derive(Debug, Clone)]
pub struct Registrations {
    client: Client,
    table: String,
}

/// One registration, with the names and the price of its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its identifier.
    pub customer_id: CustomerId,
    /// Who.
    pub person: Person,
    /// For what.
    pub selection: Selection,
    /// Where the exam is taken.
    pub exam_preference: Stored<ExamPreference>,
    /// As asked for: online, or the counter's card, cash, upi.
    pub payment_mode: Stored<PaymentMode>,
    /// What it cost.
    pub amount: Paise,
    /// Through the site or at the counter. What happens to a payment is decided by its order's.
    pub channel: Stored<Channel>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A candidate with every order, the paid ones first, then the newest.
#[derive(Debug, Clone)]
pub struct CandidateFile {
    /// The registration.
    pub candidate: Candidate,
    /// Its orders.
    pub orders: Vec<Order>,
    /// The mails of the paid ones.
    pub mails: Vec<outbox::OutboxEntry>,
}

/// An item with its key and, where it is due for something, its place in the index.
#[derive(Serialize)]
pub(crate) struct Keyed<'a, T> {
    pub pk: String,
    pub sk: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_shard: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_at: Option<i64>,
    #[serde(flatten)]
    pub value: &'a T,
}

pub(crate) fn partition(order: &OrderId) -> String {
    format!("REG#{}", order.customer_part())
}

pub(crate) fn order_key(order: &OrderId) -> Item {
    key(partition(order), format!("ORDER#{order}"))
}

pub(crate) fn candidate_item(candidate: &Candidate) -> Result<Item, StoreError> {
    let keyed = Keyed {
        pk: format!("REG#{}", candidate.customer_id),
        sk: "CANDIDATE".to_owned(),
        kind: "CANDIDATE",
        due_shard: None,
        due_at: None,
        value: candidate,
    };
    crate::dynamo::write(TABLE, &keyed)
}

pub(crate) fn order_item(order: &Order, due: Option<Ask>) -> Result<Item, StoreError> {
    let keyed = Keyed {
        pk: partition(&order.order_id),
        sk: format!("ORDER#{}", order.order_id),
        kind: "ORDER",
        due_shard: due.map(|due| due::Task::Settle(due.lane).shard_of(&order.order_id)),
        due_at: due.map(|due| due.at.unix_timestamp()),
        value: order,
    };
    crate::dynamo::write(TABLE, &keyed)
}

impl Registrations {
    /// The table that `TABLE_REGISTRATIONS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self::new(
            Client::new(&env.aws_for("DYNAMODB")?),
            env.required("TABLE_REGISTRATIONS")?,
        ))
    }

    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    /// Does all of `actions`, or nothing.
    async fn transact(&self, actions: Vec<TransactWriteItem>) -> Result<Transaction, StoreError> {
        transaction::transact(&self.client, actions).await
    }

    /// Writes an item in a transaction, whatever is there.
    fn put(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        transaction::put(&self.table, item)
    }

    /// Writes an item in a transaction whose key must be free.
    fn put_new(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        transaction::put_new(&self.table, item)
    }

    /// One order, as of this moment.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn order(&self, id: &OrderId) -> Result<Option<Order>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .consistent_read(true)
            .send()
            .await?;
        let order: Option<Order> = found.item.map(|item| read(TABLE, item)).transpose()?;
        if let Some(order) = &order {
            telemetry::about(&order.customer_id);
        }
        Ok(order)
    }

    /// A candidate with every order that the provider has not refused, as of this moment; None for one that has only
    /// refused ones.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn candidate(&self, id: &CustomerId) -> Result<Option<CandidateFile>, StoreError> {
        let file = CandidateFile::read(self.candidate_items(id).await?)?;
        let file = file.and_then(CandidateFile::without_refused);
        if file.is_some() {
            telemetry::about(id);
        }
        Ok(file)
    }

    /// Everything in a candidate's partition, as of this moment.
    async fn candidate_items(&self, id: &CustomerId) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut from = None;
        loop {
            let page = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :candidate")
                .expression_attribute_values(":candidate", s(format!("REG#{id}")))
                .consistent_read(true)
                .set_exclusive_start_key(from)
                .send()
                .await?;
            items.extend(page.items.unwrap_or_default());
            from = page.last_evaluated_key;
            if from.is_none() {
                return Ok(items);
            }
        }
    }
}

impl CandidateFile {
    /// Sorts the items of a partition; None when there is no candidate among them.
    fn read(items: Vec<Item>) -> Result<Option<Self>, StoreError> {
        let mut candidate = None;
        let mut orders: Vec<Order> = Vec::new();
        let mut mails = Vec::new();
        for item in items {
            match kind(&item) {
                "CANDIDATE" => candidate = Some(read(TABLE, item)?),
                "ORDER" => orders.push(read(TABLE, item)?),
                "MAIL" => mails.push(read(TABLE, item)?),
                _ => {}
            }
        }
        orders.sort_by_key(|order| (order.paid_at.is_none(), std::cmp::Reverse(order.created_at)));
        Ok(candidate.map(|candidate| Self {
            candidate,
            orders,
            mails,
        }))
    }
}

impl CandidateFile {
    fn without_refused(mut self) -> Option<Self> {
        let all = self.orders.len();
        self.orders.retain(|order| order.refused_at.is_none());
        (all == 0 || !self.orders.is_empty()).then_some(self)
    }
}

/// What an item is; empty for one that does not say.
fn kind(item: &Item) -> &str {
    item.get("kind")
        .and_then(|kind| kind.as_s().ok())
        .map_or("", String::as_str)
}
