//! `GET /api/admin/dashboard`: the totals of the event.

use crate::Portal;
use axum::extract::State;
use customer_row::CustomerRow;
use domain::payment::Status;
use http_api::{ApiError, ApiResult, Json, RequireReports};
use serde::Serialize;
use serde_json::Number;
use store::read_model::{Aggregates, DayTotals, ModeTotals, RowFilter, Sums, ThingTotals};
use utoipa::ToSchema;

/// How many of the latest registrations are shown.
const LATEST: u16 = 5;

/// The totals of the event. They follow the registrations within seconds.
#[derive(Serialize, ToSchema)]
pub(crate) struct Dashboard {
    counts: StatusCounts,
    /// All that was paid, without what went back or was lost in a dispute, in rupees.
    #[schema(value_type = f64)]
    revenue: Number,
    /// All registrations.
    candidates: u64,
    /// By the day in India, the oldest first. A payment counts on the day on which we learned of it, which may be the
    /// day after where its webhook was lost around midnight.
    days: Vec<DashboardDay>,
    /// Of each mode in which somebody has paid.
    modes: Vec<DashboardMode>,
    packages: Vec<DashboardThing>,
    /// Registrations for all colleges are in none.
    colleges: Vec<DashboardThing>,
    /// How many payments need attention.
    attention: u64,
    /// The latest registrations, the newest first.
    latest: Vec<CustomerRow>,
}

/// How many candidates have each status.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) struct StatusCounts {
    paid: u64,
    created: u64,
    active: u64,
    failed: u64,
    expired: u64,
    unknown: u64,
}

/// What happened on one day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DashboardDay {
    /// `YYYY-MM-DD`.
    day: String,
    registrations: u64,
    paid: u64,
    /// In rupees.
    #[schema(value_type = f64)]
    revenue: Number,
}

/// What was paid in one mode, and what of it went back.
#[derive(Serialize, ToSchema)]
pub(crate) struct DashboardMode {
    /// `online`, `card`, `cash` or `upi`.
    mode: String,
    /// Candidates who have paid, each once.
    paid: u64,
    /// All that they paid, second payments included, in rupees.
    #[schema(value_type = f64)]
    taken: Number,
    /// What was given back by it, in rupees, of what was paid by any mode.
    #[schema(value_type = f64)]
    given_back: Number,
    /// What of it a lost dispute took, in rupees.
    #[schema(value_type = f64)]
    lost: Number,
}

/// What a package or a college brought.
#[derive(Serialize, ToSchema)]
pub(crate) struct DashboardThing {
    id: String,
    name: String,
    registrations: u64,
    paid: u64,
    /// In rupees.
    #[schema(value_type = f64)]
    revenue: Number,
}

/// The dashboard.
#[utoipa::path(
    get,
    path = "/api/admin/dashboard",
    tag = "admin",
    responses(
        (status = 200, description = "The totals.", body = Dashboard),
    )
)]
pub(crate) async fn dashboard(State(portal): State<Portal>, _: RequireReports) -> ApiResult<Json<Dashboard>> {
    let everybody = RowFilter::default();
    let (aggregates, attention, latest) = tokio::try_join!(
        portal.registrations.aggregates(),
        portal.registrations.attention_count(),
        portal.registrations.rows(&everybody, LATEST, None),
    )
    .map_err(ApiError::internal)?;
    Ok(Json(Dashboard {
        counts: counts(&aggregates),
        revenue: aggregates.revenue().to_json(),
        candidates: aggregates.candidates(),
        days: aggregates.days.into_iter().map(DashboardDay::from).collect(),
        modes: aggregates.modes.into_iter().map(DashboardMode::from).collect(),
        packages: aggregates
            .packages
            .into_iter()
            .map(DashboardThing::from)
            .collect(),
        colleges: aggregates
            .colleges
            .into_iter()
            .map(DashboardThing::from)
            .collect(),
        attention,
        latest: latest.rows.iter().map(CustomerRow::from).collect(),
    }))
}

fn counts(aggregates: &Aggregates) -> StatusCounts {
    StatusCounts {
        paid: aggregates.with_status(Status::Paid),
        created: aggregates.with_status(Status::Created),
        active: aggregates.with_status(Status::Active),
        failed: aggregates.with_status(Status::Failed),
        expired: aggregates.with_status(Status::Expired),
        unknown: aggregates.with_status(Status::Unknown),
    }
}

impl From<DayTotals> for DashboardDay {
    fn from(totals: DayTotals) -> Self {
        let Sums {
            registrations,
            paid,
            revenue,
        } = totals.sums;
        Self {
            day: totals.day,
            registrations,
            paid,
            revenue: revenue.to_json(),
        }
    }
}

impl From<ModeTotals> for DashboardMode {
    fn from(totals: ModeTotals) -> Self {
        let ModeTotals {
            mode,
            paid,
            taken,
            given_back,
            lost,
        } = totals;
        Self {
            mode: mode.as_str().to_owned(),
            paid,
            taken: taken.to_json(),
            given_back: given_back.to_json(),
            lost: lost.to_json(),
        }
    }
}

impl From<ThingTotals> for DashboardThing {
    fn from(totals: ThingTotals) -> Self {
        let Sums {
            registrations,
            paid,
            revenue,
        } = totals.sums;
        Self {
            id: totals.id,
            name: totals.name,
            registrations,
            paid,
            revenue: revenue.to_json(),
        }
    }
}
