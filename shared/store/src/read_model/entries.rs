//! Every entry of a row: those in the lists and those in the search.

use super::{list_entries, place::EntryKey, row::Row, search_entries};
use crate::dynamo::{Item, StoreError};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is kept of a row besides its projection.
pub(super) fn entries(row: &Row) -> Result<BTreeMap<EntryKey, Item>, StoreError> {
    let mut entries = list_entries::entries(row)?;
    entries.extend(search_entries::entries(row)?);
    Ok(entries)
}

/// Every place at which a row can have an entry, in any status.
pub(super) fn possible_places(row: &Row) -> Result<BTreeSet<EntryKey>, StoreError> {
    let mut places: BTreeSet<EntryKey> = entries(row)?.into_keys().collect();
    places.extend(list_entries::by_any_status(row));
    Ok(places)
}
