//! The correction of a candidate: who registered and for which exam, in the candidate's item, in each order and in the
//! claim, in one transaction.
//!
//! Each order's version counts the correction, so that a payment that was decided before is decided again: of a payment
//! and a correction that come close the later one sees the other.

mod claim_move;

use super::{
    acts::Past,
    attention::Flag,
    candidate::{Candidate, CandidateFile},
    changed_exam::SoldOut,
    outbox,
    table::{Registrations, TABLE},
};
use crate::{
    admin::Audit,
    dynamo::{StoreError, attribute, n},
    order_mails::{self, Company},
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::{
    AttentionKind, CustomerId,
    payment::{Order, PassValidity},
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
    /// No place of the other exam is left; nothing was written.
    SoldOut,
}

impl ToAmend {
    /// The candidate as it is.
    #[must_use]
    pub const fn candidate(&self) -> &Candidate {
        &self.file.candidate
    }

    /// Its orders, those that the provider has refused, too.
    pub(super) fn orders(&self) -> &[Order] {
        &self.file.orders
    }
}

impl Registrations {
    /// A candidate to be corrected, as of this moment; None for one that has only refused orders.
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
        audit: Audit<'_>,
    ) -> Result<Amended, StoreError> {
        let ToAmend { file, flags } = before;
        let customer = &file.candidate.customer_id;
        let mut actions = vec![
            self.candidate_update(&file.candidate, after)?,
            audit.put()?,
            self.act(customer.as_str(), audit.entry())?,
        ];
        match self.corrected_orders(before, after, at).await? {
            Ok(orders) => actions.extend(orders),
            Err(SoldOut) => return Ok(Amended::SoldOut),
        }
        if let Some(moved) = self.claim_move(file, after).await? {
            if moved.is_taken(file)? {
                return Ok(Amended::ClaimTaken);
            }
            actions.extend(self.move_claim(&moved)?);
        }
        let is_other_exam = file.candidate.selection != after.selection
            || file.candidate.exam_preference != after.exam_preference;
        let valid = || {
            let orders = file.orders.iter();
            orders.filter(|order| order.validity() == Some(PassValidity::Valid))
        };
        if file.candidate.person.email != after.person.email {
            for order in valid() {
                let before = file.mails.iter().find(|mail| mail.order_id == order.order_id);
                actions.push(self.put(outbox::again_item(order, at, before)?)?);
            }
            for flag in flags.iter().filter(|flag| is_about_mail(flag.flag)) {
                actions.push(self.take_off(flag)?);
            }
        } else if is_other_exam {
            for order in valid() {
                let mail = order_mails::about_correction(&self.table, &order.order_id, at, Company::Alone)?;
                actions.push(mail.within());
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
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(Candidate::key(&before.customer_id)))
            .update_expression(
                "SET person = :person, selection = :selection, exam_preference = :preference, version = :next",
            )
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":person", attribute(TABLE, &after.person)?)
            .expression_attribute_values(":selection", attribute(TABLE, &after.selection)?)
            .expression_attribute_values(":preference", attribute(TABLE, &after.exam_preference)?)
            .expression_attribute_values(":decided_on", n(before.version))
            .expression_attribute_values(":next", n(before.version + 1));
        Ok(updated(update.build().map_err(incomplete)?))
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
        | AttentionKind::RefundFailed
        | AttentionKind::Oversold
        | AttentionKind::NoSeat => false,
    }
}

fn updated(update: Update) -> TransactWriteItem {
    TransactWriteItem::builder().update(update).build()
}
