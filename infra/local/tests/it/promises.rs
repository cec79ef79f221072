//! What the template asks of AWS and nothing here can emulate, so that a test reads it.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
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
fn the_errors_of_each_function_raise_an_alarm() {
    let template = template();
    let resources = template["Resources"].as_object().unwrap().values();
    let alarms: String = resources
        .filter(|resource| resource["Type"] == "AWS::CloudWatch::Alarm")
        .map(|alarm| alarm["Properties"]["Metrics"].to_string())
        .collect();
    for (name, _) in functions(template) {
        let metric = json!({
            "Namespace": "AWS/Lambda",
            "MetricName": "Errors",
            "Dimensions": [{ "Name": "FunctionName", "Value": name }],
        });
        assert!(alarms.contains(&metric.to_string()), "{name}");
    }
}

#[test]
fn mail_is_sent_by_the_one_call_that_the_functions_make() {
    let template = template();
    let functions = functions(template);
    let statements = functions.iter().flat_map(|(_, function)| statements(function));
    let actions = statements.flat_map(|statement| texts(&statement["Action"]));
    let mail: Vec<_> = actions.filter(|action| action.starts_with("ses:")).collect();
    assert!(
        !mail.is_empty() && mail.iter().all(|action| *action == "ses:SendRawEmail"),
        "{mail:?}"
    );
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
                writers.push(name);
                continue;
            }
            // The audit log, the tills, exports, and the states of the sync and the reconciliation.
            let known = [
                "ACCOUNTS", "AUDIT#*", "TILL#*", "TILLS#*", "EXPORTS", "SYNC", "RECON",
            ];
            assert!(keys.iter().all(|key| known.contains(key)), "{name}: {keys:?}");
        }
    }
    readers.dedup();
    assert_eq!(readers, ["Admin", "Operations"]);
    assert_eq!(writers, ["Admin", "Operations"]);
    // Made for those on call: anybody who may invoke it may give themselves any account.
    assert!(template["Resources"]["Operations"]["Properties"]["Events"].is_null());
}

#[test]
fn the_versions_of_tokens_are_written_where_they_are_signed_and_where_accounts_are_changed() {
    let template = template();
    let mut writers = Vec::new();
    let mut guarded = Vec::new();
    let mut in_line = Vec::new();
    for (name, function) in functions(template) {
        for statement in statements(function) {
            if !texts(&statement["Resource"]).contains(&"AccessTable.Arn") {
                continue;
            }
            let keys = texts(&statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]);
            assert!(!keys.is_empty(), "{name} may use every item of the table");
            assert!(
                keys.iter()
                    .all(|key| ["LINE#*", "LOGIN#*", "SESSION#*", "THROTTLE#*", "TOKEN#*"].contains(key)),
                "{name}: {keys:?}"
            );
            let reads = texts(&statement["Action"]) == ["dynamodb:BatchGetItem"];
            if keys.contains(&"LOGIN#*") {
                guarded.push(name);
            }
            if keys.contains(&"LINE#*") && texts(&statement["Action"]) != ["dynamodb:BatchGetItem"] {
                in_line.push(name);
            }
            if keys.contains(&"TOKEN#*") && !reads {
                writers.push(name);
            }
        }
    }
    assert_eq!(writers, ["Admin", "Operations"]);
    assert_eq!(guarded, ["Admin"], "the failed attempts to sign in are its own");
    assert_eq!(in_line, ["Payments"], "nobody else gives places in line");
}

#[test]
fn a_secret_is_named_with_the_characters_that_its_policy_needs() {
    let template = template();
    let parameters = template["Parameters"].as_object().unwrap();
    let secrets: Vec<_> = parameters
        .iter()
        .filter(|(name, _)| name.ends_with("SecretArn"))
        .collect();
    assert!(!secrets.is_empty());
    for (name, parameter) in secrets {
        let pattern = parameter["AllowedPattern"].as_str().unwrap();
        // An optional one is in brackets.
        let pattern = pattern
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(")?"))
            .unwrap_or(pattern);
        assert!(pattern.ends_with(".*-[A-Za-z0-9]{6}"), "{name}: {pattern}");
    }
}

#[test]
fn every_function_behind_the_api_but_the_signed_webhook_refuses_requests_that_bypass_cloudfront() {
    let template = template();
    for secret in ["ViewerHeaderSecret", "FormerViewerHeaderSecret"] {
        let proof = &template["Parameters"][secret];
        assert_eq!((&proof["NoEcho"], &proof["Default"]), (&json!(true), &json!("")));
    }
    let mut exempt = Vec::new();
    for (name, function) in functions(template) {
        let mut events = function["Events"]
            .as_object()
            .into_iter()
            .flat_map(|events| events.values());
        let is_behind_the_api = events.any(|event| event["Type"] == "HttpApi");
        let variable = &function["Environment"]["Variables"]["VIEWER_HEADER_SECRET"];
        if !variable.is_null() {
            assert!(is_behind_the_api, "{name} has nothing to refuse");
            assert_eq!(
                variable, "${ViewerHeaderSecret} ${FormerViewerHeaderSecret}",
                "{name}"
            );
        } else if is_behind_the_api {
            exempt.push(name);
        }
    }
    assert_eq!(exempt, ["PaymentWebhook"]);
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
        "CatalogTable",
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
    for (before, known) in [("--logical-resource-id ", &ids), ("OutputKey=='", &outputs)] {
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
fn the_table_of_settings_names_each_variable_and_the_functions_that_have_it() {
    let template = template();
    let mut all = BTreeSet::new();
    let mut templated: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, function) in functions(template) {
        let (_, name) = function["CodeUri"].as_str().unwrap().rsplit_once('/').unwrap();
        all.insert(name);
        let variables = function["Environment"]["Variables"].as_object();
        for variable in variables.into_iter().flat_map(|variables| variables.keys()) {
            templated.entry(variable).or_default().insert(name);
        }
    }
    let guide = std::fs::read_to_string(super::repository().join("docs/operations.md")).unwrap();
    let (_, settings) = guide.split_once("\n## Settings\n").unwrap();
    let (settings, _) = settings.split_once("\n## ").unwrap();
    let mut documented = BTreeMap::new();
    for line in settings.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [variable, _, functions] = cells[..] else {
            panic!("{line}");
        };
        let named: BTreeSet<&str> = functions.trim_start_matches("all but ").split(", ").collect();
        assert!(named.is_subset(&all), "{line}");
        let functions = match functions.starts_with("all but ") {
            true => all.difference(&named).copied().collect(),
            false => named,
        };
        documented.insert(variable.trim_matches('`'), functions);
    }
    assert_eq!(documented, templated);
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

#[test]
fn no_function_has_a_wildcard_action_or_resource() {
    let template = template();
    let resources = template["Resources"].as_object().unwrap().values();
    let further = resources
        .filter(|resource| resource["Type"] == "AWS::IAM::Policy")
        .flat_map(|policy| {
            policy["Properties"]["PolicyDocument"]["Statement"]
                .as_array()
                .unwrap()
        });
    let functions = functions(template);
    for (name, function) in &functions {
        // A policy of AWS's, or of SAM's, is named by a text and says something with everything.
        for policy in function["Policies"].as_array().unwrap() {
            assert!(policy["Statement"].is_array(), "{name}: {policy}");
        }
    }
    let of_functions = functions.iter().flat_map(|(_, function)| statements(function));
    let mut looked_at = 0;
    for statement in of_functions.chain(further) {
        looked_at += 1;
        for action in texts(&statement["Action"]) {
            assert!(!action.contains('*'), "{action}");
        }
        for resource in texts(&statement["Resource"]) {
            // A part of something that is named is not everything.
            let named = resource.split('*').next().unwrap_or_default();
            assert!(named.contains("Arn") || named.ends_with('}'), "{resource}");
        }
    }
    assert!(looked_at > 40, "{looked_at}");
}
