//! How many are in, by hour, device and clerk: written in the transaction of an admission, summed when read.

use super::{CheckIns, SHARDS, TABLE, shard};
use crate::{
    dynamo::{StoreError, key, n, query_all, read, s},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use domain::check_in::{List, ScanPlace};
use futures::future::try_join_all;
use serde::Deserialize;
use std::collections::BTreeMap;
use time::{OffsetDateTime, macros::format_description, macros::offset};

/// How many an hour, a device and a clerk let in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Count {
    /// To what.
    pub list: String,
    /// The hour of the scan in India: `2025-05-31T10`.
    pub hour: String,
    /// The device.
    pub device: String,
    /// The clerk.
    pub by: String,
    /// So many.
    #[serde(default)]
    pub admitted: i64,
}

/// An hour in India, as counts name it. Hours sort as the moments do.
pub(super) fn hour_of(at: OffsetDateTime) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]");
    at.to_offset(offset!(+5:30)).format(format).unwrap_or_default()
}

impl Count {
    /// Whether it is of an hour before a moment at which an hour begins.
    #[must_use]
    pub fn is_before(&self, moment: OffsetDateTime) -> bool {
        self.hour < hour_of(moment)
    }
}

/// The writes that change the counts of some places; what cancels itself is not written.
pub(super) fn change<'a>(
    table: &str,
    list: &List,
    places: impl IntoIterator<Item = (&'a ScanPlace, i64)>,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let mut counts: BTreeMap<(String, &str, &str), i64> = BTreeMap::new();
    for (place, by) in places {
        let count = (hour_of(place.at), place.device.as_str(), place.by.as_str());
        *counts.entry(count).or_default() += by;
    }
    let changed = counts.into_iter().filter(|(_, by)| *by != 0);
    changed
        .map(|((hour, device, clerk), by)| {
            let key = key(
                format!("COUNTS#{}", shard(device)),
                format!("{list}#{hour}#{device}#{clerk}"),
            );
            let update = Update::builder()
                .table_name(table)
                .set_key(Some(key))
                .update_expression(
                    "SET #list = :list, #hour = :hour, device = :device, #by = :by ADD admitted :count",
                )
                .expression_attribute_names("#list", "list")
                .expression_attribute_names("#hour", "hour")
                .expression_attribute_names("#by", "by")
                .expression_attribute_values(":list", s(list.to_string()))
                .expression_attribute_values(":hour", s(hour))
                .expression_attribute_values(":device", s(device))
                .expression_attribute_values(":by", s(clerk))
                .expression_attribute_values(":count", n(by))
                .build()
                .map_err(incomplete)?;
            Ok(TransactWriteItem::builder().update(update).build())
        })
        .collect()
}

impl CheckIns {
    /// The counts of a list, or of every list, by list, hour, device and clerk.
    pub async fn counts(&self, list: Option<&List>) -> Result<Vec<Count>, StoreError> {
        let shards = (0..SHARDS).map(|shard| {
            let query = self
                .client
                .query()
                .table_name(&self.table)
                .expression_attribute_values(":shard", s(format!("COUNTS#{shard}")));
            query_all(match list {
                Some(list) => query
                    .key_condition_expression("pk = :shard AND begins_with(sk, :list)")
                    .expression_attribute_values(":list", s(format!("{list}#"))),
                None => query.key_condition_expression("pk = :shard"),
            })
        });
        let mut counts = Vec::new();
        for item in try_join_all(shards).await?.into_iter().flatten() {
            let count: Count = read(TABLE, item)?;
            if count.admitted != 0 {
                counts.push(count);
            }
        }
        counts.sort_by(|one, other| {
            let place = |count: &Count| (count.hour.clone(), count.device.clone(), count.by.clone());
            (&one.list, place(one)).cmp(&(&other.list, place(other)))
        });
        Ok(counts)
    }
}
