//! What is due: open orders to ask the provider about, and mail to send again.

use super::{Registrations, attention::Flag, order_key};
use crate::dynamo::StoreError;
use domain::{AttentionKind, CustomerId, OrderId};
use time::OffsetDateTime;

/// A single index partition takes about 1,000 writes a second, and a registration makes five. Two carry a hundred times
/// what the provider takes, 200 new orders a minute, and each is one more read at every run of the reconciler. Lowering
/// this while the table is in use leaves what is in the dropped shards unseen: read them, too, until they are empty.
const SHARDS: u8 = 2;

/// What is to be done. Each kind is found by itself, so that a backlog of one does not hide the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Ask the provider about an order.
    Settle,
    /// Send the mail of an order.
    Mail,
}

impl Task {
    /// The partition of the index in which an order's task is: by the order's last, random, symbol.
    pub(super) fn shard_of(self, order: &OrderId) -> String {
        self.shard(order.as_str().bytes().last().unwrap_or_default() % SHARDS)
    }

    /// Every partition of the index that holds such tasks.
    pub(super) fn shards(self) -> impl Iterator<Item = String> {
        (0..SHARDS).map(move |number| self.shard(number))
    }

    fn shard(self, number: u8) -> String {
        match self {
            Self::Settle => format!("DUE#ORDER#{number}"),
            Self::Mail => format!("DUE#MAIL#{number}"),
        }
    }
}

impl Registrations {
    /// Sets an order aside that cannot even be read: it is due no more, and a person must look.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn set_aside(&self, id: &OrderId, now: OffsetDateTime) -> Result<(), StoreError> {
        if let Ok(customer_id) = CustomerId::parse(id.customer_part()) {
            let note = "Its entry cannot be read".to_owned();
            let flag = Flag {
                order_id: id.clone(),
                customer_id,
                flag: AttentionKind::Unresolved,
                note,
                at: now,
            };
            self.flag(&flag).await?;
        }
        self.client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(order_key(id)))
            .update_expression("REMOVE due_shard, due_at")
            .condition_expression("attribute_exists(pk)")
            .send()
            .await?;
        Ok(())
    }
}
