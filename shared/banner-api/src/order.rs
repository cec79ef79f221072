//! `GET` and `PUT /order`: in which order a group is shown.

use crate::state::State;
use axum::extract;
use domain::{
    content::Banner,
    display_order::{DisplayOrder, Rearrangement},
};
use http_api::{
    ApiError, ApiResult, DisplayOrderIn, DisplayOrderOut, DisplayOrderSaved, ErrorBody, Json, RequireAdmin,
    Staff,
};
use serde_json::{Value, json};
use store::{AuditEntry, ShownGroup, Write};

/// In which order the site shows the group. What is new comes last.
#[utoipa::path(
    get,
    path = "/order",
    responses(
        (status = 200, description = "The order.", body = DisplayOrderOut),
    )
)]
pub(crate) async fn order(
    extract::State(state): extract::State<State>,
    _: RequireAdmin,
) -> ApiResult<Json<DisplayOrderOut>> {
    let shown = state.content.shown(state.group).await;
    let ShownGroup { banners, order } = shown.map_err(ApiError::internal)?;
    let ids = ids(&banners).map(str::to_owned).collect();
    Ok(Json(DisplayOrderOut::new(ids, &order)))
}

/// Puts the group in another order; one that is so already is answered as done.
#[utoipa::path(
    put,
    path = "/order",
    request_body = DisplayOrderIn,
    responses(
        (status = 200, description = "It is shown in this order.", body = DisplayOrderSaved),
        (status = 409, description = "`stale_version`: the order was changed since `version`, or kept changing.", body = ErrorBody),
        (status = 422, description = "`ids` does not name everything of the group once, and nothing else.", body = ErrorBody),
    )
)]
pub(crate) async fn rearrange(
    extract::State(state): extract::State<State>,
    RequireAdmin(admin): RequireAdmin,
    Json(body): Json<DisplayOrderIn>,
) -> ApiResult<Json<DisplayOrderSaved>> {
    let (asked, version) = body.parse()?;
    let mut tries = state.tries();
    while tries.next().await {
        let shown = state.content.shown(state.group).await;
        let ShownGroup { banners, order } = shown.map_err(ApiError::internal)?;
        let there: Vec<&str> = ids(&banners).collect();
        let next = match order.rearrange(&there, asked.clone(), version)? {
            Rearrangement::AsItIs => return Ok(Json(DisplayOrderSaved::new(asked, &order))),
            Rearrangement::Stale => break,
            Rearrangement::Next(next) => next,
        };
        let entry = audit(&state, &admin, banners, &next);
        let audit = state.admin_table.audit(&entry);
        match state.content.arrange(state.group, &next, audit).await {
            Ok(Write::Done) => return Ok(Json(DisplayOrderSaved::new(asked, &next))),
            Ok(Write::Stale) => {}
            Err(error) => return Err(ApiError::internal(error)),
        }
    }
    Err(ApiError::stale_version())
}

fn ids(banners: &[Banner]) -> impl Iterator<Item = &str> {
    banners.iter().map(|banner| banner.id.as_str())
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
