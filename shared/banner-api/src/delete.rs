//! `DELETE /deleteBanner/{id}`: one less, with its pictures.

use crate::{shape::BannerDeleted, state::State};
use axum::extract;
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use store::Write;

/// Deletes one and its pictures.
#[utoipa::path(
    delete,
    path = "/deleteBanner/{id}",
    params(("id" = String, Path, description = "Its identifier.")),
    responses(
        (status = 200, description = "It is gone.", body = BannerDeleted),
        (status = 404, description = "There is none with this identifier.", body = ErrorBody),
        (status = 409, description = "`stale_version`: it kept changing.", body = ErrorBody),
    )
)]
pub(crate) async fn delete(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Path(id): Path<String>,
) -> ApiResult<Json<BannerDeleted>> {
    let mut tries = state.tries();
    while tries.next().await {
        let banner = state.find(&id).await?;
        let entry = state.audit(&admin, "deleted", &banner.id, Some(&banner), None);
        let written = state
            .content
            .delete(state.group, &banner, state.admin_table.audit(&entry))
            .await;
        match written.map_err(ApiError::internal)? {
            Write::Done => {
                let pictures: Vec<String> = banner.pictures().map(str::to_owned).collect();
                state.images.remove_unused(&pictures, &[]).await;
                return Ok(Json(BannerDeleted {
                    message: "Banner deleted successfully",
                }));
            }
            Write::Stale => {}
        }
    }
    Err(ApiError::stale_version())
}
