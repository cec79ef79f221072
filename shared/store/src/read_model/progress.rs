//! How far a rebuild is: an item that is written after each page.

use super::{place::EntryKey, review::Rebuilt};
use crate::{
    dynamo::{Item, StoreError, key, n, read, s, write},
    registrations::{Registrations, TABLE},
    transaction::{Write, written},
};
use domain::CustomerId;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// Partition and kind of the item.
const REBUILD: &str = "REBUILD";

/// How long a rebuild can be resumed.
const KEPT_FOR: Duration = Duration::days(7);

/// How far a rebuild is.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Its number: the generation that it builds.
    pub(super) generation: u32,
    /// The last item of the page before the next one; None at the beginning of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<EntryKey>,
    /// The candidate that was met last, whose items may go on in the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) newest: Option<CustomerId>,
    /// Whether every candidate has been met.
    pub(super) counted: bool,
    /// Whether nothing is left to do.
    pub(super) done: bool,
    /// What it has found.
    pub(super) rebuilt: Rebuilt,
    /// Counts the pages, so that of two at the same page one gives up.
    pages: u32,
    /// When the table deletes it, in epoch seconds.
    expires: i64,
}

impl Registrations {
    /// Notes that a rebuild has begun, in place of an earlier one.
    pub(super) async fn note_begin(&self, generation: u32, now: OffsetDateTime) -> Result<(), StoreError> {
        let begun = Progress {
            generation,
            start: None,
            newest: None,
            counted: false,
            done: false,
            rebuilt: Rebuilt::default(),
            pages: 0,
            expires: (now + KEPT_FOR).unix_timestamp(),
        };
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(item(&begun)?)).send().await?;
        Ok(())
    }

    /// How far the rebuild of this number is; None when there is none.
    pub(super) async fn progress(&self, generation: u32) -> Result<Option<Progress>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(key(REBUILD, REBUILD)))
            .consistent_read(true)
            .send()
            .await?;
        let progress: Option<Progress> = found.item.map(|item| read(TABLE, item)).transpose()?;
        Ok(progress.filter(|progress| progress.generation == generation))
    }

    /// Notes that another page is done; `Stale` when another invocation has noted one meanwhile.
    pub(super) async fn keep(&self, progress: &mut Progress) -> Result<Write, StoreError> {
        let before = progress.pages;
        progress.pages += 1;
        let kept = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(progress)?))
            .condition_expression("generation = :generation AND pages = :pages")
            .expression_attribute_values(":generation", n(progress.generation))
            .expression_attribute_values(":pages", n(before))
            .send()
            .await;
        written(kept)
    }
}

fn item(progress: &Progress) -> Result<Item, StoreError> {
    let mut item = write(TABLE, progress)?;
    item.extend(key(REBUILD, REBUILD));
    item.insert("kind".to_owned(), s(REBUILD));
    Ok(item)
}
