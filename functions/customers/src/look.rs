//! A page of a list whose length the aggregates do not know: by package, preference or day. It costs the same of any
//! number of candidates, so it may end before it is full, and says so.

use crate::{
    edge::{PageEdge, Side},
    list::{CustomerPage, Pagination},
    page::{ListRequest, PageStart, next_from, previous_to},
    tally::ListTally,
};
use customer_row::CustomerRow;
use futures::future::try_join;
use store::{
    Registrations, StoreError,
    read_model::{Edge, ListLook, Looked, Row},
};

/// A page and where it is.
struct LookedPage {
    page: u32,
    rows: Vec<Row>,
    tally: ListTally,
    next: Option<PageEdge>,
    previous: Option<PageEdge>,
}

/// A page of the list, and the aggregates for how many candidates there are at all.
pub(crate) async fn looked(
    registrations: &Registrations,
    request: &ListRequest,
) -> Result<CustomerPage, StoreError> {
    let read = try_join(part(registrations, request), registrations.aggregates());
    let (part, aggregates) = read.await?;
    let LookedPage {
        page,
        rows,
        tally,
        next,
        previous,
    } = part;
    let behind = ListTally {
        before: tally.before + rows.len() as u64,
        ..tally
    };
    Ok(CustomerPage {
        data: rows.iter().map(CustomerRow::from).collect(),
        pagination: Pagination {
            page,
            limit: request.limit,
            total: aggregates.candidates(),
            pages: tally.known.div_ceil(u64::from(request.limit)),
            filtered: tally.known,
            cut: tally.is_cut,
            before: Some(tally.before),
            next: next.map(|edge| next_from(page, &edge, Some(behind))),
            previous: previous.map(|edge| previous_to(page, &edge, Some(tally))),
        },
        statuses: None,
        search: None,
    })
}

async fn part(registrations: &Registrations, request: &ListRequest) -> Result<LookedPage, StoreError> {
    let edge = match &request.start {
        PageStart::At(edge) => Some(edge),
        PageStart::Newest | PageStart::Skipping(_) => None,
    };
    let from = edge.map(|edge| Edge {
        place: edge.place.clone(),
        is_ahead: edge.side.has_place(),
    });
    let skipped = match &request.start {
        PageStart::Skipping(skipped) => *skipped,
        PageStart::Newest | PageStart::At(_) => 0,
    };
    let look = ListLook {
        from: from.as_ref(),
        is_backwards: edge.is_some_and(|edge| edge.side.is_backwards()),
        skipped,
        limit: request.limit,
        depth: request.depth,
    };
    let looked = registrations.look(&request.filter, look).await?;
    let other_side = edge.map(PageEdge::other_side);
    Ok(if look.is_backwards {
        back(request, looked, other_side)
    } else {
        on(request, looked, other_side)
    })
}

/// A page behind an edge, or behind so many rows.
fn on(request: &ListRequest, looked: Looked, previous: Option<PageEdge>) -> LookedPage {
    let known = request.tally;
    let Looked {
        rows,
        next,
        passed,
        seen,
        is_cut,
    } = looked;
    let before = known.before + passed;
    let found = before + seen;
    let next = next.map(|edge| at(Side::After, edge));
    // What is behind a page by its number alone is found from its first row, or from where the look ended.
    let from_there = || match rows.first() {
        Some(row) => Some(PageEdge {
            side: Side::Before,
            place: row.cursor(),
        }),
        None => next.as_ref().map(PageEdge::other_side),
    };
    let is_counted = known.known > 0 && !known.is_cut && known.known >= found;
    LookedPage {
        page: request.page,
        previous: previous.or_else(|| from_there().filter(|_| passed > 0)),
        tally: ListTally {
            before,
            known: if is_cut { known.known.max(found) } else { found },
            is_cut: is_cut && !is_counted,
        },
        next,
        rows,
    }
}

/// A page before an edge. What is behind it was seen on the way there.
fn back(request: &ListRequest, looked: Looked, next: Option<PageEdge>) -> LookedPage {
    let known = request.tally;
    let Looked { rows, next: end, .. } = looked;
    let shown = rows.len() as u64;
    // Rows may have come or gone since the way on, so the list itself says where it begins.
    let (page, before) = match end {
        None => (1, 0),
        Some(_) => (request.page.max(2), known.before.saturating_sub(shown)),
    };
    LookedPage {
        page,
        tally: ListTally {
            before,
            known: known.known.max(before + shown),
            ..known
        },
        next,
        previous: end.map(|edge| match edge.is_ahead {
            true => at(Side::UpTo, edge),
            false => at(Side::Before, edge),
        }),
        rows,
    }
}

fn at(side: Side, Edge { place, .. }: Edge) -> PageEdge {
    PageEdge { side, place }
}

#[cfg(test)]
mod tests;
