//! What the reconciliation with the provider asks of the registrations: which of many orders are not paid here, and
//! which of the provider's events have been dealt with.
//!
//! | item | pk | sk | kind |
//! |---|---|---|---|
//! | event that was dealt with | `RECON` | `SEEN#<event>` | `RECON`, dies by `expires` |

use super::{
    order::order_key,
    table::{Registrations, TABLE},
};
use crate::dynamo::{Item, StoreError, key, n, read, s};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use domain::{OrderId, payment::Status};
use serde::Deserialize;
use std::collections::BTreeSet;
use time::OffsetDateTime;

/// What one BatchGetItem takes.
const BATCH: usize = 100;

const PK: &str = "RECON";

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

    /// Those of the provider's events that have been dealt with.
    pub async fn seen_among(&self, events: &BTreeSet<String>) -> Result<BTreeSet<String>, StoreError> {
        #[derive(Deserialize)]
        struct Seen {
            event: String,
        }
        let events: Vec<&String> = events.iter().collect();
        let mut seen = BTreeSet::new();
        for batch in events.chunks(BATCH) {
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(batch.iter().map(|event| seen_key(event)).collect()));
            for item in self.batch(wanted).await? {
                let Seen { event } = read(TABLE, item)?;
                seen.insert(event);
            }
        }
        Ok(seen)
    }

    /// Notes that an event of the provider has been dealt with, until `expires`. Doing so again changes nothing.
    pub async fn mark_seen(&self, event: &str, expires: OffsetDateTime) -> Result<(), StoreError> {
        let mut item = seen_key(event);
        item.insert("kind".to_owned(), s("RECON"));
        item.insert("event".to_owned(), s(event));
        item.insert("expires".to_owned(), n(expires.unix_timestamp()));
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(item)).send().await?;
        Ok(())
    }
}
