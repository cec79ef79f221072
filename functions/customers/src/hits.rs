//! A page of what a search found.

use crate::{
    list::{CustomerPage, Pagination, SearchOut, by_reversed, by_status},
    page::ListRequest,
};
use customer_row::CustomerRow;
use store::read_model::{Hits, Row};

/// A page of what a search found.
pub(crate) fn hit_page(request: &ListRequest, hits: &Hits) -> CustomerPage {
    let any_status = request.filter.of_any_status();
    let admitted = |row: &&Row| any_status.admits(row) && has_address(row, &request.email);
    let is_shown = |row: &&Row| request.filter.has_status_of(row);
    let (shown, others): (Vec<&Row>, Vec<&Row>) = hits.rows.iter().filter(admitted).partition(is_shown);
    let limit = usize::from(request.limit);
    let first = usize::try_from(request.page - 1)
        .unwrap_or(usize::MAX)
        .saturating_mul(limit);
    let among = |rows: &[&Row], status| rows.iter().filter(|row| row.status == status).count() as u64;
    let mut elsewhere = by_status(|status| among(&others, status));
    elsewhere.retain(|line| line.count > 0);
    CustomerPage {
        data: shown
            .iter()
            .skip(first)
            .take(limit)
            .map(|row| CustomerRow::from(*row))
            .collect(),
        pagination: Pagination {
            page: request.page,
            limit: request.limit,
            total: hits.rows.len() as u64,
            pages: shown.len().div_ceil(limit) as u64,
            filtered: shown.len() as u64,
            cut: false,
            before: None,
            next: None,
            previous: None,
        },
        statuses: Some(
            by_status(|status| among(&shown, status) + among(&others, status))
                .into_iter()
                .chain(by_reversed(|reversed| {
                    let found = shown.iter().chain(&others);
                    found.filter(|row| reversed.is_of(row)).count() as u64
                }))
                .collect(),
        ),
        search: Some(SearchOut {
            cut: hits.is_cut,
            elsewhere,
        }),
    }
}

fn has_address(row: &Row, beginning: &str) -> bool {
    row.person.email.as_str().to_lowercase().starts_with(beginning)
}
