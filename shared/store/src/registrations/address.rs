//! What is kept under an address, and how an order gives up its part of it.

use super::{
    claims::{ALL, COURSES, Claim, ClaimState, CoursesItem, CoursesMark, all_key, courses_key, own_key},
    table::{Registrations, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, attribute, n, read, s, text},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem, Update};
use domain::{ClaimKey, Email, OrderId};
use std::collections::HashMap;

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

impl Registrations {
    /// What orders hold or wait for under their address, given up: the claim and the marks. Who waited longest has what
    /// they held. Each condition is that it is as it was read.
    pub(super) fn give_up(
        &self,
        address: &Address,
        claim: &ClaimKey,
        orders: &[&OrderId],
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let mut actions: Vec<_> = self.give_up_own(address, claim, orders)?.into_iter().collect();
        actions.extend(self.hand_on(all_key(claim), address.all()?, orders)?);
        let (mut courses, mark) = address.courses()?;
        if let Some(version) = mark.version()
            && courses.iter().any(|course| orders.contains(&course))
        {
            courses.retain(|course| !orders.contains(&course));
            let update = Update::builder()
                .table_name(&self.table)
                .set_key(Some(courses_key(claim)))
                .update_expression("SET orders = :others, version = :next")
                .condition_expression("version = :read")
                .expression_attribute_values(":others", attribute(TABLE, &courses)?)
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
        orders: &[&OrderId],
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        self.hand_on(own_key(claim), address.own(claim)?, orders)
    }

    /// Takes orders out of a claim: the next of those that paid for it has it, and after the last of them it is gone. None
    /// where none of them is in it.
    fn hand_on(
        &self,
        key: Item,
        claim: Option<Claim>,
        orders: &[&OrderId],
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let Some(claim) = claim else {
            return Ok(None);
        };
        let mut left = claim.holders();
        let held = left.len();
        left.retain(|order| !orders.contains(&order));
        if left.len() == held {
            return Ok(None);
        }
        let unchanged = if claim.orders.is_empty() {
            "order_id = :holder AND attribute_not_exists(orders)"
        } else {
            "order_id = :holder AND orders = :read"
        };
        let mut values = HashMap::from([(":holder".to_owned(), s(claim.order_id.as_str()))]);
        if !claim.orders.is_empty() {
            values.insert(":read".to_owned(), attribute(TABLE, &claim.orders)?);
        }
        let Some(next) = left.first() else {
            let delete = Delete::builder()
                .table_name(&self.table)
                .set_key(Some(key))
                .condition_expression(unchanged)
                .set_expression_attribute_values(Some(values))
                .build()
                .map_err(incomplete)?;
            return Ok(Some(TransactWriteItem::builder().delete(delete).build()));
        };
        values.insert(":next".to_owned(), s(next.as_str()));
        values.insert(":candidate".to_owned(), s(next.customer_part()));
        values.insert(":left".to_owned(), attribute(TABLE, &left)?);
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key))
            .update_expression("SET order_id = :next, customer_id = :candidate, orders = :left")
            .condition_expression(unchanged)
            .set_expression_attribute_values(Some(values))
            .build()
            .map_err(incomplete)?;
        Ok(Some(TransactWriteItem::builder().update(update).build()))
    }

    /// What is kept under an address: one Query, consistent.
    pub(super) async fn address(&self, email: &Email) -> Result<Address, StoreError> {
        let items = self.claims_of(email).await?.into_iter();
        Ok(Address(
            items.map(|item| (text(&item, "sk").to_owned(), item)).collect(),
        ))
    }
}
