//! `GET /api/till`: the tills of a day.

use crate::{
    State, day,
    sums::{DayTills, TillOf},
};
use axum::extract;
use domain::Permission;
use futures::future::try_join_all;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Query, RequireTill};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which tills.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TillQuery {
    /// `YYYY-MM-DD`, in the event's time zone; today when left out.
    day: Option<String>,
    /// Whose; left out, everybody's, or one's own for those who see no other.
    clerk: Option<String>,
}

/// The tills of a day: those who read reports see everybody's, a clerk their own.
#[utoipa::path(
    get,
    path = "/api/till",
    tag = "till",
    params(TillQuery),
    responses(
        (status = 200, description = "The tills.", body = DayTills),
        (status = 403, description = "`forbidden`: the role does not include this, or `clerk` is somebody else and the role sees the own till alone.", body = ErrorBody),
        (status = 422, description = "The day is not one.", body = ErrorBody),
    )
)]
pub(crate) async fn read_till(
    extract::State(state): extract::State<State>,
    RequireTill(staff): RequireTill,
    Query(query): Query<TillQuery>,
) -> ApiResult<Json<DayTills>> {
    let day = day::parse(query.day.as_deref(), state.clock.now())?;
    let sees_all = staff.role.may(Permission::Reports);
    let clerk = query.clerk.filter(|clerk| !clerk.trim().is_empty());
    if !sees_all
        && clerk
            .as_deref()
            .is_some_and(|clerk| !is_same(clerk, &staff.username))
    {
        return Err(ApiError::forbidden());
    }
    let one = if sees_all { clerk } else { Some(staff.username) };
    let clerks = match &one {
        Some(clerk) => vec![clerk.clone()],
        None => state.tills.clerks(day).await.map_err(ApiError::internal)?,
    };
    let tills = clerks.into_iter().map(async |clerk| {
        let till = state.tills.till(day, &clerk).await?;
        Ok::<TillOf, store::StoreError>(TillOf { clerk, till })
    });
    let tills = try_join_all(tills).await.map_err(ApiError::internal)?;
    Ok(Json(DayTills::of(&day.to_string(), &tills, one.is_some())))
}

/// Whether two names are one account's.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
