//! Claims: who is registered for what, so that nobody is registered for it twice.

use super::{Registrations, TABLE};
use crate::{
    dynamo::{Item, StoreError, key, read},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{ClaimKey, CustomerId, OrderId, claim::Claimed};
use serde::{Deserialize, Serialize};

/// How firmly a claim is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ClaimState {
    /// By a counter registration that is not paid yet; an online payment may take it over.
    Open,
    /// By a paid order, for ever.
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

    /// Whether it is paid for, or registered at the counter and still to be paid.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.all.is_some() || self.own.is_some()
    }

    /// The claim of another order that stands against this one, a paid one first.
    #[must_use]
    pub fn against(&self, order: &OrderId) -> Option<&Claim> {
        let own = self.own.as_ref().filter(|claim| claim.state == ClaimState::Paid);
        own.into_iter()
            .chain(&self.all)
            .find(|claim| claim.order_id != *order)
    }
}

#[derive(Serialize)]
struct ClaimItem<'a> {
    #[serde(flatten)]
    claim: &'a Claim,
    kind: &'static str,
}

fn partition(claim: &ClaimKey) -> String {
    format!("CLAIM#{}", claim.email.as_str())
}

pub(crate) fn own_key(claim: &ClaimKey) -> Item {
    let sk = match &claim.what {
        Claimed::Package(package) => format!("PACKAGE#{package}"),
        Claimed::Course(college, course) => format!("COURSE#{college}#{course}"),
    };
    key(partition(claim), sk)
}

pub(crate) fn all_key(claim: &ClaimKey) -> Item {
    key(partition(claim), "ALL")
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
        let covers_all = item
            .get("sk")
            .and_then(|sk| sk.as_s().ok())
            .is_some_and(|sk| sk == "ALL");
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
            .consistent_read(true)
            .build();
        let wanted = wanted.map_err(incomplete)?;
        let mut found = crate::dynamo::batch_get(&self.client, [(self.table.clone(), wanted)].into()).await?;
        collect(found.remove(&self.table).unwrap_or_default())
    }
}
