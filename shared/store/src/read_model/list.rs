//! Pages of the candidate list: the rows at places of its entries.

use super::{
    filter::RowFilter,
    list_entries::ListSource,
    merge::{PASSED_AT_ONCE, Places},
    row::{Cursor, Row, RowsPage},
};
use crate::{
    dynamo::StoreError,
    registrations::{CandidateFile, Registrations},
};
use domain::CustomerId;
use futures::{StreamExt, future::try_join_all, stream};
use std::collections::HashMap;

/// The most rows that one BatchGetItem brings.
const AT_ONCE: usize = 100;

/// Files that are read side by side.
const FILES_AT_ONCE: usize = 8;

impl Registrations {
    /// The rows of a list behind `after`, or from the newest on: at most `limit`. The lists follow the registrations
    /// within seconds.
    pub async fn rows(
        &self,
        filter: &RowFilter,
        limit: u16,
        after: Option<&Cursor>,
    ) -> Result<RowsPage, StoreError> {
        self.page(filter, limit, 0, after, true).await
    }

    /// The rows of a list before `before`: at most `limit`. `next` is then the place behind them.
    pub async fn rows_before(
        &self,
        filter: &RowFilter,
        limit: u16,
        before: &Cursor,
    ) -> Result<RowsPage, StoreError> {
        let mut page = self.page(filter, limit, 0, Some(before), false).await?;
        page.rows.reverse();
        page.next = page.rows.last().map(Row::cursor);
        Ok(page)
    }

    /// The rows of a list after the first `skipped`, counted from its nearer end: of a list of `length` rows at most
    /// half are passed over. Pages that follow one another have cursors instead.
    pub async fn rows_at(
        &self,
        filter: &RowFilter,
        limit: u16,
        skipped: u64,
        length: u64,
    ) -> Result<RowsPage, StoreError> {
        if skipped >= length {
            return Ok(RowsPage::default());
        }
        let shown = u64::from(limit).min(length - skipped);
        let behind = length - skipped - shown;
        if skipped <= behind {
            return self.page(filter, limit, skipped, None, true).await;
        }
        let shown = u16::try_from(shown).unwrap_or(limit);
        let mut page = self.page(filter, shown, behind, None, false).await?;
        page.rows.reverse();
        page.next = page.rows.last().filter(|_| behind > 0).map(Row::cursor);
        Ok(page)
    }

    /// The rows of a list behind `after`, or from the oldest on, as of this moment. A row that is added later comes
    /// behind those that are there, so each keeps its place: for copying all of them elsewhere. That holds for a filter
    /// that names no status, because candidates leave lists of a status.
    pub async fn every_row(
        &self,
        filter: &RowFilter,
        limit: u16,
        after: Option<&Cursor>,
    ) -> Result<RowsPage, StoreError> {
        let (places, next) = self.every_place(filter, limit, after).await?;
        let rows = self.rows_of(&places).await?;
        Ok(RowsPage { rows, next })
    }

    /// The same without the rows that cannot be read, and how many those are: for what is done to each candidate by
    /// itself, so that nobody waits for another.
    pub async fn every_readable_row(
        &self,
        filter: &RowFilter,
        limit: u16,
        after: Option<&Cursor>,
    ) -> Result<(RowsPage, usize), StoreError> {
        let (places, next) = self.every_place(filter, limit, after).await?;
        let ids: Vec<CustomerId> = places.iter().filter_map(Cursor::customer).collect();
        let (mut found, unread) = self.readable_rows_by_candidate(&ids).await?;
        let rows = ids.iter().filter_map(|id| found.remove(id)).collect();
        Ok((RowsPage { rows, next }, unread))
    }

    /// The places of a list behind `after`, or from the oldest on, as of this moment, and where it goes on.
    async fn every_place(
        &self,
        filter: &RowFilter,
        limit: u16,
        after: Option<&Cursor>,
    ) -> Result<(Vec<Cursor>, Option<Cursor>), StoreError> {
        // Most candidates are in the two shards of one mode.
        let at_once = usize::from(limit).div_ceil(2) + 1;
        let mut places = Places::of(self, ListSource::of(filter), after, false, at_once);
        places.consistent = true;
        let taken = places.take(usize::from(limit) + 1).await?;
        Ok(page_of(taken, limit))
    }

    /// A page some places behind another one.
    async fn page(
        &self,
        filter: &RowFilter,
        limit: u16,
        skipped: u64,
        from: Option<&Cursor>,
        newest_first: bool,
    ) -> Result<RowsPage, StoreError> {
        let wanted = usize::from(limit) + 1;
        let at_once = usize::try_from(skipped)
            .unwrap_or(PASSED_AT_ONCE)
            .min(PASSED_AT_ONCE)
            + wanted;
        let mut places = Places::of(self, ListSource::of(filter), from, newest_first, at_once);
        if !places.pass_over(skipped).await? {
            return Ok(RowsPage::default());
        }
        let taken = places.take(wanted).await?;
        let (places, next) = page_of(taken, limit);
        let mut rows = self.rows_of(&places).await?;
        // One that has left the list since its entry was read.
        rows.retain(|row| filter.admits(row));
        Ok(RowsPage { rows, next })
    }

    /// The rows at these places, in their order, without those that are gone: one BatchGetItem for a hundred.
    pub async fn rows_of(&self, places: &[Cursor]) -> Result<Vec<Row>, StoreError> {
        let ids: Vec<CustomerId> = places.iter().filter_map(Cursor::customer).collect();
        let mut found = self.rows_by_candidate(&ids).await?;
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// The rows of these candidates, without those that are gone: one BatchGetItem for a hundred.
    pub async fn rows_by_candidate(
        &self,
        ids: &[CustomerId],
    ) -> Result<HashMap<CustomerId, Row>, StoreError> {
        let some = ids.chunks(AT_ONCE).map(|some| self.projections(some));
        let found = try_join_all(some).await?.into_iter().flatten();
        Ok(found
            .filter_map(|(id, projection)| Some((id, projection.row?)))
            .collect())
    }

    /// The same without those that cannot be read, and how many those are.
    pub async fn readable_rows_by_candidate(
        &self,
        ids: &[CustomerId],
    ) -> Result<(HashMap<CustomerId, Row>, usize), StoreError> {
        let some = ids.chunks(AT_ONCE).map(|some| self.each_projection(some));
        let (mut rows, mut unread) = (HashMap::new(), 0);
        for (id, projection) in try_join_all(some).await?.into_iter().flatten() {
            match projection {
                Ok(projection) => rows.extend(projection.row.map(|row| (id, row))),
                Err(error) => {
                    tracing::error!(candidate = id.as_str(), %error, "a row of the candidate list cannot be read, and is left out");
                    unread += 1;
                }
            }
        }
        Ok((rows, unread))
    }

    /// The same, and of those whom the list does not have yet, or cannot show, what it will have of them: for what is done to
    /// candidates who were picked, of whom none may be passed over.
    pub async fn rows_of_picked(
        &self,
        ids: &[CustomerId],
    ) -> Result<(HashMap<CustomerId, Row>, usize), StoreError> {
        let (mut rows, _) = self.readable_rows_by_candidate(ids).await?;
        let missing: Vec<CustomerId> = ids.iter().filter(|id| !rows.contains_key(id)).cloned().collect();
        let looks = missing.into_iter().map(|id| async move {
            let row = self.row_to_be(&id).await;
            (id, row)
        });
        let mut looks = stream::iter(looks).buffer_unordered(FILES_AT_ONCE);
        let mut unread = 0;
        while let Some((id, row)) = looks.next().await {
            match row {
                Ok(row) => rows.extend(row.map(|row| (id, row))),
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(candidate = id.as_str(), %error, "a candidate cannot be read, and is left out");
                    unread += 1;
                }
                Err(error) => return Err(error),
            }
        }
        Ok((rows, unread))
    }

    async fn row_to_be(&self, id: &CustomerId) -> Result<Option<Row>, StoreError> {
        let file = CandidateFile::read(self.candidate_items(id).await?)?;
        Ok(file.as_ref().and_then(Row::of))
    }
}

/// The first `limit` places, and the last of them where one more tells that the list goes on.
fn page_of(mut places: Vec<Cursor>, limit: u16) -> (Vec<Cursor>, Option<Cursor>) {
    let more = places.len() > usize::from(limit);
    places.truncate(usize::from(limit));
    let next = places.last().filter(|_| more).cloned();
    (places, next)
}
