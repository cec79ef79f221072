//! A page of a list whose length the aggregates do not know: by package, preference or day. It costs the same of any
//! number of candidates, so it may end before it is full, and says so.

use crate::{
    list::{CustomerPage, Pagination},
    page::{ListRequest, PageStart, next_from, previous_to},
    tally::ListTally,
};
use customer_row::CustomerRow;
use futures::future::try_join;
use store::{
    Registrations, StoreError,
    read_model::{Cursor, ListLook, Looked, Row},
};

/// A page and where it is.
struct LookedPage {
    page: u32,
    rows: Vec<Row>,
    tally: ListTally,
    next: Option<Cursor>,
    previous: Option<Cursor>,
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
            next: next.map(|place| next_from(page, &place, Some(behind))),
            previous: previous
                .filter(|_| page > 1)
                .map(|place| previous_to(page, &place, Some(tally))),
        },
        statuses: None,
        search: None,
    })
}

async fn part(registrations: &Registrations, request: &ListRequest) -> Result<LookedPage, StoreError> {
    let ListRequest {
        filter, limit, tally, ..
    } = request;
    let newest = ListLook {
        limit: *limit,
        ..ListLook::default()
    };
    let look = match &request.start {
        PageStart::Newest => newest,
        PageStart::After(place) => ListLook {
            from: Some(place),
            ..newest
        },
        PageStart::Skipping(skipped) => ListLook {
            skipped: *skipped,
            ..newest
        },
        PageStart::Before(place) => {
            let look = ListLook {
                from: Some(place),
                is_backwards: true,
                ..newest
            };
            let looked = registrations.look(filter, look).await?;
            if looked.rows.len() == usize::from(*limit) || looked.is_cut {
                return Ok(back(request, looked, place));
            }
            // Rows have left the list meanwhile: what is before the place is the first page by now.
            let looked = registrations.look(filter, newest).await?;
            return Ok(on(1, ListTally::default(), looked, 0));
        }
    };
    let looked = registrations.look(filter, look).await?;
    Ok(on(request.page, *tally, looked, look.skipped))
}

/// A page behind a place.
fn on(page: u32, tally: ListTally, looked: Looked, skipped: u64) -> LookedPage {
    let Looked {
        rows,
        next,
        seen,
        is_cut,
    } = looked;
    // What was passed over was seen, too.
    let known = tally.before - skipped.min(tally.before) + seen;
    LookedPage {
        page,
        previous: rows.first().map(Row::cursor),
        rows,
        tally: ListTally {
            before: tally.before,
            known,
            is_cut,
        },
        next,
    }
}

/// A page before a place. What is behind it was seen on the way there.
fn back(request: &ListRequest, looked: Looked, place: &Cursor) -> LookedPage {
    let Looked { rows, next, .. } = looked;
    LookedPage {
        page: request.page,
        tally: ListTally {
            before: request.tally.before.saturating_sub(rows.len() as u64),
            ..request.tally
        },
        next: Some(rows.last().map_or_else(|| place.clone(), Row::cursor)),
        previous: rows.first().map(Row::cursor).or(next),
        rows,
    }
}
