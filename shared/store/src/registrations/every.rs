//! Every candidate, the oldest first: for copying all of them elsewhere.

use super::{
    Registrations, TABLE,
    rows::{Cursor, RowFilter, RowsPage, list_key},
};
use crate::dynamo::{StoreError, read, s};

impl Registrations {
    /// The rows behind `after`, or from the oldest on: one consistent Query of at most `limit` rows. A row that is
    /// added later comes behind those that are there, so each keeps its place.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn every_row(&self, limit: u16, after: Option<&Cursor>) -> Result<RowsPage, StoreError> {
        let everybody = RowFilter::default();
        let page = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :list")
            .expression_attribute_values(":list", s(everybody.list()))
            .limit(i32::from(limit))
            .set_exclusive_start_key(after.map(|place| list_key(&everybody, place)))
            .consistent_read(true)
            .send()
            .await?;
        let more = page.last_evaluated_key.is_some();
        let items = page.items.unwrap_or_default().into_iter();
        let rows = items
            .map(|item| read(TABLE, item))
            .collect::<Result<Vec<_>, _>>()?;
        let next = rows.last().filter(|_| more).map(super::rows::Row::cursor);
        Ok(RowsPage { rows, next })
    }
}
