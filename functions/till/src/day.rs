//! A day as requests name it.

use domain::till::day_of;
use http_api::{ApiError, ApiResult};
use time::{Date, OffsetDateTime, macros::format_description};

/// Reads `YYYY-MM-DD`; today where nothing is given.
pub(crate) fn parse(day: Option<&str>, now: OffsetDateTime) -> ApiResult<Date> {
    let Some(day) = day.filter(|day| !day.trim().is_empty()) else {
        return Ok(day_of(now));
    };
    Date::parse(day, format_description!("[year]-[month]-[day]"))
        .map_err(|_| ApiError::invalid("day", "The day must be a date such as 2025-05-31"))
}
