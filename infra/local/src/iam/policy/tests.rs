use serde_json::{Value, json};

use super::*;
use crate::iam::statement::tests::{put, rule};

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

fn request(action: &str, resource: &str, leading_keys: &[&str]) -> AccessRequest {
    AccessRequest {
        action: action.to_owned(),
        resource: resource.to_owned(),
        leading_keys: leading_keys.iter().map(|key| (*key).to_owned()).collect(),
    }
}

fn used(policy: &Policy, request: &AccessRequest) -> Option<Vec<String>> {
    let rights = policy.permits(request)?;
    Some(rights.iter().map(Right::to_string).collect())
}

#[test]
fn action_and_resource_must_both_be_allowed() {
    let policy = policy(&[json!({
        "Effect": "Allow", "Action": ["s3:PutObject", "s3:DeleteObject"], "Resource": "arn:aws:s3:::b/media/*",
    })]);
    let inside = "arn:aws:s3:::b/media/a.jpg";
    assert_eq!(
        used(&policy, &request("s3:PutObject", inside, &[])),
        Some(vec!["s3:PutObject on arn:aws:s3:::b/media/*".to_owned()])
    );
    assert_eq!(used(&policy, &request("s3:GetObject", inside, &[])), None);
    assert_eq!(
        used(
            &policy,
            &request("s3:PutObject", "arn:aws:s3:::b/other/a.jpg", &[])
        ),
        None
    );
    assert_eq!(
        used(
            &policy,
            &request("s3:PutObject", "arn:aws:s3:::c/media/a.jpg", &[])
        ),
        None
    );
}

#[test]
fn every_leading_key_of_a_request_must_be_among_the_allowed_ones() {
    let policy = policy(&[put(&["SYNC", "AUDIT#*"], true)]);
    let put = |keys: &[&str]| used(&policy, &request("dynamodb:PutItem", "admin", keys));
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
        used(&policy, &request("dynamodb:PutItem", "admin", &["AUDIT#2"])),
        None
    );
    assert!(used(&policy, &request("dynamodb:PutItem", "admin", &["AUDIT#*"])).is_some());
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
        let of = |resource: &str, key: &str| {
            used(&policy, &request("dynamodb:PutItem", resource, &[key])).unwrap()
        };
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
