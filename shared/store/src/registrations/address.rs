//! What is kept under an address, and how an order gives up its part of it.

use super::{
    claims::{ALL, COURSES, Claim, ClaimState, CoursesItem, CoursesMark, all_key, courses_key, own_key},
    table::{Registrations, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, n, read, s, text},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{AttributeValue, Delete, TransactWriteItem, Update};
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
}
