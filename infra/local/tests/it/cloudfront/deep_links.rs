//! The function of CloudFront that turns addresses into objects.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use percent_encoding::percent_decode_str;
use serde_json::json;

use super::properties;

#[test]
fn the_function_for_deep_links_is_the_one_that_is_tested() {
    let file = crate::repository().join("infra/cloudfront/deep-links.js");
    let deployed = properties("DeepLinks")["FunctionCode"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(deployed, std::fs::read_to_string(file).unwrap());
}

#[test]
fn the_function_for_deep_links_names_the_objects_that_the_local_site_serves() {
    let file = crate::repository().join("infra/cloudfront/paths.json");
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
