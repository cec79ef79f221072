//! The function of CloudFront that turns addresses into objects, and leads to the host that has them.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::properties;

/// What CloudFront lets a function have.
const LARGEST: usize = 10 * 1024;

/// The pages of portal and door.
const OF_STAFF: [&str; 4] = [
    "/portal.html",
    "/portal-not-found.html",
    "/door.html",
    "/door-not-found.html",
];

/// `!Join ["", [!If [HasPortalHost, two hosts, one], the text of the file]]`: what it begins with for two hosts and for one,
/// and the text.
fn deployed() -> [String; 3] {
    let code = properties("DeepLinks")["FunctionCode"].clone();
    assert_eq!(code[0], "");
    let parts = code[1].as_array().unwrap();
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[0][0], "HasPortalHost");
    [&parts[0][1], &parts[0][2], &parts[1]].map(|part| part.as_str().unwrap().to_owned())
}

fn with_two_hosts() -> String {
    let [begin, _, text] = deployed();
    let begin = begin
        .replace("${SiteOrigin}", "https://expo.example")
        .replace("${PortalHost}", "admin.expo.example");
    format!("{begin}{text}")
}

fn with_one_host() -> String {
    let [_, begin, text] = deployed();
    format!("{begin}{text}")
}

fn table(name: &str) -> Vec<BTreeMap<String, String>> {
    let file = crate::repository().join("infra/cloudfront").join(name);
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The status that an answer of the bucket leaves with, where the request is known by this address.
fn statuses(code: &str, uris: &[&str], status: u16) -> Vec<Value> {
    let responses: Vec<Value> = uris
        .iter()
        .map(|uri| {
            let response =
                json!({ "statusCode": status, "statusDescription": "", "headers": {}, "cookies": {} });
            json!({ "request": { "uri": uri, "headers": {}, "querystring": {} }, "response": response })
        })
        .collect();
    let call = "
        const fs = require('fs');
        const { code, requests } = JSON.parse(fs.readFileSync(0, 'utf8'));
        const handler = new Function(`${code}; return handler`)();
        console.log(JSON.stringify(requests.map((event) => handler(event).statusCode)));";
    run(call, &json!({ "code": code, "requests": responses }))
}

/// What the function makes of requests for these addresses at these hosts, as CloudFront hands them to it.
fn answers(code: &str, requests: &[(&str, &str)]) -> Vec<Value> {
    let call = "
        const fs = require('fs');
        const { code, requests } = JSON.parse(fs.readFileSync(0, 'utf8'));
        const handler = new Function(`${code}; return handler`)();
        const ask = ([host, address]) => {
            const [uri, query] = address.split('?');
            const querystring = {};
            for (const pair of query ? query.split('&') : []) {
                const [name, value = ''] = pair.split('=');
                const before = querystring[name];
                if (before) before.multiValue = [...(before.multiValue ?? [{ value: before.value }]), { value }];
                else querystring[name] = { value };
            }
            const headers = { host: { value: host } };
            return handler({ request: { uri, querystring, method: 'GET', headers, cookies: {} } });
        };
        console.log(JSON.stringify(requests.map(ask)));";
    let answers = run(call, &json!({ "code": code, "requests": requests }));
    assert_eq!(answers.len(), requests.len());
    answers
}

fn run(call: &str, question: &Value) -> Vec<Value> {
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
    serde_json::from_slice(&answer.stdout).unwrap()
}

/// S3 decodes what the function leaves as it came.
fn object(answer: &Value) -> Option<String> {
    let uri = percent_decode_str(answer["uri"].as_str()?);
    Some(uri.decode_utf8_lossy().into_owned())
}

fn location(answer: &Value) -> Option<&str> {
    answer["headers"]["location"]["value"].as_str()
}

#[test]
fn the_function_for_deep_links_is_the_one_that_is_tested() {
    let file = crate::repository().join("infra/cloudfront/deep-links.js");
    let [_, _, text] = deployed();
    assert_eq!(text, std::fs::read_to_string(file).unwrap());
    // A host name has 253 characters at most.
    assert!(with_two_hosts().len() + 2 * 253 < LARGEST);
}

#[test]
fn the_function_for_deep_links_names_the_objects_that_the_local_site_serves() {
    let table = table("paths.json");
    let requests: Vec<_> = table
        .iter()
        .map(|row| ("expo.example", row["path"].as_str()))
        .collect();
    for (answer, row) in answers(&with_one_host(), &requests).iter().zip(&table) {
        assert_eq!(object(answer).as_ref(), Some(&row["object"]), "{}", row["path"]);
    }
}

#[test]
fn the_function_for_deep_links_leads_to_the_hosts_as_the_local_site_does() {
    let table = table("hosts.json");
    let requests: Vec<_> = table
        .iter()
        .map(|row| (row["host"].as_str(), row["address"].as_str()))
        .collect();
    for (answer, row) in answers(&with_two_hosts(), &requests).iter().zip(&table) {
        assert_eq!(location(answer), row.get("leads").map(String::as_str), "{row:?}");
        if location(answer).is_some() {
            assert_eq!(answer["statusCode"], 302, "{row:?}");
            assert_eq!(answer["headers"]["cache-control"]["value"], "no-store", "{row:?}");
        } else {
            assert_eq!(object(answer).as_ref(), row.get("object"), "{row:?}");
        }
    }
}

/// Whether CloudFront tells the function of an answer what was asked for or what the function made of it.
#[test]
fn an_address_without_a_route_leaves_with_404_and_no_other() {
    let table = table("paths.json");
    let code = with_one_host();
    let column = |name: &str| -> Vec<&str> { table.iter().map(|row| row[name].as_str()).collect() };
    for (by, uris) in [("path", column("path")), ("object", column("object"))] {
        for (status, row) in statuses(&code, &uris, 200).iter().zip(&table) {
            // Of a page by the name of its file, what is made of it says less than what was asked for.
            let asked = if by == "path" { row["path"].as_str() } else { "" };
            let is_lost = [asked, row["object"].as_str()]
                .iter()
                .any(|one| one.ends_with("not-found.html"));
            assert_eq!(*status, if is_lost { 404 } else { 200 }, "{row:?} by {by}");
        }
        // What the browser has already is not taken from it, and what failed stays as it is.
        for status in [304, 403, 503] {
            assert!(statuses(&code, &uris, status).iter().all(|left| *left == status));
        }
    }
}

#[test]
fn the_function_and_the_local_site_know_the_same_routes() {
    let file = crate::repository().join("infra/cloudfront/routes.json");
    let routes: BTreeMap<String, Vec<String>> =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let code = with_one_host();
    for (app, routes) in &routes {
        let paths: Vec<String> = routes
            .iter()
            .map(|route| route.replace(":id", "an-id").replace("/*", ""))
            .collect();
        let uris: Vec<&str> = paths.iter().map(String::as_str).collect();
        for (status, path) in statuses(&code, &uris, 200).iter().zip(&uris) {
            assert_eq!(*status, 200, "{app}: {path}");
        }
    }
    let [_, _, text] = deployed();
    for route in routes["portal"].iter().chain(&routes["door"]) {
        assert!(text.contains(&format!("'{route}'")), "{route}");
    }
    let in_function = text.matches("'/dashboard").count();
    // Those of the portal, the beginning of them all, and what the site makes of a capital letter.
    let of_portal = routes["portal"]
        .iter()
        .filter(|route| route.starts_with("/dashboard"));
    assert_eq!(in_function, of_portal.count() + 2);
}

#[test]
fn every_behaviour_with_pages_has_the_function_for_requests_and_answers() {
    let mut behaviours = super::behaviours();
    behaviours.push(super::distribution()["DefaultCacheBehavior"].clone());
    for behaviour in behaviours {
        let events: Vec<&Value> = behaviour["FunctionAssociations"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| &one["EventType"])
            .collect();
        match behaviour["TargetOriginId"].as_str().unwrap() {
            "web" => assert_eq!(events, ["viewer-request", "viewer-response"]),
            _ => assert!(events.is_empty()),
        }
    }
}

#[test]
fn no_page_is_at_both_hosts_and_nobody_is_led_in_a_circle() {
    let code = with_two_hosts();
    let table = table("paths.json");
    let hosts = ["expo.example", "admin.expo.example"];
    let at = |host| {
        let requests: Vec<_> = table.iter().map(|row| (host, row["path"].as_str())).collect();
        answers(&code, &requests)
    };
    let [at_site, at_portal] = hosts.map(at);
    for ((at_site, at_portal), row) in at_site.iter().zip(&at_portal).zip(&table) {
        let found = [at_site, at_portal].map(location);
        match found {
            // A script or a picture.
            [None, None] => assert!(
                !object(at_portal).unwrap().ends_with(".html"),
                "{row:?} is a page of both"
            ),
            [None, Some(led)] => assert_eq!(led, format!("https://{}{}", hosts[0], row["path"])),
            [Some(led), None] => {
                assert_eq!(led, format!("https://{}{}", hosts[1], row["path"]));
                let page = object(at_portal).unwrap();
                assert!(OF_STAFF.contains(&&*page), "{row:?}");
            }
            [Some(_), Some(_)] => panic!("{row:?} leads in a circle"),
        }
    }
}
