//! Banners, institutes and brands: three groups of the same calls, each served by its own function.

mod add;
mod delete;
mod form;
mod list;
mod order;
mod shape;
mod state;
mod update;

use access_control::{FormKeys, staff_gate};
use axum::Router;
use config::{ConfigError, Env};
use domain::{Clock, Entropy, content::Group};
use http_api::{Description, RouteTable, layers, routes};
use media::Images;
use state::State;
use store::{Access, AdminTable, Content};
use utoipa::openapi::{OpenApi, path::Operation};

/// Two pictures at their limit, as data URLs. Lambda takes no more either.
const MOST_BODY: usize = 6 * 1024 * 1024;

/// The function of a group.
pub fn app(group: Group, env: &Env, clock: Clock, entropy: Entropy) -> Result<Router, ConfigError> {
    let access = Access::from_env(env)?;
    let state = State {
        group,
        content: Content::from_env(env)?,
        images: Images::from_env(env, entropy.clone())?,
        gate: staff_gate(env, &access, clock.clone())?,
        form_keys: FormKeys::new(access, clock.clone()),
        admin_table: AdminTable::from_env(env)?,
        clock,
        entropy,
    };
    Ok(layers(routes::<Router<State>>(group).with_state(state)))
}

/// What the function of a group answers, for the OpenAPI document.
#[must_use]
pub fn openapi(group: Group) -> OpenApi {
    let mut openapi = OpenApi::from(routes::<Description<State>>(group));
    let place = place(group);
    for item in openapi.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            name(operation, place);
        }
    }
    openapi
}

fn routes<T: RouteTable<State>>(group: Group) -> T {
    T::empty()
        .with(routes!(list::list))
        .with(routes!(add::add).limited(MOST_BODY))
        .with(routes!(update::update).limited(MOST_BODY))
        .with(routes!(delete::delete))
        .with(routes!(order::order, order::rearrange))
        .under(&format!("/api/{}", place(group)))
}

/// Where the calls of a group are, under `/api/`.
fn place(group: Group) -> &'static str {
    match group {
        Group::Hero => "banners",
        Group::Institute => "inst-brand",
        Group::Brand => "brand",
    }
}

/// An operation's name is that of its handler, which three groups share.
fn name(operation: &mut Operation, place: &str) {
    let handler = operation.operation_id.take().unwrap_or_default();
    operation.operation_id = Some(format!("{}_{handler}", place.replace('-', "_")));
    operation.tags = Some(vec![place.to_owned()]);
}
