//! `GET` and `PUT /api/packages/order`: in which order the packages are shown.

use axum::extract::State;
use catalogue_admin::WithCandidates;
use domain::{catalogue::Package, display_order::Rearrangement};
use http_api::{
    ApiError, ApiResult, DisplayOrderIn, DisplayOrderOut, DisplayOrderSaved, ErrorBody, Json, RequireAdmin,
};
use serde_json::{Value, json};
use store::Write;

/// In which order site and portal show the packages. What is new comes last.
#[utoipa::path(
    get,
    path = "/api/packages/order",
    tag = "packages",
    responses(
        (status = 200, description = "The order.", body = DisplayOrderOut),
    )
)]
pub(crate) async fn get_package_order(
    State(state): State<WithCandidates>,
    _: RequireAdmin,
) -> ApiResult<Json<DisplayOrderOut>> {
    let everything = state.catalogue_admin.catalogue.everything_now().await;
    let everything = everything.map_err(ApiError::internal)?;
    let ids = ids(&everything.packages).map(str::to_owned).collect();
    Ok(Json(DisplayOrderOut::new(ids, &everything.package_order)))
}

/// Puts the packages in another order; one that is so already is answered as done.
#[utoipa::path(
    put,
    path = "/api/packages/order",
    tag = "packages",
    request_body = DisplayOrderIn,
    responses(
        (status = 200, description = "They are shown in this order.", body = DisplayOrderSaved),
        (status = 409, description = "`stale_version`: the order was changed since `version`, or kept changing.", body = ErrorBody),
        (status = 422, description = "`ids` does not name every package once, and nothing else.", body = ErrorBody),
    )
)]
pub(crate) async fn rearrange_packages(
    State(state): State<WithCandidates>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<DisplayOrderIn>,
) -> ApiResult<Json<DisplayOrderSaved>> {
    let (asked, version) = body.parse()?;
    let catalogue_admin = &state.catalogue_admin;
    let mut tries = catalogue_admin.tries();
    while tries.next().await {
        let everything = catalogue_admin.catalogue.everything_now().await;
        let everything = everything.map_err(ApiError::internal)?;
        let (mut packages, order) = (everything.packages, everything.package_order);
        let there: Vec<&str> = ids(&packages).collect();
        let next = match order.rearrange(&there, asked.clone(), version)? {
            Rearrangement::AsItIs => return Ok(Json(DisplayOrderSaved::new(asked, &order))),
            Rearrangement::Stale => break,
            Rearrangement::Next(next) => next,
        };
        let before = names(&packages);
        next.sort(&mut packages, |package| package.id.as_str());
        let after = names(&packages);
        let change = catalogue_admin.change(&admin, "packages.rearranged", "display_order", before, after);
        match catalogue_admin
            .catalogue
            .arrange_packages(&next, change.audit())
            .await
        {
            Ok(Write::Done) => return Ok(Json(DisplayOrderSaved::new(asked, &next))),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

fn ids(packages: &[Package]) -> impl Iterator<Item = &str> {
    packages.iter().map(|package| package.id.as_str())
}

/// What the audit log keeps of an order: names, which say more than identifiers of what may be deleted by then.
fn names(packages: &[Package]) -> Value {
    let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    json!({ "order": names })
}
