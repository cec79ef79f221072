//! What the template asks of AWS and nothing here can emulate, so that a test reads it.

use serde_json::{Value, json};

fn template() -> Value {
    let text = std::fs::read_to_string(super::repository().join("template.yaml")).unwrap();
    serde_saphyr::from_str(&text).unwrap()
}

/// Every function by its name in the template.
fn functions(template: &Value) -> Vec<(&str, &Value)> {
    let resources = template["Resources"].as_object().unwrap().iter();
    resources
        .filter(|(_, resource)| resource["Type"] == "AWS::Serverless::Function")
        .map(|(name, resource)| (name.as_str(), &resource["Properties"]))
        .collect()
}

fn statements(function: &Value) -> impl Iterator<Item = &Value> {
    let policies = function["Policies"].as_array().into_iter().flatten();
    policies.flat_map(|policy| policy["Statement"].as_array().into_iter().flatten())
}

/// One text or a list of texts, as a list.
fn texts(value: &Value) -> Vec<&str> {
    match value.as_array() {
        Some(list) => list.iter().filter_map(Value::as_str).collect(),
        None => value.as_str().into_iter().collect(),
    }
}

#[test]
fn a_run_by_the_schedule_that_fails_is_not_run_again() {
    let template = template();
    let mut scheduled = 0;
    for (name, function) in functions(&template) {
        let mut events = function["Events"].as_object().unwrap().values();
        if events.any(|event| event["Type"] == "ScheduleV2") {
            scheduled += 1;
            let asynchronous = &function["EventInvokeConfig"];
            assert_eq!(asynchronous["MaximumRetryAttempts"], 0, "{name}");
            assert_eq!(asynchronous["MaximumEventAgeInSeconds"], 60, "{name}");
        }
    }
    assert_eq!(scheduled, 1);
}

#[test]
fn mail_is_sent_by_the_one_call_that_the_functions_make() {
    let template = template();
    let functions = functions(&template);
    let statements = functions.iter().flat_map(|(_, function)| statements(function));
    let actions = statements.flat_map(|statement| texts(&statement["Action"]));
    let mail: Vec<_> = actions.filter(|action| action.starts_with("ses:")).collect();
    assert_eq!(mail, ["ses:SendEmail"; 3]);
}

#[test]
fn only_audit_entries_are_written_beside_the_administrators_accounts() {
    let template = template();
    let audit = json!({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["AUDIT#*"] } });
    let mut writers = Vec::new();
    for (name, function) in functions(&template) {
        for statement in statements(function) {
            if texts(&statement["Resource"]).contains(&"AdminTable.Arn")
                && texts(&statement["Action"]) != ["dynamodb:GetItem"]
            {
                assert_eq!(texts(&statement["Action"]), ["dynamodb:PutItem"], "{name}");
                assert_eq!(statement["Condition"], audit, "{name}");
                writers.push(name);
            }
        }
    }
    assert_eq!(writers, ["Payments"]);
}

#[test]
fn a_secret_is_named_with_the_characters_that_its_policy_needs() {
    let template = template();
    let parameters = template["Parameters"].as_object().unwrap();
    let secrets: Vec<_> = parameters
        .iter()
        .filter(|(name, _)| name.ends_with("SecretArn"))
        .collect();
    assert_eq!(secrets.len(), 2);
    for (name, parameter) in secrets {
        let pattern = parameter["AllowedPattern"].as_str().unwrap();
        assert!(pattern.ends_with(".*-[A-Za-z0-9]{6}"), "{name}: {pattern}");
    }
}

#[test]
fn a_function_that_counts_by_address_can_tell_whether_cloudfront_names_it() {
    let template = template();
    let proof = &template["Parameters"]["ViewerHeaderSecret"];
    assert_eq!((&proof["NoEcho"], &proof["Default"]), (&json!(true), &json!("")));
    let mut counting = Vec::new();
    for (name, function) in functions(&template) {
        let variables = &function["Environment"]["Variables"];
        if !variables["TABLE_ACCESS"].is_null() {
            assert_eq!(variables["VIEWER_HEADER_SECRET"], "ViewerHeaderSecret", "{name}");
            counting.push(name);
        }
    }
    assert_eq!(counting, ["Admin", "Payments"]);
}
