use http::Request;
use serde_json::json;

use super::*;

fn keys() -> PartitionKeys {
    let keys = [("a", "pk"), ("b", "pk"), ("a/index/due", "shard")];
    keys.map(|(place, key)| (place.to_owned(), key.to_owned())).into()
}

fn shown(requests: &BTreeSet<AccessRequest>) -> Vec<String> {
    let one = |request: &AccessRequest| {
        let resource = request
            .resource
            .replace("arn:aws:dynamodb:ap-south-1:000000000000:table/", "");
        let keys: Vec<&str> = request.leading_keys.iter().map(String::as_str).collect();
        format!("{} {resource} {}", request.action, keys.join(","))
            .trim_end()
            .to_owned()
    };
    requests.iter().map(one).collect()
}

fn of_database(operation: &str, body: &Value) -> Vec<String> {
    let target = format!("DynamoDB_20120810.{operation}");
    let request = Request::post("/")
        .header("x-amz-target", target)
        .body(())
        .unwrap();
    let body = body.to_string();
    shown(&Service::DynamoDb.access_requests(&request.into_parts().0, body.as_bytes(), &keys()))
}

fn of(service: Service, request: http::request::Builder, body: &str) -> Vec<String> {
    let (parts, ()) = request.body(()).unwrap().into_parts();
    shown(&service.access_requests(&parts, body.as_bytes(), &keys()))
}

fn key(value: &str) -> Value {
    json!({ "pk": { "S": value }, "sk": { "S": "X" } })
}

#[test]
fn a_transaction_needs_the_right_of_each_of_its_actions_with_their_keys() {
    let body = json!({ "TransactItems": [
        { "Put": { "TableName": "a", "Item": key("P") } },
        { "ConditionCheck": { "TableName": "b", "Key": key("C") } },
        { "Update": { "TableName": "a", "Key": key("U") } },
        { "Delete": { "TableName": "a", "Key": key("D") } },
        { "Put": { "TableName": "a", "Item": key("Q") } },
    ]});
    assert_eq!(
        of_database("TransactWriteItems", &body),
        [
            "dynamodb:ConditionCheckItem b C",
            "dynamodb:DeleteItem a D",
            "dynamodb:PutItem a P",
            "dynamodb:PutItem a Q",
            "dynamodb:UpdateItem a U"
        ]
    );
}

#[test]
fn a_batch_needs_each_of_its_tables_with_all_its_keys() {
    let read =
        json!({ "RequestItems": { "a": { "Keys": [key("1"), key("2")] }, "b": { "Keys": [key("3")] } } });
    assert_eq!(
        of_database("BatchGetItem", &read),
        ["dynamodb:BatchGetItem a 1,2", "dynamodb:BatchGetItem b 3"]
    );
    let write = json!({ "RequestItems": { "a": [
        { "PutRequest": { "Item": key("1") } },
        { "DeleteRequest": { "Key": key("2") } },
    ] } });
    assert_eq!(
        of_database("BatchWriteItem", &write),
        ["dynamodb:BatchWriteItem a 1,2"]
    );
}

#[test]
fn a_query_needs_its_table_or_its_index_with_the_key_of_its_partition() {
    let table = json!({
        "TableName": "a",
        "KeyConditionExpression": "(begins_with(sk, :sk)) AND (pk = :pk)",
        "ExpressionAttributeValues": { ":pk": { "S": "P" }, ":sk": { "S": "S" } },
    });
    assert_eq!(of_database("Query", &table), ["dynamodb:Query a P"]);
    let index = json!({
        "TableName": "a",
        "IndexName": "due",
        "KeyConditionExpression": "pk = :pk and #s = :shard",
        "ExpressionAttributeNames": { "#s": "shard" },
        "ExpressionAttributeValues": { ":pk": { "S": "P" }, ":shard": { "S": "DUE#1" } },
    });
    assert_eq!(of_database("Query", &index), ["dynamodb:Query a/index/due DUE#1"]);
}

#[test]
fn other_actions_need_the_key_of_their_item_or_the_whole_table() {
    for operation in ["GetItem", "UpdateItem", "DeleteItem"] {
        assert_eq!(
            of_database(operation, &json!({ "TableName": "a", "Key": key("K") })),
            [format!("dynamodb:{operation} a K")]
        );
    }
    assert_eq!(
        of_database("PutItem", &json!({ "TableName": "a", "Item": key("I") })),
        ["dynamodb:PutItem a I"]
    );
    assert_eq!(
        of_database("Scan", &json!({ "TableName": "a" })),
        ["dynamodb:Scan a"]
    );
}

#[test]
fn writing_reading_and_removing_an_object_need_separate_permissions() {
    let s3 = |method: &str, path: &str| of(Service::S3, Request::builder().method(method).uri(path), "");
    let object = "/media/media/a%20b.jpg";
    assert_eq!(
        s3("PUT", &format!("{object}?x-id=PutObject")),
        ["s3:PutObject arn:aws:s3:::media/media/a b.jpg"]
    );
    assert_eq!(
        s3("GET", object),
        ["s3:GetObject arn:aws:s3:::media/media/a b.jpg"]
    );
    assert_eq!(
        s3("DELETE", object),
        ["s3:DeleteObject arn:aws:s3:::media/media/a b.jpg"]
    );
    assert_eq!(s3("GET", "/media/"), ["s3:ListBucket arn:aws:s3:::media"]);
    assert_eq!(
        s3("GET", "/media/?list-type=2&prefix=media%2F&continuation-token=a"),
        ["s3:ListBucket arn:aws:s3:::media"]
    );
    assert_eq!(
        s3("GET", "/media/a?list-type=2"),
        ["s3:GET?list-type arn:aws:s3:::media/a"]
    );
    assert_eq!(s3("PUT", "/media"), ["s3:PUT arn:aws:s3:::media"]);
    assert_eq!(
        s3("PUT", "/media/a?tagging"),
        ["s3:PUT?tagging arn:aws:s3:::media/a"]
    );
}

#[test]
fn a_copy_reads_its_source_and_what_comes_with_an_object_needs_rights_too() {
    let copy = Request::put("/media/a")
        .header("x-amz-copy-source", "/other/b")
        .header("x-amz-acl", "public-read")
        .header("x-amz-tagging", "a=b");
    assert_eq!(
        of(Service::S3, copy, ""),
        [
            "s3:GetObject arn:aws:s3:::other/b",
            "s3:PutObject arn:aws:s3:::media/a",
            "s3:PutObjectAcl arn:aws:s3:::media/a",
            "s3:PutObjectTagging arn:aws:s3:::media/a"
        ]
    );
}

#[test]
fn a_mail_needs_the_identities_that_may_count_and_the_configuration_set_that_it_names() {
    let ses = |body: &str| of(Service::Ses, Request::post("/"), body);
    let known = "arn:aws:ses:ap-south-1:000000000000";
    let both = |action: &str| {
        ["expo.example", "pass@expo.example"].map(|name| format!("ses:{action} {known}:identity/{name}"))
    };
    let from = "Action=SendEmail&Source=Expo+%3Cpass%40expo.example%3E";
    assert_eq!(ses(from), both("SendEmail"));
    let [domain, address] = both("SendEmail");
    assert_eq!(
        ses(&format!("{from}&ConfigurationSetName=set")),
        [
            format!("ses:SendEmail {known}:configuration-set/set"),
            domain,
            address
        ]
    );
    // As in the sandbox, where the recipient is an identity of the account.
    let [domain, address] = both("SendRawEmail");
    assert_eq!(
        ses("Action=SendRawEmail&Source=pass%40expo.example&Destinations.member.1=asha%40b.example"),
        [
            format!("ses:SendRawEmail {known}:identity/asha@b.example"),
            domain,
            address
        ]
    );
    assert_eq!(
        ses("Action=SendEmail&Source=a%40b.example&SourceArn=arn:other"),
        ["ses:SendEmail arn:other"]
    );
}

#[test]
fn a_secret_and_a_function_are_needed_by_their_names() {
    let secret = |id: &str| {
        let request = Request::post("/").header("x-amz-target", "secretsmanager.GetSecretValue");
        of(
            Service::SecretsManager,
            request,
            &json!({ "SecretId": id }).to_string(),
        )
    };
    let get = "secretsmanager:GetSecretValue arn:aws:secretsmanager:ap-south-1:000000000000:secret:a";
    assert_eq!(secret("a"), [get]);
    assert_eq!(
        secret("arn:aws:secretsmanager:ap-south-1:000000000000:secret:a"),
        [get]
    );
    let call = Request::post("/2015-03-31/functions/sync/invocations");
    assert_eq!(
        of(Service::Lambda, call, "{}"),
        ["lambda:InvokeFunction arn:aws:lambda:ap-south-1:000000000000:function:sync"]
    );
    let list = of(Service::Lambda, Request::get("/2015-03-31/functions"), "");
    assert!(list[0].starts_with("lambda:GET "), "{list:?}");
}
