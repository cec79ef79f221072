//! `PUT /updateLink/{id}`: another name or link, or new pictures.

use crate::{
    form::{self, BannerForm},
    shape::{BannerIn, BannerSaved},
    state::{State, Uploads},
};
use axum::extract;
use domain::content::Banner;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin, Staff};
use store::{Tries, Write};

/// Changes one. Pictures that are left out stay.
#[utoipa::path(
    put,
    path = "/updateLink/{id}",
    params(("id" = String, Path, description = "Its identifier.")),
    request_body = BannerIn,
    responses(
        (status = 200, description = "It is changed.", body = BannerSaved),
        (status = 404, description = "There is none with this identifier.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it was changed since `version`, or kept changing.", body = ErrorBody),
        (status = 413, description = "The pictures are too large.", body = ErrorBody),
        (status = 422, description = "A field is not valid, or a picture cannot be used.", body = ErrorBody),
        (status = 500, description = "The picture or the banner could not be written; what is shown stays.",
            body = ErrorBody),
    )
)]
pub(crate) async fn update(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
    sent: ApiResult<Json<BannerIn>>,
) -> ApiResult<Json<BannerSaved>> {
    let tries = state.tries();
    let Json(body) = form::body(sent)?;
    let version = body.version;
    let current = state.find(&id).await?;
    if version.is_some_and(|version| version != current.version) {
        return Err(ApiError::stale_version());
    }
    let form = BannerForm::read(body, state.group, Some(&current)).await?;
    let uploads = state.upload(&current.id, &form).await?;
    let edit = Edit {
        version,
        form: &form,
        uploads: &uploads,
    };
    match write(&state, &admin, current, edit, tries).await {
        Ok(saved) => Ok(Json(BannerSaved::new("Banner updated successfully", &saved))),
        Err(error) => {
            // After a failure of the table it may have been written: the pictures stay.
            if !error.status().is_server_error() {
                state.take_back(&uploads).await;
            }
            Err(error)
        }
    }
}

/// What is to become of a banner.
#[derive(Clone, Copy)]
struct Edit<'a> {
    version: Option<u64>,
    form: &'a BannerForm,
    uploads: &'a Uploads,
}

async fn write(
    state: &State,
    admin: &Staff,
    mut current: Banner,
    edit: Edit<'_>,
    mut tries: Tries,
) -> ApiResult<Banner> {
    while tries.next().await {
        let next = changed(&current, edit.form, edit.uploads);
        let entry = state.audit(admin, "updated", &next.id, Some(&current), Some(&next));
        let written = state
            .content
            .update(state.group, &next, state.admin_table.audit(&entry))
            .await;
        match written.map_err(ApiError::internal)? {
            Write::Done => {
                let before: Vec<String> = current.pictures().map(str::to_owned).collect();
                let shown: Vec<&str> = next.pictures().collect();
                state.images.remove_unused(&before, &shown).await;
                return Ok(next);
            }
            Write::Stale if edit.version.is_some() => break,
            Write::Stale => current = state.find(next.id.as_str()).await?,
        }
    }
    Err(ApiError::stale_version())
}

fn changed(current: &Banner, form: &BannerForm, uploads: &Uploads) -> Banner {
    let BannerForm {
        name,
        link,
        desktop: _,
        mobile: _,
    } = form;
    Banner {
        id: current.id.clone(),
        name: name.clone(),
        desktop: uploads.desktop.clone().unwrap_or_else(|| current.desktop.clone()),
        mobile: uploads.mobile.clone().or_else(|| current.mobile.clone()),
        link: link.clone().unwrap_or_else(|| current.link.clone()),
        version: current.version + 1,
    }
}
