//! `GET /listBanners`: everything of a group, for the site and the portal.

use crate::{shape::BannerOut, state::State};
use axum::{extract, http::HeaderMap, response::Response};
use http_api::{ApiError, ApiResult, cached};

/// What the site shows of this group, in its order.
#[utoipa::path(
    get,
    path = "/listBanners",
    responses(
        (status = 200, description = "Everything of the group.", body = Vec<BannerOut>),
        (status = 304, description = "Unchanged since the ETag of If-None-Match."),
    )
)]
pub(crate) async fn list(
    extract::State(state): extract::State<State>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let banners = state
        .content
        .list(state.group)
        .await
        .map_err(ApiError::internal)?;
    let banners: Vec<BannerOut> = banners.iter().map(BannerOut::from).collect();
    Ok(cached(&headers, &banners))
}
