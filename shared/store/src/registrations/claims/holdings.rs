//! What an address has paid for, by its claims.

use super::{ALL, COURSES, Claim, ClaimState, CoursesItem, CoursesMark, own_key};
use crate::{
    dynamo::{StoreError, read, text},
    registrations::{
        order::order_key,
        table::{Registrations, TABLE},
    },
};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{
    ClaimKey, Email, OrderId,
    payment::{Order, PassValidity},
};
use std::collections::BTreeSet;

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

impl Registrations {
    /// Everything that the address of an all-colleges package has paid for: one Query, consistent.
    ///
    /// The mark of paid courses names all that were paid since there is one, and the claims of all before. A
    /// transaction that finds the mark unchanged therefore knows of every course.
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

    /// The other orders of the same address with a valid pass that were paid for something that this one pays for.
    pub async fn paid_beside(&self, order: &Order) -> Result<Vec<Order>, StoreError> {
        let mut others = self.orders_with_pass(&order.person.email).await?;
        others.retain(|other| other.is_paid_beside(order));
        Ok(others)
    }

    /// What these orders, at most 100, are for, as a person calls it. One that is not there or cannot be read is left
    /// out.
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
}
