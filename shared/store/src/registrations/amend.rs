//! The correction of a candidate: who registered and for which exam, in the candidate's item, in each order and in the
//! claim, in one transaction.
//!
//! Each order's version counts the correction, so that a payment that was decided before is decided again: of a payment
//! and a correction that come close the later one sees the other.

use super::{
    acts::Past,
    address::Address,
    attention::Flag,
    candidate::{Candidate, CandidateFile},
    claims::{self, Claim, ClaimState},
    order::order_key,
    outbox,
    paid::ClaimPolicy,
    table::{Registrations, TABLE},
};
use crate::{
    admin::audit::{self, Audit},
    dynamo::{StoreError, attribute, n},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::{
    AttentionKind, ClaimKey, CustomerId,
    claim::Claimed,
    payment::{Channel, Order, PassValidity, Status},
};
use time::OffsetDateTime;

/// A candidate as it was read to be corrected.
#[derive(Debug, Clone)]
pub struct ToAmend {
    /// With the orders that the provider has refused, which may turn out to be payable after all.
    file: CandidateFile,
    flags: Vec<Flag>,
}

/// How a correction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Amended {
    /// Written. The passes go out once more where the address is another one.
    Done,
    /// The candidate or what it has paid has changed since it was read; nothing was written.
    Stale,
    /// The address is registered for it by another order; nothing was written.
    ClaimTaken,
}

/// What the claim of a registration moves from and to.
struct Move<'a> {
    /// Whose claim it is or is to be; None where nobody's is, because nothing is paid.
    order: Option<&'a Order>,
    from: ClaimKey,
    to: ClaimKey,
    old: Address,
    /// None where the address stays.
    new: Option<Address>,
}

impl ToAmend {
    /// The candidate as it is.
    #[must_use]
    pub const fn candidate(&self) -> &Candidate {
        &self.file.candidate
    }
}

impl Registrations {
    /// A candidate to be corrected, as of this moment; None for one that has only refused orders.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn to_amend(&self, id: &CustomerId) -> Result<Option<ToAmend>, StoreError> {
        let found = self.candidate_to_amend(id).await?;
        Ok(found.map(|(file, Past { flags, .. })| ToAmend { file, flags }))
    }

    /// Writes a candidate's correction with its audit entry, or nothing. `after` differs in the person, the selection or
    /// the preference.
    ///
    /// # Errors
    /// When the table does not answer. The transaction may then have happened: read again.
    pub async fn amend(
        &self,
        before: &ToAmend,
        after: &Candidate,
        at: OffsetDateTime,
        (admin, entry): Audit<'_>,
    ) -> Result<Amended, StoreError> {
        let ToAmend { file, flags } = before;
        let customer = &file.candidate.customer_id;
        let mut actions = vec![
            self.candidate_update(&file.candidate, after)?,
            audit::put(entry, admin)?,
            self.act(customer.as_str(), entry)?,
        ];
        for order in &file.orders {
            actions.push(self.order_update(order, after)?);
        }
        if let Some(moved) = self.claim_move(file, after).await? {
            if moved.is_taken(file)? {
                return Ok(Amended::ClaimTaken);
            }
            actions.extend(self.move_claim(&moved, after)?);
        }
        if file.candidate.person.email != after.person.email {
            for order in &file.orders {
                if order.validity() == Some(PassValidity::Valid) {
                    actions.push(self.put(outbox::new_item(order, at)?)?);
                }
            }
            for flag in flags.iter().filter(|flag| is_about_mail(flag.flag)) {
                actions.push(self.take_off(flag)?);
            }
        }
        Ok(match self.transact(actions).await? {
            Transaction::Done => Amended::Done,
            Transaction::Refused(_) | Transaction::Conflict => Amended::Stale,
        })
    }

    fn candidate_update(
        &self,
        before: &Candidate,
        after: &Candidate,
    ) -> Result<TransactWriteItem, StoreError> {
        // One without a version is as it was registered.
        let unchanged = if before.version == 0 {
            "attribute_exists(pk) AND attribute_not_exists(version)"
        } else {
            "version = :decided_on"
        };
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(Candidate::key(&before.customer_id)))
            .update_expression(
                "SET person = :person, selection = :selection, exam_preference = :preference, version = :next",
            )
            .condition_expression(unchanged)
            .expression_attribute_values(":person", attribute(TABLE, &after.person)?)
            .expression_attribute_values(":selection", attribute(TABLE, &after.selection)?)
            .expression_attribute_values(":preference", attribute(TABLE, &after.exam_preference)?)
            .expression_attribute_values(":next", n(before.version + 1));
        if before.version != 0 {
            update = update.expression_attribute_values(":decided_on", n(before.version));
        }
        Ok(updated(update.build().map_err(incomplete)?))
    }

    fn order_update(&self, order: &Order, after: &Candidate) -> Result<TransactWriteItem, StoreError> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(order_key(&order.order_id)))
            .update_expression("SET person = :person, selection = :selection, version = :next")
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":person", attribute(TABLE, &after.person)?)
            .expression_attribute_values(":selection", attribute(TABLE, &after.selection)?)
            .expression_attribute_values(":decided_on", n(order.version))
            .expression_attribute_values(":next", n(order.version + 1));
        Ok(updated(update.build().map_err(incomplete)?))
    }

    /// What the correction moves; None where the claim stays what it is.
    async fn claim_move<'a>(
        &self,
        file: &'a CandidateFile,
        after: &Candidate,
    ) -> Result<Option<Move<'a>>, StoreError> {
        let Candidate {
            person, selection, ..
        } = &file.candidate;
        let from = ClaimKey::of(&person.email, selection);
        let to = ClaimKey::of(&after.person.email, &after.selection);
        if from == to {
            return Ok(None);
        }
        let old = self.address(&from.email).await?;
        let new = if from.email == to.email {
            None
        } else {
            Some(self.address(&to.email).await?)
        };
        let held = old.own(&from)?;
        let holder = held.and_then(|claim| file.orders.iter().find(|order| order.order_id == claim.order_id));
        // Paid for, and the claim is another one's: at another address, or for another exam, it is this one's own.
        let paid = || {
            let mut orders = file.orders.iter();
            orders.find(|order| order.status == Status::Paid && !order.is_refunded())
        };
        let at_counter = || file.orders.iter().find(|order| order.channel == Channel::Counter);
        Ok(Some(Move {
            order: holder.or_else(paid).or_else(at_counter),
            from,
            to,
            old,
            new,
        }))
    }

    fn move_claim(&self, moved: &Move<'_>, after: &Candidate) -> Result<Vec<TransactWriteItem>, StoreError> {
        let Some(order) = moved.order else {
            return Ok(Vec::new());
        };
        // At the same address what else is kept of it stays as it is.
        let mut actions = match moved.new {
            Some(_) => self.give_up(&moved.old, &moved.from, &order.order_id)?,
            None => self.give_up_own(&moved.old, &moved.from, &order.order_id)?,
        };
        let after = Order {
            person: after.person.clone(),
            selection: after.selection.clone(),
            ..order.clone()
        };
        let is_paid = order.status == Status::Paid;
        match &moved.new {
            Some(address) if is_paid => {
                let policy = ClaimPolicy::Take(address.courses()?.1);
                actions.extend(self.claim_actions(&after, &policy)?);
            }
            Some(_) => actions.extend(self.open_claim(&after)?),
            // Whether a package of the address covers the course has not changed.
            None => {
                let claim = Claim {
                    state: if is_paid {
                        ClaimState::Paid
                    } else {
                        ClaimState::Open
                    },
                    order_id: order.order_id.clone(),
                    customer_id: order.customer_id.clone(),
                };
                actions.push(self.put_new(claims::item(claims::own_key(&moved.to), &claim)?)?);
                if is_paid && !moved.old.courses()?.0.contains(&order.order_id) {
                    actions.push(self.course_mark(&after)?);
                }
            }
        }
        Ok(actions)
    }
}

impl Move<'_> {
    /// Whether another registration has what this one is to have.
    fn is_taken(&self, file: &CandidateFile) -> Result<bool, StoreError> {
        let Some(new) = &self.new else {
            let own = self.old.own(&self.to)?;
            return Ok(own.is_some_and(|claim| claim.customer_id != file.candidate.customer_id));
        };
        let covered = match self.to.what {
            Claimed::Package(_) => new.has_paid_course()?,
            Claimed::Course(..) => false,
        };
        Ok(covered || new.own(&self.to)?.is_some() || new.all()?.is_some())
    }
}

/// Whether it is about the address that a mail went to.
const fn is_about_mail(kind: AttentionKind) -> bool {
    match kind {
        AttentionKind::MailBounced | AttentionKind::MailComplaint | AttentionKind::PaidWithoutMail => true,
        AttentionKind::DuplicatePayment
        | AttentionKind::AmountMismatch
        | AttentionKind::Refunded
        | AttentionKind::Disputed
        | AttentionKind::Unresolved
        | AttentionKind::Unreadable
        | AttentionKind::RefundFailed => false,
    }
}

fn updated(update: Update) -> TransactWriteItem {
    TransactWriteItem::builder().update(update).build()
}
