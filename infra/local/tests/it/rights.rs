//! The rights of template.yaml are the ones that the functions need: one permission smoke test of the local system uses
//! each of them, and what it is refused or leaves over is an error that names function, action and resource.

mod closing;
mod smoke;
mod steps;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use local::guard::{Entry, discrepancies, read_records};
use local::{Options, System, Template};
use serde_json::{Value, json};

use self::smoke::SmokeTest;
use super::{Fixture, access::environment};

fn text() -> String {
    std::fs::read_to_string(super::repository().join("template.yaml")).unwrap()
}

/// A separate template in the folder of a test.
fn written(fixture: &Fixture, text: &str) -> PathBuf {
    let path = fixture.folder.path().join("template.yaml");
    std::fs::write(&path, text).unwrap();
    path
}

/// What is said of a record when the template's `old` were `new`.
fn said(fixture: &Fixture, record: &BTreeSet<Entry>, (old, new): (&str, &str)) -> Vec<String> {
    let text = text();
    assert!(text.contains(old), "{old}");
    let template = written(fixture, &text.replacen(old, new, 1));
    discrepancies(&Template::read(&template).unwrap(), record)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_functions_need_what_the_template_allows_them_and_nothing_else() {
    let fixture = Fixture::new();
    let template = Template::read(&fixture.options().template).unwrap();
    let system = fixture.start().await;
    let tables = environment(&fixture);
    let mut smoke = SmokeTest::start(system, tables.clone()).await;
    smoke.all(&tables).await;
    let routes: BTreeSet<String> = template
        .routes()
        .filter(|(_, route)| route.method != "ANY")
        .map(|(_, route)| format!("{} {}", route.method, route.path))
        .collect();
    assert_eq!(smoke.called, routes, "the smoke test calls every route");
    smoke.system.stream_is_read().await;
    let record = smoke.system.rights();
    smoke.system.stop().await;
    assert_eq!(discrepancies(&template, &record), Vec::<String>::new());

    // The controls: the same record beside another template is not in order, and what is wrong is named.
    let packages = "Action: [dynamodb:DeleteItem, dynamodb:GetItem, dynamodb:PutItem, dynamodb:Query]\n              Resource: !GetAtt CatalogueTable.Arn";
    let more = packages.replace("dynamodb:Query]", "dynamodb:Query, dynamodb:Scan]");
    assert_eq!(
        said(&fixture, &record, (packages, &more)),
        [
            "template.yaml allows the function packages dynamodb:Scan on CatalogueTable, and no test needed it: take it away, or test what needs it."
        ]
    );
    let less = packages.replace("dynamodb:DeleteItem, ", "");
    assert_eq!(
        said(&fixture, &record, (packages, &less)),
        [
            "The function packages used dynamodb:DeleteItem on CatalogueTable, which template.yaml does not allow it."
        ]
    );
    let keys = r##"dynamodb:LeadingKeys: ["AUDIT#*"]"##;
    assert_eq!(
        said(
            &fixture,
            &record,
            (keys, r##"dynamodb:LeadingKeys: ["AUDIT#*", "ADMIN#*"]"##)
        ),
        [
            "template.yaml allows the function packages dynamodb:PutItem on AdminTable with the leading key ADMIN#*, and no test needed it: take it away, or test what needs it."
        ]
    );
    let twice = packages.replace("dynamodb:Query]", "dynamodb:Query, dynamodb:Query]");
    assert_eq!(
        said(&fixture, &record, (packages, &twice)),
        ["template.yaml allows the function packages dynamodb:Query on CatalogueTable more than once."]
    );
}

/// Starts a system by a template in which the first `old` of a function is `new`. What is refused because of that is
/// not added to the record of a run.
async fn with_less(fixture: &Fixture, function: &str, old: &str, new: &str) -> System {
    let text = text();
    let (before, after) = text.split_once(&format!("\n  {function}:\n")).unwrap();
    assert!(after.contains(old), "{old}");
    let after = after.replacen(old, new, 1);
    let options = Options {
        template: written(fixture, &format!("{before}\n  {function}:\n{after}")),
        rights_record: None,
        ..fixture.options()
    };
    System::start(options, |_| {}).await.unwrap()
}

fn refused(system: &System, function: &str) -> Vec<String> {
    let entries = system.rights().into_iter();
    entries
        .filter_map(|entry| match entry {
            Entry::Refused { function: by, wanted } if by == function => Some(wanted),
            Entry::Refused { .. } | Entry::Used { .. } => None,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_outside_the_allowed_folder_is_refused() {
    let fixture = Fixture::new();
    let system = with_less(
        &fixture,
        "Brand",
        "${MediaBucket.Arn}/media/*",
        "${MediaBucket.Arn}/other/*",
    )
    .await;
    let mut smoke = SmokeTest::start(system, environment(&fixture)).await;
    let banner = json!({ "bannerName": "New", "deskImgLink": smoke::PICTURE, "mobImgLink": smoke::PICTURE });
    let (status, _) = smoke.ask("POST /api/brand/addBanner", &[], banner).await;
    assert_eq!(status.as_u16(), 500);
    let wanted = refused(&smoke.system, "brand");
    assert!(
        wanted[0].starts_with("s3:PutObject on arn:aws:s3:::media/media/"),
        "{wanted:?}"
    );
    smoke.system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_from_another_identity_is_refused() {
    let fixture = Fixture::new();
    let system = with_less(
        &fixture,
        "Contact",
        "identity/${MailIdentity}",
        "identity/other.example",
    )
    .await;
    let mut smoke = SmokeTest::start(system, environment(&fixture)).await;
    let (status, answer) = smoke.ask("POST /api/contact", &[], smoke::message()).await;
    assert_eq!(
        (status.as_u16(), &answer["code"]),
        (502, &json!("mail_unavailable"))
    );
    assert_eq!(
        refused(&smoke.system, "contact"),
        ["ses:SendRawEmail on arn:aws:ses:ap-south-1:000000000000:identity/expo.example"]
    );
    assert!(smoke.system.mailbox().mails().is_empty());
    smoke.system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leading_key_that_is_not_allowed_is_refused_and_only_its_kind_is_named() {
    let fixture = Fixture::new();
    let system = with_less(&fixture, "Exams", r##"["AUDIT#*"]"##, "[SYNC]").await;
    let mut smoke = SmokeTest::start(system, environment(&fixture)).await;
    let (status, _) = smoke
        .ask("POST /api/exams", &[], json!({ "categoryName": "Agriculture" }))
        .await;
    assert_eq!(status.as_u16(), 500);
    assert_eq!(
        refused(&smoke.system, "exams"),
        [
            "dynamodb:PutItem on arn:aws:dynamodb:ap-south-1:000000000000:table/admin with the leading key AUDIT#…"
        ]
    );
    smoke.system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_may_not_read_its_secret_does_not_start() {
    let fixture = Fixture::new();
    let text = text().replace("secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret");
    let options = Options {
        template: written(&fixture, &text),
        rights_record: None,
        ..fixture.options()
    };
    let Err(error) = System::start(options, |_| {}).await else {
        panic!("it started");
    };
    let said = error.to_string();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "Starting the function admin failed: ADMIN_TOKEN_SECRET: its secret cannot be read (AccessDeniedException)",
            "The function admin needed secretsmanager:GetSecretValue on \
             arn:aws:secretsmanager:ap-south-1:000000000000:secret:local/admin-token-a1B2c3 and was refused: \
             template.yaml does not allow it.",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resource_that_has_no_value_here_is_named_with_its_function() {
    let fixture = Fixture::new();
    let text = text().replace(
        "Resource: !Ref ProviderSecretArn",
        "Resource: !Ref OtherSecretArn",
    );
    let options = Options {
        template: written(&fixture, &text),
        rights_record: None,
        ..fixture.options()
    };
    let Err(error) = System::start(options, |_| {}).await else {
        panic!("it started");
    };
    let said = error.to_string();
    assert!(
        said.contains("function payment-webhook") && said.contains("OtherSecretArn"),
        "{said}"
    );
}

/// What the command that ends a run of the tests says, and whether it succeeds.
fn compared(folder: &Path) -> (bool, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_local"))
        .current_dir(super::repository())
        .args(["rights", folder.to_str().unwrap()])
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_command_merges_the_records_of_all_processes_and_prints_one_line_for_each_fault() {
    let folder = tempfile::tempdir().unwrap();
    let template = Template::read(&super::repository().join("template.yaml")).unwrap();
    let nothing = discrepancies(&template, &BTreeSet::new());
    assert!(nothing.len() > 50, "{}", nothing.len());

    let used = |function: &str, action: &str, resource: &str| -> String {
        let right = json!({ "function": function, "action": action, "resource": resource });
        format!("{}\n", json!({ "used": right }))
    };
    let refusal: Value = json!({ "refused": { "function": "order", "wanted": "dynamodb:Scan on x" } });
    let led = |action: &str, leading_key: &str| -> String {
        let right = json!({
            "function": "order", "action": format!("dynamodb:{action}"), "resource": "RegistrationsTable",
            "leading_key": leading_key,
        });
        format!("{}\n", json!({ "used": right }))
    };
    let all_used = [
        used("order", "dynamodb:GetItem", "RegistrationsTable"),
        used("order", "dynamodb:Query", "CatalogueTable"),
        led("Query", "CLAIM#*"),
        led("Query", "PLACE#*"),
        led("Query", "REG#*"),
        led("BatchGetItem", "RESULTS#*"),
        led("BatchGetItem", "REG#*"),
        led("BatchGetItem", "SEATING#PUBLISHED"),
        led("BatchGetItem", "AGGREGATES#*"),
        led("ConditionCheckItem", "REG#*"),
        led("PutItem", "REG#*"),
        led("PutItem", "PLACE#*"),
        led("UpdateItem", "REG#*"),
        led("DeleteItem", "PLACE#*"),
    ];
    let how_many = all_used.len();
    std::fs::write(folder.path().join("1.jsonl"), all_used.concat()).unwrap();
    std::fs::write(folder.path().join("2.jsonl"), format!("{refusal}\n{{torn")).unwrap();
    // The refusal is one more, and what was cut off is none.
    assert_eq!(read_records(folder.path()).unwrap().len(), how_many + 1);
    let (succeeded, said) = compared(folder.path());
    assert!(!succeeded);
    assert!(!said.contains("allows the function order "), "{said}");
    assert!(
        said.contains(
            "The function order needed dynamodb:Scan on x and was refused: template.yaml does not allow it."
        ),
        "{said}"
    );
    // One was refused.
    assert_eq!(said.lines().count(), nothing.len() - how_many + 1, "{said}");

    let none = tempfile::tempdir().unwrap();
    assert!(compared(none.path()).1.contains("nothing was recorded"));
}
