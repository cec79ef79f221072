//! What CloudFront and the API in front of the functions do in production, as the template says it: the same as the
//! local system does, and as the functions expect.

mod api;
mod deep_links;
mod policies;

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use http::{HeaderMap, Request};
use local::{Provider, Site, Template};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::promises::template;

use self::policies::added;

fn properties(id: &str) -> Value {
    template()["Resources"][id]["Properties"].clone()
}

fn distribution() -> Value {
    properties("Distribution")["DistributionConfig"].clone()
}

fn behaviours() -> Vec<Value> {
    distribution()["CacheBehaviors"].as_array().unwrap().clone()
}

/// The pattern of the behaviour that CloudFront takes for a path: the first that fits.
fn behaviour(path: &str) -> Option<Value> {
    behaviours().into_iter().find(|behaviour| {
        let pattern = behaviour["PathPattern"].as_str().unwrap();
        fits(pattern, path)
    })
}

/// Whether a path fits a pattern, in which `*` is any number of any characters.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((start, rest)) => path.strip_prefix(start).is_some_and(|path| {
            (0..=path.len()).any(|from| path.get(from..).is_some_and(|path| fits(rest, path)))
        }),
    }
}

async fn local_headers(path: &str) -> HeaderMap {
    let fixture = super::Fixture::new();
    let folder = fixture.folder.path().join("dist");
    let site = Site::open(folder, Provider::production(), super::page_headers()).unwrap();
    let request = Request::get(path).body(Body::empty()).unwrap();
    site.router().oneshot(request).await.unwrap().headers().clone()
}

#[tokio::test]
async fn pages_have_the_headers_of_the_local_site() {
    for (path, policy) in [
        ("/", "PageHeaders"),
        ("/login", "PortalHeaders"),
        ("/dashboard/customer-list", "PortalHeaders"),
        ("/door", "DoorHeaders"),
        // Like every address below: the test's web app has no separate pages for those that people are sent to.
        ("/payment/anything", "PrivatePageHeaders"),
        ("/hall-ticket", "PrivatePageHeaders"),
        ("/results", "PrivatePageHeaders"),
    ] {
        let taken = behaviour(path).unwrap_or_else(|| distribution()["DefaultCacheBehavior"].clone());
        assert_eq!(taken["ResponseHeadersPolicyId"], policy, "{path}");
        let mut local: BTreeMap<String, String> = local_headers(path)
            .await
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        // Of the file, which a deployment uploads with them.
        for name in ["content-length", "content-type", "etag", "vary"] {
            assert!(local.remove(name).is_some(), "{path}: {name}");
        }
        let added = added(policy);
        if !added.contains_key("cache-control") {
            assert_eq!(
                local.remove("cache-control").as_deref(),
                Some("no-cache"),
                "{path}"
            );
        }
        assert_eq!(added, local, "{path}");
    }
}

#[test]
fn a_picture_can_run_nothing() {
    let taken = behaviour("/media/a.jpg").unwrap();
    assert_eq!(taken["ResponseHeadersPolicyId"], "PictureHeaders");
    let added = added("PictureHeaders");
    assert_eq!(
        added["content-security-policy"],
        "default-src 'none'; frame-ancestors 'none'; sandbox"
    );
    assert_eq!(added["x-content-type-options"], "nosniff");
}

#[test]
fn the_public_lists_are_cached_and_no_other_call() {
    let template = Template::read(&super::repository().join("template.yaml")).unwrap();
    let mut cached = BTreeSet::new();
    for (_, route) in template.routes() {
        let taken = behaviour(&route.path).unwrap();
        assert_eq!(taken["TargetOriginId"], "api", "{}", route.path);
        let every = json!(["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"]);
        assert_eq!(taken["AllowedMethods"], every, "{}", route.path);
        if taken["CachePolicyId"] == "ListCaching" {
            cached.insert(format!("{} {}", route.method, route.path));
        } else {
            assert_eq!(taken["CachePolicyId"], "NoCaching", "{}", route.path);
            assert_eq!(
                taken["OriginRequestPolicyId"], "WhatFunctionsRead",
                "{}",
                route.path
            );
        }
    }
    let lists = [
        "/api/banners/listBanners",
        "/api/brand/listBanners",
        "/api/event",
        "/api/inst-brand/listBanners",
        "/api/packages/list",
    ];
    // CloudFront caches what GET and HEAD are answered, whatever else it lets through.
    let answers = lists
        .iter()
        .flat_map(|path| [format!("ANY {path}"), format!("GET {path}")]);
    assert_eq!(cached, answers.collect());
}

#[test]
fn a_list_is_shown_for_a_day_when_the_api_fails() {
    let code = std::fs::read_to_string(super::repository().join("shared/http-api/src/cache.rs")).unwrap();
    let allowed = code
        .split("IN_PLACE_OF_AN_ERROR: Duration = Duration::from_secs(")
        .nth(1);
    let allowed = allowed.and_then(|allowed| allowed.split(')').next()).unwrap();
    let longest = properties("ListCaching")["CachePolicyConfig"]["MaxTTL"].clone();
    assert_eq!(longest.to_string(), allowed.replace('_', ""));
}

#[test]
fn an_answer_to_an_administrator_is_never_served_to_others() {
    for id in ["ListCaching", "NoCaching"] {
        let config = properties(id)["CachePolicyConfig"].clone();
        let key = &config["ParametersInCacheKeyAndForwardedToOrigin"];
        assert_eq!(key["HeadersConfig"]["Headers"], json!(["Authorization"]), "{id}");
        // What says nothing about caching, as the gateway's own answers, is not kept.
        assert_eq!(config["MinTTL"], 0, "{id}");
        assert_eq!(config["DefaultTTL"], 0, "{id}");
    }
}

#[test]
fn the_functions_get_the_headers_that_they_read() {
    let config = properties("WhatFunctionsRead")["OriginRequestPolicyConfig"].clone();
    let passed: BTreeSet<String> = config["HeadersConfig"]["Headers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_ascii_lowercase())
        .collect();
    for read in [
        "cloudfront-viewer-address",
        "content-type",
        "idempotency-key",
        "if-none-match",
        "user-agent",
        "x-background",
        "x-webhook-signature",
        "x-webhook-timestamp",
    ] {
        assert!(passed.contains(read), "{read}");
    }
    // The API knows itself by another name than the site's.
    assert!(!passed.contains("host"));
    assert!(passed.len() <= 10, "CloudFront takes ten names");
    assert_eq!(config["QueryStringsConfig"]["QueryStringBehavior"], "all");
    let origins = distribution()["Origins"].clone();
    let api = origins
        .as_array()
        .unwrap()
        .iter()
        .find(|origin| origin["Id"] == "api")
        .unwrap();
    // !If [HasViewerHeaderSecret, …]
    let headers = &api["OriginCustomHeaders"];
    assert_eq!(headers[0], "HasViewerHeaderSecret");
    let [header] = &headers[1].as_array().unwrap()[..] else {
        panic!("{headers}");
    };
    assert_eq!(header["HeaderName"], "x-viewer-proof");
    assert_eq!(header["HeaderValue"], "ViewerHeaderSecret");
}

#[test]
fn no_page_replaces_an_error() {
    for answer in distribution()["CustomErrorResponses"].as_array().unwrap() {
        let fields: BTreeSet<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, BTreeSet::from(["ErrorCode", "ErrorCachingMinTTL"]));
    }
}

#[test]
fn the_alarms_watch_metrics_that_the_functions_publish() {
    let template = template();
    let code = std::fs::read_to_string(super::repository().join("shared/telemetry/src/metric.rs")).unwrap();
    let resources = template["Resources"].as_object().unwrap();
    let mut ours = 0;
    for (id, alarm) in resources {
        if alarm["Type"] == "AWS::CloudWatch::Alarm" && alarm["Properties"]["Namespace"] == "ScholarshipExpo"
        {
            ours += 1;
            let name = alarm["Properties"]["MetricName"].as_str().unwrap();
            assert!(code.contains(&format!("\"{name}\"")), "{id}: {name}");
            let dimensions = &alarm["Properties"]["Dimensions"];
            let expected = match name {
                // Over all functions.
                "ProofsRefused" => Value::Null,
                "SignInsRefused" => json!([{ "Name": "service", "Value": "admin" }]),
                "LineWait" => json!([{ "Name": "service", "Value": "payments" }]),
                "WebhooksRefused" => json!([{ "Name": "service", "Value": "payment-webhook" }]),
                _ => json!([{ "Name": "service", "Value": "reconciler" }]),
            };
            assert_eq!(*dimensions, expected, "{id}");
        }
    }
    assert_eq!(ours, 7);
    assert!(code.contains("\"ScholarshipExpo\""));
}

#[test]
fn every_alarm_is_explained_and_shown() {
    let template = template();
    let guide = std::fs::read_to_string(super::repository().join("docs/operations.md")).unwrap();
    let dashboard = properties("Dashboard")["DashboardBody"]
        .as_str()
        .unwrap()
        .to_owned();
    let resources = template["Resources"].as_object().unwrap().iter();
    let alarms = resources.filter(|(_, resource)| resource["Type"] == "AWS::CloudWatch::Alarm");
    for (id, alarm) in alarms {
        assert!(
            dashboard.contains(&format!("${{{id}.Arn}}")),
            "{id} is not on the dashboard"
        );
        // Either wakes somebody or waits for the day, and the guide says which.
        let topic = &alarm["Properties"]["AlarmActions"];
        let when = match topic[0].as_str() {
            Some("Alarms") => "now",
            Some("Tickets") => "by day",
            _ => panic!("{id}: {topic}"),
        };
        assert_eq!(alarm["Properties"]["OKActions"], *topic, "{id}");
        assert!(guide.contains(&format!("| `{id}` | {when} |")), "{id}: {when}");
    }
    // Its figures and addresses are filled in by !Sub, and what remains is JSON.
    let mut filled = String::new();
    let mut rest = dashboard.as_str();
    while let Some((before, after)) = rest.split_once("${") {
        filled.push_str(before);
        filled.push('x');
        rest = after.split_once('}').unwrap().1;
    }
    filled.push_str(rest);
    let body: Value = serde_json::from_str(&filled).unwrap();
    assert!(body["widgets"].as_array().unwrap().len() > 5);
}
