//! What a page may load and use, by the policies of its headers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::promises::template;

use super::{behaviour, distribution, properties};

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
    let file = crate::repository().join("infra/cloudfront/paths.json");
    let table: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for (entry, policy) in [("portal", "PortalHeaders"), ("door", "DoorHeaders")] {
        let pages = [format!("/{entry}.html"), format!("/{entry}-not-found.html")];
        let mut paths = 0;
        for row in &table {
            let taken =
                behaviour(&row["path"]).unwrap_or_else(|| distribution()["DefaultCacheBehavior"].clone());
            let is_entry = pages.contains(&row["object"]);
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

#[test]
fn nothing_may_be_framed_by_anybody_and_a_browser_asks_for_everything_encrypted() {
    let template = template();
    let resources = template["Resources"].as_object().unwrap();
    let policies = resources
        .iter()
        .filter(|(_, resource)| resource["Type"] == "AWS::CloudFront::ResponseHeadersPolicy");
    let mut names = Vec::new();
    for (id, policy) in policies {
        let framed = &added(id)["content-security-policy"];
        assert!(framed.contains("frame-ancestors 'none'"), "{id}: {framed}");
        let security = &policy["Properties"]["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"];
        assert!(security["StrictTransportSecurity"].is_object(), "{id}");
        assert_eq!(added(id)["x-content-type-options"], "nosniff", "{id}");
        names.push(id.clone());
    }
    let default = distribution()["DefaultCacheBehavior"].clone();
    for behaviour in super::behaviours().iter().chain([&default]) {
        let id = behaviour["ResponseHeadersPolicyId"].as_str().unwrap();
        assert!(names.iter().any(|name| name == id), "{behaviour}");
    }
    assert_eq!(template["Parameters"]["HstsForSubdomains"]["Default"], "true");
}

/// The headers that a policy of the template adds, by name.
pub(super) fn added(id: &str) -> BTreeMap<String, String> {
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
                assert_eq!(setting["IncludeSubdomains"], "HstsForSubdomains", "{id}");
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
