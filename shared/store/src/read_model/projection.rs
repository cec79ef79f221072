//! The projection of a candidate: its row as the read model keeps it, beside the registration it was made from.

use super::{roster, row::Row};
use crate::{
    dynamo::{Item, StoreError, key, kind, n, read, s},
    registrations::{CandidateFile, Registrations, TABLE, customer_in, partition_of, refused},
    transaction::incomplete,
};
use aws_sdk_dynamodb::types::{Delete, KeysAndAttributes, Put, TransactWriteItem};
use domain::{CustomerId, payment::Order};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A row as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Projection {
    /// The row; None for a candidate whose only order the provider refused. That it is none is kept for as long as the
    /// candidate, so that an older snapshot does not bring the row back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<Row>,
    /// Counts its writes.
    #[serde(default)]
    pub(super) version: u64,
    /// The sum of the versions of the orders it was made from ([`basis`]). It only grows, so a row that was made from
    /// an older or a half-old snapshot is recognised.
    #[serde(default)]
    pub(super) basis: u64,
    /// Its entries in the roster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) passes: Vec<roster::RosterEntry>,
    /// The newest generation of aggregates that counts it. It is counted in each older one, too.
    #[serde(default)]
    pub(super) counted: u32,
}

impl Projection {
    /// The sort key of a candidate's projection.
    pub(super) const KEY: &'static str = "PROJECTION";
    pub(super) const KIND: &'static str = "PROJECTION";
}

/// A candidate and what is kept of it, as of one moment.
pub(super) struct CandidateSnapshot {
    pub(super) file: Option<CandidateFile>,
    pub(super) projected: Option<Projection>,
}

impl CandidateSnapshot {
    /// The row that is kept.
    pub(super) fn row(&self) -> Option<&Row> {
        self.projected.as_ref()?.row.as_ref()
    }

    /// The entries of the roster that there are.
    pub(super) fn passes(&self) -> &[roster::RosterEntry] {
        self.projected.as_ref().map_or(&[], |projected| &projected.passes)
    }

    pub(super) fn has_orders(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !file.orders.is_empty())
    }
}

/// The sum of the versions of the orders that a row is made from. A refused order counts only where there is no other:
/// it will be deleted, and the sum must not shrink then.
pub(super) fn basis(orders: &[Order]) -> u64 {
    let versions = |refused: bool| -> u64 {
        let of = orders
            .iter()
            .filter(|order| order.refused_at.is_some() == refused);
        of.map(|order| order.version).sum()
    };
    match versions(false) {
        0 => versions(true),
        accepted => accepted,
    }
}

/// When a candidate without a row is deleted, in epoch seconds.
pub(super) fn dies_at(file: &CandidateFile) -> Option<i64> {
    let refused = file.orders.iter().filter_map(|order| order.refused_at);
    refused.max().map(refused::end)
}

pub(super) fn projection_key(id: &CustomerId) -> Item {
    key(partition_of(id), Projection::KEY)
}

impl Registrations {
    /// A candidate's registration, and what the read model keeps of it, as of this moment.
    pub(super) async fn snapshot(&self, id: &CustomerId) -> Result<CandidateSnapshot, StoreError> {
        let mut items = self.candidate_items(id).await?;
        let projected = items
            .iter()
            .position(|item| kind(item) == Projection::KIND)
            .map(|at| read(TABLE, items.swap_remove(at)))
            .transpose()?;
        Ok(CandidateSnapshot {
            file: CandidateFile::read(items)?,
            projected,
        })
    }

    /// What is projected of at most a hundred candidates, as of this moment: the rows of a page must be at least as
    /// new as the entries that led to them.
    pub(super) async fn projections(
        &self,
        ids: &[CustomerId],
    ) -> Result<HashMap<CustomerId, Projection>, StoreError> {
        let found = self.each_projection(ids).await?.into_iter();
        found.map(|(id, projection)| Ok((id, projection?))).collect()
    }

    /// The same, where one that cannot be read is an error of its own.
    pub(super) async fn each_projection(
        &self,
        ids: &[CustomerId],
    ) -> Result<Vec<(CustomerId, Result<Projection, StoreError>)>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let keys = ids.iter().map(projection_key).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true);
        let items = self.batch(wanted).await?.into_iter();
        let named = items.filter_map(|item| {
            let pk = item.get("pk")?.as_s().ok()?;
            Some((customer_in(pk)?, item))
        });
        Ok(named.map(|(id, item)| (id, read(TABLE, item))).collect())
    }

    /// Writes or removes a projection, if it is still the one of the snapshot.
    pub(super) fn put_projection(
        &self,
        id: &CustomerId,
        snapshot: Option<&Projection>,
        projection: Option<&Projection>,
        dies_at: Option<i64>,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let unchanged = "version = :snapshot";
        let action = match (snapshot, projection) {
            (None, None) => return Ok(None),
            (Some(snapshot), None) => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(projection_key(id)))
                    .condition_expression(unchanged)
                    .expression_attribute_values(":snapshot", n(snapshot.version));
                TransactWriteItem::builder().delete(delete.build().map_err(incomplete)?)
            }
            (snapshot, Some(projection)) => {
                let mut item = projection_key(id);
                item.insert("kind".to_owned(), s(Projection::KIND));
                item.extend(crate::dynamo::write(TABLE, projection)?);
                if projection.row.is_none() {
                    item.extend(dies_at.map(|end| ("expires".to_owned(), n(end))));
                }
                let put = Put::builder().table_name(&self.table).set_item(Some(item));
                let put = match snapshot {
                    Some(snapshot) => put
                        .condition_expression(unchanged)
                        .expression_attribute_values(":snapshot", n(snapshot.version)),
                    None => put.condition_expression("attribute_not_exists(pk)"),
                };
                TransactWriteItem::builder().put(put.build().map_err(incomplete)?)
            }
        };
        Ok(Some(action.build()))
    }
}
