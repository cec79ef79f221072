//! `POST /addBanner`: a new one of a group.

use crate::{
    form::{self, BannerForm},
    shape::{BannerIn, BannerSaved},
    state::State,
};
use axum::extract;
use domain::{BannerId, content::Banner};
use http_api::{ApiError, ApiResult, ErrorBody, Json, KeyedJson, RequireAdmin};
use store::Made;

/// Adds one with its picture, a hero banner with both of its pictures.
#[utoipa::path(
    post,
    path = "/addBanner",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key adds once, however often it is sent."),
    ),
    request_body = BannerIn,
    responses(
        (status = 200, description = "It is shown on the site.", body = BannerSaved),
        (status = 409, description = "`idempotency_key_reused`: the key came with something else before. `deleted_since`: what it added is deleted.", body = ErrorBody),
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
    sent: ApiResult<KeyedJson<BannerIn>>,
) -> ApiResult<Json<BannerSaved>> {
    let KeyedJson { form: body, key } = form::body(sent)?;
    let key = key.as_ref();
    let find = async |id| state.content.banner(state.group, &id).await;
    if let Some(banner) = state.form_keys.made_before(key, find).await? {
        return Ok(added(&banner));
    }
    let form = BannerForm::read(body, state.group, None).await?;
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
    let audit = state.admin_table.audit(&entry);
    let key_use = state.form_keys.using(key, banner.id.as_str());
    let written = state
        .content
        .create(state.group, &banner, audit, key_use.as_ref())
        .await;
    // After a failure of the table it may have been written: the pictures stay.
    let written = written.map_err(ApiError::internal)?;
    if written == Made::Met {
        state.take_back(&uploads).await;
    }
    let banner = state
        .form_keys
        .made_once(key, written, banner, "a new banner", find)
        .await?;
    Ok(added(&banner))
}

fn added(banner: &Banner) -> Json<BannerSaved> {
    Json(BannerSaved::new("Banner added successfully", banner))
}
