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
    changed_exam::SoldOut,
    claims::{self, Claim},
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
    /// No place of the other exam is left; nothing was written.
    SoldOut,
}

/// What the claim of a registration moves from and to.
struct Move<'a> {
    /// Who takes it along.
    by: Holders<'a>,
    from: ClaimKey,
    to: ClaimKey,
    old: Address,
    /// None where the address stays.
    new: Option<Address>,
}

/// Which orders of a candidate hold or wait for its claim.
enum Holders<'a> {
    /// Those that are paid, the earliest first.
    Paid(Vec<&'a Order>),
    /// The one at the counter that is still to be paid.
    Open(&'a Order),
    /// None, because nothing is paid.
    None,
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
        Ok(Some(Move {
            by: Holders::of(file),
            from,
            to,
            old,
            new,
        }))
    }

    fn move_claim(&self, moved: &Move<'_>) -> Result<Vec<TransactWriteItem>, StoreError> {
        let leaving: Vec<_> = moved.by.orders().iter().map(|order| &order.order_id).collect();
        // At the same address what else is kept of them stays as it is.
        let mut actions = match moved.new {
            Some(_) => self.give_up(&moved.old, &moved.from, &leaving)?,
            None => {
                let given_up = self.give_up_own(&moved.old, &moved.from, &leaving)?;
                given_up.into_iter().collect()
            }
        };
        match &moved.by {
            Holders::Paid(orders) => actions.extend(self.move_paid(moved, orders)?),
            Holders::Open(order) => {
                actions.push(self.put_new(claims::item(claims::own_key(&moved.to), &Claim::open(order))?)?);
                // Whether a package of the same address covers the course has not changed.
                if moved.new.is_some() {
                    actions.extend(self.not_covered(&moved.to)?);
                }
            }
            Holders::None => {}
        }
        Ok(actions)
    }

    /// What paid orders have where they come to, where nobody else has it.
    fn move_paid(&self, moved: &Move<'_>, orders: &[&Order]) -> Result<Vec<TransactWriteItem>, StoreError> {
        let Some(claim) = Claim::paid(orders.iter().copied()) else {
            return Ok(Vec::new());
        };
        let to = &moved.to;
        let mut actions = vec![self.put_new(claims::item(claims::own_key(to), &claim)?)?];
        match (&to.what, &moved.new) {
            (Claimed::Package(_), None) => {}
            (Claimed::Package(_), Some(address)) => {
                actions.push(self.put_new(claims::item(claims::all_key(to), &claim)?)?);
                actions.push(self.courses_unchanged(to, address.courses()?.1)?);
            }
            (Claimed::Course(..), None) => {
                let (marked, _) = moved.old.courses()?;
                let mut missing = orders.to_vec();
                missing.retain(|order| !marked.contains(&order.order_id));
                if !missing.is_empty() {
                    actions.push(self.course_mark(to, &missing)?);
                }
            }
            (Claimed::Course(..), Some(_)) => {
                actions.push(self.course_mark(to, orders)?);
                actions.extend(self.not_covered(to)?);
            }
        }
        Ok(actions)
    }
}

impl<'a> Holders<'a> {
    fn of(file: &'a CandidateFile) -> Self {
        let mut paid: Vec<_> = file.orders.iter().filter(|order| order.entitles()).collect();
        if !paid.is_empty() {
            paid.sort_by_key(|order| (order.paid_at, &order.order_id));
            return Self::Paid(paid);
        }
        let is_open = |order: &&Order| order.channel == Channel::Counter && order.status != Status::Paid;
        file.orders.iter().find(is_open).map_or(Self::None, Self::Open)
    }

    fn orders(&self) -> Vec<&'a Order> {
        match self {
            Self::Paid(orders) => orders.clone(),
            Self::Open(order) => vec![order],
            Self::None => Vec::new(),
        }
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
        | AttentionKind::RefundFailed
        | AttentionKind::Oversold
        | AttentionKind::NoSeat => false,
    }
}

fn updated(update: Update) -> TransactWriteItem {
    TransactWriteItem::builder().update(update).build()
}
