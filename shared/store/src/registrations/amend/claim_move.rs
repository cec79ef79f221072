//! How the claim of a candidate goes along with a correction: it is given up where it was, and taken where it comes to.

use crate::{
    dynamo::StoreError,
    registrations::{
        address::Address,
        candidate::{Candidate, CandidateFile},
        claims::{self, Claim},
        table::Registrations,
    },
};
use aws_sdk_dynamodb::types::TransactWriteItem;
use domain::{
    ClaimKey,
    claim::Claimed,
    payment::{Channel, Order, Status},
};

/// What the claim of a registration moves from and to.
pub(super) struct Move<'a> {
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

impl Registrations {
    /// What the correction moves; None where the claim stays what it is.
    pub(super) async fn claim_move<'a>(
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

    pub(super) fn move_claim(&self, moved: &Move<'_>) -> Result<Vec<TransactWriteItem>, StoreError> {
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
    pub(super) fn is_taken(&self, file: &CandidateFile) -> Result<bool, StoreError> {
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
