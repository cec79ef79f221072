//! Claims: who is registered for what, so that nobody is registered for it twice.

mod holdings;

pub use holdings::Holdings;

use super::table::{Registrations, TABLE};
use crate::dynamo::{Item, StoreError, key, query_all, read, s, text};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{ClaimKey, CustomerId, Email, OrderId, claim::Claimed, payment::Order};
use serde::{Deserialize, Serialize};

/// How firmly a claim is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ClaimState {
    /// By a counter registration that is not paid yet; an online payment may take it over.
    Open,
    /// By paid orders, each until all of its money is gone.
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
    /// Every order that has paid for it, the earliest first, which holds it: when one gives it up, the next has it.
    /// Empty while nobody has paid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<OrderId>,
}

impl Claim {
    /// That of a counter registration that is still to be paid.
    pub(super) fn open(order: &Order) -> Self {
        Self {
            state: ClaimState::Open,
            order_id: order.order_id.clone(),
            customer_id: order.customer_id.clone(),
            orders: Vec::new(),
        }
    }

    /// That of these paid orders, of which the first holds it; None of nothing.
    pub(super) fn paid<'a>(orders: impl IntoIterator<Item = &'a Order>) -> Option<Self> {
        let mut orders = orders.into_iter().peekable();
        let (order_id, customer_id) = orders
            .peek()
            .map(|order| (order.order_id.clone(), order.customer_id.clone()))?;
        Some(Self {
            state: ClaimState::Paid,
            order_id,
            customer_id,
            orders: orders.map(|order| order.order_id.clone()).collect(),
        })
    }

    /// Whose it is, in order: who holds it, and then those who wait for it.
    pub(super) fn holders(&self) -> Vec<OrderId> {
        let mut holders = self.orders.clone();
        // One that is not paid yet names its holder alone.
        if !holders.contains(&self.order_id) {
            holders.insert(0, self.order_id.clone());
        }
        holders
    }
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
pub(super) struct CoursesItem {
    pub(super) version: u64,
    /// In which a reader of the mark finds every course that it counts, whatever else of their transactions it saw.
    pub(super) orders: Vec<OrderId>,
}

#[derive(Serialize)]
struct ClaimItem<'a> {
    #[serde(flatten)]
    claim: &'a Claim,
    kind: &'static str,
}

/// The sort key of what covers every course.
pub(super) const ALL: &str = "ALL";

/// The sort key of the mark of paid courses.
pub(super) const COURSES: &str = "COURSES";

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
    pub async fn claims(&self, claim: &ClaimKey) -> Result<Claims, StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys(claim)))
            .consistent_read(true);
        collect(self.batch(wanted).await?)
    }

    /// The paid package for all colleges of an address, whichever it is.
    pub async fn claims_of_all(&self, email: &Email) -> Result<Claims, StoreError> {
        let wanted = KeysAndAttributes::builder()
            .keys(key(partition(email), ALL))
            .consistent_read(true);
        collect(self.batch(wanted).await?)
    }

    /// The items under an address, consistent.
    pub(super) async fn claims_of(&self, email: &Email) -> Result<Vec<Item>, StoreError> {
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
