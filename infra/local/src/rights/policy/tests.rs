use serde_json::json;

use super::*;

fn rule(statement: Value) -> Result<Rule, String> {
    let statement: Statement = serde_json::from_value(statement).map_err(|error| error.to_string())?;
    statement.interpret(&BTreeSet::from(["HasSet".to_owned()]))
}

/// A policy whose resources stand for themselves.
fn policy(statements: &[Value]) -> Policy {
    let rules = statements.iter().map(|statement| {
        let rule = rule(statement.clone()).unwrap();
        let arns = rule.resources.clone();
        (rule, arns)
    });
    Policy {
        rules: rules.collect(),
    }
}

fn need(action: &str, resource: &str, leading_keys: &[&str]) -> Need {
    Need {
        action: action.to_owned(),
        resource: resource.to_owned(),
        leading_keys: leading_keys.iter().map(|key| (*key).to_owned()).collect(),
    }
}

fn used(policy: &Policy, need: &Need) -> Option<Vec<String>> {
    let rights = policy.permits(need)?;
    Some(rights.iter().map(Right::to_string).collect())
}

fn put(keys: &[&str], like: bool) -> Value {
    let operator = if like { "StringLike" } else { "StringEquals" };
    json!({
        "Effect": "Allow", "Action": "dynamodb:PutItem", "Resource": "admin",
        "Condition": { format!("ForAllValues:{operator}"): { "dynamodb:LeadingKeys": keys } },
    })
}

#[test]
fn a_statement_is_read_as_the_template_writes_it() {
    let read = rule(json!({
        "Effect": "Allow",
        "Action": ["dynamodb:Query", "ses:SendEmail"],
        "Resource": [
            "RegistrationsTable.Arn",
            "${RegistrationsTable.Arn}/index/due",
            ["HasSet", "arn:${AWS::Partition}:ses:configuration-set/${Set}", "AWS::NoValue"],
            "AWS::NoValue",
        ],
    }))
    .unwrap();
    let shown: Vec<String> = read.rights().iter().map(Right::to_string).collect();
    assert_eq!(
        shown,
        [
            "dynamodb:Query on RegistrationsTable",
            "dynamodb:Query on RegistrationsTable/index/due",
            "dynamodb:Query on arn:${AWS::Partition}:ses:configuration-set/${Set}",
            "ses:SendEmail on RegistrationsTable",
            "ses:SendEmail on RegistrationsTable/index/due",
            "ses:SendEmail on arn:${AWS::Partition}:ses:configuration-set/${Set}",
        ]
    );
}

#[test]
fn each_leading_key_is_a_right_of_its_own() {
    let rights = rule(put(&["SYNC", "AUDIT#*"], true)).unwrap().rights();
    let shown: Vec<String> = rights.iter().map(Right::to_string).collect();
    assert_eq!(
        shown,
        [
            "dynamodb:PutItem on admin with the leading key SYNC",
            "dynamodb:PutItem on admin with the leading key AUDIT#*"
        ]
    );
}

#[test]
fn what_the_guard_could_not_hold_a_function_to_is_an_error() {
    let allow = |action: &str| json!({ "Effect": "Allow", "Action": action, "Resource": "a" });
    let with = |name: &str, value: Value| {
        let mut statement = allow("dynamodb:PutItem");
        statement[name] = value;
        rule(statement)
    };
    assert!(rule(allow("dynamodb:PutItem")).is_ok());
    assert!(rule(allow("dynamodb:Put*")).is_err());
    assert!(with("Effect", json!("Deny")).is_err());
    assert!(with("NotResource", json!("b")).is_err());
    assert!(with("Resource", json!({ "Fn::Select": 1 })).is_err());
    let condition = |operator: &str, name: &str| with("Condition", json!({ operator: { name: "a" } }));
    assert!(condition("ForAllValues:StringLike", LEADING_KEYS).is_ok());
    assert!(condition("StringLike", LEADING_KEYS).is_err());
    assert!(condition("ForAllValues:StringLike", "dynamodb:Attributes").is_err());
}

#[test]
fn action_and_resource_must_both_be_allowed() {
    let policy = policy(&[json!({
        "Effect": "Allow", "Action": ["s3:PutObject", "s3:DeleteObject"], "Resource": "arn:aws:s3:::b/media/*",
    })]);
    let inside = "arn:aws:s3:::b/media/a.jpg";
    assert_eq!(
        used(&policy, &need("s3:PutObject", inside, &[])),
        Some(vec!["s3:PutObject on arn:aws:s3:::b/media/*".to_owned()])
    );
    assert_eq!(used(&policy, &need("s3:GetObject", inside, &[])), None);
    assert_eq!(
        used(&policy, &need("s3:PutObject", "arn:aws:s3:::b/other/a.jpg", &[])),
        None
    );
    assert_eq!(
        used(&policy, &need("s3:PutObject", "arn:aws:s3:::c/media/a.jpg", &[])),
        None
    );
}

#[test]
fn every_leading_key_of_a_request_must_be_among_the_allowed_ones() {
    let policy = policy(&[put(&["SYNC", "AUDIT#*"], true)]);
    let put = |keys: &[&str]| used(&policy, &need("dynamodb:PutItem", "admin", keys));
    let right = |key: &str| format!("dynamodb:PutItem on admin with the leading key {key}");
    assert_eq!(put(&["SYNC"]), Some(vec![right("SYNC")]));
    assert_eq!(
        put(&["AUDIT#2", "SYNC"]),
        Some(vec![right("AUDIT#*"), right("SYNC")])
    );
    assert_eq!(put(&["AUDIT#2", "ADMIN#1"]), None);
    assert_eq!(put(&["SYNC#1"]), None);
    assert_eq!(
        put(&[]),
        Some(Vec::new()),
        "AWS allows it, and it needs none of the keys"
    );
}

#[test]
fn a_star_is_a_star_where_the_keys_must_be_equal() {
    let policy = policy(&[put(&["AUDIT#*"], false)]);
    assert_eq!(
        used(&policy, &need("dynamodb:PutItem", "admin", &["AUDIT#2"])),
        None
    );
    assert!(used(&policy, &need("dynamodb:PutItem", "admin", &["AUDIT#*"])).is_some());
}

#[test]
fn of_several_rights_the_narrowest_counts_as_used() {
    let open =
        |resource: &str| json!({ "Effect": "Allow", "Action": "dynamodb:PutItem", "Resource": resource });
    for statements in [
        [
            open("admin"),
            open("*"),
            put(&["AUDIT#*"], true),
            put(&["A*"], true),
        ],
        [
            put(&["A*"], true),
            put(&["AUDIT#*"], true),
            open("*"),
            open("admin"),
        ],
    ] {
        let policy = policy(&statements);
        let of =
            |resource: &str, key: &str| used(&policy, &need("dynamodb:PutItem", resource, &[key])).unwrap();
        assert_eq!(
            of("admin", "AUDIT#2"),
            ["dynamodb:PutItem on admin with the leading key AUDIT#*"]
        );
        assert_eq!(
            of("admin", "ALL"),
            ["dynamodb:PutItem on admin with the leading key A*"]
        );
        assert_eq!(of("admin", "SYNC"), ["dynamodb:PutItem on admin"]);
        assert_eq!(of("other", "AUDIT#2"), ["dynamodb:PutItem on *"]);
    }
}
