//! Claims: who is registered for what, so that nobody is registered for it twice.

use super::{
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, key, n, query_all, read, s, text},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{AttributeValue, Delete, KeysAndAttributes, TransactWriteItem, Update};
use domain::{
    ClaimKey, CustomerId, Email, OrderId,
    claim::Claimed,
    payment::{Order, PassValidity},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// How firmly a claim is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ClaimState {
    /// By a counter registration that is not paid yet; an online payment may take it over.
    Open,
    /// By a paid order, until all of its money went back.
    Paid,
}

/// A claim and its holder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// How firmly.
    pub state: ClaimState,
    /// By which order.
    pub order_id: OrderId,
    /// Of which candidate.
    pub customer_id: CustomerId,
}

/// The claims that bear on one registration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The claim of the very thing.
    pub own: Option<Claim>,
    /// A paid all-colleges package, which covers every course.
    pub all: Option<Claim>,
}

impl Claims {
    /// Whether the address has already paid for it.
    #[must_use]
    pub fn paid(&self) -> bool {
        self.all.is_some()
            || self
                .own
                .as_ref()
                .is_some_and(|claim| claim.state == ClaimState::Paid)
    }

    /// Who has paid for it, or is registered for it at the counter and still to pay.
    #[must_use]
    pub fn holder(&self) -> Option<&CustomerId> {
        let claim = self.own.as_ref().or(self.all.as_ref())?;
        Some(&claim.customer_id)
    }
}

/// Everything that an address has paid for, as the payment of an all-colleges package must know it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holdings {
    /// The claim of this very package.
    pub own: Option<Claim>,
    /// The first paid all-colleges package.
    pub all: Option<Claim>,
    /// The paid orders of courses.
    pub courses: Vec<OrderId>,
    /// As of when `courses` is complete.
    pub mark: CoursesMark,
}

/// Which state of an address's paid courses a decision was taken on. Each payment of a course changes it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoursesMark(pub(super) Option<u64>);

impl CoursesMark {
    /// How often it was written; None where there is none.
    pub(super) const fn version(self) -> Option<u64> {
        self.0
    }
}

/// The mark under an address that its paid courses leave, because a condition can name an item and not a prefix.
#[derive(Deserialize)]
struct CoursesItem {
    version: u64,
    /// In which a reader of the mark finds every course that it counts, whatever else of their transactions it saw.
    orders: Vec<OrderId>,
}

#[derive(Serialize)]
struct ClaimItem<'a> {
    #[serde(flatten)]
    claim: &'a Claim,
    kind: &'static str,
}

/// What is kept under an address, as of one moment.
pub(super) struct Address(HashMap<String, Item>);

impl Address {
    /// The claim of a registration of this address.
    pub(super) fn own(&self, claim: &ClaimKey) -> Result<Option<Claim>, StoreError> {
        self.claim(text(&own_key(claim), "sk"))
    }

    /// The all-colleges package that covers every course.
    pub(super) fn all(&self) -> Result<Option<Claim>, StoreError> {
        self.claim(ALL)
    }

    /// The paid orders that the mark of paid courses names, and the mark's version.
    pub(super) fn courses(&self) -> Result<(Vec<OrderId>, CoursesMark), StoreError> {
        let Some(item) = self.0.get(COURSES) else {
            return Ok((Vec::new(), CoursesMark(None)));
        };
        let CoursesItem { version, orders } = read(TABLE, item.clone())?;
        Ok((orders, CoursesMark(Some(version))))
    }

    /// Whether a course is paid for.
    pub(super) fn has_paid_course(&self) -> Result<bool, StoreError> {
        for (place, item) in &self.0 {
            if place.starts_with("COURSE#") {
                let claim: Claim = read(TABLE, item.clone())?;
                if claim.state == ClaimState::Paid {
                    return Ok(true);
                }
            }
        }
        Ok(!self.courses()?.0.is_empty())
    }

    fn claim(&self, place: &str) -> Result<Option<Claim>, StoreError> {
        let item = self.0.get(place).cloned();
        item.map(|item| read(TABLE, item)).transpose()
    }
}

/// The sort key of what covers every course.
const ALL: &str = "ALL";

/// The sort key of the mark of paid courses.
const COURSES: &str = "COURSES";

fn partition(email: &Email) -> String {
    format!("CLAIM#{}", email.as_str())
}

pub(crate) fn own_key(claim: &ClaimKey) -> Item {
    let sk = match &claim.what {
        Claimed::Package(package) => format!("PACKAGE#{package}"),
        Claimed::Course(college, course) => format!("COURSE#{college}#{course}"),
    };
    key(partition(&claim.email), sk)
}

pub(crate) fn all_key(claim: &ClaimKey) -> Item {
    key(partition(&claim.email), ALL)
}

pub(crate) fn courses_key(claim: &ClaimKey) -> Item {
    key(partition(&claim.email), COURSES)
}

/// The keys that bear on a registration: its own, and for a course the one that covers every course.
pub(crate) fn keys(claim: &ClaimKey) -> Vec<Item> {
    match claim.what {
        Claimed::Package(_) => vec![own_key(claim)],
        Claimed::Course(..) => vec![own_key(claim), all_key(claim)],
    }
}

pub(crate) fn item(key: Item, claim: &Claim) -> Result<Item, StoreError> {
    let mut item = crate::dynamo::write(TABLE, &ClaimItem { claim, kind: "CLAIM" })?;
    item.extend(key);
    Ok(item)
}

/// Sorts items that were read by [`keys`] back into their roles.
pub(crate) fn collect(items: impl IntoIterator<Item = Item>) -> Result<Claims, StoreError> {
    let mut claims = Claims::default();
    for item in items {
        let covers_all = text(&item, "sk") == ALL;
        let claim = Some(read(TABLE, item)?);
        if covers_all {
            claims.all = claim;
        } else {
            claims.own = claim;
        }
    }
    Ok(claims)
}

impl Registrations {
    /// The claims that bear on a registration: one BatchGetItem, consistent.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn claims(&self, claim: &ClaimKey) -> Result<Claims, StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys(claim)))
            .consistent_read(true);
        collect(self.batch(wanted).await?)
    }

    /// Everything that the address of an all-colleges package has paid for: one Query, consistent.
    ///
    /// The mark of paid courses names all that were paid since there is one, and the claims of all before. A
    /// transaction that finds the mark unchanged therefore knows of every course.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn holdings(&self, package: &ClaimKey) -> Result<Holdings, StoreError> {
        let mut holdings = Holdings::default();
        let own = own_key(package).remove("sk");
        for item in self.claims_of(&package.email).await? {
            let place = text(&item, "sk").to_owned();
            match place.as_str() {
                ALL => holdings.all = Some(read(TABLE, item)?),
                COURSES => {
                    let mark: CoursesItem = read(TABLE, item)?;
                    holdings.mark = CoursesMark(Some(mark.version));
                    holdings.courses.extend(mark.orders);
                }
                course if course.starts_with("COURSE#") => {
                    let claim: Claim = read(TABLE, item)?;
                    let paid = claim.state == ClaimState::Paid;
                    holdings.courses.extend(paid.then_some(claim.order_id));
                }
                _ if item.get("sk") == own.as_ref() => holdings.own = Some(read(TABLE, item)?),
                _ => {}
            }
        }
        holdings.courses.sort_unstable();
        holdings.courses.dedup();
        Ok(holdings)
    }

    /// The orders of an address whose passes are valid, the earliest first. One that cannot be read is left out: the others
    /// are not to wait for it.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn orders_with_pass(&self, email: &Email) -> Result<Vec<Order>, StoreError> {
        let mut ids = BTreeSet::new();
        for item in self.claims_of(email).await? {
            // Who holds a claim and how firmly does not matter here: each order says itself whether it is paid.
            let courses = item.get("orders").and_then(|orders| orders.as_l().ok());
            let named = item
                .get("order_id")
                .into_iter()
                .chain(courses.into_iter().flatten());
            ids.extend(named.filter_map(|id| OrderId::parse(id.as_s().ok()?).ok()));
        }
        // One by one: there is a handful at most, and nobody waits for the answer.
        let mut orders = Vec::new();
        for id in &ids {
            match self.order(id).await {
                Ok(order) => orders.extend(order),
                Err(StoreError::Corrupt { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // Corrected at this moment: what was read of the claims may be of the address before.
        orders.retain(|order| order.person.email == *email && order.validity() == Some(PassValidity::Valid));
        orders.sort_by_key(|order| (order.paid_at, order.order_id.clone()));
        Ok(orders)
    }

    /// What these orders, at most 100, are for, as a person calls it. One that is not there or cannot be read is left
    /// out.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn bought(&self, orders: &[OrderId]) -> Result<Vec<(OrderId, String)>, StoreError> {
        let keys = orders.iter().map(order_key).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true);
        let items = self.batch(wanted).await?.into_iter();
        let orders = items.filter_map(|item| read::<Order>(TABLE, item).ok());
        Ok(orders
            .map(|order| (order.order_id.clone(), order.selection.described()))
            .collect())
    }

    /// What an order holds under its address, given up: its claim, and its part of the marks. Each condition is that it
    /// holds it still.
    pub(super) fn give_up(
        &self,
        address: &Address,
        claim: &ClaimKey,
        order: &OrderId,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions = self.give_up_own(address, claim, order)?;
        if address.all()?.is_some_and(|all| all.order_id == *order) {
            actions.push(self.let_go(all_key(claim), order)?);
        }
        let (mut courses, mark) = address.courses()?;
        if let Some(version) = mark.version()
            && courses.contains(order)
        {
            courses.retain(|course| course != order);
            let courses = courses.iter().map(|course| s(course.as_str())).collect();
            let update = Update::builder()
                .table_name(&self.table)
                .set_key(Some(courses_key(claim)))
                .update_expression("SET orders = :others, version = :next")
                .condition_expression("version = :read")
                .expression_attribute_values(":others", AttributeValue::L(courses))
                .expression_attribute_values(":read", n(version))
                .expression_attribute_values(":next", n(version + 1))
                .build()
                .map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().update(update).build());
        }
        Ok(actions)
    }

    /// The claim alone, given up.
    pub(super) fn give_up_own(
        &self,
        address: &Address,
        claim: &ClaimKey,
        order: &OrderId,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let own = address.own(claim)?.filter(|own| own.order_id == *order);
        own.map(|_| self.let_go(own_key(claim), order))
            .into_iter()
            .collect()
    }

    fn let_go(&self, claim: Item, order: &OrderId) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(claim))
            .condition_expression("order_id = :me")
            .expression_attribute_values(":me", s(order.as_str()))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// What is kept under an address: one Query, consistent.
    pub(super) async fn address(&self, email: &Email) -> Result<Address, StoreError> {
        let items = self.claims_of(email).await?.into_iter();
        Ok(Address(
            items.map(|item| (text(&item, "sk").to_owned(), item)).collect(),
        ))
    }

    /// The items under an address, consistent.
    async fn claims_of(&self, email: &Email) -> Result<Vec<Item>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        query_all(
            query
                .key_condition_expression("pk = :address")
                .expression_attribute_values(":address", s(partition(email)))
                .consistent_read(true),
        )
        .await
    }
}
