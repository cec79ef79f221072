//! What a rebuild finds in the table and removes: entries that belong to no row, and what nothing reads any more.

use super::{
    entries::entries,
    place::EntryKey,
    projection::{Projection, projection_key},
};
use crate::{
    dynamo::{Item, StoreError, key, n, text},
    registrations::Registrations,
    transaction::{Transaction, incomplete},
};
use aws_sdk_dynamodb::types::{ConditionCheck, Delete, TransactWriteItem};
use domain::CustomerId;
use futures::{StreamExt, TryStreamExt};
use std::collections::{BTreeMap, BTreeSet};

/// How many leftovers are removed side by side.
const REMOVED_AT_ONCE: usize = 16;

impl Registrations {
    /// The keys and kinds of a page of the table, and where the next one begins.
    pub(super) async fn scan_keys(
        &self,
        start: Option<EntryKey>,
        items: u16,
    ) -> Result<(Vec<Item>, Option<EntryKey>), StoreError> {
        let page = self
            .client
            .scan()
            .table_name(&self.table)
            .projection_expression("pk, sk, #kind")
            .expression_attribute_names("#kind", "kind")
            .consistent_read(true)
            .limit(i32::from(items))
            .set_exclusive_start_key(start.map(|(pk, sk)| key(pk, sk)))
            .send()
            .await?;
        let next = page.last_evaluated_key.as_ref().map(place_of);
        Ok((page.items.unwrap_or_default(), next))
    }

    /// Removes entries that are in no list of their candidate's row.
    pub(super) async fn remove_strays(
        &self,
        met: BTreeMap<CustomerId, Vec<EntryKey>>,
    ) -> Result<u64, StoreError> {
        let ids: Vec<CustomerId> = met.keys().cloned().collect();
        let mut removed = 0;
        for some in ids.chunks(100) {
            let projections = self.projections(some).await?;
            for id in some {
                let projected = projections.get(id);
                let row = projected.and_then(|projected| projected.row.as_ref());
                let mut places: BTreeSet<EntryKey> =
                    row.map_or(Ok(BTreeMap::new()), entries)?.into_keys().collect();
                let passes = projected.iter().flat_map(|projected| &projected.passes);
                places.extend(passes.map(|pass| pass.place(id)));
                let entries = met.get(id).into_iter().flatten();
                for (pk, sk) in entries.filter(|place| !places.contains(*place)) {
                    removed += u64::from(self.remove_stray(id, projected, key(pk, sk)).await?);
                }
            }
        }
        Ok(removed)
    }

    /// Removes an entry, if the projection of its candidate is still the one by which it was judged.
    async fn remove_stray(
        &self,
        id: &CustomerId,
        projected: Option<&Projection>,
        entry: Item,
    ) -> Result<bool, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(entry))
            .build();
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(projection_key(id)));
        let check = match projected {
            Some(projected) => check
                .condition_expression("version = :snapshot")
                .expression_attribute_values(":snapshot", n(projected.version)),
            None => check.condition_expression("attribute_not_exists(pk)"),
        };
        let actions = vec![
            TransactWriteItem::builder()
                .delete(delete.map_err(incomplete)?)
                .build(),
            TransactWriteItem::builder()
                .condition_check(check.build().map_err(incomplete)?)
                .build(),
        ];
        Ok(matches!(self.transact(actions).await?, Transaction::Done))
    }

    pub(super) async fn remove_all(&self, items: Vec<Item>) -> Result<(), StoreError> {
        let removals = items.into_iter().map(|item| async move {
            let (pk, sk) = place_of(&item);
            let delete = self.client.delete_item().table_name(&self.table);
            delete.set_key(Some(key(pk, sk))).send().await?;
            Ok::<_, StoreError>(())
        });
        let removals = futures::stream::iter(removals).buffer_unordered(REMOVED_AT_ONCE);
        removals.try_collect().await
    }
}

pub(super) fn place_of(item: &Item) -> EntryKey {
    (text(item, "pk").to_owned(), text(item, "sk").to_owned())
}
