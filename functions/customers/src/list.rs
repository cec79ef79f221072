//! `GET /api/customers`: the candidate list.

use crate::{
    State,
    page::{ListIn, ListRequest, PageStart, next_from, previous_to},
};
use axum::extract;
use customer_row::CustomerRow;
use domain::payment::Status;
use futures::future::try_join;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireLookup};
use serde::Serialize;
use store::{
    Registrations, StoreError,
    read_model::{Aggregates, Cursor, Hits, Row, RowFilter, RowsPage},
};
use utoipa::ToSchema;

/// A page of the candidate list, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerPage {
    data: Vec<CustomerRow>,
    pagination: Pagination,
    /// How many there are of each status, where the other filters admit them. Absent with `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    statuses: Option<Vec<StatusCount>>,
    /// With `search`: what else it found.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchOut>,
}

/// What a search found besides the rows that the filters admit.
#[derive(Serialize, ToSchema)]
pub(crate) struct SearchOut {
    /// Whether there are more than could be looked at: a hundred.
    cut: bool,
    /// How many it found with other statuses than the filter's, where the other filters admit them.
    elsewhere: Vec<StatusCount>,
}

/// How many candidates have a status.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatusCount {
    /// Their status.
    status: &'static str,
    /// How many.
    count: u64,
}

/// Where the page is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Pagination {
    /// From 1.
    page: u32,
    /// Rows on a full page.
    limit: u16,
    /// All candidates; with `search`, all that it found.
    total: u64,
    /// How many pages the matching candidates fill.
    pages: u64,
    /// The candidates that match.
    filtered: u64,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// What was found for a page.
struct Found {
    page: u32,
    rows: RowsPage,
    total: u64,
    filtered: u64,
    statuses: Option<Vec<StatusCount>>,
}

/// One line for each status.
fn by_status(count: impl Fn(Status) -> u64) -> Vec<StatusCount> {
    let of = |status: Status| StatusCount {
        status: status.as_str(),
        count: count(status),
    };
    Status::ALL.into_iter().map(of).collect()
}

/// The candidates that match, the newest first.
///
/// `search` finds candidates by what a person types or pastes, in any case:
///
/// - one word of the name or the beginning of one, or several, which must all be in it, wherever they are; at
///   least two letters. Initials count, together or apart: `K. P. Zubaida` and `kp zubaida` are one. Accents do
///   not, nor which of Unicode's ways a text is written in.
/// - the last digits of a phone number, at least four;
/// - an e-mail address, or its beginning;
/// - the number of a pass or of a receipt, or at least four symbols of its beginning; the code of a pass;
/// - an order id, also in a link or shortened as lists show it.
///
/// The best finds come first: a whole number, phone, address or name; then the beginning of a number or address;
/// then names that have each of the words; then those that have words which begin so. Among those that are alike
/// the newest is first. At most a hundred are shown. The filters narrow them, and `search` in the answer tells what
/// the status hid.
///
/// An empty parameter is the same as none. A page that has emptied meanwhile may lead back to the first; `page`
/// says which one it is.
#[utoipa::path(
    get,
    path = "/api/customers",
    tag = "customers",
    params(ListIn),
    responses(
        (status = 200, description = "A page of the list. It follows the registrations within seconds.",
            body = CustomerPage),
        (status = 422, description = "A parameter is malformed or no value of its filter.", body = ErrorBody),
    )
)]
pub(crate) async fn list_customers(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Query(query): Query<ListIn>,
) -> ApiResult<Json<CustomerPage>> {
    let request = query.parse()?;
    if !request.search.is_empty() {
        let hits = state.registrations.find(&request.search).await;
        return Ok(Json(hit_page(&request, &hits.map_err(ApiError::internal)?)));
    }
    let found = if request.email.is_empty() {
        listed(&state.registrations, &request).await
    } else {
        searched(&state.registrations, &request).await
    };
    let Found {
        page,
        rows: RowsPage { rows, next },
        total,
        filtered,
        statuses,
    } = found.map_err(ApiError::internal)?;
    let first = rows.first().filter(|_| page > 1);
    Ok(Json(CustomerPage {
        data: rows.iter().map(CustomerRow::from).collect(),
        pagination: Pagination {
            page,
            limit: request.limit,
            total,
            pages: filtered.div_ceil(u64::from(request.limit)),
            filtered,
            next: next.map(|place| next_from(page, &place)),
            previous: first.map(|row| previous_to(page, row)),
        },
        statuses,
        search: None,
    }))
}

/// A page of what a search found.
fn hit_page(request: &ListRequest, hits: &Hits) -> CustomerPage {
    let any_status = RowFilter {
        status: None,
        ..request.filter.clone()
    };
    let admitted = |row: &&Row| any_status.admits(row) && has_address(row, &request.email);
    let is_shown = |row: &&Row| request.filter.status.is_none_or(|status| status == row.status);
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
            next: None,
            previous: None,
        },
        statuses: Some(by_status(|status| among(&shown, status) + among(&others, status))),
        search: Some(SearchOut {
            cut: hits.is_cut,
            elsewhere,
        }),
    }
}

fn has_address(row: &Row, beginning: &str) -> bool {
    row.person.email.as_str().to_lowercase().starts_with(beginning)
}

/// A page of one of the lists: its rows and the aggregates, side by side. A page by its number alone needs the length
/// first.
async fn listed(registrations: &Registrations, request: &ListRequest) -> Result<Found, StoreError> {
    let ListRequest { limit, filter, .. } = request;
    let found = |rows: RowsPage, aggregates: &Aggregates, page: u32| Found {
        page,
        rows,
        total: aggregates.candidates(),
        filtered: aggregates.matching(filter),
        statuses: Some(by_status(|status| {
            aggregates.matching(&RowFilter {
                status: Some(status),
                ..filter.clone()
            })
        })),
    };
    let rows_from = |place| {
        try_join(
            registrations.rows(filter, *limit, place),
            registrations.aggregates(),
        )
    };
    let (rows, aggregates) = match &request.start {
        PageStart::Newest => rows_from(None).await?,
        PageStart::After(place) => rows_from(Some(place)).await?,
        PageStart::Before(place) => {
            let read = try_join(
                registrations.rows_before(filter, *limit, place),
                registrations.aggregates(),
            );
            let (rows, aggregates) = read.await?;
            if rows.rows.len() < usize::from(*limit) {
                // Rows have left the list meanwhile: what is before the place is the first page by now.
                let first = registrations.rows(filter, *limit, None).await?;
                return Ok(found(first, &aggregates, 1));
            }
            (rows, aggregates)
        }
        PageStart::Skipping(skipped) => {
            let aggregates = registrations.aggregates().await?;
            let length = aggregates.matching(filter);
            let rows = registrations.rows_at(filter, *limit, *skipped, length).await?;
            (rows, aggregates)
        }
    };
    Ok(found(rows, &aggregates, request.page))
}

/// A page of those whose address begins as asked: all their places and the aggregates side by side, then the rows of
/// the page.
async fn searched(registrations: &Registrations, request: &ListRequest) -> Result<Found, StoreError> {
    let search = registrations.search(&request.email, &request.filter);
    let (places, aggregates) = try_join(search, registrations.aggregates()).await?;
    let limit = usize::from(request.limit);
    // The newest come first, so places fall.
    let mut page = request.page;
    let begin = match &request.start {
        PageStart::Newest => 0,
        PageStart::After(place) => places.partition_point(|one| one >= place),
        PageStart::Before(place) => {
            let end = places.partition_point(|one| one > place);
            if end < limit {
                page = 1;
            }
            end.saturating_sub(limit)
        }
        PageStart::Skipping(skipped) => usize::try_from(*skipped).unwrap_or(usize::MAX).min(places.len()),
    };
    let end = begin.saturating_add(limit).min(places.len());
    let shown: &[Cursor] = places.get(begin..end).unwrap_or_default();
    let rows = registrations.rows_of(shown).await?;
    let next = shown.last().filter(|_| end < places.len()).cloned();
    Ok(Found {
        page,
        rows: RowsPage { rows, next },
        total: aggregates.candidates(),
        filtered: places.len() as u64,
        statuses: None,
    })
}
