//! What functions are allowed, and which requests they refuse.

use super::{functions, statements, template, texts};
use serde_json::json;

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
fn in_the_sandbox_of_the_mail_service_nothing_but_mail_is_allowed_besides() {
    let resources = template()["Resources"].as_object().unwrap().values();
    let further: Vec<_> = resources
        .filter(|resource| resource["Condition"] == "InMailSandbox")
        .flat_map(|policy| {
            policy["Properties"]["PolicyDocument"]["Statement"]
                .as_array()
                .unwrap()
        })
        .collect();
    assert_eq!(further.len(), 2);
    for statement in further {
        assert_eq!(statement["Action"], "ses:SendRawEmail");
    }
}

#[test]
fn the_versions_of_tokens_are_written_where_they_are_signed_and_where_accounts_are_changed() {
    let template = template();
    let mut writers = Vec::new();
    let mut guarded = Vec::new();
    let mut in_line = Vec::new();
    let mut adding = Vec::new();
    for (name, function) in functions(template) {
        for statement in statements(function) {
            if !texts(&statement["Resource"]).contains(&"AccessTable.Arn") {
                continue;
            }
            let keys = texts(&statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]);
            assert!(!keys.is_empty(), "{name} may use every item of the table");
            assert!(
                keys.iter().all(|key| [
                    "FORM#*",
                    "LINE#*",
                    "LOGIN#*",
                    "SESSION#*",
                    "THROTTLE#*",
                    "TOKEN#*"
                ]
                .contains(key)),
                "{name}: {keys:?}"
            );
            let reads = texts(&statement["Action"]) == ["dynamodb:BatchGetItem"];
            if keys.contains(&"FORM#*") {
                adding.push(name);
            }
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
    // An action has a statement of its own where its keys differ from those of the others.
    for names in [&mut writers, &mut guarded, &mut in_line, &mut adding] {
        names.dedup();
    }
    assert_eq!(writers, ["Admin", "Operations"]);
    assert_eq!(guarded, ["Admin"], "the failed attempts to sign in are its own");
    assert_eq!(in_line, ["Payments"], "nobody else gives places in line");
    assert_eq!(
        adding,
        [
            "Banners",
            "Brand",
            "Bulk",
            "Colleges",
            "ExamDetails",
            "Exams",
            "Imports",
            "InstBrand",
            "Messages",
            "Packages",
            "Seating"
        ],
        "each adds something once"
    );
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

#[test]
fn no_function_has_a_wildcard_action_or_resource() {
    let template = template();
    let resources = template["Resources"].as_object().unwrap().values();
    let further = resources
        // In the sandbox of SES everybody who gets mail is an identity of the account.
        .filter(|resource| resource["Type"] == "AWS::IAM::Policy" && resource["Condition"] != "InMailSandbox")
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
            // A part of something that is named is not everything, and neither are the addresses of a domain.
            let named = resource.split('*').next().unwrap_or_default();
            let of_domain = resource.ends_with(":identity/*@${MailIdentity}");
            assert!(
                named.contains("Arn") || named.ends_with('}') || of_domain,
                "{resource}"
            );
        }
    }
    assert!(looked_at > 40, "{looked_at}");
}
