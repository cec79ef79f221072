//! The function of CloudFront that turns addresses into objects, and leads to the host that has them.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::properties;

/// What CloudFront lets a function have.
const LARGEST: usize = 10 * 1024;

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
    let mut node = Command::new("node")
        .args(["-e", call])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = node.stdin.take().unwrap();
    let question = json!({ "code": code, "requests": requests });
    input.write_all(question.to_string().as_bytes()).unwrap();
    drop(input);
    let answer = node.wait_with_output().unwrap();
    let answers: Vec<Value> = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answers.len(), requests.len());
    answers
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
                assert!(["/portal.html", "/door.html"].contains(&&*page), "{row:?}");
            }
            [Some(_), Some(_)] => panic!("{row:?} leads in a circle"),
        }
    }
}
