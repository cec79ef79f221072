//! `GET` and `PUT /order`: in which order a group is shown.

use crate::state::State;
use axum::extract;
use domain::{
    Invalid,
    content::Banner,
    display_order::{DisplayOrder, Rearrangement},
};
use http_api::{ApiError, ApiResult, ErrorBody, Json, RequireAdmin, Staff};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AuditEntry, ShownGroup, Write};
use utoipa::ToSchema;

/// The order that is to be.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BannerOrderIn {
    /// Everything of the group by its identifiers, the first one first.
    #[schema(required = true, value_type = Vec<String>)]
    ids: Option<Vec<String>>,
    /// The version that it was decided on. Without it the last change wins.
    #[serde(default, deserialize_with = "http_api::whole_number")]
    version: Option<u64>,
}

/// The order that is.
#[derive(Serialize, ToSchema)]
pub(crate) struct BannerOrder {
    /// Everything of the group by its identifiers, the first one first.
    ids: Vec<String>,
    /// Counts the changes of the order; 0 before the first.
    version: u64,
}

/// The order that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct BannerOrderSaved {
    message: &'static str,
    order: BannerOrder,
}

/// In which order the site shows the group. What is new comes last.
#[utoipa::path(
    get,
    path = "/order",
    responses(
        (status = 200, description = "The order.", body = BannerOrder),
    )
)]
pub(crate) async fn order(
    extract::State(state): extract::State<State>,
    _: RequireAdmin,
) -> ApiResult<Json<BannerOrder>> {
    let shown = state.content.shown(state.group).await;
    let ShownGroup { banners, order } = shown.map_err(ApiError::internal)?;
    Ok(Json(BannerOrder {
        ids: ids(&banners).map(str::to_owned).collect(),
        version: order.version(),
    }))
}

/// Puts the group in another order; one that is so already is answered as done.
#[utoipa::path(
    put,
    path = "/order",
    request_body = BannerOrderIn,
    responses(
        (status = 200, description = "It is shown in this order.", body = BannerOrderSaved),
        (status = 409, description = "`stale_version`: the order was changed since `version`, or kept changing.", body = ErrorBody),
        (status = 422, description = "`ids` does not name everything of the group once, and nothing else.", body = ErrorBody),
    )
)]
pub(crate) async fn rearrange(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<BannerOrderIn>,
) -> ApiResult<Json<BannerOrderSaved>> {
    let BannerOrderIn { ids: asked, version } = body;
    let asked = asked.ok_or(Invalid::new("ids", "The order is missing"))?;
    let mut tries = state.tries();
    while tries.next().await {
        let shown = state.content.shown(state.group).await;
        let ShownGroup { banners, order } = shown.map_err(ApiError::internal)?;
        let there: Vec<&str> = ids(&banners).collect();
        let next = match order.rearrange(&there, asked.clone(), version)? {
            Rearrangement::AsItIs => return Ok(saved(asked, &order)),
            Rearrangement::Stale => break,
            Rearrangement::Next(next) => next,
        };
        let entry = audit(&state, &admin, banners, &next);
        let audit = state.admin_table.audit(&entry);
        match state.content.arrange(state.group, &next, audit).await {
            Ok(Write::Done) => return Ok(saved(asked, &next)),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

fn ids(banners: &[Banner]) -> impl Iterator<Item = &str> {
    banners.iter().map(|banner| banner.id.as_str())
}

fn saved(ids: Vec<String>, order: &DisplayOrder) -> Json<BannerOrderSaved> {
    Json(BannerOrderSaved {
        message: "Order saved successfully",
        order: BannerOrder {
            ids,
            version: order.version(),
        },
    })
}

/// The audit log has the names, which say more than identifiers of what may be deleted by then.
fn audit(state: &State, admin: &Staff, mut banners: Vec<Banner>, next: &DisplayOrder) -> AuditEntry {
    let before = names(&banners);
    next.sort(&mut banners, |banner| banner.id.as_str());
    AuditEntry::new(
        state.clock.now(),
        &state.entropy,
        &admin.username,
        &format!("{}s.rearranged", state.group.noun()),
        "display_order",
        before,
        names(&banners),
    )
}

fn names(banners: &[Banner]) -> Value {
    let names: Vec<&str> = banners.iter().map(|banner| banner.name.as_str()).collect();
    json!({ "order": names })
}
