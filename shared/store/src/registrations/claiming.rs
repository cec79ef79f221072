//! What a payment does about the claim of what it pays for, decided beforehand and checked by its transaction.

use super::{
    attention::{self, Flag},
    claims::{self, ClaimState, CoursesMark},
    table::{Registrations, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, attribute, n, s},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, TransactWriteItem, Update, builders::UpdateBuilder,
};
use domain::{
    AttentionKind, ClaimKey, OrderId,
    claim::Claimed,
    payment::{Channel, Order},
};
use time::OffsetDateTime;

/// Nobody has it, or this order has.
const FREE_OR_OURS: &str = "attribute_not_exists(pk) OR order_id = :me";

/// What a payment does about the claim of what it pays for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimPolicy {
    /// Takes it, if no other paid order holds it or covers it. For an all-colleges package also if no course was paid
    /// since the mark was read; for a course the mark says nothing.
    Take(CoursesMark),
    /// Takes it although a paid all-colleges package covers it, and flags this one as a second payment.
    TakeCovered {
        /// The order of that package.
        by: OrderId,
    },
    /// Takes an all-colleges package although courses that it covers are paid, and flags this one as a second payment.
    /// Another course must not have been paid since the mark was read.
    TakeCovering {
        /// Those courses.
        courses: Vec<PaidCourse>,
        /// As of when they are all.
        mark: CoursesMark,
    },
    /// Leaves it with the paid order that holds it, waits for it, and flags this one as a second payment.
    Leave {
        /// That order.
        holder: OrderId,
    },
}

/// A course that was paid before the package that covers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidCourse {
    /// Its order.
    pub order_id: OrderId,
    /// What it is, as a person calls it, where the order could be read.
    pub name: Option<String>,
}

impl ClaimPolicy {
    /// The note for administrators about a second payment; None for a payment that is the only one.
    fn note(&self, order: &Order) -> Option<String> {
        let this = order.selection.described();
        match self {
            Self::Take(_) => None,
            Self::TakeCovered { by } => Some(format!(
                "The package of all colleges already paid by order {by} covers {this}"
            )),
            Self::TakeCovering { courses, .. } => {
                let named = courses.iter().map(|PaidCourse { order_id, name }| {
                    let name = name.as_deref().unwrap_or("A course");
                    format!("{name} was already paid by order {order_id}")
                });
                let them = if courses.len() == 1 { "it" } else { "them" };
                let named: Vec<String> = named.collect();
                Some(format!("{}; {this} covers {them}", named.join(", ")))
            }
            Self::Leave { holder } => Some(format!("{this} was already paid by order {holder}")),
        }
    }
}

impl Registrations {
    /// The flag of a payment that is not the only one.
    pub(super) fn second_payment(
        &self,
        order: &Order,
        policy: &ClaimPolicy,
        at: OffsetDateTime,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let flag = policy
            .note(order)
            .map(|note| Flag::new(order, AttentionKind::DuplicatePayment, at).with_note(note));
        flag.map(|flag| self.put(attention::item(&flag)?)).transpose()
    }

    /// What a payment writes and checks under its address. A course checks the mark `ALL` and changes the mark of
    /// paid courses; a package does it the other way round, so that of the two the later one fails its check, however
    /// close they come. Whatever does not take a claim waits for it, so that it has it when its holder gives it up.
    pub(super) fn claim_actions(
        &self,
        order: &Order,
        policy: &ClaimPolicy,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let key = order.claim_key();
        let mut actions = Vec::new();
        match (policy, &key.what) {
            (ClaimPolicy::Take(mark) | ClaimPolicy::TakeCovering { mark, .. }, Claimed::Package(_)) => {
                actions.push(self.take_own(order)?);
                actions.push(self.take(claims::all_key(&key), order, FREE_OR_OURS)?);
                actions.push(self.courses_unchanged(&key, *mark)?);
            }
            (ClaimPolicy::Take(_) | ClaimPolicy::TakeCovering { .. }, Claimed::Course(..)) => {
                actions.push(self.take_own(order)?);
                actions.push(self.course_mark(&key, &[order])?);
                actions.extend(self.not_covered(&key)?);
            }
            // The mark `ALL` stays with the package that was paid first.
            (ClaimPolicy::TakeCovered { by }, Claimed::Package(_)) => {
                actions.push(self.take_own(order)?);
                actions.push(self.wait_for(claims::all_key(&key), order, Some(by))?);
            }
            (ClaimPolicy::TakeCovered { .. }, Claimed::Course(..)) => {
                actions.push(self.take_own(order)?);
                actions.push(self.course_mark(&key, &[order])?);
            }
            (ClaimPolicy::Leave { holder }, Claimed::Package(_)) => {
                actions.push(self.wait_for(claims::own_key(&key), order, Some(holder))?);
                actions.push(self.wait_for(claims::all_key(&key), order, None)?);
            }
            (ClaimPolicy::Leave { holder }, Claimed::Course(..)) => {
                actions.push(self.wait_for(claims::own_key(&key), order, Some(holder))?);
                actions.push(self.course_mark(&key, &[order])?);
            }
        }
        Ok(actions)
    }

    fn take_own(&self, order: &Order) -> Result<TransactWriteItem, StoreError> {
        // An online payment takes an open counter registration's claim over; that one then cannot be
        // marked paid. A counter payment must still hold its own.
        let free = match order.channel {
            Channel::Online => "attribute_not_exists(pk) OR #state = :open OR order_id = :me",
            Channel::Counter => FREE_OR_OURS,
        };
        self.take(claims::own_key(&order.claim_key()), order, free)
    }

    /// Takes a claim, or the mark that every course is paid for, that is free.
    fn take(&self, claim: Item, order: &Order, free: &str) -> Result<TransactWriteItem, StoreError> {
        let mut update = self
            .claim_update(claim, order)?
            .update_expression(
                "SET kind = :kind, #state = :paid, order_id = :me, customer_id = :candidate, \
                 orders = if_not_exists(orders, :mine)",
            )
            .condition_expression(free);
        if free.contains(":open") {
            update = update.expression_attribute_values(":open", attribute(TABLE, &ClaimState::Open)?);
        }
        Ok(updated(update.build().map_err(incomplete)?))
    }

    /// Adds an order to those that have paid for a claim, which `holder` must hold still. Without one the order has it if
    /// nobody has.
    fn wait_for(
        &self,
        claim: Item,
        order: &Order,
        holder: Option<&OrderId>,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut update = self
            .claim_update(claim, order)?
            .update_expression(
                "SET kind = :kind, #state = :paid, order_id = if_not_exists(order_id, :me), \
                 customer_id = if_not_exists(customer_id, :candidate), \
                 orders = list_append(if_not_exists(orders, :none), :mine)",
            )
            .expression_attribute_values(":none", AttributeValue::L(Vec::new()));
        if let Some(holder) = holder {
            update = update
                .condition_expression("order_id = :holder AND #state = :paid")
                .expression_attribute_values(":holder", s(holder.as_str()));
        }
        Ok(updated(update.build().map_err(incomplete)?))
    }

    fn claim_update(&self, claim: Item, order: &Order) -> Result<UpdateBuilder, StoreError> {
        Ok(Update::builder()
            .table_name(&self.table)
            .set_key(Some(claim))
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":kind", s("CLAIM"))
            .expression_attribute_values(":paid", attribute(TABLE, &ClaimState::Paid)?)
            .expression_attribute_values(":me", s(order.order_id.as_str()))
            .expression_attribute_values(":candidate", s(order.customer_id.as_str()))
            .expression_attribute_values(":mine", AttributeValue::L(vec![s(order.order_id.as_str())])))
    }

    /// Adds orders of courses to the mark of paid courses.
    pub(super) fn course_mark(
        &self,
        key: &ClaimKey,
        orders: &[&Order],
    ) -> Result<TransactWriteItem, StoreError> {
        let orders = orders.iter().map(|order| s(order.order_id.as_str())).collect();
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(claims::courses_key(key)))
            .update_expression(
                "SET kind = :kind, orders = list_append(if_not_exists(orders, :none), :these) ADD version :one",
            )
            .expression_attribute_values(":kind", s("COURSES"))
            .expression_attribute_values(":none", AttributeValue::L(Vec::new()))
            .expression_attribute_values(":these", AttributeValue::L(orders))
            .expression_attribute_values(":one", n(1));
        Ok(updated(update.build().map_err(incomplete)?))
    }

    /// For an all-colleges package: that no course was paid since the mark was read.
    pub(super) fn courses_unchanged(
        &self,
        key: &ClaimKey,
        mark: CoursesMark,
    ) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(claims::courses_key(key)));
        let check = match mark.0 {
            None => check.condition_expression("attribute_not_exists(pk)"),
            Some(version) => check
                .condition_expression("version = :read")
                .expression_attribute_values(":read", n(version)),
        };
        let check = check.build().map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    /// For a course: that no paid all-colleges package covers it.
    pub(super) fn not_covered(&self, key: &ClaimKey) -> Result<Option<TransactWriteItem>, StoreError> {
        if matches!(key.what, Claimed::Package(_)) {
            return Ok(None);
        }
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(claims::all_key(key)))
            .condition_expression("attribute_not_exists(pk)")
            .build()
            .map_err(incomplete)?;
        Ok(Some(TransactWriteItem::builder().condition_check(check).build()))
    }
}

fn updated(update: Update) -> TransactWriteItem {
    TransactWriteItem::builder().update(update).build()
}
