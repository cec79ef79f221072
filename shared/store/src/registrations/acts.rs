//! What administrators did about a candidate, and what they noted: kept beside its orders, so that its page tells all of
//! it in one read. The audit log has the acts, too, by the month. Of what the candidate did the last of each kind is kept.

use super::{
    attention::Flag,
    candidate::{Candidate, CandidateFile},
    table::{Keyed, Registrations, TABLE, partition_of},
};
use crate::{
    admin::{Audit, audit::AuditEntry},
    dynamo::{Item, StoreError, key, kind, millis, read},
    messages::Messaged,
    transaction::Transaction,
};
use aws_sdk_dynamodb::types::{ConditionCheck, TransactWriteItem};
use domain::{CustomerId, payment::Order};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// What an administrator noted about a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What tells it from the others.
    pub id: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// The administrator.
    pub by: String,
    /// The note.
    pub text: String,
}

/// What is known of a candidate beside the orders and their mails. What cannot be read is left out: another release may
/// have written it, and the candidate is to be seen all the same.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// What administrators did, and the last of each kind that the candidate did, the oldest first.
    pub acts: Vec<AuditEntry>,
    /// What they noted, the oldest first.
    pub notes: Vec<Note>,
    /// What needs attention now.
    pub flags: Vec<Flag>,
    /// The messages of the organisers that were sent to the candidate, the oldest first.
    pub messages: Vec<Messaged>,
}

impl Past {
    fn read(items: &[Item]) -> Self {
        let mut past = Self::default();
        for item in items {
            match kind(item) {
                "ACT" => past.acts.extend(read(TABLE, item.clone())),
                "NOTE" => past.notes.extend(read(TABLE, item.clone())),
                "ATTENTION" => past.flags.extend(read(TABLE, item.clone())),
                "MESSAGED" => past.messages.extend(read(TABLE, item.clone())),
                _ => {}
            }
        }
        past.acts.sort_by_key(|act: &AuditEntry| act.at);
        past.notes.sort_by_key(|note: &Note| note.at);
        past.messages.sort_by_key(|message: &Messaged| message.at);
        past
    }
}

/// How keeping a note ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Noted {
    /// It is kept.
    Done,
    /// One of its id was kept before, and nothing was written.
    Before(Note),
    /// There is no such candidate any more.
    NoCandidate,
    /// Others were writing it, or the candidate, at the same moment; nothing was written.
    Met,
}

impl Registrations {
    /// An administrator's act about a candidate, in the transaction of its change.
    pub(in crate::registrations) fn act(
        &self,
        customer: &str,
        act: &AuditEntry,
    ) -> Result<TransactWriteItem, StoreError> {
        self.put_act(customer, format!("ACT#{:014}#{}", millis(act.at), act.id), act)
    }

    /// What the candidate did, in the transaction of its change. It takes the place of the one before: anybody with a pass could
    /// otherwise make the partition as large as they like.
    pub(in crate::registrations) fn own_act(
        &self,
        customer: &CustomerId,
        act: &AuditEntry,
    ) -> Result<TransactWriteItem, StoreError> {
        self.put_act(customer.as_str(), format!("ACT#OWN#{}", act.action), act)
    }

    fn put_act(&self, customer: &str, sk: String, act: &AuditEntry) -> Result<TransactWriteItem, StoreError> {
        let keyed = Keyed {
            pk: partition_of(customer),
            sk,
            kind: "ACT",
            due_shard: None,
            due_at: None,
            value: act,
        };
        self.put(crate::dynamo::write(TABLE, &keyed)?)
    }

    /// A candidate with everything that is known of it, as of this moment; None for one that has only refused orders.
    pub async fn candidate_with_past(
        &self,
        id: &CustomerId,
    ) -> Result<Option<(CandidateFile, Past)>, StoreError> {
        let found = self.candidate_to_amend(id).await?;
        Ok(found.and_then(|(file, past)| Some((file.without_refused()?, past))))
    }

    /// The same with the orders that the provider has refused; None as there.
    pub(super) async fn candidate_to_amend(
        &self,
        id: &CustomerId,
    ) -> Result<Option<(CandidateFile, Past)>, StoreError> {
        let items = self.candidate_items(id).await?;
        let past = Past::read(&items);
        let file = CandidateFile::read(items)?;
        let file = file.filter(|file| file.clone().without_refused().is_some());
        if file.is_some() {
            telemetry::about(id);
        }
        Ok(file.map(|file| (file, past)))
    }

    /// The orders of a candidate and what administrators did about it, as of this moment, without anything else of it;
    /// nothing for one who is gone.
    ///
    /// # Errors
    /// When the table does not answer, or an order cannot be read.
    pub async fn orders_and_acts(
        &self,
        id: &CustomerId,
    ) -> Result<(Vec<Order>, Vec<AuditEntry>), StoreError> {
        let items = self.candidate_items(id).await?;
        let orders = items.iter().filter(|item| kind(item) == "ORDER");
        let orders = orders
            .map(|item| read(TABLE, item.clone()))
            .collect::<Result<_, _>>()?;
        Ok((orders, Past::read(&items).acts))
    }

    /// Keeps a note about a candidate. One of the same id that is there already stays.
    pub async fn add_note(
        &self,
        customer: &CustomerId,
        note: &Note,
        audit: Audit<'_>,
    ) -> Result<Noted, StoreError> {
        let place = key(partition_of(customer), format!("NOTE#{}", note.id));
        let keyed = Keyed {
            pk: partition_of(customer),
            sk: format!("NOTE#{}", note.id),
            kind: "NOTE",
            due_shard: None,
            due_at: None,
            value: note,
        };
        let is_there = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(Candidate::key(customer)))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(crate::transaction::incomplete)?;
        let actions = vec![
            self.put_new(crate::dynamo::write(TABLE, &keyed)?)?,
            TransactWriteItem::builder().condition_check(is_there).build(),
            audit.put()?,
        ];
        match self.transact(actions).await? {
            Transaction::Done => Ok(Noted::Done),
            Transaction::Conflict => Ok(Noted::Met),
            Transaction::Refused(_) => {
                let found = self
                    .client
                    .get_item()
                    .table_name(&self.table)
                    .set_key(Some(place))
                    .consistent_read(true)
                    .send()
                    .await?;
                let there = found.item.map(|item| read(TABLE, item)).transpose()?;
                Ok(there.map_or(Noted::NoCandidate, Noted::Before))
            }
        }
    }
}
