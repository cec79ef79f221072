//! `GET /api/packages/prices`: what can be bought as a plain page, for a browser that runs no scripts.

use crate::list::Offered;
use askama::Template;
use axum::{extract::State, http::HeaderMap, response::Response};
use catalogue_admin::WithCandidates;
use domain::{catalogue::Package, event, pass::Sitting, places::shown_left};
use http_api::{ApiError, ApiResult, cached_page};

#[derive(Template)]
#[template(path = "prices.html")]
struct Page<'a> {
    packages: Vec<&'a Package>,
    days: Vec<Day<'a>>,
}

/// The exams of a day, by their hours.
struct Day<'a> {
    day: String,
    exams: &'a [PlannedExam],
}

struct PlannedExam {
    sitting: Sitting,
    /// What there is to say of its places, or nothing.
    places: String,
}

/// What can be bought and every exam, as a page without scripts.
#[utoipa::path(
    get,
    path = "/api/packages/prices",
    tag = "packages",
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html; charset=utf-8"),
        (status = 304, description = "Unchanged since the ETag of If-None-Match."),
    )
)]
pub(crate) async fn prices(State(state): State<WithCandidates>, headers: HeaderMap) -> ApiResult<Response> {
    let offered = Offered::of(&state).await?;
    let exams: Vec<PlannedExam> = offered
        .everything
        .offers()
        .into_iter()
        .map(|sitting| {
            let exam = offered.everything.exams.get(&sitting.course);
            let places = places(exam.and_then(|exam| offered.left(exam)));
            PlannedExam { sitting, places }
        })
        .collect();
    let page = Page {
        packages: offered.on_sale().collect(),
        days: exams
            .chunk_by(|one, next| one.sitting.date == next.sitting.date)
            .map(|exams| Day {
                day: exams
                    .first()
                    .map_or_else(String::new, |exam| exam.sitting.shown_day()),
                exams,
            })
            .collect(),
    };
    let page = page.render().map_err(ApiError::internal)?;
    Ok(cached_page(&headers, page))
}

fn places(left: Option<u32>) -> String {
    if left == Some(0) {
        return "Sold out".to_owned();
    }
    match left.and_then(shown_left) {
        None => String::new(),
        Some(1) => "1 place left".to_owned(),
        Some(left) => format!("{left} places left"),
    }
}
