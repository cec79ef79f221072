//! The limits and the access log of the API.

use std::collections::{BTreeMap, BTreeSet};

use local::Template;

use super::properties;

#[test]
fn each_limit_of_the_api_belongs_to_a_route() {
    let template = Template::read(&crate::repository().join("template.yaml")).unwrap();
    let routes: BTreeSet<String> = template
        .routes()
        .map(|(_, route)| format!("{} {}", route.method, route.path))
        .collect();
    let limited = properties("Api")["RouteSettings"].clone();
    for route in limited.as_object().unwrap().keys() {
        assert!(routes.contains(route), "{route}");
    }
    assert!(limited.as_object().unwrap().len() >= 4);
}

#[test]
fn the_guide_opens_a_closed_route_with_the_limits_of_the_template() {
    let guide = std::fs::read_to_string(crate::repository().join("docs/operations.md")).unwrap();
    let route = "POST /api/payments/create-order";
    let limits = &properties("Api")["RouteSettings"][route];
    let settings = format!(
        r#"{{"{route}": {{"ThrottlingRateLimit": {}, "ThrottlingBurstLimit": {}}}}}"#,
        limits["ThrottlingRateLimit"], limits["ThrottlingBurstLimit"]
    );
    assert!(guide.contains(&settings), "{settings}");
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
