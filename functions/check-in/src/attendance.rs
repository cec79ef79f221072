//! `GET /api/check-in/attendance`: who let in how many, and who came in twice.

use crate::{
    State, lists,
    verdict::{AdmittedAt, RefusalReason},
};
use axum::extract;
use domain::{CustomerId, pass::PassNo};
use futures::future::try_join4;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireLookup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{catalog::Listed, check_in::Count};
use time::{OffsetDateTime, serde::rfc3339};
use utoipa::{IntoParams, ToSchema};

/// Which list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfList {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
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

/// Who was let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetInCandidate {
    customer_id: String,
    /// Empty for a candidate who was deleted.
    name: String,
    pass_no: String,
}

/// Somebody whom two devices let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct DoubleAdmission {
    candidate: LetInCandidate,
    /// The one that counts.
    first: AdmittedAt,
    /// The other one.
    second: AdmittedAt,
}

/// Somebody whom a device without a network let in, although the pass does not admit them.
#[derive(Serialize, ToSchema)]
pub(crate) struct LetInWithoutRight {
    candidate: LetInCandidate,
    reason: RefusalReason,
    at: AdmittedAt,
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
    by_hour: Vec<HourCount>,
    by_device: Vec<DeviceCount>,
    doubles: Vec<DoubleAdmission>,
    /// Those who are not counted: they were let in without a right.
    without_right: Vec<LetInWithoutRight>,
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
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 422, description = "There is no such list.", body = ErrorBody),
        (status = 500, description = "The attendance could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn read_attendance(
    extract::State(state): extract::State<State>,
    _: RequireLookup,
    Query(OfList { list }): Query<OfList>,
) -> ApiResult<Json<Attendance>> {
    let everything = state.catalogue.everything().await?;
    let listed = Listed::parse(&list, &everything)?;
    let read = try_join4(
        state.registrations.aggregates(),
        state.check_ins.counts(Some(&listed.list)),
        state.check_ins.doubles(&listed.list, ""),
        state.check_ins.without_right(&listed.list),
    );
    let (aggregates, mut counts, mut doubles, mut without_right) = read.await.map_err(ApiError::internal)?;
    let now = state.clock.now();
    let begins_at = listed.begins_at();
    counts.retain(|count| lists::counts(count, begins_at, now));
    doubles.retain(|(_, double)| lists::is_shown(double.first.at, begins_at, now));
    without_right.retain(|record| lists::is_shown(record.place.at, begins_at, now));
    let of_doubles = doubles.iter().map(|(_, double)| &double.customer_id);
    let others = without_right.iter().map(|record| &record.customer_id);
    let ids: Vec<CustomerId> = of_doubles.chain(others).cloned().collect();
    let names = state
        .registrations
        .names(&ids)
        .await
        .map_err(ApiError::internal)?;
    let candidate = |id: &CustomerId| LetInCandidate {
        name: names.get(id).cloned().unwrap_or_default(),
        pass_no: PassNo::of(id).to_string(),
        customer_id: id.to_string(),
    };
    let by_hour = summed(&counts, |count| count.hour.clone());
    let by_device = summed(&counts, |count| (count.device.clone(), count.by.clone()));
    Ok(Json(Attendance {
        label: listed.label(),
        begins_at: listed.begins_at(),
        expected: lists::expected(&listed.list, &aggregates),
        admitted: by_hour.values().sum(),
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
        doubles: doubles
            .into_iter()
            .map(|(_, double)| DoubleAdmission {
                candidate: candidate(&double.customer_id),
                first: AdmittedAt::of(double.first),
                second: AdmittedAt::of(double.second),
            })
            .collect(),
        without_right: without_right
            .into_iter()
            .map(|record| LetInWithoutRight {
                candidate: candidate(&record.customer_id),
                reason: record
                    .reason
                    .known()
                    .map_or(RefusalReason::Unknown, RefusalReason::of),
                at: AdmittedAt::of(record.place),
            })
            .collect(),
        as_of: now,
        list,
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
