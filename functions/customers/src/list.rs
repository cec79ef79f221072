//! `GET /api/customers`: the candidate list.

use crate::{
    State,
    edge::{PageEdge, Side},
    hits::hit_page,
    look::looked,
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
    read_model::{Aggregates, Cursor, Reversed, RowFilter, RowsPage},
};
use utoipa::ToSchema;

/// A page of the candidate list, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerPage {
    pub(crate) data: Vec<CustomerRow>,
    pub(crate) pagination: Pagination,
    /// How many there are of each value of `status`, where the other filters admit them; `WITHDRAWN` and `REFUNDED` count some
    /// of `PAID` once more. Absent with `email`, `package`, `exam_preference`, `from` and `to`, unless with `search`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) statuses: Option<Vec<StatusCount>>,
    /// With `search`: what else it found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) search: Option<SearchOut>,
}

/// What a search found besides the rows that the filters admit.
#[derive(Serialize, ToSchema)]
pub(crate) struct SearchOut {
    /// Whether there are more than could be looked at: a hundred.
    pub(crate) cut: bool,
    /// How many it found with other statuses than the filter's, where the other filters admit them.
    pub(crate) elsewhere: Vec<StatusCount>,
}

/// How many candidates have a status.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatusCount {
    /// Their status.
    status: &'static str,
    /// How many.
    pub(crate) count: u64,
}

/// Where the page is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Pagination {
    /// From 1.
    pub(crate) page: u32,
    /// Rows on a full page.
    pub(crate) limit: u16,
    /// All candidates; with `search`, all that it found.
    pub(crate) total: u64,
    /// How many pages the matching candidates fill, where each is full.
    pub(crate) pages: u64,
    /// The candidates that match, as far as `cut` says.
    pub(crate) filtered: u64,
    /// Whether more may match than `filtered` says, which then counts those that were found so far. Only with `package`,
    /// `exam_preference`, `from` or `to`: for a page of these so much of the list is looked at and no more. It may not be full or
    /// have nobody, and `next` and `previous` go on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cut: bool,
    /// How many come before this page, with these filters: pages may not be full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<u64>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) previous: Option<String>,
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
pub(crate) fn by_status(count: impl Fn(Status) -> u64) -> Vec<StatusCount> {
    let of = |status: Status| StatusCount {
        status: status.as_str(),
        count: count(status),
    };
    Status::ALL.into_iter().map(of).collect()
}

/// One line for each thing that may have been reversed.
pub(crate) fn by_reversed(count: impl Fn(Reversed) -> u64) -> impl Iterator<Item = StatusCount> {
    Reversed::ALL.into_iter().map(move |reversed| StatusCount {
        status: reversed.as_str(),
        count: count(reversed),
    })
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
    if request.email.is_empty() && !request.filter.is_counted() {
        let page = looked(&state.registrations, &request).await;
        return Ok(Json(page.map_err(ApiError::internal)?));
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
            cut: false,
            before: None,
            next: next.map(|place| next_from(page, &at(Side::After, place), None)),
            previous: first.map(|row| previous_to(page, &at(Side::Before, row.cursor()), None)),
        },
        statuses,
        search: None,
    }))
}

const fn at(side: Side, place: Cursor) -> PageEdge {
    PageEdge { side, place }
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
        statuses: Some(statuses_of(aggregates, filter)),
    };
    let rows_from = |place| {
        try_join(
            registrations.rows(filter, *limit, place),
            registrations.aggregates(),
        )
    };
    let (rows, aggregates) = match &request.start {
        PageStart::Newest => rows_from(None).await?,
        PageStart::At(PageEdge { side, place }) if !side.is_backwards() => rows_from(Some(place)).await?,
        PageStart::At(PageEdge { place, .. }) => {
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

/// How many there are of each status, where the rest of the filter admits them.
fn statuses_of(aggregates: &Aggregates, filter: &RowFilter) -> Vec<StatusCount> {
    let of_status = |status| {
        aggregates.matching(&RowFilter {
            status: Some(status),
            ..filter.of_any_status()
        })
    };
    let of_reversed = |reversed| {
        aggregates.matching(&RowFilter {
            reversed: Some(reversed),
            ..filter.of_any_status()
        })
    };
    by_status(of_status)
        .into_iter()
        .chain(by_reversed(of_reversed))
        .collect()
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
        PageStart::At(PageEdge { side, place }) if !side.is_backwards() => {
            places.partition_point(|one| one >= place)
        }
        PageStart::At(PageEdge { place, .. }) => {
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
