//! Which exams a candidate sits who has bought all of them.
//!
//! The choice is in the candidate, and the places are written with it, so that who has chosen an exam and who holds a place of it
//! are one fact. Each choice names the version that it was decided on, and a paid order as it was: of a choice and a refund of
//! the last payment that come close the later one sees the other.

use super::{
    candidate::{Candidate, CandidateFile},
    order::order_key,
    places::PlaceHolder,
    table::{Registrations, TABLE},
};
use crate::{
    admin::{Audit, audit::AuditEntry},
    change::ItemChange,
    dynamo::{Item, StoreError, attribute, n, s},
    order_mails::{self, Company},
    transaction::{Write, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, TransactWriteItem};
use domain::{
    exam_choice::{ChosenExams, FillInRun},
    payment::Order,
};

/// A choice, decided on what was read.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceChange<'a> {
    /// The candidate, as it was read.
    pub before: &'a Candidate,
    /// The order that entitles to it, as it was read.
    pub order: &'a Order,
    /// What is chosen in the place of what was, each exam with a place that is held already or is free.
    pub after: &'a ChosenExams,
    /// The run that chooses for the candidate; None where somebody chooses.
    pub filled_in: Option<&'a FillInRun>,
    /// With how many others the holder of the pass is mailed what it is now: others have chosen, and a seat is left that was
    /// published. None where there is nothing to tell.
    pub tells_holder: Option<Company>,
    /// What the candidate's page tells of it; of the candidate's own choices it tells the last.
    pub act: &'a AuditEntry,
    /// The entry in the audit log, where staff have chosen.
    pub audit: Option<Audit<'a>>,
}

impl Registrations {
    /// Writes a choice and the places of it, or nothing. Stale when the candidate or the order has changed since it was read,
    /// or others have taken one of the places.
    ///
    /// # Errors
    /// When the table does not answer. The transaction may then have happened: read again.
    pub async fn write_choice(&self, change: &ChoiceChange<'_>) -> Result<Write, StoreError> {
        let ChoiceChange {
            before,
            order,
            after,
            filled_in,
            tells_holder,
            act,
            audit,
        } = change;
        let mut actions = vec![
            self.choice_update(before, after, *filled_in)?,
            self.unchanged(order_key(&order.order_id), order.version)?,
            match audit {
                Some(_) => self.act(before.customer_id.as_str(), act)?,
                None => self.own_act(&before.customer_id, act)?,
            },
        ];
        let holder = PlaceHolder::Candidate(&before.customer_id);
        for (exam, place) in &before.chosen {
            if after.get(exam) != Some(place) {
                actions.push(self.free_place(exam, *place, holder)?);
            }
        }
        for (exam, place) in *after {
            if before.chosen.get(exam) != Some(place) {
                actions.push(self.hold_place(exam, *place, holder)?);
            }
        }
        if let Some(audit) = audit {
            actions.push(audit.put()?);
        }
        if let Some(company) = tells_holder {
            let mail = order_mails::about_correction(&self.table, &order.order_id, act.at, *company)?;
            actions.push(mail.within());
        }
        Ok(self.transact(actions).await?.written())
    }

    /// What becomes of the choice of an order that entitles to nothing any more: with the last of its candidate's the exams are
    /// not sat, and their places are others'.
    pub(super) async fn give_choice_up(&self, order: &Order) -> Result<Vec<TransactWriteItem>, StoreError> {
        if order.selection.course_id().is_some() {
            return Ok(Vec::new());
        }
        let items = self.candidate_items(&order.customer_id).await?;
        let Some(CandidateFile {
            candidate, orders, ..
        }) = CandidateFile::read(items)?
        else {
            return Ok(Vec::new());
        };
        let is_other = |one: &&Order| one.order_id != order.order_id && one.entitles();
        if let Some(other) = orders.iter().find(is_other) {
            // If that one goes, too, it sees that this one has gone.
            let stays = self.unchanged(order_key(&other.order_id), other.version)?;
            return Ok(vec![stays]);
        }
        if candidate.chosen.is_empty() {
            let nothing = self.unchanged(Candidate::key(&candidate.customer_id), candidate.version)?;
            return Ok(vec![nothing]);
        }
        let mut actions = vec![self.choice_update(&candidate, &ChosenExams::new(), None)?];
        for (exam, place) in &candidate.chosen {
            let holder = PlaceHolder::Candidate(&candidate.customer_id);
            actions.push(self.free_place(exam, *place, holder)?);
        }
        Ok(actions)
    }

    fn choice_update(
        &self,
        before: &Candidate,
        after: &ChosenExams,
        filled_in: Option<&FillInRun>,
    ) -> Result<TransactWriteItem, StoreError> {
        let update = ItemChange::begin(&self.table, Candidate::key(&before.customer_id))
            .condition_expression("version = :decided_on")
            .expression_attribute_values(":decided_on", n(before.version))
            .expression_attribute_values(":next", n(before.version + 1));
        let update = if after.is_empty() {
            update.update_expression("SET version = :next REMOVE chosen, filled_in")
        } else {
            let update = update.expression_attribute_values(":chosen", attribute(TABLE, after)?);
            match filled_in {
                None => update.update_expression("SET version = :next, chosen = :chosen"),
                Some(run) => update
                    .update_expression("SET version = :next, chosen = :chosen, filled_in = :run")
                    .expression_attribute_values(":run", s(run.as_str())),
            }
        };
        Ok(ItemChange::of(update)?.within())
    }

    /// That an item is as it was read.
    fn unchanged(&self, key: Item, version: u64) -> Result<TransactWriteItem, StoreError> {
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(key))
            .condition_expression("version = :read")
            .expression_attribute_values(":read", n(version))
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }
}
