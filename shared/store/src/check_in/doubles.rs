//! Doubles: people whom two devices let in.

use super::{
    CheckIns, DealtWith, TABLE,
    events::{Since, after},
    item, sort_key,
};
use crate::dynamo::{Item, StoreError, key, query_all, read, s, text};
use domain::{
    CustomerId,
    check_in::{List, ScanPlace, Twice},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// That two devices let the same person in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Double {
    /// Who.
    pub customer_id: CustomerId,
    /// The lookups by which devices know what happens to the candidate (`RosterSeal::news_lookup`).
    #[serde(default)]
    pub lookups: Vec<String>,
    /// The one that was first.
    pub first: ScanPlace,
    /// The other one.
    pub second: ScanPlace,
    /// The scans of both.
    #[serde(default)]
    pub nonces: [String; 2],
    /// Who has dealt with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealt_with: Option<DealtWith>,
}

impl Double {
    pub(super) fn of(customer_id: &CustomerId, twice: Twice<'_>, lookups: &[String]) -> Self {
        let Twice { first, second } = twice;
        Self {
            customer_id: customer_id.clone(),
            lookups: lookups.to_vec(),
            first: first.place.clone(),
            second: second.place.clone(),
            nonces: [first.nonce.clone(), second.nonce.clone()],
            dealt_with: None,
        }
    }
}

pub(super) fn double_item(
    list: &List,
    double: &Double,
    now: OffsetDateTime,
    random: &str,
) -> Result<Item, StoreError> {
    let sk = sort_key(now, &double.customer_id, random);
    item(double, double_key(list, &sk))
}

pub(super) fn double_key(list: &List, place: &str) -> Item {
    key(format!("DOUBLES#{list}"), place)
}

impl CheckIns {
    /// The doubles of a list behind a place, the earliest first, each with its own place.
    pub async fn doubles(&self, list: &List, since: &str) -> Result<Vec<(Since, Double)>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let items = query_all(
            query
                .key_condition_expression("pk = :doubles AND sk > :since")
                .expression_attribute_values(":doubles", s(format!("DOUBLES#{list}")))
                .expression_attribute_values(":since", s(after(since))),
        );
        let items = items.await?.into_iter();
        items
            .map(|item| Ok((text(&item, "sk").to_owned(), read(TABLE, item)?)))
            .collect()
    }
}
