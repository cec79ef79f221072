//! Events of the provider that change no status, kept for the record.

use super::flag::{Flag, item};
use crate::{
    dynamo::{StoreError, write},
    registrations::{
        order::partition,
        table::{Registrations, TABLE},
    },
    transaction::{Transaction, Write},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Something the provider reported about an order that changes no status: a refund, a dispute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderEvent {
    /// What identifies the event when it is reported again: its type, the provider's id and its state.
    pub key: String,
    /// Its type and state, for a person.
    pub summary: String,
    /// When we learned of it.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

#[derive(Serialize)]
struct EventItem<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    #[serde(flatten)]
    event: &'a ProviderEvent,
}

impl Registrations {
    /// Keeps an event of the provider and flags its order, once: the same event again is `Stale`.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn record_event(&self, event: &ProviderEvent, flag: &Flag) -> Result<Write, StoreError> {
        let keyed = EventItem {
            pk: partition(&flag.order_id),
            sk: format!("EVENT#{}#{}", flag.order_id, event.key),
            kind: "EVENT",
            event,
        };
        let actions = vec![self.put_new(write(TABLE, &keyed)?)?, self.put(item(flag)?)?];
        Ok(match self.transact(actions).await? {
            Transaction::Done => Write::Done,
            Transaction::Refused(_) => Write::Stale,
            // Another event of the order may hold the same flag: this one is not kept yet.
            Transaction::Conflict => {
                return Err(StoreError::Contended("an event of the provider"));
            }
        })
    }
}
