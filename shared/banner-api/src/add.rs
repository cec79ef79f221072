//! `POST /addBanner`: a new one of a group.

use crate::{
    form::{self, Form},
    shape::{BannerIn, BannerSaved},
    state::State,
};
use axum::extract;
use domain::{BannerId, content::Banner};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin};
use store::Write;

/// Adds one with its picture, a hero banner with both of its pictures.
#[utoipa::path(
    post,
    path = "/addBanner",
    request_body = BannerIn,
    responses(
        (status = 200, description = "It is shown on the site.", body = BannerSaved),
        (status = 401, description = "Not signed in.", body = ErrorBody),
        (status = 413, description = "The pictures are too large.", body = ErrorBody),
        (status = 422, description = "A field is missing or not valid, or a picture cannot be used.",
            body = ErrorBody),
        (status = 500, description = "The picture or the banner could not be written; nothing is shown.",
            body = ErrorBody),
        (status = 503, description = "The list is changed by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn add(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    sent: ApiResult<Json<BannerIn>>,
) -> ApiResult<Json<BannerSaved>> {
    let form = Form::read(form::body(sent)?, state.group, None).await?;
    let id = BannerId::generate(state.clock.now(), &state.entropy);
    let uploads = state.upload(&id, &form).await?;
    let banner = Banner {
        id,
        name: form.name,
        desktop: uploads.desktop.clone().unwrap_or_default(),
        mobile: uploads.mobile.clone(),
        link: form.link.unwrap_or_default(),
        version: 1,
    };
    let entry = state.audit(&admin, "created", &banner.id, None, Some(&banner));
    let written = state
        .content
        .create(state.group, &banner, (&state.admin_table, &entry))
        .await;
    match written {
        Ok(Write::Done) => Ok(Json(BannerSaved::new("Banner added successfully", &banner))),
        Ok(Write::Stale) => {
            state.take_back(&uploads).await;
            Err(ApiError::busy("a new banner"))
        }
        // It may have been written: the pictures stay.
        Err(error) => Err(ApiError::internal(error)),
    }
}
