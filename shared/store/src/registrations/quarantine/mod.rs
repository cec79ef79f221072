//! Due items that cannot be read: flagged, and due again at growing pauses until they can be read.
//!
//! A release may meet an item that another one wrote, or that was changed by hand. Nothing that was begun is ever
//! dropped from the schedule for that: the next release, or the hand that mends it, finds it due. When it has been seen
//! to, its flag is cleared automatically ([`release`]).

pub mod release;

use super::{
    attention::Flag,
    due::Task,
    order::order_key,
    outbox,
    table::{Registrations, TABLE},
};
use crate::{
    dynamo::{Item, StoreError, n, s},
    transaction::{Write, refused_is_stale},
};
use domain::{
    AttentionKind, CustomerId, OrderId,
    payment::{Lane, Order},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use time::{Duration, OffsetDateTime};

/// How often an item was found unreadable.
pub(crate) const COUNT: &str = "quarantined";

/// The due time that the quarantine gave an item.
const UNTIL: &str = "quarantined_until";

/// The longest pause.
const LONGEST: Duration = Duration::hours(1);

/// What was put into quarantine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// What kind of item it is: `ORDER`, `MAIL`.
    pub kind: &'static str,
    /// Which member cannot be read: `selection.type`. None when the item itself can be read, and what it belongs to
    /// cannot.
    pub field: Option<String>,
}

impl Registrations {
    /// Puts an order, or a mail, that is due and cannot be read into quarantine: it is flagged for a person, and is due
    /// again after a pause of a minute, then twice as long each time, up to an hour. None when it is not there any
    /// more.
    pub async fn quarantine(
        &self,
        task: Task,
        id: &OrderId,
        now: OffsetDateTime,
    ) -> Result<Option<Quarantined>, StoreError> {
        let (kind, key, again) = match task {
            Task::Settle(_) => ("ORDER", order_key(id), Task::Settle(Lane::Late)),
            Task::Refund | Task::Dispute => ("ORDER", order_key(id), task),
            Task::Mail => ("MAIL", outbox::mail_key(id), Task::Mail),
        };
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(key.clone()))
            .consistent_read(true)
            .send()
            .await?;
        let Some(item) = found.item else {
            return Ok(None);
        };
        // What is no longer due has been done by a process that could read it.
        let Some(seen) = number::<i64>(&item, "due_at") else {
            return Ok(None);
        };
        let times: u32 = number(&item, COUNT).unwrap_or_default();
        let field = match task {
            Task::Settle(_) | Task::Refund | Task::Dispute => unreadable::<Order>(item),
            Task::Mail => unreadable::<outbox::OutboxEntry>(item),
        };
        self.flag_unreadable(id, kind, field.as_deref(), now).await?;
        let due = now + pause_after(times);
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key))
            .update_expression(format!(
                "SET due_shard = :shard, due_at = :due, {UNTIL} = :due ADD {COUNT} :one"
            ))
            .condition_expression("due_at = :seen")
            .expression_attribute_values(":seen", n(seen))
            .expression_attribute_values(":shard", s(again.shard_of(id)))
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":one", n(1))
            .send()
            .await;
        let (Write::Done | Write::Stale) = refused_is_stale(sent)?;
        Ok(Some(Quarantined { kind, field }))
    }

    async fn flag_unreadable(
        &self,
        id: &OrderId,
        kind: &str,
        field: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let Ok(customer_id) = CustomerId::parse(id.customer_part()) else {
            return Ok(());
        };
        let what = field.map_or_else(|| "what it belongs to".to_owned(), |field| format!("its {field}"));
        let flag = Flag {
            order_id: id.clone(),
            customer_id,
            flag: AttentionKind::Unreadable,
            note: format!(
                "{kind} of table {TABLE}: {what} cannot be read. It will be retried automatically."
            ),
            at: now,
        };
        self.flag(&flag).await
    }
}

/// A minute the first time, then twice as long each time.
pub(crate) fn pause_after(times: u32) -> Duration {
    Duration::minutes(1 << times.min(6)).min(LONGEST)
}

pub(crate) fn number<T: std::str::FromStr>(item: &Item, name: &str) -> Option<T> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

/// Where an item does not have the shape of `T`. Paths are made of the members' names alone, so nothing personal is
/// among them.
pub(crate) fn unreadable<T: DeserializeOwned>(item: Item) -> Option<String> {
    let value: Value = serde_dynamo::from_item(item).ok()?;
    let error = serde_path_to_error::deserialize::<_, T>(value).err()?;
    Some(match error.path().to_string() {
        path if path == "." => "shape".to_owned(),
        path => path,
    })
}
