//! A day as requests name it.

use domain::{day, till::day_of};
use http_api::{ApiError, ApiResult};
use time::{Date, OffsetDateTime};

/// Reads `YYYY-MM-DD`, a day on which a till may have been; today where nothing is given.
pub(crate) fn parse(day: Option<&str>, now: OffsetDateTime) -> ApiResult<Date> {
    let Some(day) = day.filter(|day| !day.trim().is_empty()) else {
        return Ok(day_of(now));
    };
    let day = day::on_record(day, "day")?;
    if day > day_of(now) {
        return Err(ApiError::invalid("day", "This day is still to come"));
    }
    Ok(day)
}
