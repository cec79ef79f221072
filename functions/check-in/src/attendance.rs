//! `GET /api/check-in/attendance`: who let in how many, and whom somebody has to look at. It is asked for every two seconds
//! while a page shows it, so what is as it was is not sent again, and of what is long a page.

mod found;

use crate::{State, lists};
use axum::extract;
use domain::field;
use found::{DoubleAdmission, Found, LetInWithoutRight, page_number};
use futures::future::try_join4;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireLookup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{catalogue::Listed, check_in::Count};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::{IntoParams, ToSchema};

/// The longest text that `found` may be.
const MARK: usize = 100;

/// Which list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfList {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
    /// The `found` of the answer before: `doubles` and `without_right` are null when they are as they were.
    found: Option<String>,
    /// Which twenty of `doubles`; the first when left out.
    doubles_page: Option<String>,
    /// Which twenty of `without_right`; the first when left out.
    without_right_page: Option<String>,
}

/// Those who came in an hour.
#[derive(Serialize, ToSchema)]
pub(crate) struct HourCount {
    /// When the hour begins.
    #[schema(value_type = String, format = DateTime)]
    hour: String,
    admitted: u64,
}

/// Those whom a clerk let in with a device.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeviceCount {
    device: String,
    by: String,
    admitted: u64,
}

/// Who is in.
#[derive(Serialize, ToSchema)]
pub(crate) struct Attendance {
    list: String,
    label: String,
    #[serde(with = "rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    begins_at: Option<OffsetDateTime>,
    expected: u64,
    admitted: u64,
    /// How many of them have not gone out again; null where that is not counted.
    inside: Option<u64>,
    by_hour: Vec<HourCount>,
    by_device: Vec<DeviceCount>,
    /// Twenty of those whom two devices let in and nobody has dealt with, the earliest first; null when they are as before.
    doubles: Option<Vec<DoubleAdmission>>,
    /// How many there are.
    doubles_total: u64,
    /// Twenty of those who are not counted, because they were let in without a right, and whom nobody has dealt with; null when they
    /// are as before.
    without_right: Option<Vec<LetInWithoutRight>>,
    /// How many there are.
    without_right_total: u64,
    /// Changes when `doubles` or `without_right` do.
    found: String,
    /// The server's clock.
    #[serde(with = "rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    as_of: OffsetDateTime,
}

/// The attendance of a list. It is of this moment but for what is expected, which follows within seconds.
#[utoipa::path(
    get,
    path = "/api/check-in/attendance",
    tag = "check-in",
    params(OfList),
    responses(
        (status = 200, description = "The attendance.", body = Attendance),
        (status = 422, description = "There is no such list, or a page is no number.", body = ErrorBody),
    )
)]
pub(crate) async fn read_attendance(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Query(asked): Query<OfList>,
) -> ApiResult<Json<Attendance>> {
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&asked.list, &everything)?;
    let known = field::optional("found", asked.found, MARK)?;
    let doubles_page = page_number("doubles_page", asked.doubles_page)?;
    let without_right_page = page_number("without_right_page", asked.without_right_page)?;
    let now = state.clock.now();
    let read = try_join4(
        state.registrations.aggregates(),
        state.check_ins.counts(Some(&listed.list)),
        Found::read(&state, &listed, now),
        state.check_ins.options(),
    );
    let (aggregates, mut counts, found, options) = read.await.map_err(ApiError::internal)?;
    let begins_at = listed.begins_at();
    counts.retain(|count| lists::counts(count, begins_at, now));
    let shown = found.page(doubles_page, without_right_page);
    let mark = shown.mark();
    let (doubles, without_right) = match known == mark {
        true => (None, None),
        false => {
            let (doubles, others) = shown.named(&state).await.map_err(ApiError::internal)?;
            (Some(doubles), Some(others))
        }
    };
    let by_hour = summed(&counts, |count| count.hour.clone());
    let by_device = summed(&counts, |count| (count.device.clone(), count.by.clone()));
    Ok(Json(Attendance {
        label: listed.label(),
        begins_at: listed.begins_at(),
        expected: lists::expected(&listed.list, &aggregates),
        admitted: by_hour.values().sum(),
        inside: lists::inside(&listed.list, &counts, &options),
        by_hour: by_hour
            .into_iter()
            .map(|(hour, admitted)| HourCount {
                hour: format!("{hour}:00:00+05:30"),
                admitted,
            })
            .collect(),
        by_device: by_device
            .into_iter()
            .map(|((device, by), admitted)| DeviceCount { device, by, admitted })
            .collect(),
        doubles,
        doubles_total: found.doubles.len() as u64,
        without_right,
        without_right_total: found.without_right.len() as u64,
        found: mark,
        as_of: now,
        list: asked.list,
    }))
}

/// The counts of what is alike, without what cancelled itself.
fn summed<K: Ord>(counts: &[Count], key: impl Fn(&Count) -> K) -> BTreeMap<K, u64> {
    let mut sums: BTreeMap<K, i64> = BTreeMap::new();
    for count in counts {
        *sums.entry(key(count)).or_default() += count.admitted;
    }
    let positive = sums
        .into_iter()
        .filter_map(|(key, sum)| Some((key, u64::try_from(sum).ok().filter(|sum| *sum > 0)?)));
    positive.collect()
}
