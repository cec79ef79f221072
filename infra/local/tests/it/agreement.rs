//! The template, the routers, the OpenAPI document and the tables say the same.

use std::collections::BTreeSet;

use local::{Template, openapi_document, openapi_parts};
use serde_json::{Value, json};
use store::tables::Table;

fn template() -> Template {
    Template::read(&super::repository().join("template.yaml")).unwrap()
}

fn methods(item: &Value) -> impl Iterator<Item = String> + '_ {
    let fields = item.as_object().unwrap().keys();
    fields
        .filter(|name| ["get", "put", "post", "delete", "patch", "head", "options"].contains(&name.as_str()))
        .map(|name| name.to_ascii_uppercase())
}

#[test]
fn each_function_has_the_routes_that_the_template_gives_it_and_no_others() {
    // A router registers a route together with its description, so the description lists the router's routes.
    let template = template();
    let mut described = BTreeSet::new();
    for (name, part) in openapi_parts() {
        let part = serde_json::to_value(part).unwrap();
        for (path, item) in part["paths"].as_object().unwrap() {
            for method in methods(item) {
                described.insert(format!("{name}: {method} {path}"));
            }
        }
    }
    let (any, routed): (Vec<_>, Vec<_>) = template.routes().partition(|(_, route)| route.method == "ANY");
    let written: BTreeSet<String> = routed
        .iter()
        .map(|(name, route)| format!("{name}: {} {}", route.method, route.path))
        .collect();
    assert_eq!(described, written);
    assert!(!written.is_empty());
    // What other methods of a path meet is its router, which refuses them by status.
    let paths: BTreeSet<_> = routed.iter().map(|(name, route)| (*name, &route.path)).collect();
    let refused: BTreeSet<_> = any.iter().map(|(name, route)| (*name, &route.path)).collect();
    assert_eq!(refused, paths);
}

#[test]
fn the_committed_openapi_document_is_the_one_that_the_code_describes() {
    let path = super::repository().join("infra/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == openapi_document().unwrap(),
        "infra/openapi.json is out of date: run `make openapi` and commit what changes"
    );
}

#[test]
fn every_operation_of_the_document_has_a_name_of_its_own() {
    let document: Value = serde_json::from_str(&openapi_document().unwrap()).unwrap();
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in methods(item) {
            let operation = &item[method.to_ascii_lowercase()];
            let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
            assert!(
                names.insert(name.clone()),
                "{method} {path} is called {name} like another one"
            );
        }
    }
}

#[test]
fn a_function_that_keeps_pictures_may_write_and_remove_them_and_one_may_list_them() {
    let text = std::fs::read_to_string(super::repository().join("template.yaml")).unwrap();
    let document: Value = serde_saphyr::from_str(&text).unwrap();
    let mut found = 0;
    for (id, resource) in document["Resources"].as_object().unwrap() {
        let properties = &resource["Properties"];
        let policies = properties["Policies"].as_array().into_iter().flatten();
        let statements = policies.flat_map(|policy| policy["Statement"].as_array().into_iter().flatten());
        let rights: Vec<&Value> = statements
            .filter(|statement| statement["Action"].to_string().contains("s3:"))
            .filter(|statement| {
                let is_of_exports = statement["Resource"].to_string().contains("ExportsBucket");
                // Everybody's names and addresses are in those files, which the closing of the event deletes unread.
                let deletes = id == "Closing" && !statement["Action"].to_string().contains("GetObject");
                assert!(!is_of_exports || id == "Exports" || deletes, "{id}");
                statement["Resource"].to_string().contains("MediaBucket")
            })
            .collect();
        if properties["Environment"]["Variables"]
            .get("MEDIA_BUCKET")
            .is_none()
        {
            assert!(rights.is_empty(), "{id}");
            continue;
        }
        found += 1;
        let right = match rights[..] {
            [right] => right,
            // The one that collects what nothing shows.
            [right, lists] if id == "ExamDetails" => {
                assert_eq!(
                    (&lists["Action"], &lists["Resource"]),
                    (&json!("s3:ListBucket"), &json!("MediaBucket.Arn"))
                );
                right
            }
            _ => panic!("{id}: one statement about the objects of the bucket"),
        };
        assert_eq!(
            right["Action"],
            json!(["s3:DeleteObject", "s3:PutObject"]),
            "{id}"
        );
        assert_eq!(right["Resource"], "${MediaBucket.Arn}/media/*", "{id}");
    }
    assert!(found >= 3);
}

#[test]
fn the_tables_of_the_template_are_the_tables_of_the_store() {
    let text = std::fs::read_to_string(super::repository().join("template.yaml")).unwrap();
    let document: Value = serde_saphyr::from_str(&text).unwrap();
    for table in Table::ALL {
        let id = match table {
            Table::Catalogue => "CatalogueTable",
            Table::Content => "ContentTable",
            Table::Registrations => "RegistrationsTable",
            Table::Admin => "AdminTable",
            Table::Access => "AccessTable",
            Table::CheckIn => "CheckInTable",
        };
        let written = &document["Resources"][id]["Properties"];
        let definition = table.definition("anything").unwrap().build().unwrap();

        let pairs = |list: &Value, first: &str, second: &str| -> BTreeSet<(String, String)> {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let items = list.as_array().into_iter().flatten();
            items
                .map(|item| (text(&item[first]), text(&item[second])))
                .collect()
        };
        let keys = |schema: &[aws_sdk_dynamodb::types::KeySchemaElement]| -> BTreeSet<(String, String)> {
            schema
                .iter()
                .map(|key| (key.attribute_name.clone(), key.key_type.as_str().to_owned()))
                .collect()
        };
        assert_eq!(
            pairs(&written["KeySchema"], "AttributeName", "KeyType"),
            keys(definition.key_schema()),
            "{id}"
        );
        let attributes: BTreeSet<(String, String)> = definition
            .attribute_definitions()
            .iter()
            .map(|attribute| {
                (
                    attribute.attribute_name.clone(),
                    attribute.attribute_type.as_str().to_owned(),
                )
            })
            .collect();
        assert_eq!(
            pairs(&written["AttributeDefinitions"], "AttributeName", "AttributeType"),
            attributes,
            "{id}"
        );
        let indexes: BTreeSet<_> = definition
            .global_secondary_indexes()
            .iter()
            .map(|index| {
                let projection = index
                    .projection()
                    .and_then(|projection| projection.projection_type());
                (
                    index.index_name.clone(),
                    keys(index.key_schema()),
                    projection
                        .map(|kind| kind.as_str().to_owned())
                        .unwrap_or_default(),
                    index
                        .projection()
                        .map(|projection| projection.non_key_attributes().to_vec())
                        .unwrap_or_default(),
                )
            })
            .collect();
        let written_indexes: BTreeSet<_> = written["GlobalSecondaryIndexes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|index| {
                (
                    index["IndexName"].as_str().unwrap().to_owned(),
                    pairs(&index["KeySchema"], "AttributeName", "KeyType"),
                    index["Projection"]["ProjectionType"].as_str().unwrap().to_owned(),
                    index["Projection"]["NonKeyAttributes"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|name| name.as_str().unwrap().to_owned())
                        .collect(),
                )
            })
            .collect();
        assert_eq!(written_indexes, indexes, "{id}");
        assert_eq!(
            written["StreamSpecification"]["StreamViewType"].as_str(),
            definition
                .stream_specification()
                .and_then(|stream| stream.stream_view_type())
                .map(aws_sdk_dynamodb::types::StreamViewType::as_str),
            "{id}"
        );
        assert_eq!(
            written["TimeToLiveSpecification"]["AttributeName"].as_str(),
            table.time_to_live(),
            "{id}"
        );
        assert_eq!(written["BillingMode"], "PAY_PER_REQUEST", "{id}");
    }
}
