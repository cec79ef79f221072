//! What the reconciliation with the provider asks of the registrations: which of many orders are not paid here, and
//! which of the provider's events have been looked at.
//!
//! | item | pk | sk | kind |
//! |---|---|---|---|
//! | event that was looked at | `RECON` | `SEEN#<event>` | `RECON`, dies by `expires` |

use super::{
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::dynamo::{Item, StoreError, key, n, read, s};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{OrderId, payment::Status};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

/// What one BatchGetItem takes.
const BATCH: usize = 100;

const PK: &str = "RECON";

/// How far an event of the provider is dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventMark {
    /// When it was first looked at.
    pub since: OffsetDateTime,
    /// When it is looked at again; None once the order has what it is about.
    pub again: Option<OffsetDateTime>,
}

fn seen_key(event: &str) -> Item {
    key(PK, format!("SEEN#{event}"))
}

impl Registrations {
    /// Those of the orders that were made on the site and are not paid here. Only what that takes is read, so that an
    /// order with a member that cannot be read spoils no page of others.
    pub async fn unpaid_among(&self, ids: &BTreeSet<OrderId>) -> Result<Vec<OrderId>, StoreError> {
        #[derive(Deserialize)]
        struct StoredStatus {
            order_id: OrderId,
            #[serde(default)]
            status: String,
            #[serde(default)]
            channel: String,
        }
        let ids: Vec<&OrderId> = ids.iter().collect();
        let mut unpaid = Vec::new();
        for batch in ids.chunks(BATCH) {
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(batch.iter().map(|id| order_key(id)).collect()))
                .projection_expression("order_id, #status, #channel")
                .expression_attribute_names("#status", "status")
                .expression_attribute_names("#channel", "channel");
            for item in self.batch(wanted).await? {
                let order: StoredStatus = read(TABLE, item)?;
                if order.status != Status::Paid.as_str() && order.channel != "counter" {
                    unpaid.push(order.order_id);
                }
            }
        }
        Ok(unpaid)
    }

    /// Those of the provider's events that have been looked at.
    pub async fn seen_among(
        &self,
        events: &BTreeSet<String>,
    ) -> Result<BTreeMap<String, EventMark>, StoreError> {
        #[derive(Deserialize)]
        struct Mark {
            event: String,
            #[serde(default)]
            since: i64,
            #[serde(default)]
            again: Option<i64>,
        }
        let moment = |at: i64| OffsetDateTime::from_unix_timestamp(at).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let events: Vec<&String> = events.iter().collect();
        let mut seen = BTreeMap::new();
        for batch in events.chunks(BATCH) {
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(batch.iter().map(|event| seen_key(event)).collect()));
            for item in self.batch(wanted).await? {
                let Mark { event, since, again } = read(TABLE, item)?;
                let mark = EventMark {
                    since: moment(since),
                    again: again.map(moment),
                };
                seen.insert(event, mark);
            }
        }
        Ok(seen)
    }

    /// Notes how far an event of the provider is dealt with, until `expires`.
    pub async fn mark_seen(
        &self,
        event: &str,
        seen: EventMark,
        expires: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let mut item = seen_key(event);
        item.insert("kind".to_owned(), s("RECON"));
        item.insert("event".to_owned(), s(event));
        item.insert("since".to_owned(), n(seen.since.unix_timestamp()));
        if let Some(again) = seen.again {
            item.insert("again".to_owned(), n(again.unix_timestamp()));
        }
        item.insert("expires".to_owned(), n(expires.unix_timestamp()));
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(item)).send().await?;
        Ok(())
    }
}
