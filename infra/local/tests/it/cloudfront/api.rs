//! The limits and the access log of the API.

use std::collections::{BTreeMap, BTreeSet};

use super::properties;

/// What the template gives a route stays on the stage when the route is gone, and no release could remove it then.
#[test]
fn no_route_has_a_limit_of_its_own_and_the_guide_takes_off_what_closes_one() {
    assert!(properties("Api")["RouteSettings"].is_null());
    let guide = std::fs::read_to_string(crate::repository().join("docs/operations.md")).unwrap();
    let (_, closed) = guide.split_once("--route-settings").unwrap();
    let (settings, opened) = closed.split_once("delete-route-settings").unwrap();
    let route = "POST /api/payments/create-order";
    assert!(settings.contains(route), "{settings}");
    assert!(opened.lines().next().unwrap().contains(route), "{opened}");
}

#[test]
fn the_access_log_of_the_api_holds_nothing_personal() {
    let format = properties("Api")["AccessLogSettings"]["Format"].clone();
    let line: BTreeMap<String, String> = serde_json::from_str(format.as_str().unwrap()).unwrap();
    let values: BTreeSet<&str> = line.values().map(String::as_str).collect();
    assert_eq!(
        values,
        BTreeSet::from([
            "$context.requestId",
            "$context.routeKey",
            "$context.status",
            "$context.responseLatency",
            "$context.integrationLatency",
            "$context.integrationErrorMessage",
            "$context.error.responseType",
        ])
    );
}
