//! `PUT /api/admin/daily-report`: whether the daily report is mailed to the person who asks.

use crate::{Portal, users::audited};
use axum::extract::State;
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireReports};
use serde::{Deserialize, Serialize};
use store::{Administrator, Changed, MailsAfter, SessionsAfter};
use utoipa::ToSchema;

/// How often a switch is written that others came before.
const TRIES: u8 = 3;

/// Whether the person wants the report.
#[derive(Deserialize, Serialize, ToSchema)]
pub(crate) struct DailyReportSwitch {
    on: bool,
}

/// Begins, or ends, to mail the daily report to the own address. Sessions go on.
#[utoipa::path(
    put,
    path = "/api/admin/daily-report",
    tag = "admin",
    request_body = DailyReportSwitch,
    responses(
        (status = 200, description = "It is so from now on.", body = DailyReportSwitch),
        (status = 409, description = "`no_address`: the account has no address. `stale_version`: the account was changed meanwhile.", body = ErrorBody),
        (status = 422, description = "`on` is missing.", body = ErrorBody),
        (status = 503, description = "The account is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn change_daily_report(
    State(portal): State<Portal>,
    RequireReports(staff): RequireReports,
    Json(DailyReportSwitch { on }): Json<DailyReportSwitch>,
) -> ApiResult<Json<DailyReportSwitch>> {
    for _ in 0..TRIES {
        let before = portal.own_account(&staff).await?;
        if on && before.email.is_none() {
            let message = "Your account has no address. Add one first.";
            return Err(ApiError::conflict("no_address", message));
        }
        if before.daily_report == on {
            return Ok(Json(DailyReportSwitch { on }));
        }
        let after = Administrator {
            daily_report: on,
            ..before.clone()
        };
        let entry = portal.entry(
            &staff,
            "admin.daily_report_changed",
            &before.id,
            audited(&before),
            audited(&after),
        );
        let mails = MailsAfter::default();
        let changed =
            portal
                .administrators
                .change(&after, &portal.access, SessionsAfter::Keep, None, &entry, mails);
        match changed.await.map_err(ApiError::internal)? {
            Changed::Done => return Ok(Json(DailyReportSwitch { on })),
            Changed::Stale | Changed::NoAdministratorLeft => {}
        }
    }
    Err(ApiError::stale_version())
}
