//! What CloudFront and the API in front of the functions do in production, as the template says it: the same as the
//! local system does, and as the functions expect.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

use axum::body::Body;
use http::{HeaderMap, Request};
use local::{Provider, Site, Template};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::promises::template;

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

#[test]
fn the_function_for_deep_links_is_the_one_that_is_tested() {
    let file = super::repository().join("infra/cloudfront/deep-links.js");
    let deployed = properties("DeepLinks")["FunctionCode"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(deployed, std::fs::read_to_string(file).unwrap());
}

#[test]
fn the_function_for_deep_links_names_the_objects_that_the_local_site_serves() {
    let file = super::repository().join("infra/cloudfront/paths.json");
    let table: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let call = "
        const fs = require('fs');
        const { code, paths } = JSON.parse(fs.readFileSync(0, 'utf8'));
        const handler = new Function(`${code}; return handler`)();
        const uris = paths.map((uri) => handler({ request: { uri, method: 'GET', headers: {} } }).uri);
        console.log(JSON.stringify(uris));";
    let paths: Vec<&String> = table.iter().map(|row| &row["path"]).collect();
    let question = json!({ "code": properties("DeepLinks")["FunctionCode"], "paths": paths });
    let mut node = Command::new("node")
        .args(["-e", call])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = node.stdin.take().unwrap();
    input.write_all(question.to_string().as_bytes()).unwrap();
    drop(input);
    let answer = node.wait_with_output().unwrap();
    let uris: Vec<String> = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(uris.len(), table.len());
    for (uri, row) in uris.iter().zip(&table) {
        // S3 decodes what the function leaves as it came.
        let object = percent_decode_str(uri).decode_utf8_lossy();
        assert_eq!(object, row["object"].as_str(), "{}", row["path"]);
    }
}

/// The sources of each directive of the policy that a page at `path` gets in production.
fn sources(path: &str) -> BTreeMap<String, Vec<String>> {
    let taken = behaviour(path).unwrap_or_else(|| distribution()["DefaultCacheBehavior"].clone());
    let headers = added(taken["ResponseHeadersPolicyId"].as_str().unwrap());
    let directives = headers["content-security-policy"].split("; ").map(|directive| {
        let mut words = directive.split(' ').map(str::to_owned);
        (words.next().unwrap(), words.collect())
    });
    directives.collect()
}

#[test]
fn the_site_may_load_the_providers_checkout_and_no_inline_script() {
    let checkout = ["https://api.cashfree.com", "https://payments.cashfree.com"];
    for path in ["/", "/checkout", "/about-us", "/payment/return"] {
        let sources = sources(path);
        assert_eq!(
            sources["script-src"],
            ["'self'", "https://sdk.cashfree.com"],
            "{path}"
        );
        for name in ["connect-src", "frame-src", "form-action"] {
            let allowed = checkout
                .iter()
                .all(|origin| sources[name].contains(&(*origin).to_owned()));
            assert!(allowed, "{path}: {name}");
        }
        assert_eq!(sources["style-src"], ["'self'"], "{path}");
        assert_eq!(sources["frame-ancestors"], ["'none'"], "{path}");
    }
}

#[test]
fn the_portals_policy_allows_nothing_of_another_origin() {
    for path in ["/login", "/login/", "/dashboard", "/dashboard/customersdetails/7"] {
        let sources = sources(path);
        assert_eq!(sources["script-src"], ["'self'"], "{path}");
        assert_eq!(sources["frame-src"], ["'none'"], "{path}");
        let mut all = sources.values().flatten();
        assert!(all.all(|source| !source.contains("://")), "{path}: {sources:?}");
    }
}

#[test]
fn a_page_has_the_policy_of_the_entry_that_is_served_there() {
    let file = super::repository().join("infra/cloudfront/paths.json");
    let table: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for (entry, policy) in [("/portal.html", "PortalHeaders"), ("/door.html", "DoorHeaders")] {
        let mut paths = 0;
        for row in &table {
            let taken =
                behaviour(&row["path"]).unwrap_or_else(|| distribution()["DefaultCacheBehavior"].clone());
            let is_entry = row["object"] == entry;
            paths += usize::from(is_entry);
            assert_eq!(
                taken["ResponseHeadersPolicyId"] == policy,
                is_entry,
                "{}",
                row["path"]
            );
        }
        assert!(paths > 2, "{entry}");
    }
}

#[test]
fn the_sandbox_has_the_policy_of_production_with_its_own_addresses() {
    let policy = |mode: &str| {
        let provider = &template()["Mappings"]["Provider"][mode];
        provider["ContentSecurityPolicy"].as_str().unwrap().to_owned()
    };
    let sandbox = policy("production")
        .replace("https://api.", "https://sandbox.")
        .replace("https://payments.", "https://payments-test.");
    assert_eq!(policy("sandbox"), sandbox);
}

#[test]
fn the_doors_policy_compiles_webassembly_and_allows_nothing_else_beyond_its_own_files() {
    for path in ["/door", "/door/", "/door/more"] {
        let sources = sources(path);
        assert_eq!(sources["script-src"], ["'self'", "'wasm-unsafe-eval'"], "{path}");
        for (directive, allowed) in sources {
            let mut others = allowed
                .iter()
                .filter(|source| !["'self'", "'none'", "'wasm-unsafe-eval'"].contains(&source.as_str()));
            assert_eq!(others.next(), None, "{path}: {directive}");
        }
    }
    for path in ["/", "/payment/success", "/login", "/dashboard"] {
        let scripts = &sources(path)["script-src"];
        assert!(!scripts.contains(&"'wasm-unsafe-eval'".to_owned()), "{path}");
    }
}

#[test]
fn no_page_but_the_door_may_use_the_camera() {
    for id in ["PageHeaders", "PrivatePageHeaders", "PortalHeaders"] {
        let permissions = &added(id)["permissions-policy"];
        assert!(permissions.starts_with("camera=(), "), "{id}: {permissions}");
    }
    let permissions = &added("DoorHeaders")["permissions-policy"];
    assert!(permissions.starts_with("camera=(self), "), "{permissions}");
}

/// The headers that a policy of the template adds, by name.
fn added(id: &str) -> BTreeMap<String, String> {
    let config = properties(id)["ResponseHeadersPolicyConfig"].clone();
    let security = &config["SecurityHeadersConfig"];
    let mut headers = BTreeMap::new();
    let mut add = |name: &str, value: &str| headers.insert(name.to_owned(), value.to_owned());
    for (kind, setting) in security.as_object().unwrap() {
        assert_eq!(setting["Override"], true, "{id}: {kind}");
        match kind.as_str() {
            "ContentSecurityPolicy" => {
                let policy = match &setting[kind] {
                    Value::String(policy) => policy.clone(),
                    // !FindInMap
                    path => {
                        assert_eq!(*path, json!(["Provider", "ProviderMode", kind]), "{id}");
                        let production = &template()["Mappings"]["Provider"]["production"][kind];
                        production.as_str().unwrap().to_owned()
                    }
                };
                add("content-security-policy", &policy);
            }
            "ContentTypeOptions" => {
                add("x-content-type-options", "nosniff");
            }
            "ReferrerPolicy" => {
                add("referrer-policy", setting[kind].as_str().unwrap());
            }
            "StrictTransportSecurity" => {
                assert!(
                    setting["AccessControlMaxAgeSec"].as_u64().unwrap() >= 31_536_000,
                    "{id}"
                );
            }
            other => panic!("{id}: {other}"),
        }
    }
    for item in config["CustomHeadersConfig"]["Items"]
        .as_array()
        .into_iter()
        .flatten()
    {
        assert_eq!(item["Override"], true, "{id}: {item}");
        add(item["Header"].as_str().unwrap(), item["Value"].as_str().unwrap());
    }
    headers
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
    assert_eq!(added["content-security-policy"], "default-src 'none'; sandbox");
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
    let allowed = code.split("stale-if-error=").nth(1).unwrap();
    let allowed: String = allowed.chars().take_while(char::is_ascii_digit).collect();
    let longest = properties("ListCaching")["CachePolicyConfig"]["MaxTTL"].clone();
    assert_eq!(longest.to_string(), allowed);
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
fn each_limit_of_the_api_belongs_to_a_route() {
    let template = Template::read(&super::repository().join("template.yaml")).unwrap();
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
    let guide = std::fs::read_to_string(super::repository().join("docs/operations.md")).unwrap();
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
                "PicturesCollected" => json!([{ "Name": "service", "Value": "exam-details" }]),
                "SignInsRefused" => json!([{ "Name": "service", "Value": "admin" }]),
                "LineWait" => json!([{ "Name": "service", "Value": "payments" }]),
                _ => json!([{ "Name": "service", "Value": "reconciler" }]),
            };
            assert_eq!(*dimensions, expected, "{id}");
        }
    }
    assert_eq!(ours, 8);
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
            guide.contains(&format!("`{id}`")),
            "{id} is not in docs/operations.md"
        );
        assert!(
            dashboard.contains(&format!("${{{id}.Arn}}")),
            "{id} is not on the dashboard"
        );
        assert_eq!(alarm["Properties"]["AlarmActions"], json!(["Alarms"]), "{id}");
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
