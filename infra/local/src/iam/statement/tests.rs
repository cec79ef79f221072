use serde_json::json;

use super::*;

pub(in crate::iam) fn rule(statement: Value) -> Result<Rule, String> {
    let statement: Statement = serde_json::from_value(statement).map_err(|error| error.to_string())?;
    statement.interpret(&BTreeSet::from(["HasSet".to_owned()]))
}

pub(in crate::iam) fn put(keys: &[&str], like: bool) -> Value {
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
fn each_leading_key_is_a_separate_permission() {
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
fn a_statement_that_the_guard_cannot_enforce_is_an_error() {
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
