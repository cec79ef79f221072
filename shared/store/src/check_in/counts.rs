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
    /// So many of those who came in in that hour, whoever let them in, have gone out by this device, less those who are in again
    /// by it.
    #[serde(default)]
    pub outside: i64,
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

const SET: &str = "SET #list = :list, #hour = :hour, device = :device, #by = :by";

/// The writes that change the counts of some places, and of those who went out; what cancels itself is not written.
pub(super) fn change<'a>(
    table: &str,
    list: &List,
    admitted: impl IntoIterator<Item = (&'a ScanPlace, i64)>,
    outside: &'a [(ScanPlace, i64)],
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let mut counts: BTreeMap<(String, &str, &str), (i64, i64)> = BTreeMap::new();
    let name = |place: &'a ScanPlace| (hour_of(place.at), place.device.as_str(), place.by.as_str());
    for (place, by) in admitted {
        counts.entry(name(place)).or_default().0 += by;
    }
    for (place, by) in outside {
        counts.entry(name(place)).or_default().1 += by;
    }
    let changed = counts.into_iter().filter(|(_, by)| *by != (0, 0));
    changed
        .map(|((hour, device, clerk), (admitted, outside))| {
            let key = key(
                format!("COUNTS#{}", shard(device)),
                format!("{list}#{hour}#{device}#{clerk}"),
            );
            let update = Update::builder()
                .table_name(table)
                .set_key(Some(key))
                .update_expression(match outside {
                    0 => format!("{SET} ADD admitted :count"),
                    _ => format!("{SET} ADD admitted :count, outside :outside"),
                })
                .expression_attribute_names("#list", "list")
                .expression_attribute_names("#hour", "hour")
                .expression_attribute_names("#by", "by")
                .expression_attribute_values(":list", s(list.to_string()))
                .expression_attribute_values(":hour", s(hour))
                .expression_attribute_values(":device", s(device))
                .expression_attribute_values(":by", s(clerk))
                .expression_attribute_values(":count", n(admitted));
            let update = match outside {
                0 => update,
                _ => update.expression_attribute_values(":outside", n(outside)),
            };
            let update = update.build().map_err(incomplete)?;
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
            if (count.admitted, count.outside) != (0, 0) {
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
