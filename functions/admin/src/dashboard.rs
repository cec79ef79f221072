//! `GET /api/admin/dashboard`: how it goes, in figures.

use crate::Portal;
use axum::extract::State;
use customer_row::CustomerRow;
use domain::{Paise, payment::Status};
use http_api::{Admin, ApiError, ApiResult, ErrorBody, Json};
use serde::Serialize;
use store::registrations::{
    figures::{DayFigures, Figures, Sums, ThingFigures},
    rows::RowFilter,
};
use utoipa::ToSchema;

/// How many of the latest registrations are shown.
const LATEST: u16 = 5;

/// How it goes. The figures follow the registrations within seconds.
#[derive(Serialize, ToSchema)]
pub(crate) struct Dashboard {
    counts: StatusCounts,
    /// All that was paid, in rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    revenue: Paise,
    /// All registrations.
    candidates: u64,
    /// By the day in India, the oldest first. A payment counts on the day on which it was made.
    days: Vec<DashboardDay>,
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
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    revenue: Paise,
}

/// What a package or a college brought.
#[derive(Serialize, ToSchema)]
pub(crate) struct DashboardThing {
    id: String,
    name: String,
    registrations: u64,
    paid: u64,
    /// In rupees.
    #[serde(with = "domain::money::rupees")]
    #[schema(value_type = f64)]
    revenue: Paise,
}

/// The dashboard.
#[utoipa::path(
    get,
    path = "/api/admin/dashboard",
    tag = "admin",
    responses(
        (status = 200, description = "The figures.", body = Dashboard),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 500, description = "The figures could not be read.", body = ErrorBody),
    )
)]
pub(crate) async fn dashboard(State(portal): State<Portal>, _: Admin) -> ApiResult<Json<Dashboard>> {
    let everybody = RowFilter::default();
    let (figures, attention, latest) = tokio::try_join!(
        portal.registrations.figures(),
        portal.registrations.attention_count(),
        portal.registrations.rows(&everybody, LATEST, None),
    )
    .map_err(ApiError::internal)?;
    Ok(Json(Dashboard {
        counts: counts(&figures),
        revenue: figures.revenue(),
        candidates: figures.candidates(),
        days: figures.days.into_iter().map(DashboardDay::from).collect(),
        packages: figures.packages.into_iter().map(DashboardThing::from).collect(),
        colleges: figures.colleges.into_iter().map(DashboardThing::from).collect(),
        attention,
        latest: latest.rows.iter().map(CustomerRow::from).collect(),
    }))
}

fn counts(figures: &Figures) -> StatusCounts {
    StatusCounts {
        paid: figures.with_status(Status::Paid),
        created: figures.with_status(Status::Created),
        active: figures.with_status(Status::Active),
        failed: figures.with_status(Status::Failed),
        expired: figures.with_status(Status::Expired),
        unknown: figures.with_status(Status::Unknown),
    }
}

impl From<DayFigures> for DashboardDay {
    fn from(figures: DayFigures) -> Self {
        let Sums {
            registrations,
            paid,
            revenue,
        } = figures.sums;
        Self {
            day: figures.day,
            registrations,
            paid,
            revenue,
        }
    }
}

impl From<ThingFigures> for DashboardThing {
    fn from(figures: ThingFigures) -> Self {
        let Sums {
            registrations,
            paid,
            revenue,
        } = figures.sums;
        Self {
            id: figures.id,
            name: figures.name,
            registrations,
            paid,
            revenue,
        }
    }
}
