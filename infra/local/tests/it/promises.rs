//! What the template asks of AWS and nothing here can emulate, so that a test reads it.

mod permissions;

use serde_json::{Value, json};
use std::sync::LazyLock;

/// The template, which takes a tenth of a second to parse.
pub(super) fn template() -> &'static Value {
    static TEMPLATE: LazyLock<Value> = LazyLock::new(|| {
        let text = std::fs::read_to_string(super::repository().join("template.yaml")).unwrap();
        serde_saphyr::from_str(&text).unwrap()
    });
    &TEMPLATE
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
fn a_failed_scheduled_run_is_not_retried() {
    let template = template();
    let mut scheduled = 0;
    for (name, function) in functions(template) {
        let mut events = function["Events"]
            .as_object()
            .into_iter()
            .flat_map(|events| events.values());
        if events.any(|event| event["Type"] == "ScheduleV2") {
            scheduled += 1;
            let asynchronous = &function["EventInvokeConfig"];
            assert_eq!(asynchronous["MaximumRetryAttempts"], 0, "{name}");
            assert_eq!(asynchronous["MaximumEventAgeInSeconds"], 60, "{name}");
        }
    }
    assert_eq!(scheduled, 3);
}

#[test]
fn the_errors_of_every_function_raise_one_alarm_and_those_of_payments_another() {
    let resources = &template()["Resources"];
    let all = &resources["FunctionErrors"]["Properties"];
    assert_eq!(all["Namespace"], "AWS/Lambda");
    assert_eq!(all["MetricName"], "Errors");
    // Without one it is the figure of all functions.
    assert!(all["Dimensions"].is_null());
    let urgent = resources["PaymentFunctionErrors"]["Properties"]["Metrics"].to_string();
    for name in ["Payments", "PaymentWebhook", "Order", "Notifier", "Reconciler"] {
        let metric = json!({
            "Namespace": "AWS/Lambda",
            "MetricName": "Errors",
            "Dimensions": [{ "Name": "FunctionName", "Value": name }],
        });
        assert!(urgent.contains(&metric.to_string()), "{name}");
    }
}

#[test]
fn accounts_are_read_and_written_where_people_sign_in_and_by_a_function_that_no_event_reaches() {
    let template = template();
    let mut readers = Vec::new();
    let mut writers = Vec::new();
    for (name, function) in functions(template) {
        for statement in statements(function) {
            if !texts(&statement["Resource"]).contains(&"AdminTable.Arn") {
                continue;
            }
            let condition = statement["Condition"].as_object();
            let conditions = condition.into_iter().flat_map(|condition| condition.values());
            let keys: Vec<_> = conditions
                .flat_map(|keys| texts(&keys["dynamodb:LeadingKeys"]))
                .collect();
            if keys.is_empty() {
                let actions = texts(&statement["Action"]);
                let listing = ["Admin", "Operations"].contains(&name) && actions == ["dynamodb:Scan"];
                assert!(listing || actions == ["dynamodb:GetItem"], "{name}: {actions:?}");
                readers.push(name);
            }
            if keys.contains(&"ADMIN#*") {
                // A message is tried on one's own address, which is in one's account.
                let looks = name == "Messages" && texts(&statement["Action"]) == ["dynamodb:GetItem"];
                if !looks {
                    writers.push(name);
                }
            }
            // Accounts, the audit log, the tills, exports, messages, daily reports, and the states of the sync and the reconciliation.
            let known = [
                "ACCOUNTS", "ADMIN#*", "AUDIT#*", "TILL#*", "TILLS#*", "EXPORTS", "MESSAGES", "REPORTS",
                "SYNC", "RECON",
            ];
            assert!(keys.iter().all(|key| known.contains(key)), "{name}: {keys:?}");
        }
    }
    readers.dedup();
    writers.dedup();
    assert_eq!(readers, ["Admin", "Operations"]);
    assert_eq!(writers, ["Admin", "Operations"]);
    // Made for those on call: anybody who may invoke it may give themselves any account.
    assert!(template["Resources"]["Operations"]["Properties"]["Events"].is_null());
}

/// A name without the stack's collides in a second stack. SAM names a schedule so unless configured otherwise.
#[test]
fn no_resource_name_collides_with_that_of_a_second_stack() {
    let template = template();
    let mut named = 0;
    for (id, resource) in template["Resources"].as_object().unwrap() {
        let properties = &resource["Properties"];
        // Those that AWS looks up in the account and region, or in all of CloudFront.
        let names = [
            "AlarmName",
            "BucketName",
            "DashboardName",
            "FunctionName",
            "LogGroupName",
            "Name",
            "QueueName",
            "RoleName",
            "TableName",
            "TopicName",
        ];
        let configs = [
            "CachePolicyConfig",
            "OriginAccessControlConfig",
            "OriginRequestPolicyConfig",
            "ResponseHeadersPolicyConfig",
        ];
        let names = names.iter().map(|name| &properties[name]);
        let nested = configs.iter().map(|config| &properties[config]["Name"]);
        for name in names.chain(nested).filter_map(Value::as_str) {
            named += 1;
            assert!(name.contains("${AWS::StackName}"), "{id}: {name}");
        }
        for (event, schedule) in properties["Events"].as_object().into_iter().flatten() {
            if schedule["Type"] == "ScheduleV2" {
                named += 1;
                assert_eq!(schedule["Properties"]["OmitName"], true, "{id}: {event}");
            }
        }
    }
    assert!(named > 8, "{named}");
}

#[test]
fn resources_that_the_next_stack_or_people_need_are_retained() {
    let template = template();
    let kept = template["Resources"].as_object().unwrap().iter();
    let kept: Vec<_> = kept
        .filter(|(_, resource)| {
            let policies = [&resource["DeletionPolicy"], &resource["UpdateReplacePolicy"]];
            let retained =
                policies.map(|policy| policy.as_str().is_some_and(|policy| policy.starts_with("Retain")));
            assert_eq!(retained[0], retained[1], "{resource}");
            retained[0]
        })
        .map(|(id, _)| id.as_str())
        .collect();
    // The same as in infra/rehearsal/stack.py.
    let expected = [
        "AdminTable",
        "BackupsBucket",
        "CatalogueTable",
        "CheckInTable",
        "ContentTable",
        "MailIdentityRecords",
        "MediaBucket",
        "RecordsBucket",
        "RegistrationsTable",
    ];
    assert_eq!(kept, expected);
}

#[test]
fn every_table_but_that_of_counters_is_retained_and_protected_from_deletion() {
    let tables = template()["Resources"].as_object().unwrap().iter();
    let unprotected = tables
        .filter(|(_, resource)| resource["Type"] == "AWS::DynamoDB::Table")
        .filter(|(_, table)| {
            table["DeletionPolicy"] != "Retain" || table["Properties"]["DeletionProtectionEnabled"] != true
        })
        .map(|(id, _)| id.as_str());
    assert_eq!(unprotected.collect::<Vec<_>>(), ["AccessTable"]);
}

#[test]
fn the_guide_looks_for_resources_and_outputs_that_the_template_has() {
    let template = template();
    let resources = template["Resources"].as_object().unwrap();
    let mut ids: Vec<String> = resources.keys().cloned().collect();
    for (function, properties) in functions(template) {
        // SAM names what it makes of an event after both.
        let events = properties["Events"]
            .as_object()
            .into_iter()
            .flat_map(|events| events.keys());
        ids.extend(events.map(|event| format!("{function}{event}")));
    }
    let outputs: Vec<String> = template["Outputs"].as_object().unwrap().keys().cloned().collect();
    let guide = std::fs::read_to_string(super::repository().join("docs/operations.md")).unwrap();
    let mut looked_for = 0;
    // By the AWS CLI's own option, or by the two shell functions on top of the guide.
    let ways = [
        ("--logical-resource-id ", &ids),
        ("$(resource ", &ids),
        ("$(output ", &outputs),
    ];
    for (before, known) in ways {
        for rest in guide.split(before).skip(1) {
            let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            // A reference to a shell variable is defined where that is set.
            if !name.is_empty() {
                looked_for += 1;
                assert!(known.contains(&name), "{before}{name}");
            }
        }
    }
    assert!(looked_for >= 5, "{looked_for}");
}

#[test]
fn no_lifecycle_rule_expires_the_files_or_releases_of_the_site() {
    let template = template();
    let rules = template["Resources"]["WebBucket"]["Properties"]["LifecycleConfiguration"]["Rules"].clone();
    for rule in rules.as_array().unwrap() {
        let members: Vec<_> = rule.as_object().unwrap().keys().collect();
        assert!(
            !members
                .iter()
                .any(|member| member.contains("Expiration") || member.contains("Transition")),
            "{rule}"
        );
    }
}
